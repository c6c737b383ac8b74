/** Keeps the text index up to date with the rows that a transaction wrote: at most two statements for any number of rows. */
import { deleteAll, insertAll } from '../change.ts'
import type { RowChange, Writer } from '../db.ts'
import { textChange } from './texts.ts'

/** Indexes the texts that differ after these net changes. */
export async function indexTexts(tx: Writer, rows: readonly RowChange[]): Promise<void> {
  const changes = rows.map(({ table, before, after }) => textChange(table, before, after))
  await deleteAll(
    tx,
    'search_texts',
    changes.flatMap(({ outdated }) => outdated ?? []),
  )
  await insertAll(
    tx,
    'search_texts',
    changes.flatMap(({ fresh }) => fresh ?? []),
  )
}
