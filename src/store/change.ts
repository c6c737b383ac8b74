/**
 * The only file that writes product tables. Every write notes which rows it touched, as they were and as they are, so
 * that what is told of a change (events, stories, webhooks, the audit log) cannot be forgotten by an operation, because
 * no operation tells it. Old rows are read only where somebody watches the columns and the transaction does not hold them.
 *
 * Where the engine is far away, a write is on its way when its promise resolves, and not yet done: only who needs to know
 * what it found waits for that (`linked`, `updated`, `unlinked`, `linkAll`). What is asked behind it finds it done.
 *
 * The texts are made from table and column names that stand in the source, never from what a client sent; values are
 * always bound. A text is made once and its statement is kept by the connection.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AuditEvent, Statement, Writer } from './db.ts'
import type { Invariant } from './dialect.ts'
import { feedsGrants } from './queries/access/containers.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'
import { type Found, heldRow, keep, type Table } from './written/held.ts'
import { later, note, type Pair, sent } from './written/write.ts'

type Row<T extends Table> = Tables[T]
type Value = string | number | null

/** Adds one row. Columns that are left out must have a default in `row`'s table. */
export async function insert<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<void> {
  await sent(tx, tx.connection.run(insertion(table, row), Object.values(row)))
  await made(tx, table, row)
}

/** Adds rows in one statement, in their order. All have the columns of the first. */
export async function insertAll<T extends Table>(tx: Writer, table: T, rows: readonly Row<T>[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (rows.length === 1) return insert(tx, table, first)
  await sent(tx, tx.all(insertionOfAll(table, rows), { rows: JSON.stringify(rows.map(values)) }))
  for (const row of rows) await made(tx, table, row)
}

async function made(tx: Writer, table: Table, row: object): Promise<void> {
  const rows = isCaptured(tx, table) ? [added(row)] : undefined
  await note(tx, table, { where: null, set: row, rows })
}

const added = (row: object): Pair => ({ before: null, after: row as Found })

/** Adds a row that may be there already; then nothing changes. */
export const link = async <T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<void> =>
  sent(tx, linked(tx, table, row))

/** The same; waits, and answers whether it was added. */
export async function linked<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<boolean> {
  const answer = tx.connection.run(`${insertion(table, row)} on conflict do nothing`, Object.values(row))
  const rows = isCaptured(tx, table) ? answer.then(({ changes }) => (changes > 0 ? [added(row)] : [])) : undefined
  // It may be that of somebody else, so it is not held.
  await note(tx, table, { where: null, set: null, may: row, rows })
  return (await answer).changes > 0
}

/**
 * Adds rows in one statement; those that are there already are left as they are. All have the columns of the first.
 * Returns the rows that were added.
 */
export async function linkAll<T extends Table>(tx: Writer, table: T, rows: readonly Row<T>[]): Promise<Row<T>[]> {
  if (rows.length === 0) return []
  const given = { rows: JSON.stringify(rows.map(values)) }
  const news = (await tx.all(insertionOfAll(table, rows, 'new'), given)) as Row<T>[]
  for (const row of news) await made(tx, table, row)
  return news
}

/** Sets columns of the rows that `where` names by equality. */
export const update = async <T extends Table>(
  tx: Writer,
  table: T,
  where: Partial<Row<T>>,
  set: Partial<Row<T>>,
): Promise<void> => sent(tx, updated(tx, table, where, set))

/** The same; waits, and answers how many rows there were. */
export async function updated<T extends Table>(
  tx: Writer,
  table: T,
  where: Partial<Row<T>>,
  set: Partial<Row<T>>,
): Promise<number> {
  const columns = Object.keys(set)
  if (columns.length === 0) return 0
  const held = heldRow(tx.held, table, where)
  const question = `select * from ${table} ${equal(where)} ${tx.db.dialect.locked}`
  const before = isCaptured(tx, table, columns)
    ? held
      ? [held]
      : later(tx.connection.all(question, values(where)))
    : undefined
  const text = `update ${table} set ${columns.map(name => `${quote(name)} = ?`).join(', ')} ${equal(where)}`
  const answer = later(tx.connection.run(text, [...values(set), ...values(where)]))
  await note(tx, table, { where, set, rows: changed(before, set) })
  return (await answer).changes
}

type Before = readonly unknown[] | Promise<readonly unknown[]> | undefined

/** The rows that were set: what a question finds just before is locked by it, so nobody comes between the two. */
function changed(before: Before, set: object): readonly Pair[] | Promise<readonly Pair[]> | undefined {
  const pairs = (rows: readonly unknown[]) => (rows as Found[]).map(row => ({ before: row, after: { ...row, ...set } }))
  return before instanceof Promise ? before.then(pairs) : before && pairs(before)
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
  if (gids.length === 1) return update(tx, table, { gid: first } as unknown as Partial<Row<T>>, set)
  const columns = Object.keys(set)
  const locked = sql.raw(tx.db.dialect.locked)
  const before = isCaptured(tx, table, columns)
    ? asked(tx, sql`select * from ${sql.table(table)} ${among(tx, gids)} order by gid ${locked}`)
    : undefined
  const assigned = Object.entries(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  const answer = asked(tx, sql`update ${sql.table(table)} set ${sql.join(assigned)} ${among(tx, gids)}`)
  await note(tx, table, { where: { gid: gids }, set, rows: changed(before, set) })
  await sent(tx, answer)
}

/** Removes the rows that `where` names by equality. */
export const unlink = async <T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<void> =>
  sent(tx, unlinked(tx, table, where))

/** The same; waits, and answers how many there were. */
export async function unlinked<T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<number> {
  const text = `delete from ${table} ${equal(where)}`
  if (!isCaptured(tx, table)) {
    const answer = tx.connection.run(text, values(where))
    await note(tx, table, { where, set: null })
    return (await answer).changes
  }
  const answer = later(tx.connection.all(`${text} returning *`, values(where)))
  await note(tx, table, { where, set: null, rows: answer.then(removed) })
  return (await answer).length
}

const removed = (rows: readonly unknown[]): Pair[] => (rows as Found[]).map(row => ({ before: row, after: null }))

/** Removes all rows with these gids, in one statement. */
export async function unlinkAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  if (gids.length === 0) return
  const isWatched = isCaptured(tx, table)
  const told = isWatched ? sql`returning *` : sql``
  const answer = asked(tx, sql`delete from ${sql.table(table)} ${among(tx, gids)} ${told}`)
  await note(tx, table, { where: { gid: gids }, set: null, rows: isWatched ? answer.then(removed) : undefined })
  await sent(tx, answer)
}

/** Removes rows in one statement, each named by all columns that are given; all have those of the first. */
export async function unlinkRows<T extends Table>(
  tx: Writer,
  table: T,
  rows: readonly Partial<Row<T>>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (rows.length === 1) return unlink(tx, table, first)
  const names = Object.keys(first)
  const named = tx.db.dialect.rows(JSON.stringify(rows.map(values)), typesOf(rows))
  const columns = sql.join(names.map(name => sql.id(name)))
  const answer = asked(tx, sql`delete from ${sql.table(table)} where (${columns}) in (${named}) returning *`)
  const where = Object.fromEntries(names.map(name => [name, rows.map(row => (row as Found)[name])]))
  await note(tx, table, { where, set: null, rows: isCaptured(tx, table) ? answer.then(removed) : undefined })
  await sent(tx, answer)
}

/**
 * The row that `where` names by equality, as it is now: nobody else changes or removes it until the transaction ends.
 * Undefined when there is none.
 */
export async function lock<T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<Row<T> | undefined> {
  const held = heldRow(tx.held, table, where)
  if (held) return { ...held } as unknown as Row<T>
  const text = `select * from ${table} ${equal(where)} ${tx.db.dialect.locked}`
  const row = (await tx.connection.first(text, values(where))) as Found | undefined
  if (row) keep(tx.held, table, row)
  return row as Row<T> | undefined
}

/** An object that is about to change, as it is now: so it stays, but for what this transaction does. */
export async function toChange<T extends Table>(tx: Writer, table: T, gid: number): Promise<Row<T>> {
  const row = await lock(tx, table, { gid } as unknown as Partial<Row<T>>)
  if (!row) throw new Error(`There is no ${gid} in ${table}.`)
  return row
}

/** Objects that are about to change, in one order: none of them does so before, but for what this transaction does. */
export async function lockAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  const { locked } = tx.db.dialect
  // Where writers are alone, nothing has to be waited for.
  if (locked === '' || gids.length === 0) return
  const order = sql`order by gid ${sql.raw(locked)}`
  await sent(tx, asked(tx, sql`select gid from ${sql.table(table)} ${among(tx, gids)} ${order}`))
}

