/**
 * Queries for the progress of goals: which goals follow what a transaction changed, and what their values are computed
 * from. The number of statements depends neither on the number of goals nor on their depth.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import type { CountedTask } from './counts.ts'

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

const NO_PROGRESS_CACHE = 'no progress'

/**
 * Whether goals of these workspaces can have metrics that the program computes. Otherwise no change concerns progress.
 * Requires the lock on the log: who makes a metric automatic holds it, too, so that one of the two sees the other.
 */
export async function canHaveProgress(tx: Writer, workspaces: ReadonlySet<number>): Promise<boolean> {
  const [workspace = 0, ...others] = workspaces
  if (others.length > 0) return true
  const { cache, premises } = tx
  const isKnown = premises !== null && cache.get(NO_PROGRESS_CACHE, workspace) === true
  if (isKnown) premises.add(workspace)
  const since = cache.now()
  if (isKnown || (await tx.first(automatic, { workspace })) !== undefined) return !isKnown
  cache.set(NO_PROGRESS_CACHE, workspace, true, [workspace], since)
  return false
}

/** What a transaction changed that progress can depend on. */
export interface ProgressChanges {
  /** Goals whose metric or relationships changed. */
  goals: ReadonlySet<number>
  /** Objects that support goals: goals, projects, tasks. */
  supporting: ReadonlySet<number>
  /** Tasks whose projects support goals. They changed, or were added or removed. */
  tasks: ReadonlySet<number>
}

export type MetricRow = Tables['goal_metrics']

