/** Makes a task a subtask of another one, or of none. */
import { invalid, invalidReference, unknownObject } from '../../../lib/errors.ts'
import { advisoryLock, getForUpdate, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type RankPosition, rankAt, subtasksOfTask } from '../../../store/queries/order.ts'
import { reachedFrom, taskOf } from '../../../store/queries/tasks.ts'
import { mustBeOf } from './membership.ts'
import { anchorOf } from './position.ts'

/**
 * Throws 400 for a parent in another workspace, a cycle, or an anchor that is not a subtask of the parent. Throws 404
 * for a task in the trash.
 */
export async function setParent(
  tx: Writer,
  gid: number,
  parent: number | null,
  place: RankPosition = 'start',
): Promise<void> {
  // hierarchy: a concurrent request could move the parent below this task, or the former parent to the trash.
  await advisoryLock(tx, 'hierarchy', (await taskOf(tx, gid)).workspace)
  const moved = await taskOf(tx, gid)
  if (moved.deleted_at !== null) throw unknownObject('task', gid)
  if (parent === null) {
    await update(tx, 'tasks', { gid }, { parent: null, rank: null })
    return
  }
  // Lock order: the parent before its positions, as in the creation of a subtask.
  const above = await getForUpdate(tx, 'tasks', parent)
  mustBeOf(moved.workspace, above.workspace, 'parent', parent)
  if (above.deleted_at !== null) throw invalidReference('parent', parent)
  if ((await reachedFrom(tx, 'ancestors', parent)).includes(gid)) {
    throw invalid('parent', 'A task cannot be below itself')
  }
  const anchor = anchorOf(place)
  if (anchor === gid && moved.parent === parent) return
  const rank = await rankAt(tx, subtasksOfTask, parent, place)
  if (rank === undefined) {
    throw invalidReference(
      typeof place === 'object' && 'before' in place ? 'insert_before' : 'insert_after',
      anchor ?? 0,
    )
  }
  await update(tx, 'tasks', { gid }, { parent, rank })
}
