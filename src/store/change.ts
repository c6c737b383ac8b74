/**
 * The only file that writes product tables. Each write records its row changes, with the rows before and after. So no
 * operation can forget to record a change (for events, stories, webhooks and the audit log), because no operation does.
 * Old rows are read only where the columns are captured and the rows are not known to the transaction.
 *
 * On PostgreSQL, the promise of a write resolves when the write is sent. Functions that return what the write found wait
 * for the answer (`tryInsert`, `updateAndCount`, `deleteAndCount`, `tryInsertAll`). Later statements see the write.
 *
 * Statement texts consist of table and column names in the source, never of client input. Values are always bound. A text
 * is built once (`insertions.ts`), and each connection caches its prepared statement.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AuditEvent, Parameters, PersonalChange, Statement, Writer } from './db.ts'
import {
  batchesOf,
  boundValues,
  inColumnsOf,
  insertAllStatement,
  insertionOf,
  insertText,
  MIN_BOUND_ROWS,
  quote,
  typesOf,
  updateRows,
  values,
} from './insertions.ts'
import { affectsGrants } from './queries/access/containers.ts'
import type { TableName, Tables } from './tables.ts'
import { changedColumns, knownRow, rememberRow, type StoredRow } from './tracking/known_rows.ts'
import { awaitUnlessPipelined, detached, type RowPair, recordInserts, recordWrite } from './tracking/row_writes.ts'

type TableRow<T extends TableName> = Tables[T]

/** Inserts one row. Omitted columns must have a default. */
export async function insert<T extends TableName>(tx: Writer, table: T, row: TableRow<T>): Promise<void> {
  const answer = tx.connection.execute(insertText(table, row), Object.values(row))
  if (!tx.pipelined) await answer
  recordInserts(tx, table, [row])
}

/** Inserts one row by a statement that computes the columns which `row` lacks. */
export async function insertBy<T extends TableName>(
  tx: Writer,
  table: T,
  row: Partial<TableRow<T>>,
  { statement, values }: { statement: Statement<unknown>; values: Parameters },
): Promise<void> {
  const answer = tx.all(statement, values)
  if (!tx.pipelined) await answer
  recordInserts(tx, table, [row])
}

/** Inserts rows in one statement, in order. All must have the columns of the first, in any order. */
export async function insertAll<T extends TableName>(
  tx: Writer,
  table: T,
  rows: readonly TableRow<T>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (rows.length === 1) return insert(tx, table, first)
  if (tx.pipelined || rows.length < MIN_BOUND_ROWS) {
    await awaitUnlessPipelined(
      tx,
      tx.all(insertAllStatement(table, rows), { rows: JSON.stringify(inColumnsOf(first, rows)) }),
    )
  } else await insertBound(tx, table, rows)
  recordInserts(tx, table, rows)
}

async function insertBound(tx: Writer, table: TableName, rows: readonly object[]): Promise<void> {
  const textOf = insertionOf(table, rows)
  for (const some of batchesOf(rows, Object.keys(rows[0] ?? {}).length))
    await tx.connection.execute(textOf(some.length), boundValues(some))
}

const insertPair = (row: object): RowPair => ({ before: null, after: row as StoredRow })

/** Inserts a row; does nothing if it exists. */
export const insertOrIgnore = async <T extends TableName>(tx: Writer, table: T, row: TableRow<T>): Promise<void> =>
  awaitUnlessPipelined(tx, tryInsert(tx, table, row))

/** Inserts a row; waits, and returns whether it did not exist. */
export async function tryInsert<T extends TableName>(tx: Writer, table: T, row: TableRow<T>): Promise<boolean> {
  const answer = tx.connection.execute(`${insertText(table, row)} on conflict do nothing`, Object.values(row))
  const rows = isCaptured(tx, table) ? answer.then(({ changes }) => (changes > 0 ? [insertPair(row)] : [])) : undefined
  // Another transaction may have inserted the row, so it is not known.
  await recordWrite(tx, table, { where: null, set: null, may: row, rows })
  return (await answer).changes > 0
}

/** Inserts the rows that do not exist, in one statement; returns those. All must have the columns of the first. */
export async function tryInsertAll<T extends TableName>(
  tx: Writer,
  table: T,
  rows: readonly TableRow<T>[],
): Promise<TableRow<T>[]> {
  if (rows.length === 0) return []
  const given = { rows: JSON.stringify(rows.map(values)) }
  const news = (await tx.all(insertAllStatement(table, rows, 'new'), given)) as TableRow<T>[]
  recordInserts(tx, table, news)
  return news
}

