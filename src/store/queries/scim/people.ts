/**
 * The people of an organization that SCIM clients can see: its members, also inactive ones, except guests, service
 * accounts and users that the client deleted. They are ordered by membership, so new people are last.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { compileFilter, type FilterColumns, type FilterCondition, type FilterParts, hasColumn } from './filter.ts'

const storedColumns = [
  ...(['user_name', 'external_id', 'account_name', 'formatted', 'given_name', 'family_name', 'title'] as const),
  ...(['preferred_language', 'department', 'cost_center', 'organization', 'division', 'employee_number'] as const),
  ...(['manager', 'modified_at', 'deleted_at'] as const),
] satisfies (keyof Tables['provisioned_users'])[]

type ProvisionedUserColumns = {
  [K in (typeof storedColumns)[number]]: Tables['provisioned_users'][K] | null
}

export interface PersonRow extends ProvisionedUserColumns {
  /** The gid of the membership, by which the list is ordered. */
  membership: number
  user: number
  is_active: number
  is_admin: number
  created_at: number
  name: string
  email: string
  /** JSON: for each entry its kind, its position and the columns of `entryColumns`. */
  entries: string
}

export const entryColumns = [
  ...(['value', 'type', 'is_primary', 'formatted', 'street_address', 'locality'] as const),
  ...(['region', 'postal_code', 'country'] as const),
]

const people = sql`workspace_memberships m join users u on u.gid = m."user"
  left join provisioned_users p on p.membership = m.gid`

const shown = (workspace: unknown) => sql`m.workspace = ${workspace} and m.is_service = 0 and m.is_guest = 0
  and p.deleted_at is null`

const columns = (dialect: Dialect) => {
  const stored = sql.join(storedColumns.map(name => sql.ref(`p.${name}`)))
  const parts = ['kind', 'position', ...entryColumns].map(name => sql.ref(`e.${name}`))
  return sql`${stored}, m.gid as membership, m."user" as "user", m.is_active as is_active,
    m.is_admin as is_admin, m.created_at as created_at, u.name as name, u.email as email,
    (select ${dialect.collect(dialect.array(parts))} from provisioned_entries e where e.membership = m.gid) as entries`
}

const one: Statement<PersonRow> = statement(
  (param, db) => sql<PersonRow>`select ${columns(db.dialect)} from ${people}
    where ${shown(param('workspace'))} and m."user" = ${param('user')}`,
)

export const personOf = (reader: Reader, workspace: number, user: number): Promise<PersonRow | undefined> =>
  reader.first(one, { workspace, user })

/** A range of a list: at most `limit` rows, after a gid or after a number of rows. */
export interface ListRange {
  after?: number
  skip?: number
  limit: number
}

const matching = (dialect: Dialect, workspace: number, filter: FilterCondition | null) =>
  filter ? sql`and ${compileFilter(dialect, table, workspace, filter)}` : sql``

export async function peopleIn(
  reader: Reader,
  workspace: number,
  filter: FilterCondition | null,
  { after = 0, skip = 0, limit }: ListRange,
): Promise<PersonRow[]> {
  const { dialect } = reader.db
  const query = sql<PersonRow>`select ${columns(dialect)} from ${people}
    where ${shown(workspace)} and m.gid > ${after} ${matching(dialect, workspace, filter)}
    order by m.gid ${dialect.limit(limit)} offset ${skip}`
  return (await query.execute(reader.db)).rows
}