/** What `hold` takes for the installation itself. */
export const INSTALLATION = 0

/**
 * Makes this transaction alone with an invariant of some objects, until it ends: what is asked behind it waits for that,
 * and finds what the one before has left.
 */
export async function hold(tx: Writer, invariant: Invariant, ...gids: number[]): Promise<void> {
  // In one order, so that two that want the same do not wait for each other.
  const query = tx.db.dialect.hold(
    invariant,
    gids.toSorted((a, b) => a - b),
  )
  if (query !== null) await sent(tx, asked(tx, query))
}

/** Records an event that changes no row in the audit log, with the commit of the transaction. */
export const auditEvent = (tx: Writer, event: AuditEvent): void => void tx.auditEvents.push(event)

/** Whether changes of these columns are captured; without columns, inserts and deletes. */
const isCaptured = (tx: Writer, table: Table, columns?: readonly string[]): boolean =>
  tx.capture.captures(table, columns) || feedsGrants(table, columns)

function asked(tx: Writer, query: RawBuilder<unknown>): Promise<unknown[]> {
  const { sql, parameters } = query.compile(tx.db)
  return later(tx.connection.all(sql, [...parameters]))
}

const among = (tx: Writer, gids: readonly number[]) =>
  sql`where ${tx.db.dialect.among(sql.ref('gid'), tx.db.dialect.set(gids))}`

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

const insertions = new Map<string, string>()

function insertion(table: Table, row: object): string {
  const columns = Object.keys(row)
  const key = `${table} ${columns}`
  const known = insertions.get(key)
  if (known !== undefined) return known
  const text = `insert into ${table} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')})`
  insertions.set(key, text)
  return text
}

const quote = (name: string) => `"${name}"`

const values = (row: object): Value[] => Object.values(row)

function equal(where: object): string {
  const names = Object.keys(where)
  if (names.length === 0) throw new Error('A change must name the rows it means.')
  return `where ${names.map(name => `${quote(name)} = ?`).join(' and ')}`
}
