/**
 * The only file that writes product tables. Each write records its row changes, with the rows before and after. So no
 * operation can forget to record a change (for events, stories, webhooks and the audit log), because no operation does.
 * Old rows are read only where the columns are captured and the rows are not known to the transaction.
 *
 * On PostgreSQL, the promise of a write resolves when the write is sent. Functions that return what the write found wait
 * for the answer (`tryInsert`, `updateAndCount`, `deleteAndCount`, `tryInsertAll`). Later statements see the write.
 *
 * Statement texts consist of table and column names in the source, never of client input. Values are always bound. A text
 * is built once, and each connection caches its prepared statement.
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

/** Inserts one row. Omitted columns must have a default. */
export async function insert<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<void> {
  await sent(tx, tx.connection.run(insertion(table, row), Object.values(row)))
  await made(tx, table, row)
}

/** Inserts rows in one statement, in order. All must have the columns of the first. */
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

/** Inserts a row; does nothing if it exists. */
export const link = async <T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<void> =>
  sent(tx, linked(tx, table, row))

/** Inserts a row; waits, and returns whether it did not exist. */
export async function linked<T extends Table>(tx: Writer, table: T, row: Row<T>): Promise<boolean> {
  const answer = tx.connection.run(`${insertion(table, row)} on conflict do nothing`, Object.values(row))
  const rows = isCaptured(tx, table) ? answer.then(({ changes }) => (changes > 0 ? [added(row)] : [])) : undefined
  // Another transaction may have inserted the row, so it is not known.
  await note(tx, table, { where: null, set: null, may: row, rows })
  return (await answer).changes > 0
}

/** Inserts the rows that do not exist, in one statement; returns those. All must have the columns of the first. */
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

/** Updates rows; waits, and returns their number. */
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

/** The pairs of an update. The select before it locks the rows, so no other write comes in between. */
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
  // One row is the usual case, whose text is cached.
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

/** Deletes the rows that `where` names by equality. */
export const unlink = async <T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<void> =>
  sent(tx, unlinked(tx, table, where))

/** Deletes rows; waits, and returns their number. */
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

/** Deletes the rows with these gids in one statement. */
export async function unlinkAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  if (gids.length === 0) return
  const isWatched = isCaptured(tx, table)
  const told = isWatched ? sql`returning *` : sql``
  const answer = asked(tx, sql`delete from ${sql.table(table)} ${among(tx, gids)} ${told}`)
  await note(tx, table, { where: { gid: gids }, set: null, rows: isWatched ? answer.then(removed) : undefined })
  await sent(tx, answer)
}

/** Deletes rows in one statement, each named by its columns. All must have the columns of the first. */
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

/** Reads the row that `where` names by equality and locks it for update. Undefined when there is none. */
export async function lock<T extends Table>(tx: Writer, table: T, where: Partial<Row<T>>): Promise<Row<T> | undefined> {
  const held = heldRow(tx.held, table, where)
  if (held) return { ...held } as unknown as Row<T>
  const text = `select * from ${table} ${equal(where)} ${tx.db.dialect.locked}`
  const row = (await tx.connection.first(text, values(where))) as Found | undefined
  if (row) keep(tx.held, table, row)
  return row as Row<T> | undefined
}

/** Reads an object and locks it for update, before a read-modify-write. Throws when it does not exist. */
export async function toChange<T extends Table>(tx: Writer, table: T, gid: number): Promise<Row<T>> {
  const row = await lock(tx, table, { gid } as unknown as Partial<Row<T>>)
  if (!row) throw new Error(`There is no ${gid} in ${table}.`)
  return row
}

/** Locks objects for update, in the order of their gids. */
export async function lockAll(tx: Writer, table: Table, gids: readonly number[]): Promise<void> {
  const { locked } = tx.db.dialect
  // SQLite has one writer and needs no locks.
  if (locked === '' || gids.length === 0) return
  const order = sql`order by gid ${sql.raw(locked)}`
  await sent(tx, asked(tx, sql`select gid from ${sql.table(table)} ${among(tx, gids)} ${order}`))
}

/** Stands for the installation itself in `advisoryLock`. */
export const INSTALLATION = 0

/**
 * Takes advisory locks on an invariant of objects until the transaction ends. Later statements run after the locks are
 * acquired, so they see the commits of earlier holders.
 */
export async function hold(tx: Writer, invariant: Invariant, ...gids: number[]): Promise<void> {
  // In ascending order, to avoid deadlocks.
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

/** Inserts rows that are bound as one parameter. With `new`, existing rows are skipped. */
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

/** The types of the columns. */
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
