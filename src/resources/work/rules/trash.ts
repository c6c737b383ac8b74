/** Moves tasks and projects to the trash. */
import { unknownObject } from '../../../lib/errors.ts'
import { getForUpdate, lockRows, update, updateAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { lockLists } from '../../../store/queries/fields.ts'
import { tasksOnlyIn } from '../../../store/queries/projects.ts'
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

/** Moves a project to the trash, with the tasks that are only there. Throws 404 if it is in the trash. */
export async function moveProjectToTrash(tx: Writer, project: number, by: number): Promise<void> {
  const { gid, deleted_at } = await getForUpdate(tx, 'projects', project)
  // A second request must not change `deleted_at`: a restore finds the tasks of a project by the same timestamp.
  if (deleted_at !== null) throw unknownObject('project', gid)
  // Waits for requests that add a task to the project; later ones find the project deleted.
  await lockLists(tx, 'project', gid)
  const tasks = await lockUntilStable(tx, () => tasksOnlyIn(tx, gid))
  const trashed = { deleted_at: tx.now, deleted_by: by }
  await updateAll(tx, 'tasks', tasks, trashed)
  await update(tx, 'projects', { gid }, trashed)
}

/**
 * Repeats `find` and locks the new results until there are none; returns the last result, with all of it locked. So
 * concurrent requests that add or move one of these tasks have ended.
 */
async function lockUntilStable(tx: Writer, find: () => Promise<number[]>): Promise<number[]> {
  const locked = new Set<number>()
  for (;;) {
    const found = await find()
    const added = found.filter(gid => !locked.has(gid))
    if (added.length === 0) return found
    await lockRows(tx, 'tasks', added)
    for (const gid of added) locked.add(gid)
  }
}
