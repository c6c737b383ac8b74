/** Queries for out-of-office entries. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { isAfter, isVisible, type Page, type PageRow, toPage, type Window } from '../page.ts'

interface AbsenceFilter {
  user: number
  workspace: number
  /** Only entries that end on this day or later. */
  from?: string
  /** Only entries that start on this day or earlier. */
  until?: string
}

const keys = [sql.ref('t.gid')]

const statements = new Map<string, Statement<PageRow>>()

function pageStatement(given: readonly string[]): Statement<PageRow> {
  const when = (name: string, condition: (param: ParamFn) => unknown, param: ParamFn) =>
    given.includes(name) ? sql`and ${condition(param)}` : sql``
  return statement(
    (param, db) => sql<PageRow>`select t.gid, t.gid from ooo_entries as t
      where t."user" = ${param('user')} and t.workspace = ${param('workspace')}
      ${when('from', own => sql`t.end_date >= ${own('from')}`, param)}
      ${when('until', own => sql`t.start_date <= ${own('until')}`, param)}
      ${when('after0', own => isAfter(keys, own), param)}
      and ${isVisible('ooo_entry', 't', param)} order by t.gid ${db.dialect.limit(param('limit'))}`,
  )
}

/** The entries of a user in a workspace that the caller can see, those that overlap the given days; the oldest first. */
export async function oooEntryPage(
  reader: Reader,
  me: number,
  { from, until, ...owner }: AbsenceFilter,
  { limit, after }: Window,
): Promise<Page> {
  const optional = {
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(after === null ? {} : { after0: after[0] ?? 0 }),
  }
  const shape = Object.keys(optional).join()
  const known = statements.get(shape) ?? pageStatement(Object.keys(optional))
  statements.set(shape, known)
  return toPage(await reader.tuples(known, { ...owner, ...optional, me, limit: limit + 1 }), limit)
}

interface Absence {
  user: number
  workspace: number
  start_on: string
  end_on: string
}

const absences: Statement<Absence> = statement(
  (param, db) => sql<Absence>`select a."user" as "user", a.workspace as workspace, a.start_date as start_on,
      a.end_date as end_on from (
    select e."user", e.workspace, e.start_date, e.end_date,
      row_number() over (partition by e."user", e.workspace order by e.start_date, e.gid) as place
    from ooo_entries e where ${db.dialect.isAmong(sql.ref('e.user'), param('users'))} and e.end_date >= ${param('today')}
  ) a where a.place = 1`,
)

/** The first absence of each of these users in each workspace that is not over on a day. */
export const absencesOf = (reader: Reader, users: readonly number[], today: string): Promise<Absence[]> =>
  reader.all(absences, { users: reader.db.dialect.set([...new Set(users)]), today })
