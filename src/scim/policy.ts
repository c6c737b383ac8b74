/** What an installation may decide about provisioning. The defaults suit every identity provider that we know of. */
export interface Policy {
  /** Whether who was deprovisioned can come back. */
  reactivation: boolean
  /** Whether teams can be deleted. */
  groupDeletion: boolean
  /** Whether people may have addresses outside the e-mail domains of the organization. */
  foreignDomains: boolean
  /** Whether a userName may be something else than an e-mail address: for conformance tests, which send random words. */
  anyUserName: boolean
}

export const policyOf = (wishes: Partial<Policy>): Policy => ({
  reactivation: true,
  groupDeletion: true,
  foreignDomains: false,
  anyUserName: false,
  ...wishes,
})
