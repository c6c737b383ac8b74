/** Who is a guest by nature: in an organization, people whose e-mail address is of another domain. */
import type { Reader } from '../../../store/db.ts'
import { domainsOf, emailOf } from '../../../store/queries/membership.ts'

/** Whether the address of a user is of none of the domains of a workspace. A workspace without domains has no strangers. */
export async function isForeign(reader: Reader, workspace: number, user: number): Promise<boolean> {
  const domains = await domainsOf(reader, workspace)
  const domain = (await emailOf(reader, user))?.split('@').at(-1) ?? ''
  return domains !== undefined && !domains.some(known => known.toLowerCase() === domain)
}
