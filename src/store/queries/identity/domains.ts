/** The organizations of e-mail addresses and accounts: an organization has e-mail domains. */
import { sql } from 'kysely'
import { domainOf } from '../../../lib/address.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const ofDomain: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('workspace_domains')
    .select('workspace as gid')
    .where('domain', '=', param('domain'))
    .orderBy('workspace'),
)

/** The organizations with the domain of an address in normal form; several if they were set up with the same domain. */
const organizationsOfDomain = async (reader: Reader, email: string): Promise<number[]> =>
  (await reader.all(ofDomain, { domain: domainOf(email) })).map(({ gid }) => gid)

/** Whether another organization has the domain of an address, and this workspace does not. */
export async function isOfOtherOrganization(reader: Reader, workspace: number, email: string): Promise<boolean> {
  const organizations = await organizationsOfDomain(reader, email)
  return organizations.length > 0 && !organizations.includes(workspace)
}

const active = statement<{ workspace: number; email: string }>(
  param => sql<{ workspace: number; email: string }>`select u.email as email, m.workspace as workspace
    from users u left join workspace_memberships m on m."user" = u.gid and m.is_active = 1
    where u.gid = ${param('user')}`,
)

/**
 * Whether an organization controls an account: it has the domain of the account's address, and the user is not an
 * active member of another organization with that domain.
 */
export async function controlsAccount(reader: Reader, workspace: number, user: number): Promise<boolean> {
  const rows = await reader.all(active, { user })
  const organizations = await organizationsOfDomain(reader, rows[0]?.email ?? '')
  if (!organizations.includes(workspace)) return false
  return rows.every(row => row.workspace === workspace || !organizations.includes(row.workspace))
}

/** Whether a user is an active member of an organization with the domain of the user's address. */
export async function isInOwnOrganization(reader: Reader, user: number): Promise<boolean> {
  const rows = await reader.all(active, { user })
  const organizations = await organizationsOfDomain(reader, rows[0]?.email ?? '')
  return rows.some(row => organizations.includes(row.workspace))
}
