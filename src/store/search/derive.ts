/** Derives the whole text index again, page by page: when a migration adds it or changes its tokens, and by `search repair`. */
import type { Connection } from '../db.ts'
import type { StoredRow } from '../tracking/known_rows.ts'
import { type SearchText, searchTextOf, textSources } from './texts.ts'

const PAGE_ROWS = 500
const PAGE = 'order by gid limit 500'

/** A row of a source. */
export type ObjectRow = StoredRow & { gid: number }

/** Runs inside a transaction that excludes writes. No row makes it fail, because a migration depends on it. */
export async function deriveAllTexts(connection: Connection): Promise<void> {
  await connection.execute('delete from search_texts', [])
  for (const { table } of textSources) {
    for (let after = 0, isLast = false; !isLast; ) {
      const rows = (await connection.all(`select * from ${table} where gid > ? ${PAGE}`, [after])) as ObjectRow[]
      await insertTexts(
        connection,
        rows.map(row => searchTextOf(table, row)).filter(text => text !== undefined),
      )
      after = rows.at(-1)?.gid ?? after
      isLast = rows.length < PAGE_ROWS
    }
  }
}

async function insertTexts(connection: Connection, texts: readonly SearchText[]): Promise<void> {
  const [first] = texts
  if (!first) return
  const marks = `(${Object.keys(first).map(() => '?')})`
  const text = `insert into search_texts (${Object.keys(first)}) values ${texts.map(() => marks)} on conflict do nothing`
  await connection.execute(
    text,
    texts.flatMap(row => Object.values(row)),
  )
}
