/** Makes a task a subtask of another one, or of none. */
import { invalid, invalidReference, unknownObject } from '../../../lib/errors.ts'
import { getForUpdate, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { type RankPosition, rankAt, subtasksOfTask } from '../../../store/queries/order.ts'
import { reachedFrom, taskOf } from '../../../store/queries/tasks.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import { mustBeOf } from './membership.ts'
import { anchorOf, invalidAnchor } from './position.ts'

/** The columns that change with the parent of a task. */
type ParentColumns = Pick<TaskTable, 'parent' | 'rank'>

/** Moves a task below a parent, or out of its parent with null. Throws as `parentColumns` does. */
export async function setParent(
  tx: Writer,
  gid: number,
  parent: number | null,
  position: RankPosition = 'start',
): Promise<void> {
  // hierarchy: a concurrent request could move the parent below this task, or the former parent to the trash.
  await advisoryLock(tx, 'hierarchy', (await taskOf(tx, gid)).workspace)
  const moved = await getForUpdate(tx, 'tasks', gid)
  await update(tx, 'tasks', { gid }, await parentColumns(tx, moved, parent, position))
}

/**
 * The columns of a task below a parent; none if it already has the position. The caller has the `hierarchy` lock.
 * Throws 400 for a parent in another workspace, a cycle, or an anchor that is not a subtask of the parent. Throws 404
 * for a task in the trash.
 */
export async function parentColumns(
  tx: Writer,
  { gid, workspace, deleted_at, parent: before }: TaskTable,
  parent: number | null,
  position: RankPosition = 'start',
): Promise<Partial<ParentColumns>> {
  if (deleted_at !== null) throw unknownObject('task', gid)
  if (parent === null) return { parent: null, rank: null }
  // Lock order: the parent before its positions, as in the creation of a subtask.
  const above = await getForUpdate(tx, 'tasks', parent)
  mustBeOf(workspace, above.workspace, 'parent', parent)
  if (above.deleted_at !== null) throw invalidReference('parent', parent)
  if ((await reachedFrom(tx, 'ancestors', parent)).includes(gid)) {
    throw invalid('parent', 'A task cannot be below itself')
  }
  if (anchorOf(position) === gid && before === parent) return {}
  const rank = await rankAt(tx, subtasksOfTask, parent, position)
  if (rank === undefined) throw invalidAnchor(position)
  return { parent, rank }
}
