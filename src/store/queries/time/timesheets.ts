/** Queries for timesheets: the status of weeks, and lists. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { isAfter, isVisible, type Page, type PageRow, toPage, type Window } from '../page.ts'

const weeks: Statement<{ approval_status: string }> = statement((param, db) =>
  db
    .selectFrom('timesheet_approval_statuses')
    .select('approval_status')
    .where('user', '=', param('user'))
    .where('workspace', '=', param('workspace'))
    .where(eb => db.dialect.isAmong(eb.ref('week'), param('weeks'))),
)

/** The statuses of the timesheets of a user in these weeks. */
export const statusesOfWeeks = async (
  reader: Reader,
  workspace: number,
  user: number,
  numbers: readonly number[],
): Promise<string[]> => {
  const rows = await reader.all(weeks, { workspace, user, weeks: reader.db.dialect.set(numbers) })
  return rows.map(row => row.approval_status)
}

/** The timesheets of a list. `from` and `to` are numbers of weeks. */
interface TimesheetFilter {
  workspace: number
  user: number | undefined
  from: number | undefined
  to: number | undefined
  statuses: readonly string[] | undefined
}

const statements = new Map<string, Statement<PageRow>>()

function timesheetStatement({ user, from, to, statuses }: TimesheetFilter, after: boolean): Statement<PageRow> {
  const key = JSON.stringify([user, from, to, statuses].map(value => value !== undefined).concat(after))
  const known = statements.get(key)
  if (known) return known
  const made = statement<PageRow>((param, { dialect }) => {
    const keys: RawBuilder<unknown>[] = [sql`t.week`, sql`t.gid`]
    const conditions = [sql`t.workspace = ${param('workspace')}`]
    if (user !== undefined) conditions.push(sql`t."user" = ${param('user')}`)
    if (from !== undefined) conditions.push(sql`t.week >= ${param('from')}`)
    if (to !== undefined) conditions.push(sql`t.week <= ${param('to')}`)
    if (statuses) conditions.push(dialect.isAmong(sql`t.approval_status`, param('statuses')))
    if (after) conditions.push(isAfter(keys, param))
    conditions.push(isVisible('timesheet_approval_status', 't', param))
    const index = user === undefined ? 'timesheet_approval_statuses_workspace' : 'timesheet_approval_statuses_user'
    return sql<PageRow>`select t.gid, ${sql.join(keys)} from timesheet_approval_statuses t ${dialect.indexedBy(index)}
      where ${sql.join(conditions, sql` and `)} order by ${sql.join(keys)} ${dialect.limit(param('limit'))}`
  })
  statements.set(key, made)
  return made
}

/** A page of the timesheets of a workspace that the caller can see, by their week. */
export async function timesheetPage(
  reader: Reader,
  me: number,
  filter: TimesheetFilter,
  { limit, after }: Window,
): Promise<Page> {
  const { statuses, ...equal } = filter
  const values = Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined))
  const rows = await reader.tuples(timesheetStatement(filter, after !== null), {
    ...(values as Record<string, number>),
    ...(statuses ? { statuses: reader.db.dialect.set(statuses) } : {}),
    ...Object.fromEntries((after ?? []).map((part, index) => [`after${index}`, part])),
    ...{ me, limit: limit + 1 },
  })
  return toPage(rows, limit)
}
