/**
 * The only file that writes product tables. Everything that is to be told of a change (events, stories, webhooks,
 * an audit log) can be seen here, because nothing changes anywhere else.
 *
 * The texts are made from table and column names that stand in the source, never from what a client sent; values are
 * always bound. A text is made once and its statement is kept by the connection.
 */
import { sql } from 'kysely'
import type { Writer } from './db.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables
type Row<T extends Table> = Tables[T]
type Value = string | number | null

/** Adds one row. Columns that are left out must have a default in `row`'s table. */
export async function insert<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<void> {
  const columns = Object.keys(row)
  const text = `insert into ${table} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')})`
  await tx.connection.run(text, Object.values(row))
}

/** Adds a row that may be there already; then nothing changes. True when it was added. */
export async function link<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<boolean> {
  const columns = Object.keys(row)
  const text = `insert into ${table} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')}) on conflict do nothing`
  return (await tx.connection.run(text, Object.values(row))).changes > 0
}

/**
 * Adds many rows in one statement; those that are there already are left as they are. All rows have the same columns.
 * Returns the rows that were added.
 */
export async function linkAll<T extends Table>(tx: Writer, table: T, rows: readonly Row<T>[]): Promise<Row<T>[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
  const query = sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.id(name)))})
    ${tx.db.dialect.rows(rows.map(values), columns.length)} on conflict do nothing returning *`.compile(tx.db)
  return (await tx.connection.all(query.sql, [...query.parameters])) as Row<T>[]
}

/** Sets columns of the rows that `where` names by equality. Returns how many there were. */
export async function update<T extends Table>(
  tx: Writer,
  table: T,
  where: Partial<Row<T>>,
  set: Partial<Row<T>>,
): Promise<number> {
  const columns = Object.keys(set)
  if (columns.length === 0) return 0
  const text = `update ${table} set ${columns.map(name => `${quote(name)} = ?`).join(', ')} ${equal(where)}`
  return (await tx.connection.run(text, [...values(set), ...values(where)])).changes
}

/** Sets columns of all rows with these gids, in one statement. */
export async function updateAll<T extends Table>(
  tx: Writer,
  table: T,
  gids: readonly number[],
  set: Partial<Row<T>>,
): Promise<void> {
  if (gids.length === 0) return
  const query = sql`update ${sql.table(table)} set ${sql.join(
    Object.entries(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`),
  )} where ${tx.db.dialect.among(sql.ref('gid'), tx.db.dialect.set(gids))}`.compile(tx.db)
  await tx.connection.run(query.sql, [...query.parameters])
}

/** Removes the rows that `where` names by equality. Returns how many there were. */
export async function unlink<T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<number> {
  return (await tx.connection.run(`delete from ${table} ${equal(where)}`, values(where))).changes
}

/** Removes all rows with these gids, in one statement. */
export async function unlinkAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  if (gids.length === 0) return
  const among = tx.db.dialect.among(sql.ref('gid'), tx.db.dialect.set(gids))
  const query = sql`delete from ${sql.table(table)} where ${among}`.compile(tx.db)
  await tx.connection.run(query.sql, [...query.parameters])
}

const quote = (name: string) => `"${name}"`

const values = (row: object): Value[] => Object.values(row)

function equal(where: object): string {
  const names = Object.keys(where)
  if (names.length === 0) throw new Error('A change must name the rows it means.')
  return `where ${names.map(name => `${quote(name)} = ?`).join(' and ')}`
}
