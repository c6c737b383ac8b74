/** How the tasks that a transaction changed change the counts of projects. */

import type { Writer } from '../../../store/db.ts'
import { addCounts, type CountedTask } from '../../../store/queries/goals/counts.ts'
import type { Followers } from '../../../store/queries/goals/progress.ts'
import type { NetRowChange, RowImage } from '../../../vocabulary/change.ts'

export type TaskNumbers = [tasks: number, completedTasks: number, milestones: number, completedMilestones: number]

const NONE: TaskNumbers = [0, 0, 0, 0]

/** What one task adds to the counts of a project that contains it. */
function countsOf(task: Pick<CountedTask, 'completed' | 'deleted_at' | 'resource_subtype'> | undefined): TaskNumbers {
  if (task === undefined || task.deleted_at !== null) return NONE
  const milestone = task.resource_subtype === 'milestone' ? 1 : 0
  return [1, task.completed, milestone, milestone * task.completed]
}

/** The tasks before the transaction, by gid, and the lists that they were added to and removed from: `task list`. */
interface TaskChanges {
  before: Map<number, RowImage>
  added: Set<string>
  removed: Map<string, [task: number, project: number]>
}

function taskChanges(rows: readonly NetRowChange[]): TaskChanges {
  const found: TaskChanges = { before: new Map(), added: new Set(), removed: new Map() }
  for (const { table, before, after } of rows) {
    const row = (after ?? before) as RowImage
    if (table === 'tasks' && before) found.before.set(row.gid as number, before)
    if (table !== 'task_memberships' || (before && after)) continue
    const [task, project] = [row.task as number, row.project as number]
    if (after) found.added.add(`${task} ${project}`)
    else found.removed.set(`${task} ${project}`, [task, project])
  }
  return found
}

/** Updates the counts of projects after the row changes of a transaction. Returns how many more of each there are, by project. */
export async function updateCounts(
  tx: Writer,
  { counted, placed }: Pick<Followers, 'counted' | 'placed'>,
  rows: readonly NetRowChange[],
): Promise<ReadonlyMap<number, TaskNumbers>> {
  const { before, added, removed } = taskChanges(rows)
  const now = new Map(placed.map(row => [row.task, row]))
  const totals = new Map<number, TaskNumbers>()
  const add = (project: number, counts: TaskNumbers, sign: 1 | -1) => {
    const total: TaskNumbers = totals.get(project) ?? [...NONE]
    for (const at of [0, 1, 2, 3] as const) total[at] += sign * counts[at]
    totals.set(project, total)
  }
  const earlier = (task: number) => countsOf((before.get(task) as unknown as CountedTask | undefined) ?? now.get(task))
  for (const row of placed) {
    if (row.project === null) continue
    add(row.project, countsOf(row), 1)
    if (!added.has(`${row.task} ${row.project}`)) add(row.project, earlier(row.task), -1)
  }
  for (const [task, project] of removed.values()) if (counted.has(project)) add(project, earlier(task), -1)
  const changed = [...totals].filter(([, counts]) => counts.some(number => number !== 0))
  await addCounts(
    tx,
    changed.map(([project, counts]) => [project, ...counts]),
  )
  return totals
}
