/** Queries for goals: lists of them, and their metrics. */
import { type RawBuilder, sql } from 'kysely'
import type { Builder, Parameters, Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { isAfter, isVisible, type Page, type PageRow, toPage, type Window } from '../page.ts'

export type GoalRow = Tables['goals']

/** The filters of a list of goals; each limits it further. */
export interface GoalFilters {
  workspace?: number | undefined
  team?: number | undefined
  owner?: number | undefined
  is_workspace_level?: boolean | undefined
  /** Objects that support the goals. */
  project?: number | undefined
  portfolio?: number | undefined
  task?: number | undefined
  time_periods?: readonly number[] | undefined
}

type FilterName = keyof GoalFilters

const equals = (name: FilterName) => (param: ParamFn) => sql`${sql.ref(`t.${name}`)} = ${param(name)}`

const supportedBy = (name: FilterName) => (param: ParamFn) =>
  sql`t.gid in (select r.supported_goal from goal_relationships r where r.supporting_resource = ${param(name)})`

const conditions: Record<FilterName, (param: ParamFn, db: Builder) => RawBuilder<unknown>> = {
  workspace: equals('workspace'),
  team: equals('team'),
  owner: equals('owner'),
  is_workspace_level: equals('is_workspace_level'),
  project: supportedBy('project'),
  portfolio: supportedBy('portfolio'),
  task: supportedBy('task'),
  time_periods: (param, { dialect }) => dialect.isAmong(sql.ref('t.time_period'), param('time_periods')),
}

const goalsStatement = (names: readonly FilterName[], after: boolean): Statement<PageRow> =>
  statement((param, db) => {
    const given = names.map(name => conditions[name](param, db))
    const later = after ? [isAfter([sql.ref('t.gid')], param)] : []
    return sql<PageRow>`select t.gid, t.gid from goals t
      where ${sql.join([...given, sql`t.deleted_at is null`, ...later, isVisible('goal', 't', param)], sql` and `)}
      order by t.gid ${db.dialect.limit(param('limit'))}`
  })

const statements = new Map<string, Statement<PageRow>>()

/** The goals that match all filters and that the caller can see, in the order of their creation. */
export async function goalPage(
  reader: Reader,
  me: number,
  { time_periods, is_workspace_level, ...filters }: GoalFilters,
  { limit, after }: Window,
): Promise<Page> {
  const given = {
    ...filters,
    is_workspace_level: is_workspace_level === undefined ? undefined : Number(is_workspace_level),
    time_periods: time_periods && reader.db.dialect.set(time_periods),
  }
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Parameters
  // Sorted, because clients choose the order of parameters.
  const names = Object.keys(values).sort() as FilterName[]
  const key = `${names.join()} ${after !== null}`
  const known = statements.get(key) ?? goalsStatement(names, after !== null)
  statements.set(key, known)
  const window = { me, limit: limit + 1, ...(after ? { after0: after[0] } : {}) }
  return toPage(await reader.tuples(known, { ...values, ...window } as Parameters), limit)
}

const plans: Statement<{ plan: string }> = statement(param => {
  const of = (table: string, column = 'workspace') =>
    sql`select ${sql.ref(column)} from ${sql.table(table)} where gid = ${param('gid')}`
  const parts = [of('goals'), of('projects'), of('portfolios'), of('tasks'), of('teams', 'organization')]
  return sql<{
    plan: string
  }>`select w.plan as plan from workspaces w where w.gid in (${sql.join(parts, sql` union all `)})`
})

/** The plan of the workspace of a goal, or of an object by which goals are listed. */
export const planForGoals = async (reader: Reader, gid: number): Promise<string | undefined> =>
  (await reader.first(plans, { gid }))?.plan

const metric: Statement<{ gid: number }> = statement((param, db) =>
  db.selectFrom('goal_metrics').select('gid').where('goal', '=', param('goal')),
)

/** Whether a goal has a metric. */
export const hasMetric = async (reader: Reader, goal: number): Promise<boolean> =>
  (await reader.first(metric, { goal })) !== undefined
