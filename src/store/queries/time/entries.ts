/**
 * Lists of time tracking entries. Each list is read along one index, in the order of the days; those of a portfolio project
 * by project. A page that starts inside a project is read in two steps: its rest, then the projects after it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Parameters, Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { isAfter, isVisible, type Page, type PageRow, type SortKey, toPage, type Window } from '../page.ts'

/** The entries of a list: those that match every member. */
export interface EntryFilter {
  task?: number | undefined
  attributable_to?: number | undefined
  portfolio?: number | undefined
  category?: number | undefined
  user?: number | undefined
  workspace?: number | undefined
  /** The gid of a timesheet: the entries of its user in its week. */
  timesheet?: number | undefined
  /** The first and the last day. */
  from?: string | undefined
  to?: string | undefined
}

/** The projects of a portfolio that the caller can see, as its items `i`. */
const visibleItems = (param: ParamFn): RawBuilder<boolean> =>
  sql`i.portfolio = ${param('portfolio')} and i.item_type = 'project' and exists (
    select 1 from projects p where p.gid = i.item and p.deleted_at is null and ${isVisible('project', 'p', param)})`

/** For each member of the filter, its condition. */
const conditions: Record<keyof EntryFilter, (param: ParamFn) => RawBuilder<unknown>> = {
  task: param => sql`t.task = ${param('task')}`,
  attributable_to: param => sql`t.attributable_to = ${param('attributable_to')}`,
  portfolio: param => sql`t.attributable_to in (select i.item from portfolio_items i where ${visibleItems(param)})`,
  category: param => sql`t.category = ${param('category')}`,
  user: param => sql`t.created_by = ${param('user')}`,
  workspace: param => sql`t.workspace = ${param('workspace')}`,
  timesheet: param => sql`t.created_by = ${param('sheetUser')} and t.workspace = ${param('sheetWorkspace')}
    and t.entered_on >= ${param('sheetStart')} and t.entered_on <= ${param('sheetEnd')}`,
  from: param => sql`t.entered_on >= ${param('from')}`,
  to: param => sql`t.entered_on <= ${param('to')}`,
}

/** The members of a filter that lead through an index, those that select the fewest entries first. */
const leads = ['task', 'timesheet', 'attributable_to', 'category', 'user', 'portfolio', 'workspace'] as const

type EntryLead = (typeof leads)[number]

const columns: Record<EntryLead, string> = {
  task: 'task',
  timesheet: 'created_by',
  attributable_to: 'attributable_to',
  category: 'category',
  user: 'created_by',
  portfolio: 'attributable_to',
  workspace: 'workspace',
}

/** Where a page starts: in the order of the days, in one project of a portfolio, or in the projects after it. */
type EntryPageStart = 'first' | 'after' | 'rest' | 'projects'

const statements = new Map<string, Statement<PageRow>>()

function entryStatement(
  names: readonly (keyof EntryFilter)[],
  lead: EntryLead,
  start: EntryPageStart,
): Statement<PageRow> {
  const key = [start, ...names].join()
  const known = statements.get(key)
  if (known) return known
  const made = statement<PageRow>((param, { dialect }) => {
    const isOfPortfolio = lead === 'portfolio'
    const parts = names.filter(name => name !== 'portfolio' || !isOfPortfolio).map(name => conditions[name](param))
    if (isOfPortfolio) parts.unshift(visibleItems(param), sql`t.attributable_to = i.item`)
    if (start === 'rest') parts.push(sql`i.gid = ${param('item')}`)
    if (start === 'projects') parts.push(sql`i.gid > ${param('item')}`)
    if (start === 'rest' || start === 'after') parts.push(isAfter([sql`t.entered_on`, sql`t.gid`], param))
    const entries = sql`time_tracking_entries t ${dialect.indexedBy(`time_tracking_entries_${columns[lead]}`)}`
    const item = isOfPortfolio ? sql`i.gid as item,` : sql``
    const ranks = sql.raw(isOfPortfolio ? 'i.gid, t.entered_on, t.gid' : 't.entered_on, t.gid')
    const keys = sql.raw(isOfPortfolio ? 't.item, t.entered_on, t.gid' : 't.entered_on, t.gid')
    // Anyone who can see a task can see its entries. The others are checked in their order, until the page is full.
    return sql<PageRow>`select t.gid, ${keys} from (
        select t.gid as gid, ${item} t.entered_on as entered_on, t.task as task
        from ${isOfPortfolio ? sql`portfolio_items i cross join ${entries}` : entries}
        where ${sql.join(parts, sql` and `)} order by ${ranks}) t
      ${names.includes('task') ? sql`` : sql`where ${isVisible('time_tracking_entry', 't', param)}`}
      order by ${keys} ${dialect.limit(param('limit'))}`
  })
  statements.set(key, made)
  return made
}

interface TimesheetWeek {
  sheetUser: number
  sheetWorkspace: number
  sheetStart: string
  sheetEnd: string
}

const week: Statement<TimesheetWeek> = statement(
  param => sql<TimesheetWeek>`select s."user" as "sheetUser", s.workspace as "sheetWorkspace",
    s.start_date as "sheetStart", s.end_date as "sheetEnd"
    from timesheet_approval_statuses s where s.gid = ${param('timesheet')}`,
)

const afterKey = (key: SortKey): Parameters => Object.fromEntries(key.map((part, index) => [`after${index}`, part]))

/** A page of the entries that match a filter and whose tasks the caller can see. The filter has one of `leads`. */
export async function entryPage(reader: Reader, me: number, filter: EntryFilter, window: Window): Promise<Page> {
  const names = (Object.keys(filter) as (keyof EntryFilter)[]).filter(name => filter[name] !== undefined).sort()
  const lead = leads.find(name => names.includes(name))
  if (lead === undefined) throw new Error('A list of time tracking entries needs an index.')
  const { timesheet, ...values } = filter
  const sheet = timesheet === undefined ? {} : ((await reader.first(week, { timesheet })) ?? {})
  const rows = (start: EntryPageStart, limit: number, more: Parameters = {}) =>
    reader.tuples(entryStatement(names, lead, start), { ...values, ...sheet, ...more, me, limit })
  const { limit, after } = window
  const wanted = limit + 1
  if (after === null) return toPage(await rows('first', wanted), limit)
  if (lead !== 'portfolio') return toPage(await rows('after', wanted, afterKey(after)), limit)
  const [item, ...key] = after
  const rest = await rows('rest', wanted, { item, ...afterKey(key) })
  const left = wanted - rest.length
  return toPage(left > 0 ? [...rest, ...(await rows('projects', left, { item }))] : rest, limit)
}
