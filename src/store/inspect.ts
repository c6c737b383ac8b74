/**
 * Read-only inspection of a store, also of one with another schema version, of an incomplete one, and while a server uses it.
 *
 * Invariants: nothing in the store changes, and no other process waits.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { Connection, Reader } from './db.ts'
import { NoStore } from './migrate.ts'
import { clientConfig, connectionOf } from './postgres/connection.ts'
import { postgresEngine } from './postgres.ts'
import { builderFor, readerOf } from './reader.ts'
import { isFolderLocked, sqliteReader } from './sqlite.ts'
import { versionOf } from './transfer/schema.ts'
import { findDamage } from './transfer/sqlite.ts'

/** Figures that a database server reports about itself. */
export interface ServerFigures {
  version: string
  /** As a number: 150004 is 15.4. */
  versionNumber: number
  /** Open client connections, and the maximum for ordinary users. */
  connections: number
  maxConnections: number
  /** The time of the database, in milliseconds since the Unix epoch. */
  now: number
}

export interface StoreInspection {
  read: Reader
  /** The last version of the schema; 0 where there is none. */
  version: number
  /** Whether a transfer into the store began and did not finish. */
  isIncomplete: boolean
  /** Bytes of the file; null for a database. */
  bytes: number | null
  /** The first integrity error of the file, by reading all of it. Undefined for a sound file and for a database. */
  integrityError(): string | undefined
  /** Null for a folder. */
  server: (() => Promise<ServerFigures>) | null
  close(): Promise<void>
}

/** Throws NoStore. */
export async function inspectFolder(folder: string): Promise<StoreInspection> {
  const file = join(folder, 'workloom.db')
  if (!existsSync(file)) throw new NoStore()
  const database = new DatabaseSync(addressOf(folder, file), { readOnly: true })
  try {
    database.exec('pragma busy_timeout = 5000')
    const { connection, ...read } = sqliteReader(database)
    return {
      ...{ read, bytes: statSync(file).size, server: null, ...(await versionIn(connection)) },
      integrityError: () => findDamage(database),
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Without a write-ahead log and another user, the file is opened as immutable, which creates no further files. */
function addressOf(folder: string, file: string): URL {
  const url = pathToFileURL(file)
  if (!existsSync(`${file}-wal`) && !isFolderLocked(folder)) url.searchParams.set('immutable', '1')
  return url
}

/** Throws NoStore. */
export async function inspectDatabase(url: string): Promise<StoreInspection> {
  const client = new pg.Client(clientConfig(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('set default_transaction_read_only = on')
    const connection = connectionOf(client)
    const read = readerOf(builderFor(postgresEngine, connection), connection)
    const there = await connection.first(`select to_regclass('schema_versions') is not null as is_there`, [])
    if ((there as { is_there: number }).is_there !== 1) throw new NoStore()
    return {
      ...{ read, bytes: null, integrityError: () => undefined, ...(await versionIn(connection)) },
      server: async () => (await connection.first(FIGURES, [])) as ServerFigures,
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

const FIGURES = `select current_setting('server_version') as version,
  current_setting('server_version_num')::bigint as "versionNumber",
  (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint as "maxConnections",
  (extract(epoch from clock_timestamp()) * 1000)::bigint as now`

async function versionIn(connection: Connection): Promise<Pick<StoreInspection, 'version' | 'isIncomplete'>> {
  const rows = (await connection.all('select version from schema_versions', [])) as { version: number }[]
  return versionOf(rows.map(({ version }) => Number(version)))
}
