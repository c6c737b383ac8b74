/**
 * The teams of an organization that SCIM clients can see as groups, also secret ones. Their members are the people
 * whom clients can see (`people.ts`), so guests are not among them. People who left the organization are still
 * members: their memberships are stored apart until they return.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import { statement } from '../../statement.ts'
import { compileFilter, type FilterColumns, type FilterCondition, hasColumn } from './filter.ts'
import type { ListRange } from './people.ts'

export interface ScimTeamRow {
  /** The gid of the team, by which the list is ordered. */
  team: number
  name: string
  created_at: number
  external_id: string | null
  modified_at: number | null
}

const teams = sql`teams t left join provisioned_groups g on g.team = t.gid`

const shown = (workspace: unknown) => sql`t.organization = ${workspace} and t.deleted_at is null`

const columns = sql`t.gid as team, t.name as name, t.created_at as created_at, g.external_id as external_id,
  g.modified_at as modified_at`

const one: Statement<ScimTeamRow> = statement(
  param =>
    sql<ScimTeamRow>`select ${columns} from ${teams} where ${shown(param('workspace'))} and t.gid = ${param('team')}`,
)

export const teamIn = (reader: Reader, workspace: number, team: number): Promise<ScimTeamRow | undefined> =>
  reader.first(one, { workspace, team })

const byName: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`select t.gid as gid from teams t
    where ${shown(param('workspace'))} and t.name_key = ${param('key')} and t.gid <> ${param('team')} limit 1`,
)

/** Whether a team other than `team`, not in the trash, has this name, ignoring case. */
export const teamNameExists = async (reader: Reader, workspace: number, name: string, team: number): Promise<boolean> =>
  (await reader.first(byName, { workspace, key: name.toLowerCase(), team })) !== undefined

const matching = (dialect: Dialect, workspace: number, filter: FilterCondition | null) =>
  filter ? sql`and ${compileFilter(dialect, table, workspace, filter)}` : sql``

export async function teamsIn(
  reader: Reader,
  workspace: number,
  filter: FilterCondition | null,
  { after = 0, skip = 0, limit }: ListRange,
): Promise<ScimTeamRow[]> {
  const { dialect } = reader.db
  const query = sql<ScimTeamRow>`select ${columns} from ${teams}
    where ${shown(workspace)} and t.gid > ${after} ${matching(dialect, workspace, filter)}
    order by t.gid ${dialect.limit(limit)} offset ${skip}`
  return (await query.execute(reader.db)).rows
}

export async function teamCount(reader: Reader, workspace: number, filter: FilterCondition | null): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${teams}
    where ${shown(workspace)} ${matching(reader.db.dialect, workspace, filter)}`
  return (await query.execute(reader.db)).rows[0]?.count ?? 0
}

// --- Members

interface MemberRow {
  team: number
  user: number
}

/** Whether `b` is the membership of a person whom SCIM clients can see. */
const ofPerson = (workspace: unknown) => sql`exists (select 1 from workspace_memberships m
  left join provisioned_users p on p.membership = m.gid
  where m."user" = b."user" and m.workspace = ${workspace} and m.is_service = 0 and m.is_guest = 0
  and p.deleted_at is null)`

const members: Statement<MemberRow> = statement((param, db) => {
  const from = (table: string) => sql`select b.gid as gid, b.team as team, b."user" as "user"
    from ${sql.table(table)} b
    where ${db.dialect.isAmong(sql.ref('b.team'), param('teams'))} and ${ofPerson(param('workspace'))}`
  return sql<MemberRow>`select a.team as team, a."user" as "user"
    from (${from('team_memberships')} union all ${from('waiting_members')}) a order by a.gid`
})

/** The members of teams, in the order in which they joined. */
export async function membersOf(reader: Reader, workspace: number, teams: number[]): Promise<Map<number, MemberRow[]>> {
  const rows = await reader.all(members, { workspace, teams: reader.db.dialect.set(teams) })
  return Map.groupBy(rows, row => row.team)
}

/** The memberships of a team that a client may delete: those of the users in `users`, or of all but these. */
function membershipStatement(table: 'team_memberships' | 'waiting_members', but: boolean): Statement<{ gid: number }> {
  return statement((param, db) => {
    const named = db.dialect.isAmong(sql.ref('b.user'), param('users'))
    return sql<{ gid: number }>`select b.gid as gid from ${sql.table(table)} b where b.team = ${param('team')}
      and ${but ? sql`not ${named}` : named} and ${ofPerson(param('workspace'))}`
  })
}

const statements = {
  team_memberships: {
    named: membershipStatement('team_memberships', false),
    others: membershipStatement('team_memberships', true),
  },
  waiting_members: {
    named: membershipStatement('waiting_members', false),
    others: membershipStatement('waiting_members', true),
  },
}

/** The gids of the memberships of these users (`named`) in a team, or of all users but these (`others`). */
export async function providerMembershipsOf(
  reader: Reader,
  table: keyof typeof statements,
  which: 'named' | 'others',
  wanted: { workspace: number; team: number; users: number[] },
): Promise<number[]> {
  const values = { ...wanted, users: reader.db.dialect.set(wanted.users) }
  return (await reader.all(statements[table][which], values)).map(row => row.gid)
}

// --- Filters

const havingMember = (table: string, where: RawBuilder<unknown> | undefined, workspace: number) =>
  sql`select b.team from ${sql.table(table)} b
    where b.workspace = ${workspace} and ${where ?? sql`1 = 0`} and ${ofPerson(workspace)}`

const member = { value: { as: 'gid', at: sql`b."user"` } } as const

const table: FilterColumns = {
  columns: {
    id: { as: 'gid', at: sql`t.gid` },
    externalId: {
      as: 'exact',
      at: sql`g.external_id`,
      lookup: value => sql`t.gid in (select x.team from provisioned_groups x where x.external_id = ${value})`,
    },
    displayName: { as: 'key', at: sql`t.name_key` },
    'meta.created': { as: 'number', at: sql`t.created_at` },
    'meta.lastModified': { as: 'number', at: sql`coalesce(g.modified_at, t.created_at)` },
  },
  parts: {
    members: {
      columns: [member, member],
      rows: ([joined, waiting], workspace) => sql`t.gid in (${havingMember('team_memberships', joined, workspace)}
        union all ${havingMember('waiting_members', waiting, workspace)})`,
    },
  },
}

/** Whether teams can be filtered by the attribute of this path, or by its sub-attributes. */
export const teamsFilterBy = (path: string): boolean => hasColumn(table, path)
