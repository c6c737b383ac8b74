/** Goals for tests: their numbers, and what these must be. */
import { roundHalfUp } from '../../../src/lib/formula_functions.ts'
import type { Store } from '../../../src/store/db.ts'

/** The current number of the metric of each goal, as it is stored. */
export async function storedNumbers({ read }: Store): Promise<Map<number, number>> {
  const rows = await read.db.selectFrom('goal_metrics').selectAll().execute()
  return new Map(rows.map(row => [row.goal, Number(row.current_number_value)]))
}

/** The current number of each metric, computed from the rows of the store one by one, as simply as possible. */
export async function naiveNumbers({ read }: Store): Promise<Map<number, number>> {
  const metrics = await read.db.selectFrom('goal_metrics').selectAll().execute()
  const relationships = await read.db
    .selectFrom('goal_relationships')
    .selectAll()
    .orderBy('supporting_resource')
    .execute()
  const present = async (table: 'goals' | 'projects' | 'tasks') =>
    new Set(
      (await read.db.selectFrom(table).select('gid').where('deleted_at', 'is', null).execute()).map(row => row.gid),
    )
  const [goals, projects] = [await present('goals'), await present('projects')]
  const tasks = await read.db.selectFrom('tasks').selectAll().where('deleted_at', 'is', null).execute()
  const memberships = await read.db.selectFrom('task_memberships').select(['task', 'project']).execute()
  const numbers = new Map<number, number>()

  const done = (list: typeof tasks) =>
    list.length === 0 ? 0 : list.filter(task => task.completed === 1).length / list.length
  const inProject = (project: number) =>
    tasks.filter(({ gid }) => memberships.some(one => one.task === gid && one.project === project))
  /** The progress of what supports a goal; undefined if it does not count. */
  const progressOf = (source: string, gid: number): number | undefined => {
    if (source === 'task_completion') {
      const task = tasks.find(one => one.gid === gid)
      return task && done([task])
    }
    if (source === 'subgoal_progress') {
      const metric = metrics.find(({ goal }) => goal === gid)
      if (!metric || !goals.has(gid)) return undefined
      const [from, to] = [Number(metric.initial_number_value), Number(metric.target_number_value)]
      return Math.min(1, Math.max(0, (numberOf(gid) - from) / (to - from)))
    }
    if (!projects.has(gid)) return undefined
    const all = inProject(gid)
    return done(source === 'project_task_completion' ? all : all.filter(one => one.resource_subtype === 'milestone'))
  }
  const numberOf = (goal: number): number => {
    const metric = metrics.find(one => one.goal === goal)
    if (!metric) throw new Error(`The goal ${goal} has no metric.`)
    const { progress_source: source, is_custom_weight } = metric
    if (source === 'manual' || source === 'external') return Number(metric.current_number_value)
    let [sum, total] = [0, 0]
    for (const { supporting_resource, supporting_type, contribution_weight } of relationships.filter(
      one => one.supported_goal === goal,
    )) {
      const kind = source === 'subgoal_progress' ? 'goal' : source === 'task_completion' ? 'task' : 'project'
      const weight = Number(contribution_weight)
      if (supporting_type !== kind || weight === 0) continue
      const progress = progressOf(source, supporting_resource)
      if (progress === undefined) continue
      sum += progress * (is_custom_weight === 1 ? weight : 1)
      total += is_custom_weight === 1 ? weight : 1
    }
    const progress = total === 0 ? 0 : sum / total
    const [from, to] = [Number(metric.initial_number_value), Number(metric.target_number_value)]
    return roundHalfUp(from * (1 - progress) + to * progress, 8)
  }
  for (const { goal } of metrics) numbers.set(goal, numberOf(goal))
  return numbers
}
