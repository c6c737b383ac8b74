/** Users of an organization with an e-mail address of another domain are guests. */
import { addressKey, domainOf } from '../../../lib/address.ts'
import type { Reader } from '../../../store/db.ts'
import { domainsOf, emailOf } from '../../../store/queries/membership.ts'

/** Whether the address of a user is outside the domains of a workspace. False for a workspace without domains. */
export const isForeign = async (reader: Reader, workspace: number, user: number): Promise<boolean> =>
  isForeignAddress(reader, workspace, (await emailOf(reader, user)) ?? '')

/** The same for an address, with or without an account. */
export async function isForeignAddress(reader: Reader, workspace: number, email: string): Promise<boolean> {
  const domains = await domainsOf(reader, workspace)
  const domain = domainOf(addressKey(email))
  return domains !== undefined && !domains.some(known => known.toLowerCase() === domain)
}
