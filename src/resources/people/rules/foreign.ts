/** Who is a guest by nature: in an organization, people whose e-mail address is of another domain. */
import { addressKey, domainOf } from '../../../lib/address.ts'
import type { Reader } from '../../../store/db.ts'
import { domainsOf, emailOf } from '../../../store/queries/membership.ts'

/** Whether the address of a user is of none of the domains of a workspace. A workspace without domains has no strangers. */
export const isForeign = async (reader: Reader, workspace: number, user: number): Promise<boolean> =>
  isForeignAddress(reader, workspace, (await emailOf(reader, user)) ?? '')

/** The same of an address, whether somebody has it or not. */
export async function isForeignAddress(reader: Reader, workspace: number, email: string): Promise<boolean> {
  const domains = await domainsOf(reader, workspace)
  const domain = domainOf(addressKey(email))
  return domains !== undefined && !domains.some(known => known.toLowerCase() === domain)
}
