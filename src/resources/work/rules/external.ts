/** The key and data that a client gives to a task of its own. Only who set them sees them. */
import { invalid } from '../../../lib/errors.ts'
import type { Reader } from '../../../store/db.ts'
import { taskOfExternal } from '../../../store/queries/tasks.ts'

// wire: docs "Custom external data"
const LONGEST_GID = 1024
const LONGEST_DATA = 32_768

export interface External {
  external: string | null
  external_gid: string | null
  external_by: number | null
}

/** The columns to set. Throws 400 when a part is too long, or when another task of the caller has the key. */
export async function externalOf(
  reader: Reader,
  me: number,
  task: number,
  given: Record<string, unknown> | null,
): Promise<External> {
  if (given === null) return { external: null, external_gid: null, external_by: null }
  const key = typeof given.gid === 'string' && given.gid !== '' ? given.gid : null
  const data = typeof given.data === 'string' ? given.data : ''
  if ((key?.length ?? 0) > LONGEST_GID) throw tooLong('gid', LONGEST_GID)
  if (data.length > LONGEST_DATA) throw tooLong('data', LONGEST_DATA)
  const other = key === null ? undefined : await taskOfExternal(reader, me, key)
  if (other !== undefined && other !== task) throw invalid('external: gid', 'Another task has this external gid')
  return { external: JSON.stringify(given), external_gid: key, external_by: me }
}

const tooLong = (member: string, max: number) =>
  invalid(`external: ${member}`, `Text is too long (maximum ${max} characters)`)
