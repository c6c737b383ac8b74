/** Data locations for backup, restore and move, and their contents, read without the program. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after } from 'node:test'
import pg from 'pg'
import type { Store } from '../../../src/store/db.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import type { DataLocation } from '../../../src/store/transfer/location.ts'
import { move } from '../../../src/store/transfer/move.ts'
import { TransferRefused } from '../../../src/store/transfer/source.ts'
import { type CleanupScope, folderFor } from '../program.ts'
import { fullFolder } from './full.ts'

export type LocationKind = 'folder' | 'database'

const server = process.env.WORKLOOM_TEST_DATABASE_URL

/** Why a test that needs a database is skipped; false if there is one. */
export const noDatabase = server === undefined && 'needs PostgreSQL: WORKLOOM_TEST_DATABASE_URL names a server'

/** The kind of location under test: behaviour that a folder shows alone is tested by the run on SQLite. */
export const locationKinds: readonly LocationKind[] = server === undefined ? ['folder'] : ['database']

/** The kinds of source in this run. */
export const sourceKinds: readonly LocationKind[] = server === undefined ? ['folder'] : ['folder', 'database']

/** The kinds of target for a source: a database is on one side, if there is one. */
export const targetKinds = (source: LocationKind): readonly LocationKind[] =>
  source === 'folder' ? locationKinds : ['folder', 'database']

/** An empty location, which is deleted after the test. */
export async function emptyLocation(t: CleanupScope, kind: LocationKind): Promise<DataLocation> {
  if (kind === 'folder') return { folder: join(folderFor(t), 'data') }
  // A database that is reused could contain an incomplete transfer.
  return { database: await databaseFor(t) }
}

/** A database of its own, empty or like another one. */
async function databaseFor(t: CleanupScope, like = ''): Promise<string> {
  const name = `workloom_copy_${randomBytes(6).toString('hex')}`
  await queryServer(server ?? '', `create database ${name}${like && ` template ${new URL(like).pathname.slice(1)}`}`)
  t.after(() => queryServer(server ?? '', `drop database if exists ${name} with (force)`).then(() => undefined))
  return Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).toString()
}

/** Ignores progress. */
export const noProgress = { onBegin() {}, progress() {} }

/** Cleanups at the end of the process, the last one first. */
const cleanups: (() => void | Promise<void>)[] = []
const file: CleanupScope = { after: end => void cleanups.push(end) }
after(async () => {
  for (const end of cleanups.reverse()) await end()
})

const originals = new Map<string, Promise<DataLocation>>()

/**
 * A location with this number of rows in every table, from which those of the tests are copied: filling one takes
 * seconds.
 */
function original(kind: LocationKind, rows: number): Promise<DataLocation> {
  const key = `${kind} ${rows}`
  const made = originals.get(key) ?? (kind === 'folder' ? filledFolder(rows) : filledDatabase(rows))
  originals.set(key, made)
  return made
}

async function filledFolder(rows: number): Promise<DataLocation> {
  const folder = folderFor(file)
  await fullFolder(folder, rows)
  return { folder }
}

async function filledDatabase(rows: number): Promise<DataLocation> {
  const location = await emptyLocation(file, 'database')
  await move(await fullLocation(file, 'folder', rows), location, noProgress)
  return location
}

/** A location with this number of rows in every table. */
export async function fullLocation(t: CleanupScope, kind: LocationKind, rows = 40): Promise<DataLocation> {
  const like = await original(kind, rows)
  if ('database' in like) return { database: await databaseFor(t, like.database) }
  const folder = folderFor(t)
  cpSync(like.folder, folder, { recursive: true })
  return { folder }
}

/** The store of a location, opened as a server does. */
export function openAsServer(location: DataLocation): Promise<Store> {
  const clock = () => Date.UTC(2026, 0, 5)
  if ('folder' in location) return openSqlite({ folder: location.folder, clock, exclusive: true })
  return openPostgres({ url: location.database, clock, serving: true })
}

/** Fails unless a transfer is refused with this sentence. */
export const assertTransferRefused = (work: Promise<unknown>, sentence: RegExp): Promise<void> =>
  assert.rejects(work, error => {
    assert.ok(error instanceof TransferRefused, String(error))
    assert.match(error.message, sentence)
    assert.match(error.message, /^[A-Z][^\n]*\.$/, 'a sentence')
    return true
  })

/** A location as the command line takes it. */
export const locationArgument = (location: DataLocation): string =>
  'folder' in location ? location.folder : location.database

type LocationRow = Record<string, unknown>

/** Queries the database of a location directly. Returns whole numbers as texts. */
export async function queryLocation(location: DataLocation, text: string): Promise<LocationRow[]> {
  if ('folder' in location) {
    const database = new DatabaseSync(join(location.folder, 'workloom.db'))
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    const rows = statement.all()
    database.close()
    return rows.map(row => mapValues(row, value => (typeof value === 'bigint' ? String(value) : value)))
  }
  return queryServer(location.database, text)
}

async function queryServer(url: string, text: string): Promise<LocationRow[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

/** Locks a table of a database against writes until the returned function is called. */
export async function lockTable(location: DataLocation, table: string): Promise<() => Promise<void>> {
  assert.ok('database' in location)
  const client = new pg.Client(location.database)
  await client.connect()
  await client.query(`begin; lock table "${table}" in exclusive mode`)
  return () => client.end()
}

const mapValues = (row: object, change: (value: unknown) => unknown): LocationRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]))

/** Every row of some tables, in an order independent of the engine. */
export async function allRows(location: DataLocation, tables: readonly string[]): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (const table of tables) {
    const rows = await queryLocation(location, `select * from "${table}"`)
    all.set(table, rows.map(row => JSON.stringify(row)).sort())
  }
  return all
}