export async function peopleCount(reader: Reader, workspace: number, filter: FilterCondition | null): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${people}
    where ${shown(workspace)} ${matching(reader.db.dialect, workspace, filter)}`
  return (await query.execute(reader.db)).rows[0]?.count ?? 0
}

const among: Statement<{ user: number; is_active: number }> = statement(
  (param, db) => sql<{ user: number; is_active: number }>`select m."user" as "user", m.is_active as is_active
    from workspace_memberships m left join provisioned_users p on p.membership = m.gid
    where ${shown(param('workspace'))} and ${db.dialect.isAmong(sql.ref('m.user'), param('users'))}`,
)

/** Which of these users are people of the organization. */
export const peopleAmong = (reader: Reader, workspace: number, users: number[]) =>
  reader.all(among, { workspace, users: reader.db.dialect.set(users) })

// --- Filters

/** A stored name is valid while the account still has the name that it had then; see `names.ts` of `src/scim`. */
const nameColumn = (stored: string, derived: RawBuilder<unknown>) =>
  ({
    as: 'text',
    at: sql`(case when p.account_name = u.name then ${sql.ref(`p.${stored}`)} else ${derived} end)`,
  }) as const

/** The rest of a name after its first word, including the space: `ltrim` removes the characters of the first word. */
const rest = sql`ltrim(u.name, replace(u.name, ' ', ''))`

const text = (name: string) => ({ as: 'text', at: sql.ref(name) }) as const

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const entry = (alias: string) => ({
  value: { as: 'key', at: sql.ref(`${alias}.value_key`) } as const,
  type: text(`${alias}.type`),
  primary: { as: 'number', at: sql.ref(`${alias}.is_primary`) } as const,
})

const sent = (kind: string, where: RawBuilder<unknown> | undefined, workspace: unknown) =>
  sql`select e.membership from provisioned_entries e
    where e.workspace = ${workspace} and e.kind = ${sql.lit(kind)} and ${where ?? sql`1 = 0`}`

const entries = (kind: string, more: FilterParts['columns'][number] = {}): FilterParts => ({
  columns: [{ ...entry('e'), ...more }],
  rows: ([where], workspace) => sql`m.gid in (${sent(kind, where, workspace)})`,
})

/** People without stored addresses have that of the account. */
const emails: FilterParts = {
  columns: [
    { ...entry('e'), value: { as: 'address', at: sql`e.value_key` } },
    {
      value: { as: 'address', at: sql`v.email` },
      type: { as: 'text', at: sql.lit('work') },
      primary: { as: 'number', at: sql.lit(1) },
    },
  ],
  rows: ([where, derived], workspace) => sql`m.gid in (${sent('emails', where, workspace)}
    union all select d.gid from users v join workspace_memberships d on d."user" = v.gid and d.workspace = ${workspace}
    where ${derived ?? sql`1 = 0`} and not exists (
      select 1 from provisioned_entries x where x.membership = d.gid and x.kind = 'emails'))`,
}

const address = {
  formatted: text('e.formatted'),
  streetAddress: text('e.street_address'),
  locality: text('e.locality'),
  region: text('e.region'),
  postalCode: text('e.postal_code'),
  country: text('e.country'),
}

const table: FilterColumns = {
  columns: {
    id: { as: 'gid', at: sql`u.gid` },
    externalId: {
      as: 'exact',
      at: sql`p.external_id`,
      lookup: value => sql`m.gid in (select x.membership from provisioned_users x where x.external_id = ${value})`,
    },
    userName: { as: 'address', at: sql`u.email` },
    active: { as: 'number', at: sql`m.is_active` },
    'name.formatted': nameColumn('formatted', sql`u.name`),
    'name.givenName': nameColumn('given_name', sql`substr(u.name, 1, length(u.name) - length(${rest}))`),
    'name.familyName': nameColumn('family_name', sql`case when ${rest} <> '' then substr(${rest}, 2) end`),
    title: text('p.title'),
    preferredLanguage: text('p.preferred_language'),
    'meta.created': { as: 'number', at: sql`m.created_at` },
    'meta.lastModified': { as: 'number', at: sql`coalesce(p.modified_at, m.created_at)` },
    [`${ENTERPRISE}:department`]: text('p.department'),
    [`${ENTERPRISE}:costCenter`]: text('p.cost_center'),
    [`${ENTERPRISE}:organization`]: text('p.organization'),
    [`${ENTERPRISE}:division`]: text('p.division'),
    [`${ENTERPRISE}:employeeNumber`]: text('p.employee_number'),
    [`${ENTERPRISE}:manager.value`]: text('p.manager'),
  },
  parts: { emails, phoneNumbers: entries('phoneNumbers'), addresses: entries('addresses', address) },
}

/** Whether people can be filtered by the attribute of this path, or by its sub-attributes. */
export const peopleFilterBy = (path: string): boolean => hasColumn(table, path)
