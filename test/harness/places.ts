/** Places between which an installation is copied, and what is in them, read past the program. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Place } from '../../src/store/copy/places.ts'
import { emptyDatabase } from './engine.ts'
import { folderFor, type Scope } from './program.ts'

export type Kind = 'folder' | 'database'

const server = process.env.WORKLOOM_TEST_DATABASE_URL

/** Why a test that needs a database is passed over; false when there is one. */
export const noDatabase = server === undefined && 'needs PostgreSQL: WORKLOOM_TEST_DATABASE_URL names a server'

/** The kinds of places that can be had here. */
export const kinds: readonly Kind[] = server === undefined ? ['folder'] : ['folder', 'database']

/** An empty place, which is gone after the test. */
export async function placeFor(t: Scope, kind: Kind): Promise<Place> {
  if (kind === 'folder') return { folder: join(folderFor(t), 'data') }
  const { url, drop } = await emptyDatabase(server ?? '')
  t.after(drop)
  return { database: url }
}

/** As the command line takes it. */
export const written = (place: Place): string => ('folder' in place ? place.folder : place.database)

type Row = Record<string, unknown>

/** Asks the database of a place, past the program. Answers whole numbers as texts. */
export async function ask(place: Place, text: string): Promise<Row[]> {
  if ('folder' in place) {
    const database = new DatabaseSync(join(place.folder, 'workloom.db'))
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    const rows = statement.all()
    database.close()
    return rows.map(row => mapped(row, value => (typeof value === 'bigint' ? String(value) : value)))
  }
  const client = new pg.Client(place.database)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

const mapped = (row: object, change: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]))

/** Every row of some tables, in no order of an engine. */
export async function everything(place: Place, tables: readonly string[]): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (const table of tables) {
    const rows = await ask(place, `select * from "${table}"`)
    all.set(table, rows.map(row => JSON.stringify(row)).sort())
  }
  return all
}
