/** The provisioning settings of an installation. The defaults suit all identity providers known to us. */
export interface Policy {
  /** Whether deprovisioned people can be reactivated. */
  reactivation: boolean
  /** Whether teams can be deleted. */
  groupDeletion: boolean
  /** Whether people may have addresses outside the e-mail domains of the organization. */
  foreignDomains: boolean
  /** Whether a userName may be other than an e-mail address: for conformance tests, which send random words. */
  anyUserName: boolean
}

export const policyOf = (overrides: Partial<Policy>): Policy => ({
  reactivation: true,
  groupDeletion: true,
  foreignDomains: false,
  anyUserName: false,
  ...overrides,
})
