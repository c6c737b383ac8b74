/**
 * Queries for the progress of goals: which goals follow what a transaction changed, and what their values are computed
 * from. The number of statements depends neither on the number of goals nor on their depth.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

/** Where the current number of a metric comes from. */
export const progressSources = [
  ...(['manual', 'subgoal_progress', 'project_task_completion', 'project_milestone_completion'] as const),
  ...(['task_completion', 'external'] as const),
] as const

export type ProgressSource = (typeof progressSources)[number]

/** The sources from which the program computes the number. */
const automaticSources = [
  ...(['subgoal_progress', 'project_task_completion', 'project_milestone_completion', 'task_completion'] as const),
] as const satisfies readonly ProgressSource[]

export const isAutomatic = (source: string): boolean => (automaticSources as readonly string[]).includes(source)

// An index on workspaces has the same condition.
const isAutomaticMetric = sql`m.progress_source not in ('manual', 'external')`

const automatic: Statement<unknown> = statement(
  param => sql`select 1 from goal_metrics m where m.workspace = ${param('workspace')} and ${isAutomaticMetric} limit 1`,
)

/** Whether goals of these workspaces can have metrics that the program computes. Otherwise no change concerns progress. */
export async function canHaveProgress(reader: Reader, workspaces: ReadonlySet<number>): Promise<boolean> {
  const [workspace, ...others] = workspaces
  return others.length > 0 || (await reader.first(automatic, { workspace })) !== undefined
}

/** What a transaction changed that progress can depend on. */
export interface ProgressChanges {
  /** Goals whose metric or relationships changed. */
  goals: ReadonlySet<number>
  /** Objects that support goals: goals, projects, tasks. */
  supporting: ReadonlySet<number>
  /** Tasks whose projects support goals. */
  tasks: ReadonlySet<number>
}

export type MetricRow = Tables['goal_metrics']

/** `gid` is the first. */
const metricColumns = [
  ...(['gid', 'goal', 'workspace', 'precision', 'unit', 'currency_code', 'initial_number_value'] as const),
  ...(['target_number_value', 'current_number_value', 'progress_source', 'is_custom_weight', 'created_by'] as const),
] as const satisfies readonly (keyof MetricRow)[]

/** A metric; or, without a goal, the gid of a project with stored counts. */
type FollowingRow = MetricRow | { gid: number; goal: null }

const noMetric = sql.join(metricColumns.slice(1).map(() => sql`null`))

// `union` ends the recursion even if relationships formed a cycle.
const following: Statement<FollowingRow> = statement((param, { dialect }) => {
  const among = (column: string, name: string) => dialect.isAmong(sql.ref(column), param(name))
  return sql<FollowingRow>`with recursive
    direct (goal) as (
      select r.supported_goal from goal_relationships r where ${among('r.supporting_resource', 'supporting')}
      union select r.supported_goal from task_memberships k
        join goal_relationships r on r.supporting_resource = k.project where ${among('k.task', 'tasks')}
      union select o.goal from goal_metrics o where ${among('o.goal', 'goals')}),
    up (goal) as (
      select m.goal from direct d join goal_metrics m on m.goal = d.goal where ${isAutomaticMetric}
      union select m.goal from up join goal_relationships r on r.supporting_resource = up.goal
        join goal_metrics m on m.goal = r.supported_goal where m.progress_source = 'subgoal_progress')
    select ${sql.join(metricColumns.map(name => sql.ref(`f.${name}`)))} from up join goal_metrics f on f.goal = up.goal
    union all select c.project, ${noMetric} from project_counts c where ${among('c.project', 'supporting')}
    union all select c.project, ${noMetric} from task_memberships k join project_counts c on c.project = k.project
      where ${among('k.task', 'tasks')}`
})

/** What follows changes. */
export interface Followers {
  /** The metrics that the program computes from any of the changes, directly or through other goals. */
  metrics: MetricRow[]
  /** The changed projects that have stored counts. */
  counted: Set<number>
}

