/** Putting tasks into the trash. */
import { updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { reachedFrom } from '../../../store/queries/tasks.ts'

// wire: forum t/100480: subtasks go with their parent unless they live elsewhere
export async function discardTasks(tx: Writer, task: number, by: number): Promise<void> {
  await updateAll(tx, 'tasks', await reachedFrom(tx, 'ownSubtasks', task), { deleted_at: tx.now, deleted_by: by })
}
