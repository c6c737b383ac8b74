/** Putting tasks into the trash. */
import { hold, updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { reachedFrom, taskOf } from '../../../store/queries/tasks.ts'

// wire: forum t/100480: subtasks go with their parent unless they live elsewhere
export async function discardTasks(tx: Writer, task: number, by: number): Promise<void> {
  // trees: no task moves below one of them meanwhile.
  await hold(tx, 'trees', (await taskOf(tx, task)).workspace)
  const trashed = { deleted_at: tx.now, deleted_by: by }
  const found = await reachedFrom(tx, 'ownSubtasks', task)
  // Whoever was making one below them has had to end before they could change. Below those, again.
  for (let fresh = found; fresh.length > 0; ) {
    await updateAll(tx, 'tasks', fresh, trashed)
    const known = new Set(fresh)
    fresh = (await reachedFrom(tx, 'ownSubtasks', ...fresh)).filter(gid => !known.has(gid))
  }
}
