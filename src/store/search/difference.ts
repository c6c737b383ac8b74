/**
 * Compares the text index with the rows that it derives from, page by page. Outside a transaction, there must be no
 * difference.
 */
import { sql } from 'kysely'
import { deleteAll, insertAll } from '../change.ts'
import type { Reader, Statement, Store, Writer } from '../db.ts'
import { statement } from '../statement.ts'
import type { TableName } from '../tables.ts'
import type { ObjectRow } from './derive.ts'
import { type SearchText, searchTextOf, textSources } from './texts.ts'

const PAGE_ROWS = 500

const build = (table: TableName, isLocked: boolean): Statement<ObjectRow> =>
  statement(
    (param, { dialect }) => sql<ObjectRow>`select * from ${sql.table(table)} where gid > ${param('after')}
      order by gid limit ${sql.lit(PAGE_ROWS)} ${sql.raw(isLocked ? dialect.forNoKeyUpdate : '')}`,
  )

const sources = textSources.map(({ table }) => ({ table, plain: build(table, false), locked: build(table, true) }))

const textsAmong: Statement<SearchText> = statement((param, db) =>
  db
    .selectFrom('search_texts')
    .selectAll()
    .where(db.dialect.isAmong(sql.ref('gid'), param('gids'))),
)

/** Texts of rows that no longer exist. */
const orphans: Statement<{ gid: number }> = statement(() => {
  const rows = textSources.map(({ table }) => sql`select gid from ${sql.table(table)}`)
  return sql<{ gid: number }>`select gid from search_texts where gid not in (${sql.join(rows, sql` union all `)})`
})

interface PageDifference {
  outdated: number[]
  fresh: SearchText[]
  /** The last gid of the page; undefined on the last page. */
  next: number | undefined
}

async function compare(
  reader: Reader,
  table: TableName,
  query: Statement<ObjectRow>,
  after: number,
): Promise<PageDifference> {
  const rows = await reader.all(query, { after })
  const gids = reader.db.dialect.set(rows.map(({ gid }) => gid))
  const stored = new Map((await reader.all(textsAmong, { gids })).map(text => [text.gid, text]))
  const outdated: number[] = []
  const fresh: SearchText[] = []
  for (const row of rows) {
    const [text, known] = [searchTextOf(table, row), stored.get(row.gid)]
    if (isSame(text, known)) continue
    if (known) outdated.push(row.gid)
    if (text) fresh.push(text)
  }
  return { outdated, fresh, next: rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.gid }
}

const isSame = (a: SearchText | undefined, b: SearchText | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : (Object.keys(a) as (keyof SearchText)[]).every(column => a[column] === b[column])

/** The number of texts that are missing, outdated or left over. */
export async function countTextDifferences(reader: Reader): Promise<number> {
  let count = (await reader.all(orphans, {})).length
  for (const { table, plain } of sources) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { outdated, fresh, next }: PageDifference = await compare(reader, table, plain, after)
      count += new Set([...outdated, ...fresh.map(({ gid }) => gid)]).size
      after = next
    }
  }
  return count
}

/** Corrects the index in short transactions, next to other writers. Returns the number of wrong texts. */
export async function repairTexts({ write }: Pick<Store, 'write'>): Promise<number> {
  let count = await write(async tx => {
    const gids = (await tx.all(orphans, {})).map(({ gid }) => gid)
    await deleteAll(tx, 'search_texts', gids)
    return gids.length
  })
  for (const { table, locked } of sources) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after
      const { outdated, fresh, next }: PageDifference = await write(async tx => {
        const found = await compare(tx, table, locked, from)
        await correct(tx, found)
        return found
      })
      count += new Set([...outdated, ...fresh.map(({ gid }) => gid)]).size
      after = next
    }
  }
  return count
}

async function correct(tx: Writer, { outdated, fresh }: PageDifference): Promise<void> {
  await deleteAll(tx, 'search_texts', outdated)
  await insertAll(tx, 'search_texts', fresh)
}
