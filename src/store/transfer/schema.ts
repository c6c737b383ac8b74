/**
 * The tables to transfer, from the catalog of SQLite. Both engines run the same migrations, so the catalog of an empty
 * database in memory describes PostgreSQL too.
 * Invariant: a table comes after those that it refers to, so that rows can be written in this order.
 */
import { DatabaseSync } from 'node:sqlite'
import { sqliteDialect } from '../dialect.ts'
import { migrate, NewerSchema } from '../migrate.ts'
import { sqliteConnection } from '../sqlite.ts'

export interface TransferColumn {
  name: string
  type: 'integer' | 'text'
}

export interface TransferTable {
  name: string
  columns: readonly TransferColumn[]
  /** The indexes of the columns of the primary key, in the order of the key. */
  key: readonly number[]
  /** The indexes of the columns that refer to rows of the same table. */
  selfReferences: readonly number[]
  /** Whether the key is a sequence that never returns a number twice. */
  isSerial: boolean
}

export interface TransferSchema {
  /** The last migration; 0 for a database without any. */
  version: number
  /** Whether a transfer into it began and did not finish. */
  isIncomplete: boolean
  tables: readonly TransferTable[]
}

/** The rows of these tables are useless after the next start. */
export const EPHEMERAL_TABLES = ['shared_counters', 'instances', 'commits']

/**
 * Marks a target as incomplete, in the versions of its schema. No program knows this version, so every program refuses to
 * open the target as a store.
 */
export const INCOMPLETE_VERSION = 1_000_000

/** Whether a store was refused because a transfer into it began and did not finish. */
export const isIncompleteTransfer = (error: unknown): boolean =>
  error instanceof NewerSchema && error.message === String(INCOMPLETE_VERSION)

/** The tables of the manifest: in a backup, and in no store. */
const MANIFEST_TABLES = ['backup', 'backup_tables']

/** The schema of this program. */
export const currentSchema = (): Promise<TransferSchema> => withSchema(undefined, schemaOf)

/** Runs `work` on an empty database with the schema of a version; undefined is that of this program. */
async function withSchema<T>(version: number | undefined, work: (database: DatabaseSync) => T): Promise<T> {
  const database = new DatabaseSync(':memory:')
  try {
    await migrate(
      sqliteConnection(database, () => {}),
      sqliteDialect,
      undefined,
      version,
    )
    return work(database)
  } finally {
    database.close()
  }
}

/** A declaration of a schema. */
export interface SchemaPart {
  type: 'table' | 'index' | 'trigger' | 'view'
  name: string
  sql: string
}

/**
 * The declarations of a database that neither the migrations of its version nor the manifest created. A foreign trigger or
 * view would change later writes and reads.
 */
export async function foreignParts(database: DatabaseSync): Promise<SchemaPart[]> {
  const own = new Set((await withSchema(schemaOf(database).version, partsOf)).map(keyOf))
  return partsOf(database).filter(
    part => !own.has(keyOf(part)) && !(part.type === 'table' && MANIFEST_TABLES.includes(part.name)),
  )
}

const keyOf = ({ type, name, sql }: SchemaPart) => JSON.stringify([type, name, sql])

function partsOf(database: DatabaseSync): SchemaPart[] {
  const parts = database.prepare(
    `select type, name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'`,
  )
  return parts.all() as unknown as SchemaPart[]
}

/** Reads the schema of a database. Throws the error of SQLite when the file is not a database. */
export function schemaOf(database: DatabaseSync): TransferSchema {
  // The index of words is derived from the rows of a table.
  const named = database.prepare(
    `select s.name, s.sql from sqlite_schema s join pragma_table_list l on l.schema = 'main' and l.name = s.name
      where l.type = 'table' and s.name not like 'sqlite_%' order by s.rowid`,
  )
  const found = named.all().map(row => ({ name: String(row.name), text: String(row.sql) }))
  if (!found.some(({ name }) => name === 'schema_versions')) return EMPTY
  const versions = database
    .prepare('select version from schema_versions')
    .all()
    .map(({ version }) => Number(version))
  const internal = [...EPHEMERAL_TABLES, ...MANIFEST_TABLES, 'schema_versions', 'unindexed_texts']
  const transferred = found.filter(({ name }) => !internal.includes(name))
  const tables = transferred.map(({ name, text }) => describeTable(database, name, /\bautoincrement\b/i.test(text)))
  return { ...versionOf(versions), tables: inOrder(tables) }
}

const EMPTY: TransferSchema = { version: 0, isIncomplete: false, tables: [] }

/** Interprets the versions in a store. */
export const versionOf = (versions: number[]): Pick<TransferSchema, 'version' | 'isIncomplete'> => ({
  version: Math.max(0, ...versions.filter(version => version !== INCOMPLETE_VERSION)),
  isIncomplete: versions.includes(INCOMPLETE_VERSION),
})

interface TableDescription {
  table: TransferTable
  refersTo: string[]
}

function describeTable(database: DatabaseSync, name: string, isSerial: boolean): TableDescription {
  const columns = database.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(name)
  const references = database.prepare('select "from", "table" from pragma_foreign_key_list(?)').all(name)
  const indexOf = (column: unknown) => columns.findIndex(other => other.name === column)
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    table: {
      name,
      columns: columns.map(column => ({
        name: String(column.name),
        type: String(column.type).toLowerCase() === 'text' ? 'text' : 'integer',
      })),
      key: key.map(column => indexOf(column.name)),
      selfReferences: references.filter(link => link.table === name).map(link => indexOf(link.from)),
      isSerial,
    },
    refersTo: references.map(link => String(link.table)).filter(other => other !== name),
  }
}

/** Sorts tables after those that they refer to, otherwise in the order of the migrations. */
function inOrder(described: TableDescription[]): TransferTable[] {
  const placed = new Set<string>()
  const ordered: TransferTable[] = []
  let waiting = described
  while (waiting.length > 0) {
    const next = waiting.find(({ refersTo }) => refersTo.every(name => placed.has(name)))
    if (!next) throw new Error('Tables refer to each other in a circle.')
    waiting = waiting.filter(one => one !== next)
    placed.add(next.table.name)
    ordered.push(next.table)
  }
  return ordered
}
