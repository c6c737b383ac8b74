/** The numbers of goals for tests: what is stored, and what must be. */
import { roundHalfUp } from '../../../src/lib/formula_functions.ts'
import type { Store } from '../../../src/store/db.ts'
import type { Tables } from '../../../src/store/tables.ts'

/** The current number of the metric of each goal, as it is stored. */
export async function storedNumbers({ read }: Store): Promise<Map<number, number>> {
  const rows = await read.db.selectFrom('goal_metrics').selectAll().execute()
  return new Map(rows.map(row => [row.goal, Number(row.current_number_value)]))
}

/** The rows on which the numbers depend, without deleted objects. */
interface GoalRows {
  goals: Tables['goals'][]
  metrics: Tables['goal_metrics'][]
  relationships: Tables['goal_relationships'][]
  projects: Tables['projects'][]
  tasks: Tables['tasks'][]
  memberships: Tables['task_memberships'][]
}

async function rowsOf({ read }: Store): Promise<GoalRows> {
  const present = async <T extends 'goals' | 'projects' | 'tasks'>(table: T) => {
    const rows = await read.db
      .selectFrom(table as 'tasks')
      .selectAll()
      .where('deleted_at', 'is', null)
      .execute()
    return rows as unknown as Tables[T][]
  }
  return {
    goals: await present('goals'),
    metrics: await read.db.selectFrom('goal_metrics').selectAll().execute(),
    relationships: await read.db.selectFrom('goal_relationships').selectAll().orderBy('supporting_resource').execute(),
    projects: await present('projects'),
    tasks: await present('tasks'),
    memberships: await read.db.selectFrom('task_memberships').selectAll().execute(),
  }
}

/** The share of completed tasks. */
const done = (tasks: Tables['tasks'][]) =>
  tasks.length === 0 ? 0 : tasks.filter(({ completed }) => completed === 1).length / tasks.length

const isGid = (gid: number) => (row: { gid: number }) => row.gid === gid

/** The progress of what supports a goal; undefined if it does not count. */
function progressOf(rows: GoalRows, source: string, gid: number): number | undefined {
  if (source === 'task_completion') {
    const task = rows.tasks.find(isGid(gid))
    return task && done([task])
  }
  if (source === 'subgoal_progress') {
    const metric = rows.metrics.find(({ goal }) => goal === gid)
    if (!metric || !rows.goals.some(isGid(gid))) return undefined
    const [from, to] = [Number(metric.initial_number_value), Number(metric.target_number_value)]
    return Math.min(1, Math.max(0, (numberOf(rows, metric) - from) / (to - from)))
  }
  if (!rows.projects.some(isGid(gid))) return undefined
  const all = rows.tasks.filter(task => rows.memberships.some(one => one.task === task.gid && one.project === gid))
  return done(source === 'project_task_completion' ? all : all.filter(one => one.resource_subtype === 'milestone'))
}

const typeOf: Record<string, string> = { subgoal_progress: 'goal', task_completion: 'task' }

function numberOf(rows: GoalRows, metric: Tables['goal_metrics']): number {
  const { progress_source: source, is_custom_weight } = metric
  if (source === 'manual' || source === 'external') return Number(metric.current_number_value)
  let [sum, total] = [0, 0]
  for (const { supported_goal, supporting_resource, supporting_type, contribution_weight } of rows.relationships) {
    const weight = Number(contribution_weight)
    if (supported_goal !== metric.goal || supporting_type !== (typeOf[source] ?? 'project') || weight === 0) continue
    const progress = progressOf(rows, source, supporting_resource)
    if (progress === undefined) continue
    sum += progress * (is_custom_weight === 1 ? weight : 1)
    total += is_custom_weight === 1 ? weight : 1
  }
  const progress = total === 0 ? 0 : sum / total
  const [from, to] = [Number(metric.initial_number_value), Number(metric.target_number_value)]
  return roundHalfUp(from * (1 - progress) + to * progress, 8)
}

/** The current number of each metric, computed from the rows of the store one by one, as simply as possible. */
export async function naiveNumbers(store: Store): Promise<Map<number, number>> {
  const rows = await rowsOf(store)
  return new Map(rows.metrics.map(metric => [metric.goal, numberOf(rows, metric)]))
}

/** The stored counts of each project, and those of its rows. */
export async function countsOf(store: Store): Promise<[stored: number[], counted: number[]][]> {
  const { tasks, memberships } = await rowsOf(store)
  const stored = await store.read.db.selectFrom('project_counts').selectAll().execute()
  return stored.map(row => {
    const all = tasks.filter(task => memberships.some(one => one.task === task.gid && one.project === row.project))
    const milestones = all.filter(one => one.resource_subtype === 'milestone')
    const completed = (list: typeof all) => list.filter(one => one.completed === 1).length
    return [
      [row.tasks, row.completed_tasks, row.milestones, row.completed_milestones],
      [all.length, completed(all), milestones.length, completed(milestones)],
    ]
  })
}