/** What a goal in the workspace of a change follows, as far as the change concerns it. */
export interface Followers {
  /** The metrics that the program computes from any of the changes, directly or through other goals. */
  metrics: MetricRow[]
  /** What these metrics are computed from, in no order. Stored counts of projects do not have the changes yet. */
  contributions: Contribution[]
  /** Of `supporting`, the projects with stored counts. */
  counted: Set<number>
  /** The tasks as they are, for each list that they are in, or once. */
  placed: CountedTask[]
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

/** The columns of a metric: numbers, then as many texts. */
const numberColumns = ['gid', 'goal', 'workspace', 'precision', 'is_custom_weight', 'created_by'] as const
const textColumns = [
  ...(['unit', 'currency_code', 'progress_source'] as const),
  ...(['initial_number_value', 'target_number_value', 'current_number_value'] as const),
] as const

/** All in one statement, whose rows are of several kinds: numbers, because texts take longer to read. */
const kinds = ['metrics', 'contributions', 'counted', 'placed'] as const satisfies (keyof Followers)[]

type FollowersRow = [kind: number, ...values: unknown[]]

type Sql = RawBuilder<unknown>

/** Selects rows of a kind. All have as many columns as a metric. */
function select(kind: keyof Followers, { numbers, texts = [] }: { numbers: Sql[]; texts?: Sql[] }): Sql {
  const filled = (parts: Sql[]) => numberColumns.map((_, at) => parts[at] ?? sql`null`)
  return sql`select ${sql.lit(kinds.indexOf(kind))}, ${sql.join([...filled(numbers), ...filled(texts)])}`
}

const refs = (alias: string, names: readonly string[]): Sql[] => names.map(name => sql.ref(`${alias}.${name}`))

/** The columns of a metric under an alias. */
const metricIn = (alias: string): Sql => sql.join(refs(alias, [...numberColumns, ...textColumns]))

/**
 * The contributions of objects of one type to the metrics with these sources. SQLite would scan all relationships, because it
 * expects many goals in `up`; `cross join` keeps its order.
 */
function contributionsOf(
  numbers: [initial: Sql, target: Sql, current: Sql],
  { sources, from }: { sources: ProgressSource[]; from: Sql },
): Sql {
  return sql`${select('contributions', {
    numbers: refs('r', ['supported_goal', 'supporting_resource']),
    texts: [sql.ref('r.contribution_weight'), ...numbers],
  })} from up cross join goal_relationships r ${from}
    where r.supported_goal = up.goal and up.progress_source in (${sql.join(sources.map(source => sql.lit(source)))})`
}

/** The stored count of a project, or without one that of its rows. */
const countOf = (milestones: Sql, prefix: 'completed_' | ''): Sql =>
  sql`coalesce(case when ${milestones} then ${sql.ref(`c.${prefix}milestones`)} else ${sql.ref(`c.${prefix}tasks`)} end,
    (select count(*) from task_memberships k join tasks t on t.gid = k.task where k.project = p.gid
      and t.deleted_at is null ${prefix === '' ? sql`` : sql`and t.completed = 1`}
      and (t.resource_subtype = 'milestone' or not (${milestones}))))`

/** Objects in the trash contribute nothing, as if the relationship did not exist. */
function contributions(text: Dialect['text']): Sql {
  const [zero, one] = [sql`'0'`, sql`'1'`]
  const [initial, target, current] = ['initial', 'target', 'current'].map(name => sql.ref(`s.${name}_number_value`))
  const milestones = sql`up.progress_source = 'project_milestone_completion'`
  const parts = [
    contributionsOf([initial as Sql, target as Sql, current as Sql], {
      sources: ['subgoal_progress'],
      from: sql`join goals g on g.gid = r.supporting_resource and g.deleted_at is null
        join goal_metrics s on s.goal = g.gid`,
    }),
    contributionsOf([zero, one, text(sql.ref('t.completed'))], {
      sources: ['task_completion'],
      from: sql`join tasks t on t.gid = r.supporting_resource and t.deleted_at is null`,
    }),
    contributionsOf([zero, text(countOf(milestones, '')), text(countOf(milestones, 'completed_'))], {
      sources: ['project_task_completion', 'project_milestone_completion'],
      from: sql`join projects p on p.gid = r.supporting_resource and p.deleted_at is null
        left join project_counts c on c.project = p.gid`,
    }),
  ]
  return sql.join(parts, sql` union all `)
}

/** The goals that directly follow a change. */
function direct(among: Among, isOfTask: boolean): Sql {
  const changed = sql`union select o.goal from goal_metrics o where ${among('o.goal', 'goals')}`
  return sql`select r.supported_goal from goal_relationships r where ${among('r.supporting_resource', 'supporting')}
    union select r.supported_goal from task_memberships k
      join goal_relationships r on r.supporting_resource = k.project where ${among('k.task', 'tasks')}
    ${isOfTask ? sql`` : changed}`
}

/** What the transaction changed of the stored counts of projects. */
function changedCounts(among: Among, isOfTask: boolean): Sql {
  const placed = refs('t', ['gid', 'completed', 'deleted_at'])
  const counted = sql`union all ${select('counted', { numbers: refs('c', ['project']) })}
    from project_counts c where ${among('c.project', 'supporting')}`
  return sql`${isOfTask ? sql`` : counted}
    union all ${select('placed', { numbers: [...placed, sql.ref('c.project')], texts: refs('t', ['resource_subtype']) })}
    from tasks t left join task_memberships k on k.task = t.gid left join project_counts c on c.project = k.project
    where ${among('t.gid', 'tasks')}`
}

/** Whether a column is one of the changed objects. */
type Among = (column: string, changed: keyof ProgressChanges) => Sql

/** The statement for a change of one task only, which is the usual one and needs a third less, or for any changes. */
const followingOf = (isOfTask: boolean): Statement<FollowersRow> =>
  statement((param, { dialect }) => {
    const among: Among = (column, changed) =>
      isOfTask ? sql`${sql.ref(column)} = ${param('task')}` : dialect.isAmong(sql.ref(column), param(changed))
    // `union` ends the recursion even if relationships formed a cycle.
    return sql<FollowersRow>`with recursive
      direct (goal) as (${direct(among, isOfTask)}),
      up (${sql.join([...numberColumns, ...textColumns].map(name => sql.id(name)))}) as (
        select ${metricIn('m')} from direct d join goal_metrics m on m.goal = d.goal where ${isAutomaticMetric}
        union select ${metricIn('m')} from up join goal_relationships r on r.supporting_resource = up.goal
          join goal_metrics m on m.goal = r.supported_goal where m.progress_source = 'subgoal_progress')
      ${select('metrics', { numbers: refs('up', numberColumns), texts: refs('up', textColumns) })} from up
      union all ${contributions(dialect.text)}
      ${changedCounts(among, isOfTask)}`
  })

const followingTask = followingOf(true)
const following = followingOf(false)

/** What follows these changes, and what it is computed from, in a single statement. */
export async function followersOf(reader: Reader, changes: ProgressChanges): Promise<Followers> {
  const found: Followers = { metrics: [], contributions: [], counted: new Set(), placed: [] }
  for (const [kind, ...values] of await followersRows(reader, changes)) addRow(found, kinds[kind], values)
  return found
}

function followersRows(reader: Reader, { goals, supporting, tasks }: ProgressChanges): Promise<FollowersRow[]> {
  const [task] = tasks
  const isOfTask = goals.size === 0 && tasks.size === 1 && supporting.size === 1 && supporting.has(task ?? 0)
  if (isOfTask) return reader.tuples(followingTask, { task })
  const { set } = reader.db.dialect
  return reader.tuples(following, { goals: set([...goals]), supporting: set([...supporting]), tasks: set([...tasks]) })
}

/** Adds a row of the statement. */
function addRow(found: Followers, kind: keyof Followers | undefined, values: readonly unknown[]): void {
  const numbers = values as number[]
  const texts = values.slice(numberColumns.length) as string[]
  const [first = 0, second = 0] = numbers
  if (kind === 'counted') found.counted.add(first)
  else if (kind === 'contributions') {
    const [weight = '', initial = '', target = '', current = ''] = texts
    found.contributions.push({ goal: first, resource: second, weight, initial, target, current })
  } else if (kind === 'placed') {
    const [, , deleted_at = null, project = null] = values as (number | null)[]
    found.placed.push({ task: first, completed: second, deleted_at, project, resource_subtype: texts[0] ?? '' })
  } else found.metrics.push(metricOf(values as MetricValues))
}

/** The values of `numberColumns` and `textColumns`. */
type MetricValues = [
  ...[gid: number, goal: number, workspace: number, precision: number, isCustomWeight: number, createdBy: number],
  ...[unit: string, currency: string | null, source: string, initial: string, target: string, current: string],
]

function metricOf(values: MetricValues): MetricRow {
  const [gid, goal, workspace, precision, is_custom_weight, created_by, unit, currency_code, ...others] = values
  const [progress_source, initial_number_value, target_number_value, current_number_value] = others
  return {
    ...{ gid, goal, workspace, precision, is_custom_weight, created_by, unit, currency_code, progress_source },
    ...{ initial_number_value, target_number_value, current_number_value },
  }
}
