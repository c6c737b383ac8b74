/** Queries for time periods: lists, and the workspaces whose periods end too early. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { isAfter, type Page, type PageRow, toPage, type Window } from '../page.ts'

interface TimePeriodFilter {
  workspace: number
  /** Only periods that end on this date or later. */
  from?: string | undefined
  /** Only periods that start on this date or earlier. */
  until?: string | undefined
}

const ORDER = [sql`t.start_on`, sql`t.gid`]

const list = (isFirst: boolean): Statement<PageRow> =>
  statement(
    (param, db) => sql<PageRow>`select t.gid, t.start_on, t.gid from time_periods t
      where t.workspace = ${param('workspace')} and t.is_current = 1
      and t.start_on <= ${param('until')} and t.end_on >= ${param('from')}
      ${isFirst ? sql`` : sql`and ${isAfter(ORDER, param)}`}
      order by ${sql.join(ORDER)} ${db.dialect.limit(param('limit'))}`,
  )

const [firstPage, nextPage] = [list(true), list(false)]

/** The current time periods of a workspace that overlap a range of dates, by their start; a year before its parts. */
export async function timePeriodPage(
  reader: Reader,
  { workspace, from = '0000-00-00', until = '9999-99-99' }: TimePeriodFilter,
  { limit, after }: Window,
): Promise<Page> {
  const values = { workspace, from, until, limit: limit + 1, ...(after ? { after0: after[0], after1: after[1] } : {}) }
  return toPage(await reader.tuples(after ? nextPage : firstPage, values), limit)
}

const lastYear: Statement<{ end_on: string | null }> = statement(
  param => sql<{ end_on: string | null }>`select max(t.end_on) as end_on from time_periods t
    where t.workspace = ${param('workspace')} and t.fiscal_year_start = ${param('month')} and t.period = 'FY'`,
)

/** The end of the last stored fiscal year of a calendar; undefined when there is none. */
export const lastDayOf = async (reader: Reader, workspace: number, month: number): Promise<string | undefined> =>
  (await reader.first(lastYear, { workspace, month }))?.end_on ?? undefined

const ending: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`select w.gid from workspaces w
    where w.gid > ${param('after')} and not exists (select 1 from time_periods t
      where t.workspace = w.gid and t.is_current = 1 and t.start_on <= ${param('date')} and t.end_on >= ${param('date')})
    order by w.gid ${db.dialect.limit(param('limit'))}`,
)

/** Workspaces, by gid, of which no current period contains a date. */
export const workspacesWithoutPeriodOn = async (
  reader: Reader,
  date: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> => (await reader.all(ending, { date, after, limit })).map(({ gid }) => gid)

const home: Statement<{ workspace: number }> = statement((param, db) =>
  db.selectFrom('time_periods').select('workspace').where('gid', '=', param('gid')),
)

/** The workspace of a time period. */
export const workspaceOfTimePeriod = async (reader: Reader, gid: number): Promise<number | undefined> =>
  (await reader.first(home, { gid }))?.workspace

const named: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`select t.gid as gid from time_periods t where t.workspace = ${param('workspace')}
    and t.display_name = ${param('name')} and t.is_current = 1`,
)

/** The current time period of a workspace with this name, such as `Q1 FY26`. */
export const timePeriodNamed = async (reader: Reader, workspace: number, name: string): Promise<number | undefined> =>
  (await reader.first(named, { workspace, name }))?.gid
