/** Queries for organizations: plan, number of members, number of organizations. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'

interface Organization {
  gid: number
  name: string
  plan: string
  is_organization: number
  /** JSON. */
  email_domains: string
  fiscal_year_start: number
  currency_code: string
}

const organization = statement<Organization>((param, db) =>
  db
    .selectFrom('workspaces')
    .select(['gid', 'name', 'plan', 'is_organization', 'email_domains', 'fiscal_year_start', 'currency_code'])
    .where('gid', '=', param('gid')),
)

export const organizationOf = (reader: Reader, gid: number): Promise<Organization | undefined> =>
  reader.first(organization, { gid })

/** The number of active members of each kind. */
export interface Headcount {
  members: number
  guests: number
  service_accounts: number
}

const headcount = statement<Headcount>(
  param => sql<Headcount>`select
    coalesce(sum(case when w.is_service = 0 and w.is_guest = 0 then 1 else 0 end), 0) as members,
    coalesce(sum(case when w.is_service = 0 and w.is_guest = 1 then 1 else 0 end), 0) as guests,
    coalesce(sum(w.is_service), 0) as service_accounts
    from workspace_memberships w where w.workspace = ${param('workspace')} and w.is_active = 1`,
)

export const headcountOf = async (reader: Reader, workspace: number): Promise<Headcount> =>
  (await reader.first(headcount, { workspace })) ?? { members: 0, guests: 0, service_accounts: 0 }

const activeMembership = statement<{ gid: number }>((param, db) =>
  db
    .selectFrom('workspace_memberships')
    .select('gid')
    .where('user', '=', param('user'))
    .where('is_active', '=', 1)
    .limit(sql.lit(1)),
)

/** Whether a user is an active member of any workspace. */
export const belongsAnywhere = async (reader: Reader, user: number): Promise<boolean> =>
  (await reader.first(activeMembership, { user })) !== undefined

const only = statement<{ gid: number }>((_param, db) =>
  db.selectFrom('workspaces').select('gid').where('is_organization', '=', 1).orderBy('gid').limit(sql.lit(2)),
)

/** The organization of this store, when there is exactly one. */
export async function onlyOrganization(reader: Reader): Promise<number | undefined> {
  const [first, second] = await reader.all(only, {})
  return second ? undefined : first?.gid
}

const count = statement<{ count: number }>((_param, db) =>
  db
    .selectFrom('workspaces')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('is_organization', '=', 1),
)

export const organizationCount = async (reader: Reader): Promise<number> => (await reader.first(count, {}))?.count ?? 0

const tenants = statement<{ count: number }>(() => sql<{ count: number }>`select count(*) as count from workspaces`)

/** The number of workspaces of the installation. */
export const workspaceCount = async (reader: Reader): Promise<number> => (await reader.first(tenants, {}))?.count ?? 0
