/** Queries for accounts by e-mail address, and for the organization of a service account. */
import { sql } from 'kysely'
import { addressKey } from '../../../lib/address.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

interface ScimTenant {
  workspace: number
  plan: string
  is_organization: number
  /** `all`, or names separated by a space. */
  scopes: string
}

const tenant: Statement<ScimTenant> = statement((param, db) =>
  db
    .selectFrom('service_accounts as s')
    .innerJoin('workspaces as w', 'w.gid', 's.workspace')
    .select(['s.workspace', 'w.plan', 'w.is_organization', 's.scopes'])
    .where('s.gid', '=', param('gid'))
    .where('s.deleted_at', 'is', null),
)

/** The organization of a service account that has not been deleted. */
export const scimTenantOf = (reader: Reader, gid: number): Promise<ScimTenant | undefined> =>
  reader.first(tenant, { gid })

export interface AccountRow {
  gid: number
  name: string
  email: string
}

const account: Statement<AccountRow> = statement((param, db) =>
  db.selectFrom('users').select(['gid', 'name', 'email']).where('email', '=', param('email')),
)

/** The account with an address, in any organization. */
export const accountOf = (reader: Reader, email: string): Promise<AccountRow | undefined> =>
  reader.first(account, { email: addressKey(email) })

const other: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('workspace_memberships')
    .select('gid')
    .where('user', '=', param('user'))
    .where('workspace', '<>', param('workspace'))
    .limit(sql.lit(1)),
)

/** Whether a user is, or was, a member of a workspace other than this one. */
export const belongsToOtherWorkspace = async (reader: Reader, user: number, workspace: number): Promise<boolean> =>
  (await reader.first(other, { user, workspace })) !== undefined
