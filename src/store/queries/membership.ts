/** Queries that precede joining or leaving a workspace or a team. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'

export type TeamRow = Tables['teams']

const teamByGid: Statement<TeamRow> = statement((param, db) =>
  db.selectFrom('teams').selectAll().where('gid', '=', param('gid')),
)

export async function teamOf(reader: Reader, gid: number): Promise<TeamRow> {
  const row = await reader.first(teamByGid, { gid })
  if (!row) throw new Error(`There is no team ${gid}.`)
  return row
}

interface TeamMembership {
  gid: number
  is_admin: number
}

const teamMembership: Statement<TeamMembership> = statement((param, db) =>
  db
    .selectFrom('team_memberships')
    .select(['gid', 'is_admin'])
    .where('team', '=', param('team'))
    .where('user', '=', param('user')),
)

/** The membership of a user in a team. */
export const teamMembershipOf = (reader: Reader, team: number, user: number): Promise<TeamMembership | undefined> =>
  reader.first(teamMembership, { team, user })

const domains: Statement<{ email_domains: string }> = statement((param, db) =>
  db
    .selectFrom('workspaces')
    .select('email_domains')
    .where('gid', '=', param('workspace'))
    .where('is_organization', '=', 1),
)

/** The e-mail domains of an organization; undefined for a plain workspace. */
export async function domainsOf(reader: Reader, workspace: number): Promise<string[] | undefined> {
  const row = await reader.first(domains, { workspace })
  return row && (JSON.parse(row.email_domains) as string[])
}

const emails: Statement<{ email: string }> = statement((param, db) =>
  db.selectFrom('users').select('email').where('gid', '=', param('user')),
)

export const emailOf = async (reader: Reader, user: number): Promise<string | undefined> =>
  (await reader.first(emails, { user }))?.email

const administrators: Statement<{ user: number }> = statement(param => {
  return sql<{ user: number }>`select w."user" as "user" from workspace_memberships w
    where w.workspace = ${param('workspace')} and w.is_active = 1 and w.is_admin = 1 and w.role is null
    and w.is_service = 0
    and w."user" <> ${param('user')} order by w.gid limit 1`
})

/** The super administrator of a workspace with the oldest membership, other than `user`. */
export const otherAdministrator = async (reader: Reader, workspace: number, user: number) =>
  (await reader.first(administrators, { workspace, user }))?.user

/** Objects with an owner and members: their tables, and the privacy setting that gives only members access. */
const owned = {
  project: { table: 'projects', memberships: 'project_memberships', hidden: 'private' },
  portfolio: { table: 'portfolios', memberships: 'portfolio_memberships', hidden: 'members_only' },
  goal: { table: 'goals', memberships: 'goal_memberships', hidden: 'members_only' },
} as const

type OwnedType = keyof typeof owned

const sharedStatement = (type: OwnedType): Statement<{ gid: number }> =>
  statement(param => {
    const { table, memberships, hidden } = owned[type]
    return sql<{ gid: number }>`select p.gid as gid from ${sql.raw(table)} p
    where p.workspace = ${param('workspace')} and p.owner = ${param('owner')}
    and (p.privacy_setting <> ${sql.lit(hidden)} or exists (select 1 from ${sql.raw(memberships)} m
      where m.${sql.raw(type)} = p.gid and m.member <> p.owner)) order by p.gid`
  })

const shared = {
  ...{ project: sharedStatement('project'), portfolio: sharedStatement('portfolio'), goal: sharedStatement('goal') },
}

/** The projects, portfolios or goals of an owner that other people can see, too. */
export const sharedOf = async (reader: Reader, type: OwnedType, workspace: number, owner: number): Promise<number[]> =>
  (await reader.all(shared[type], { workspace, owner })).map(row => row.gid)
