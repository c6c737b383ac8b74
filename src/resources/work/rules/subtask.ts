/** Moving a task below another one, or out of it. */
import { gone, invalid, unusable } from '../../../lib/errors.ts'
import { hold, toChange, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type Place, rankAt, subtasksOfTask } from '../../../store/queries/order.ts'
import { reachedFrom, taskOf } from '../../../store/queries/tasks.ts'
import { mustBeOf } from './membership.ts'
import { anchorOf } from './place.ts'

/**
 * Throws 400 for another workspace, a loop, or an anchor that is not a subtask of the parent; 404 for a task that has
 * gone into the trash meanwhile, as with its parent.
 */
export async function moveBelow(tx: Writer, gid: number, parent: number | null, place: Place = 'start'): Promise<void> {
  // trees: the parent may be moving below this task at the same time; the one of before, into the trash.
  await hold(tx, 'trees', (await taskOf(tx, gid)).workspace)
  const moved = await taskOf(tx, gid)
  if (moved.deleted_at !== null) throw gone('task', gid)
  if (parent === null) {
    await update(tx, 'tasks', { gid }, { parent: null, rank: null })
    return
  }
  // Before its places, as whoever makes a subtask of it does.
  const above = await toChange(tx, 'tasks', parent)
  mustBeOf(moved.workspace, above.workspace, 'parent', parent)
  if (above.deleted_at !== null) throw unusable('parent', parent)
  if ((await reachedFrom(tx, 'ancestors', parent)).includes(gid)) {
    throw invalid('parent', 'A task cannot be below itself')
  }
  const anchor = anchorOf(place)
  if (anchor === gid && moved.parent === parent) return
  const rank = await rankAt(tx, subtasksOfTask, parent, place)
  if (rank === undefined) {
    throw unusable(typeof place === 'object' && 'before' in place ? 'insert_before' : 'insert_after', anchor ?? 0)
  }
  await update(tx, 'tasks', { gid }, { parent, rank })
}
