/**
 * The only file that writes product tables. Every write notes which rows it touched, as they were and as they are, so
 * that what is told of a change (events, stories, webhooks, the audit log) cannot be forgotten by an operation, because
 * no operation tells it. Old rows are read only where somebody watches the columns.
 *
 * The texts are made from table and column names that stand in the source, never from what a client sent; values are
 * always bound. A text is made once and its statement is kept by the connection.
 */
import { sql } from 'kysely'
import type { Report, Statement, Writer } from './db.ts'
import type { Invariant } from './dialect.ts'
import { feedsGrants, noteContainer } from './queries/access/containers.ts'
import { endsKept, statement } from './statement.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables
type Row<T extends Table> = Tables[T]
type Value = string | number | null
type Found = Record<string, unknown>

/** Adds one row. Columns that are left out must have a default in `row`'s table. */
export async function insert<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<void> {
  await tx.connection.run(insertion(table, row), Object.values(row))
  note(tx, table, null, row)
}

/** Adds rows in one statement, in their order. All have the columns of the first. */
export async function insertAll<T extends Table>(tx: Writer, table: T, rows: readonly Row<T>[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (rows.length === 1) return insert(tx, table, first)
  await tx.all(insertionOfAll(table, rows), { rows: JSON.stringify(rows.map(values)) })
  for (const row of rows) note(tx, table, null, row)
}

/** Adds a row that may be there already; then nothing changes. True when it was added. */
export async function link<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<boolean> {
  const { changes } = await tx.connection.run(`${insertion(table, row)} on conflict do nothing`, Object.values(row))
  if (changes > 0) note(tx, table, null, row)
  return changes > 0
}

/**
 * Adds rows in one statement; those that are there already are left as they are. All have the columns of the first.
 * Returns the rows that were added.
 */
export async function linkAll<T extends Table>(tx: Writer, table: T, rows: readonly Row<T>[]): Promise<Row<T>[]> {
  if (rows.length === 0) return []
  const given = { rows: JSON.stringify(rows.map(values)) }
  const added = (await tx.all(insertionOfAll(table, rows, 'new'), given)) as Row<T>[]
  for (const row of added) note(tx, table, null, row)
  return added
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
  if (endsKept(table, columns)) tx.ended.add(table)
  const { locked } = tx.db.dialect
  const before = isNoted(tx, table, columns)
    ? await tx.connection.all(`select * from ${table} ${equal(where)} ${locked}`, values(where))
    : []
  const text = `update ${table} set ${columns.map(name => `${quote(name)} = ?`).join(', ')} ${equal(where)}`
  const { changes } = await tx.connection.run(text, [...values(set), ...values(where)])
  for (const row of before as Found[]) note(tx, table, row, { ...row, ...set })
  return changes
}

/** Sets columns of all rows with these gids, in one statement. */
export async function updateAll<T extends Table>(
  tx: Writer,
  table: T,
  gids: readonly number[],
  set: Partial<Row<T>>,
): Promise<void> {
  const [first] = gids
  if (first === undefined) return
  // One row is the usual case, and its text need not be made anew.
  if (gids.length === 1) return void (await update(tx, table, { gid: first } as unknown as Partial<Row<T>>, set))
  if (endsKept(table, Object.keys(set))) tx.ended.add(table)
  const among = sql`where ${tx.db.dialect.among(sql.ref('gid'), tx.db.dialect.set(gids))}`
  const run = (query: { sql: string; parameters: readonly unknown[] }) =>
    tx.connection.all(query.sql, [...query.parameters])
  const before = isNoted(tx, table, Object.keys(set))
    ? await run(
        sql`select * from ${sql.table(table)} ${among} order by gid ${sql.raw(tx.db.dialect.locked)}`.compile(tx.db),
      )
    : []
  const assigned = Object.entries(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  await run(sql`update ${sql.table(table)} set ${sql.join(assigned)} ${among}`.compile(tx.db))
  for (const row of before as Found[]) note(tx, table, row, { ...row, ...set })
}

/** Removes the rows that `where` names by equality. Returns how many there were. */
export async function unlink<T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<number> {
  if (endsKept(table)) tx.ended.add(table)
  const text = `delete from ${table} ${equal(where)}`
  if (!isNoted(tx, table)) return (await tx.connection.run(text, values(where))).changes
  const gone = (await tx.connection.all(`${text} returning *`, values(where))) as Found[]
  for (const row of gone) note(tx, table, row, null)
  return gone.length
}

/** Removes rows in one statement, each named by all columns that are given; all have those of the first. */
export async function unlinkRows<T extends Table>(
  tx: Writer,
  table: T,
  rows: readonly Partial<Row<T>>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (rows.length === 1) return void (await unlink(tx, table, first))
  const columns = Object.keys(first).map(name => sql.id(name))
  const named = tx.db.dialect.rows(JSON.stringify(rows.map(values)), typesOf(rows))
  const text = sql`delete from ${sql.table(table)} where (${sql.join(columns)}) in (${named}) returning *`
  const query = text.compile(tx.db)
  const gone = (await tx.connection.all(query.sql, [...query.parameters])) as Found[]
  for (const row of gone) note(tx, table, row, null)
}

/**
 * The row that `where` names by equality, as it is now: nobody else changes or removes it until the transaction ends.
 * Undefined when there is none.
 */
export async function lock<T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<Row<T> | undefined> {
  const text = `select * from ${table} ${equal(where)} ${tx.db.dialect.locked}`
  return (await tx.connection.first(text, values(where))) as Row<T> | undefined
}

/** An object that is about to change, as it is now: so it stays, but for what this transaction does. */
export async function toChange<T extends Table>(tx: Writer, table: T, gid: number): Promise<Row<T>> {
  const row = await lock(tx, table, { gid } as unknown as Partial<Row<T>>)
  if (!row) throw new Error(`There is no ${gid} in ${table}.`)
  return row
}

/** Objects that are about to change, in one order: none of them does so before, but for what this transaction does. */
export async function lockAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  const { locked, among, set } = tx.db.dialect
  // Where writers are alone, nothing has to be waited for.
  if (locked === '' || gids.length === 0) return
  const query = sql`select gid from ${sql.table(table)} where ${among(sql.ref('gid'), set(gids))}
    order by gid ${sql.raw(locked)}`.compile(tx.db)
  await tx.connection.all(query.sql, [...query.parameters])
}

/** What `hold` takes for the installation itself. */
export const INSTALLATION = 0

/**
 * Waits until this transaction is alone with an invariant of some objects, until it ends. What is read behind it is as
 * the one before has left it.
 */
export async function hold(tx: Writer, invariant: Invariant, ...gids: number[]): Promise<void> {
  // In one order, so that two that want the same do not wait for each other.
  const query = tx.db.dialect.hold(
    invariant,
    gids.toSorted((a, b) => a - b),
  )
  if (query === null) return
  const { sql, parameters } = query.compile(tx.db)
  await tx.connection.all(sql, [...parameters])
}

/** Tells of something that changes no row, when the transaction is committed. */
export const report = (tx: Writer, told: Report): void => void tx.reported.push(told)

/** Whether somebody wants the rows in which these columns change; those that come and go, without columns. */
const isNoted = (tx: Writer, table: Table, columns?: readonly string[]): boolean =>
  tx.telling.watches(table, columns) || feedsGrants(table, columns)

function note(tx: Writer, table: Table, before: object | null, after: object | null): void {
  noteContainer(tx.stale, table, before as Found | null, after as Found | null)
  if (!tx.telling.watches(table)) return
  tx.touched.push({ table, before: before as Found | null, after: after as Found | null })
}

const several = new Map<string, Statement<unknown>>()

/** The insertion of rows that come as one parameter. Of `new` rows, those that are there already are passed over. */
function insertionOfAll(table: Table, rows: readonly object[], which?: 'new'): Statement<unknown> {
  const columns = Object.keys(rows[0] ?? {})
  const types = typesOf(rows)
  const key = `${table} ${which} ${columns} ${types}`
  const known = several.get(key)
  if (known) return known
  const made: Statement<unknown> = statement((param, db) => {
    const names = sql.join(columns.map(name => sql.id(name)))
    const end = which === 'new' ? sql`on conflict do nothing returning *` : sql``
    return sql`insert into ${sql.table(table)} (${names}) ${db.dialect.rows(param('rows'), types)} ${end}`
  })
  several.set(key, made)
  return made
}

/** What the columns of rows hold. */
const typesOf = (rows: readonly object[]) =>
  Object.keys(rows[0] ?? {}).map((_, at) => (rows.some(row => typeof values(row)[at] === 'string') ? 'text' : 'number'))

function insertion(table: Table, row: object): string {
  const columns = Object.keys(row)
  return `insert into ${table} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')})`
}

/** Removes all rows with these gids, in one statement. */
export async function unlinkAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  if (gids.length === 0) return
  if (endsKept(table)) tx.ended.add(table)
  const among = tx.db.dialect.among(sql.ref('gid'), tx.db.dialect.set(gids))
  const told = isNoted(tx, table) ? sql`returning *` : sql``
  const query = sql`delete from ${sql.table(table)} where ${among} ${told}`.compile(tx.db)
  const gone = (await tx.connection.all(query.sql, [...query.parameters])) as Found[]
  for (const row of gone) note(tx, table, row, null)
}

const quote = (name: string) => `"${name}"`

const values = (row: object): Value[] => Object.values(row)

function equal(where: object): string {
  const names = Object.keys(where)
  if (names.length === 0) throw new Error('A change must name the rows it means.')
  return `where ${names.map(name => `${quote(name)} = ?`).join(' and ')}`
}
