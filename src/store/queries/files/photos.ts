/** Photos of people. `users.photo` describes the file as JSON; its key is in the storage of files. */
import { findForUpdate, insertOrIgnore, update } from '../../change.ts'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import { RELEASE_MS } from './release.ts'
import { claimFile } from './unreferenced.ts'

/** The file of a photo: its key in the storage, its media type and its length in bytes. */
export interface PhotoFile {
  key: string
  type: string
  size: number
}

/** The description of a photo in a column; undefined without a photo, and for a text that describes none. */
export function parsePhoto(column: unknown): PhotoFile | undefined {
  if (typeof column !== 'string') return undefined
  try {
    const { key, type, size } = JSON.parse(column) as Partial<PhotoFile>
    return typeof key === 'string' && type ? { key, type, size: Number(size) } : undefined
  } catch {
    return undefined
  }
}

const photo: Statement<{ photo: string | null }> = statement((param, db) =>
  db.selectFrom('users').select('photo').where('gid', '=', param('gid')),
)

/** The photo of a user; undefined without one. */
export const photoFileOf = async (reader: Reader, gid: number): Promise<PhotoFile | undefined> =>
  parsePhoto((await reader.first(photo, { gid }))?.photo)

/**
 * Replaces or deletes the photo of a user. A job removes the previous file. Returns false if the new file, which must be
 * reserved, was discarded.
 */
export async function setPhoto(tx: Writer, gid: number, file: PhotoFile | null): Promise<boolean> {
  const row = await findForUpdate(tx, 'users', { gid })
  if (file && !(await claimFile(tx, file.key))) return false
  const former = parsePhoto(row?.photo)
  if (former) await insertOrIgnore(tx, 'unreferenced_files', { key: former.key, due_at: tx.now + RELEASE_MS })
  await update(tx, 'users', { gid }, { photo: file && JSON.stringify(file) })
  return true
}