/** What follows these changes, in a single statement. */
export async function followersOf(reader: Reader, changes: ProgressChanges): Promise<Followers> {
  const { set } = reader.db.dialect
  const [goals, supporting, tasks] = [changes.goals, changes.supporting, changes.tasks].map(gids => set([...gids]))
  const found: Followers = { metrics: [], counted: new Set() }
  for (const row of await reader.all(following, { goals, supporting, tasks })) {
    if (row.goal === null) found.counted.add(row.gid)
    else found.metrics.push(row)
  }
  return found
}

/** How far one supporting object has got: from `initial` to `current`, on the way to `target`. Decimals as text. */
export interface Contribution {
  goal: number
  /** The supporting object. */
  resource: number
  weight: string
  initial: string
  target: string
  current: string
}

const zero = sql`'0'`

/** The contributions of objects of one type to the metrics with these sources. */
function contributionsOf(
  param: ParamFn,
  isAmong: (column: RawBuilder<unknown>, parameter: unknown) => RawBuilder<unknown>,
  { sources, numbers, from }: { sources: ProgressSource[]; numbers: RawBuilder<unknown>[]; from: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [initial, target, current] = numbers
  return sql`select m.goal as goal, r.supporting_resource as resource, r.contribution_weight as weight,
      ${initial} as initial, ${target} as target, ${current} as current
    from goal_metrics m join goal_relationships r on r.supported_goal = m.goal ${from}
    where ${isAmong(sql.ref('m.goal'), param('goals'))}
      and m.progress_source in (${sql.join(sources.map(source => sql.lit(source)))})`
}

/** The stored count of a project, or without one that of its rows. */
const countOf = (milestones: RawBuilder<unknown>, prefix: 'completed_' | ''): RawBuilder<unknown> =>
  sql`coalesce(case when ${milestones} then ${sql.ref(`c.${prefix}milestones`)} else ${sql.ref(`c.${prefix}tasks`)} end,
    (select count(*) from task_memberships k join tasks t on t.gid = k.task where k.project = p.gid
      and t.deleted_at is null ${prefix === '' ? sql`` : sql`and t.completed = 1`}
      and (t.resource_subtype = 'milestone' or not (${milestones}))))`

/** Objects in the trash contribute nothing, as if the relationship did not exist. */
const contributions: Statement<Contribution> = statement((param, { dialect }) => {
  const of = (part: Parameters<typeof contributionsOf>[2]) =>
    contributionsOf(param, dialect.isAmong as Parameters<typeof contributionsOf>[1], part)
  const subgoals = of({
    sources: ['subgoal_progress'],
    numbers: ['initial', 'target', 'current'].map(name => sql.ref(`s.${name}_number_value`)),
    from: sql`join goals g on g.gid = r.supporting_resource and g.deleted_at is null
      join goal_metrics s on s.goal = g.gid`,
  })
  const tasks = of({
    sources: ['task_completion'],
    numbers: [zero, sql`'1'`, dialect.text(sql.ref('t.completed'))],
    from: sql`join tasks t on t.gid = r.supporting_resource and t.deleted_at is null`,
  })
  const milestones = sql`m.progress_source = 'project_milestone_completion'`
  const projects = of({
    sources: ['project_task_completion', 'project_milestone_completion'],
    numbers: [zero, countOf(milestones, ''), countOf(milestones, 'completed_')].map((number, at) =>
      at === 0 ? number : dialect.text(number),
    ),
    from: sql`join projects p on p.gid = r.supporting_resource and p.deleted_at is null
      left join project_counts c on c.project = p.gid`,
  })
  return sql<Contribution>`${subgoals} union all ${tasks} union all ${projects}`
})

/** What the values of these goals are computed from, in no order. */
export const contributionsTo = (reader: Reader, goals: readonly number[]): Promise<Contribution[]> =>
  reader.all(contributions, { goals: reader.db.dialect.set(goals) })
