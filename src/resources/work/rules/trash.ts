/** Moves tasks to the trash. */
import { unknownObject } from '../../../lib/errors.ts'
import { advisoryLock, getForUpdate, lockRows, updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { reachedFrom, taskOf } from '../../../store/queries/tasks.ts'

// wire: forum t/100480: subtasks are deleted with their parent unless they are in a project
export async function moveToTrash(tx: Writer, task: number, by: number): Promise<void> {
  // hierarchy: no concurrent request can move a task below one of them, or away from it.
  await advisoryLock(tx, 'hierarchy', (await taskOf(tx, task)).workspace)
  // A second request must not change `deleted_at`: a restore finds the subtasks by the same timestamp.
  if ((await getForUpdate(tx, 'tasks', task)).deleted_at !== null) throw unknownObject('task', task)
  const found = await lockUntilStable(tx, () => reachedFrom(tx, 'ownSubtasks', task))
  await updateAll(tx, 'tasks', found, { deleted_at: tx.now, deleted_by: by })
}

/**
 * Repeats `find` and locks the new results until there are none; returns the last result, with all of it locked. So
 * concurrent requests that add or move one of these tasks have ended.
 */
export async function lockUntilStable(tx: Writer, find: () => Promise<number[]>): Promise<number[]> {
  const locked = new Set<number>()
  for (;;) {
    const found = await find()
    const added = found.filter(gid => !locked.has(gid))
    if (added.length === 0) return found
    await lockRows(tx, 'tasks', added)
    for (const gid of added) locked.add(gid)
  }
}
