/** The external key and data of a task. Each user has their own, and cannot see those of others. */
import { invalid } from '../../../lib/errors.ts'
import { deleteWhere, insert } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { taskOf, tasksOfExternals } from '../../../store/queries/tasks.ts'

// wire: docs "Custom external data"
const MAX_GID_CHARACTERS = 1024
const MAX_DATA_CHARACTERS = 32_768

/** Replaces the external data that `user` has on a task; null deletes them. Throws 400 for a part that is too long, and
 * for a key that another task of the user has. */
export async function setExternal(
  tx: Writer,
  user: number,
  task: number,
  given: Record<string, unknown> | null,
): Promise<void> {
  await deleteWhere(tx, 'task_externals', { task, user })
  if (given === null) return
  const key = typeof given.gid === 'string' && given.gid !== '' ? given.gid : null
  const data = typeof given.data === 'string' ? given.data : ''
  if ((key?.length ?? 0) > MAX_GID_CHARACTERS) throw tooLong('gid', MAX_GID_CHARACTERS)
  if (data.length > MAX_DATA_CHARACTERS) throw tooLong('data', MAX_DATA_CHARACTERS)
  const other = key === null ? undefined : (await tasksOfExternals(tx, user, [key])).get(key)
  if (other !== undefined) await releaseKey(tx, user, other)
  await insert(tx, 'task_externals', { task, user, external: JSON.stringify(given), external_gid: key })
}

/** Takes the key from a task in the trash, so that a client can create a deleted task again. Throws 400 otherwise. */
async function releaseKey(tx: Writer, user: number, task: number): Promise<void> {
  if ((await taskOf(tx, task)).deleted_at === null) {
    throw invalid('external: gid', 'Another task has this external gid')
  }
  await deleteWhere(tx, 'task_externals', { task, user })
}

const tooLong = (member: string, max: number) =>
  invalid(`external: ${member}`, `Text is too long (maximum ${max} characters)`)