/** Sets columns of the rows that `where` names by equality. */
export const update = async <T extends TableName>(
  tx: Writer,
  table: T,
  where: Partial<TableRow<T>>,
  set: Partial<TableRow<T>>,
): Promise<void> => awaitUnlessPipelined(tx, updateAndCount(tx, table, where, set))

/** Updates rows; waits, and returns their number. */
export async function updateAndCount<T extends TableName>(
  tx: Writer,
  table: T,
  where: Partial<TableRow<T>>,
  set: Partial<TableRow<T>>,
): Promise<number> {
  const known = knownRow(tx.knownRows, table, where)
  const changed = known ? changedColumns(known, set) : set
  const columns = Object.keys(changed)
  if (columns.length === 0) return known ? 1 : 0
  const question = `select * from ${table} ${equal(where)} ${tx.db.dialect.forNoKeyUpdate}`
  const before = isCaptured(tx, table, columns)
    ? known
      ? [known]
      : detached(tx.connection.all(question, values(where)))
    : undefined
  const text = `update ${table} set ${columns.map(name => `${quote(name)} = ?`).join(', ')} ${equal(where)}`
  const answer = detached(tx.connection.execute(text, [...values(changed), ...values(where)]))
  await recordWrite(tx, table, { where, set: changed, rows: updatePairs(before, changed) })
  return (await answer).changes
}

type RowsBefore = readonly unknown[] | Promise<readonly unknown[]> | undefined

/** The pairs of an update. The select before it locks the rows, so no other write comes in between. */
function updatePairs(before: RowsBefore, set: object): readonly RowPair[] | Promise<readonly RowPair[]> | undefined {
  const pairs = (rows: readonly unknown[]) =>
    (rows as StoredRow[]).map(row => ({ before: row, after: { ...row, ...set } }))
  return before instanceof Promise ? before.then(pairs) : before && pairs(before)
}

