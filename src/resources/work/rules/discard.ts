/** Putting tasks into the trash. */
import { gone } from '../../../lib/errors.ts'
import { hold, lockAll, toChange, updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { reachedFrom, taskOf } from '../../../store/queries/tasks.ts'

// wire: forum t/100480: subtasks go with their parent unless they live elsewhere
export async function discardTasks(tx: Writer, task: number, by: number): Promise<void> {
  // trees: no task moves below one of them meanwhile, or out of them.
  await hold(tx, 'trees', (await taskOf(tx, task)).workspace)
  // Who comes second must not give it another moment than what went with it: together they come back.
  if ((await toChange(tx, 'tasks', task)).deleted_at !== null) throw gone('task', task)
  const found = await allHeld(tx, () => reachedFrom(tx, 'ownSubtasks', task))
  await updateAll(tx, 'tasks', found, { deleted_at: tx.now, deleted_by: by })
}

/**
 * The tasks that `find` finds when nobody else has any of them in hand: whoever was making one below them, or giving
 * one of them another place, has had to end.
 */
export async function allHeld(tx: Writer, find: () => Promise<number[]>): Promise<number[]> {
  const held = new Set<number>()
  for (;;) {
    const found = await find()
    const fresh = found.filter(gid => !held.has(gid))
    if (fresh.length === 0) return found
    await lockAll(tx, 'tasks', fresh)
    for (const gid of fresh) held.add(gid)
  }
}
