/** The key and data that a client gives to a task of its own. Only who set them sees them. */
import { invalid } from '../../../lib/errors.ts'
import { update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { taskOf, tasksOfExternals } from '../../../store/queries/tasks.ts'

// wire: docs "Custom external data"
const LONGEST_GID = 1024
const LONGEST_DATA = 32_768

export interface External {
  external: string | null
  external_gid: string | null
  external_by: number | null
}

const none: External = { external: null, external_gid: null, external_by: null }

/** The columns to set. Throws 400 when a part is too long, or when another task of the caller has the key. */
export async function externalOf(
  tx: Writer,
  me: number,
  task: number,
  given: Record<string, unknown> | null,
): Promise<External> {
  if (given === null) return none
  const key = typeof given.gid === 'string' && given.gid !== '' ? given.gid : null
  const data = typeof given.data === 'string' ? given.data : ''
  if ((key?.length ?? 0) > LONGEST_GID) throw tooLong('gid', LONGEST_GID)
  if (data.length > LONGEST_DATA) throw tooLong('data', LONGEST_DATA)
  const other = key === null ? undefined : (await tasksOfExternals(tx, me, [key])).get(key)
  if (other !== undefined && other !== task) await release(tx, other)
  return { external: JSON.stringify(given), external_gid: key, external_by: me }
}

/** A task in the trash gives its key up, so that what was deleted can be made again. */
async function release(tx: Writer, task: number): Promise<void> {
  if ((await taskOf(tx, task)).deleted_at === null) {
    throw invalid('external: gid', 'Another task has this external gid')
  }
  await update(tx, 'tasks', { gid: task }, { ...none })
}

const tooLong = (member: string, max: number) =>
  invalid(`external: ${member}`, `Text is too long (maximum ${max} characters)`)
