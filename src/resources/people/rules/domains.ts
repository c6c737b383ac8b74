/** Whom an organization speaks for: the people whose addresses are in its e-mail domains. */
import type { Reader } from '../../../store/db.ts'
import { domainsOf } from '../../../store/queries/membership.ts'

/** Whether an address is outside the domains of an organization. A plain workspace has none, and nobody is outside. */
export async function isForeign(reader: Reader, workspace: number, email: string): Promise<boolean> {
  const domains = await domainsOf(reader, workspace)
  const domain = email.split('@').at(-1)?.toLowerCase() ?? ''
  return domains !== undefined && !domains.some(known => known.toLowerCase() === domain)
}