/** Sets columns of all rows with these gids, in one statement. */
export async function updateAll<T extends TableName>(
  tx: Writer,
  table: T,
  gids: readonly number[],
  set: Partial<TableRow<T>>,
): Promise<void> {
  const [first] = gids
  if (first === undefined) return
  // One row is the usual case, whose text is cached.
  if (gids.length === 1) return update(tx, table, { gid: first } as unknown as Partial<TableRow<T>>, set)
  const columns = Object.keys(set)
  const locked = sql.raw(tx.db.dialect.forNoKeyUpdate)
  const before = isCaptured(tx, table, columns)
    ? runQuery(tx, sql`select * from ${sql.table(table)} ${among(tx, gids)} order by gid ${locked}`)
    : undefined
  const assigned = Object.entries(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  const answer = runQuery(tx, sql`update ${sql.table(table)} set ${sql.join(assigned)} ${among(tx, gids)}`)
  await recordWrite(tx, table, { where: { gid: gids }, set, rows: updatePairs(before, set) })
  await awaitUnlessPipelined(tx, answer)
}

/** Sets the same columns of rows to different values, in one statement. `before` is the row, which no other transaction changes. */
export async function updateEach<T extends TableName>(
  tx: Writer,
  table: T,
  rows: readonly { before: TableRow<T> & { gid: number }; set: Partial<TableRow<T>> }[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const given = rows.map(({ before: { gid }, set }) => ({ gid, ...set }))
  const answer = detached(updateRows(tx, table, given))
  const writes = rows.map(({ before, set }) => ({ where: { gid: before.gid }, set, rows: updatePairs([before], set) }))
  await Promise.all(writes.map(write => recordWrite(tx, table, write)))
  await awaitUnlessPipelined(tx, answer)
}

/** Deletes the rows that `where` names by equality. */
export const deleteWhere = async <T extends TableName>(
  tx: Writer,
  table: T,
  where: Partial<TableRow<T>>,
): Promise<void> => awaitUnlessPipelined(tx, deleteAndCount(tx, table, where))

/** Deletes rows; waits, and returns their number. */
export async function deleteAndCount<T extends TableName>(
  tx: Writer,
  table: T,
  where: Partial<TableRow<T>>,
): Promise<number> {
  const text = `delete from ${table} ${equal(where)}`
  if (!isCaptured(tx, table)) {
    const answer = tx.connection.execute(text, values(where))
    await recordWrite(tx, table, { where, set: null })
    return (await answer).changes
  }
  const answer = detached(tx.connection.all(`${text} returning *`, values(where)))
  await recordWrite(tx, table, { where, set: null, rows: answer.then(deletePairs) })
  return (await answer).length
}

const deletePairs = (rows: readonly unknown[]): RowPair[] =>
  (rows as StoredRow[]).map(row => ({ before: row, after: null }))

/** Deletes the rows with these gids in one statement. */
export async function deleteAll(tx: Writer, table: TableName, gids: readonly number[]): Promise<void> {
  if (gids.length === 0) return
  const isDeleteCaptured = isCaptured(tx, table)
  const returning = isDeleteCaptured ? sql`returning *` : sql``
  const answer = runQuery(tx, sql`delete from ${sql.table(table)} ${among(tx, gids)} ${returning}`)
  await recordWrite(tx, table, {
    where: { gid: gids },
    set: null,
    rows: isDeleteCaptured ? answer.then(deletePairs) : undefined,
  })
  await awaitUnlessPipelined(tx, answer)
}

/** Deletes rows in one statement, each named by its columns. All must have the columns of the first. */
export async function deleteRows<T extends TableName>(
  tx: Writer,
  table: T,
  rows: readonly Partial<TableRow<T>>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (rows.length === 1) return deleteWhere(tx, table, first)
  const names = Object.keys(first)
  const named = tx.db.dialect.rows(JSON.stringify(rows.map(values)), typesOf(rows))
  const columns = sql.join(names.map(name => sql.id(name)))
  const answer = runQuery(tx, sql`delete from ${sql.table(table)} where (${columns}) in (${named}) returning *`)
  const where = Object.fromEntries(names.map(name => [name, rows.map(row => (row as StoredRow)[name])]))
  await recordWrite(tx, table, { where, set: null, rows: isCaptured(tx, table) ? answer.then(deletePairs) : undefined })
  await awaitUnlessPipelined(tx, answer)
}

/** Reads the row that `where` names by equality and locks it for update. Undefined when there is none. */
export async function findForUpdate<T extends TableName>(
  tx: Writer,
  table: T,
  where: Partial<TableRow<T>>,
): Promise<TableRow<T> | undefined> {
  const known = knownRow(tx.knownRows, table, where)
  if (known) return { ...known } as unknown as TableRow<T>
  const text = `select * from ${table} ${equal(where)} ${tx.db.dialect.forNoKeyUpdate}`
  const row = (await tx.connection.first(text, values(where))) as StoredRow | undefined
  if (row) rememberRow(tx.knownRows, table, row)
  return row as TableRow<T> | undefined
}

/** Reads an object and locks it for update, before a read-modify-write. Throws when it does not exist. */
export async function getForUpdate<T extends TableName>(tx: Writer, table: T, gid: number): Promise<TableRow<T>> {
  const row = await findForUpdate(tx, table, { gid } as unknown as Partial<TableRow<T>>)
  if (!row) throw new Error(`There is no ${gid} in ${table}.`)
  return row
}

/** Locks objects for update, in the order of their gids. */
export async function lockRows(tx: Writer, table: TableName, gids: readonly number[]): Promise<void> {
  const { forNoKeyUpdate } = tx.db.dialect
  // SQLite has one writer and needs no locks.
  if (forNoKeyUpdate === '' || gids.length === 0) return
  const order = sql`order by gid ${sql.raw(forNoKeyUpdate)}`
  await awaitUnlessPipelined(tx, runQuery(tx, sql`select gid from ${sql.table(table)} ${among(tx, gids)} ${order}`))
}

/** Records an event that changes no row in the audit log, with the commit of the transaction. */
export const auditEvent = (tx: Writer, event: AuditEvent): void => void tx.auditEvents.push(event)

/** Records a change that only its owner sees, with the commit of the transaction: the owner's live pages receive it. */
export const personalChange = (tx: Writer, change: PersonalChange): void => void tx.personalChanges.push(change)

/** Whether changes of these columns are captured; without columns, inserts and deletes. */
const isCaptured = (tx: Writer, table: TableName, columns?: readonly string[]): boolean =>
  tx.capture.captures(table, columns) || affectsGrants(table, columns)

function runQuery(tx: Writer, query: RawBuilder<unknown>): Promise<unknown[]> {
  const { sql, parameters } = query.compile(tx.db)
  return detached(tx.connection.all(sql, [...parameters]))
}

const among = (tx: Writer, gids: readonly number[]) =>
  sql`where ${tx.db.dialect.isAmong(sql.ref('gid'), tx.db.dialect.set(gids))}`

function equal(where: object): string {
  const names = Object.keys(where)
  if (names.length === 0) throw new Error('A change must name the rows it means.')
  return `where ${names.map(name => `${quote(name)} = ?`).join(' and ')}`
}
