/**
 * Files that no attachment refers to. A file is reserved before its content is stored, and claimed in the transaction
 * that inserts its attachment. So a file without an attachment is always in this table, and a job removes it.
 */
import { deleteAndCount, deleteWhere, findForUpdate, insert, updateAndCount } from '../../change.ts'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import { RELEASE_MS } from './release.ts'

/** The due time of a discarded file: nothing can claim it anymore. */
const DISCARDED_MS = 0

/** Reserves a key, before the content is stored under it. */
export const reserveFile = (tx: Writer, key: string): Promise<void> =>
  insert(tx, 'unreferenced_files', { key, due_at: tx.now + RELEASE_MS })

/** Claims a reserved file for an attachment; returns false if it was discarded. */
export async function claimFile(tx: Writer, key: string): Promise<boolean> {
  const row = await findForUpdate(tx, 'unreferenced_files', { key })
  return (
    row !== undefined && row.due_at !== DISCARDED_MS && (await deleteAndCount(tx, 'unreferenced_files', { key })) === 1
  )
}

/** Marks a reserved file as discarded; returns false if an attachment has claimed it. Its content can be removed then. */
export const discardFile = async (tx: Writer, key: string): Promise<boolean> =>
  (await updateAndCount(tx, 'unreferenced_files', { key }, { due_at: DISCARDED_MS })) === 1

/** Forgets discarded files whose content is removed. */
export async function forgetFiles(tx: Writer, keys: readonly string[]): Promise<void> {
  for (const key of keys) await deleteWhere(tx, 'unreferenced_files', { key, due_at: DISCARDED_MS })
}

/** Forgets files that an attachment refers to, except those that were released again since they were read. */
export async function forgetReferenced(tx: Writer, files: readonly DueFile[]): Promise<void> {
  for (const { key, due_at } of files) await deleteWhere(tx, 'unreferenced_files', { key, due_at })
}

export interface DueFile {
  key: string
  due_at: number
  /** Whether an attachment has the same file. */
  is_referenced: number
}

const due: Statement<DueFile> = statement((param, db) =>
  db
    .selectFrom('unreferenced_files as u')
    .select(eb => [
      'u.key',
      'u.due_at',
      eb
        .case()
        .when(eb.exists(eb.selectFrom('attachments as a').select('a.gid').whereRef('a.file_key', '=', 'u.key')))
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('is_referenced'),
    ])
    .where('u.due_at', '<=', param('now'))
    .orderBy('u.due_at')
    .orderBy('u.key')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** Some files that are due at a time, the oldest first. */
export const dueFiles = (reader: Reader, now: number, limit: number): Promise<DueFile[]> =>
  reader.all(due, { now, limit })
