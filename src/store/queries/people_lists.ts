/**
 * Lists of people and of workspace memberships. Lists of people omit inactive members. For a guest, every list contains
 * only the guest and the people of the guest's teams, projects and tasks.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../db.ts'
import { type ParamFn, statement } from '../statement.ts'
import { sharesWork } from './access/people.ts'
import { isAfter, type Page, type PageRow, toPage, type Window } from './page.ts'

/** The caller's own active membership of the workspace at `l`. */
const own = (param: ParamFn) => sql`join workspace_memberships w
  on w.workspace = l.workspace and w."user" = ${param('me')} and w.is_active = 1`

const isShownTo = (column: RawBuilder<unknown>, param: ParamFn) =>
  sql`(w.is_guest = 0 or ${sharesWork(column, param('me'))})`

interface PeopleSource {
  from(param: ParamFn): RawBuilder<unknown>
  where(param: ParamFn): RawBuilder<unknown>
}

const person = sql.ref('u.gid')

const people = {
  workspace: {
    from: param => sql`workspace_memberships l join users u on u.gid = l."user" ${own(param)}`,
    where: param => sql`l.workspace = ${param('workspace')} and l.is_active = 1 and l.is_service = 0
      and ${isShownTo(person, param)}`,
  },
  // A guest can see a team only as a member, and so knows all of its members.
  team: {
    from: () => sql`team_memberships l join users u on u.gid = l."user"`,
    where: param => sql`l.team = ${param('team')}`,
  },
  both: {
    from: () => sql`team_memberships l join users u on u.gid = l."user"`,
    where: param => sql`l.team = ${param('team')} and l.workspace = ${param('workspace')}`,
  },
  all: {
    from: () => sql`users u`,
    where: param => sql`(u.gid = ${param('me')} or exists (select 1 from workspace_memberships l ${own(param)}
      where l."user" = u.gid and l.is_active = 1 and l.is_service = 0 and ${isShownTo(person, param)}))`,
  },
} satisfies Record<string, PeopleSource>

const memberships = {
  all: {
    from: param => sql`workspace_memberships l ${own(param)}`,
    where: param => sql`l.workspace = ${param('workspace')} and l.is_service = 0
      and ${isShownTo(sql.ref('l.user'), param)}`,
  },
  one: {
    from: param => sql`workspace_memberships l ${own(param)}`,
    where: param =>
      sql`l.workspace = ${param('workspace')} and l."user" = ${param('user')} and ${isShownTo(sql.ref('l.user'), param)}`,
  },
} satisfies Record<string, PeopleSource>

const orders = {
  name: [sql`lower(u.name)`, person],
  user: [person],
  membership: [sql.ref('l.gid')],
}

/** A list with one statement for the first page and one for later pages. */
function listOf({ from, where }: PeopleSource, keys: RawBuilder<unknown>[]) {
  const make = (after: boolean): Statement<PageRow> =>
    statement((param, db) => {
      return sql<PageRow>`select ${keys.at(-1)}, ${sql.join(keys)} from ${from(param)}
        where ${where(param)} ${after ? sql`and ${isAfter(keys, param)}` : sql``}
        order by ${sql.join(keys)} ${db.dialect.limit(param('limit'))}`
    })
  const [first, later] = [make(false), make(true)]
  return async (reader: Reader, values: Record<string, number>, { limit, after }: Window): Promise<Page> => {
    const start = Object.fromEntries((after ?? []).map((part, index) => [`after${index}`, part]))
    return toPage(await reader.tuples(after ? later : first, { ...values, ...start, limit: limit + 1 }), limit)
  }
}

const byName = { workspace: listOf(people.workspace, orders.name), team: listOf(people.team, orders.name) }

/** The people of a workspace or a team, ordered by name. */
export const peopleByName = (reader: Reader, me: number, lead: 'workspace' | 'team', gid: number, window: Window) =>
  byName[lead](reader, { me, [lead]: gid }, window)

const byGid = {
  workspace: listOf(people.workspace, orders.user),
  team: listOf(people.team, orders.user),
  both: listOf(people.both, orders.user),
  all: listOf(people.all, orders.user),
}

/** The people of a workspace, of a team, of both, or of all workspaces of the caller. */
export function peopleOf(reader: Reader, me: number, filter: { workspace?: number; team?: number }, window: Window) {
  const { workspace, team } = filter
  const lead = team === undefined ? (workspace === undefined ? 'all' : 'workspace') : workspace ? 'both' : 'team'
  return byGid[lead](reader, { ...filter, me }, window)
}

const [allMemberships, oneMembership] = [
  listOf(memberships.all, orders.membership),
  listOf(memberships.one, orders.membership),
]

/** The memberships of a workspace, or only that of one user; also inactive ones. */
export const workspaceMembershipPage = (
  reader: Reader,
  me: number,
  filter: { workspace: number; user?: number },
  window: Window,
): Promise<Page> => (filter.user === undefined ? allMemberships : oneMembership)(reader, { ...filter, me }, window)
