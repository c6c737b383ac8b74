/** The source and the target of a transfer in PostgreSQL, on a separate connection without the timeouts of requests. */
import pg from 'pg'
import { causeOf } from '../../lib/errors.ts'
import { migrate } from '../migrate.ts'
import { clientConfig, connectionOf, translated, withoutTimeouts } from '../postgres/connection.ts'
import { LOCKS, postgresDialect } from '../postgres/dialect.ts'
import { currentSchema, INCOMPLETE_VERSION, type TransferSchema, type TransferTable, versionOf } from './schema.ts'
import {
  rowText,
  statementsOf,
  TransferRefused,
  type TransferRow,
  type TransferSource,
  type TransferTarget,
} from './source.ts'

/** One connection, which returns rows as arrays. */
interface PostgresLink {
  client: pg.Client
  name: string
  query(text: string, values?: readonly unknown[]): Promise<TransferRow[]>
}

/** Opens a connection without a statement timeout, because counting a large table takes minutes. */
async function connect(url: string): Promise<PostgresLink> {
  const name = databaseName(url)
  const client = new pg.Client({ ...clientConfig(url), ...withoutTimeouts })
  // A lost connection fails the next statement.
  client.on('error', () => undefined)
  await client.connect().catch(error => {
    throw connectionLost(error, name)
  })
  return {
    client,
    name,
    query: async (text, values = []) => {
      const result = await client.query({ text, values: [...values], rowMode: 'array' }).catch(error => {
        throw connectionLost(error, name)
      })
      return result.rows
    },
  }
}

/** Translates the errors of an unavailable server; returns other errors unchanged. */
function connectionLost(error: unknown, name: string): unknown {
  const cause = causeOf(error) as Error
  if (translated(cause) === cause) return error
  const text = `Querying ${name} failed (${cause.message}): run the same command again when it is available.`
  return new TransferRefused(text, { cause: error })
}

/** The address of a database without user name and password, for messages. */
export function databaseName(url: string): string {
  const { host, pathname } = URL.parse(url) ?? {}
  return `the database postgres://${host ?? ''}${pathname ?? ''}`
}

/** Locks out servers until the connection ends. Throws TransferRefused when one is running. */
async function lockService({ query, name }: PostgresLink): Promise<void> {
  const [row] = await query('select pg_try_advisory_lock($1)', [LOCKS.service])
  if (row?.[0] === 1) return
  throw new TransferRefused(`Another process serves, moves or restores ${name}: stop it first.`)
}

/** Opens a snapshot of the database, which later writes do not affect; with `lock`, it also locks out servers. */
export async function openPostgresSource(url: string, lock?: 'locked'): Promise<TransferSource> {
  const link = await connect(url)
  try {
    if (lock) await lockService(link)
    await link.query('begin transaction isolation level repeatable read, read only')
    return sourceOf(link, await schemaOf(link))
  } catch (error) {
    await link.client.end()
    throw error
  }
}

/** Opens a locked database as a target, and creates the tables if it has none. */
export async function openPostgresTarget(url: string): Promise<TransferTarget> {
  const link = await connect(url)
  try {
    await lockService(link)
    if ((await schemaOf(link)).version === 0) await createSchema(link)
    // A page that a crash loses is transferred again; only `finish` must be durable.
    await link.query('set synchronous_commit = off')
    return targetOf(link, await schemaOf(link))
  } catch (error) {
    await link.client.end()
    throw error
  }
}

/** Creates the tables. */
const createSchema = ({ client, name }: PostgresLink): Promise<void> =>
  migrate(connectionOf(client), postgresDialect).catch(error => {
    throw connectionLost(error, name)
  })

async function schemaOf({ query }: PostgresLink): Promise<TransferSchema> {
  const [there] = await query(`select to_regclass('schema_versions') is not null`)
  if (there?.[0] !== 1) return { version: 0, isIncomplete: false, tables: [] }
  const versions = await query('select version from schema_versions')
  return { ...(await currentSchema()), ...versionOf(versions.map(([version]) => Number(version))) }
}

const mark = (index: number) => `$${index}`

function sourceOf({ query, client, name }: PostgresLink, schema: TransferSchema): TransferSource {
  return {
    name,
    schema,
    page: (table, after, limit) => {
      const { first, next } = statementsOf(table, mark)
      return after ? query(next, [...after, limit]) : query(first, [limit])
    },
    find: async (table, key) => (await query(statementsOf(table, mark).find, key))[0],
    count: async table => Number((await query(statementsOf(table, mark).count))[0]?.[0]),
    lastSerial: async table => {
      const [row] = await query(`select pg_sequence_last_value(${sequence})`, sequenceOf(table))
      return Number(row?.[0] ?? 0)
    },
    close: () => client.end(),
  }
}

/** The sequence of a column; `sequenceOf` returns its parameters. */
const sequence = 'pg_get_serial_sequence($1, $2)::regclass'
const sequenceOf = (table: TransferTable): string[] => [`"${table.name}"`, table.columns[table.key[0] ?? 0]?.name ?? '']

function targetOf(link: PostgresLink, schema: TransferSchema): TransferTarget {
  const { query } = link
  return {
    ...sourceOf(link, schema),
    begin: async () => void (await query('insert into schema_versions (version) values ($1)', [INCOMPLETE_VERSION])),
    lastRow: async table => (await query(statementsOf(table, mark).last))[0],
    write: async (table, rows) => {
      const { name, columns } = statementsOf(table, mark)
      const all = table.columns.map((_, index) => index)
      const values = columnArrays(
        rows.map(row => checkRow(table, row)),
        all,
      )
      await query(
        `insert into ${name} (${columns}) overriding system value select * from ${unnestOf(table, all)}`,
        values,
      )
    },
    setSelfReferences: async (table, rows) =>
      void (await query(referencesUpdate(table), columnArrays(rows, [...table.selfReferences, ...table.key]))),
    finish: async serials => {
      await query('begin')
      await query('set local synchronous_commit = on')
      for (const [table, number] of serials) {
        if (number > 0) await query(`select setval(${sequence}, $3)`, [...sequenceOf(table), number])
      }
      await query('delete from schema_versions where version = $1', [INCOMPLETE_VERSION])
      await query('commit')
      // Without statistics, the first requests would be planned for empty tables.
      await query(`analyze ${schema.tables.map(({ name }) => `"${name}"`).join(', ')}`)
    },
  }
}

/** Returns a row that PostgreSQL can store. Throws TransferRefused for any other. */
function checkRow(table: TransferTable, row: TransferRow): TransferRow {
  const invalid = row.find((value, index) => {
    if (value === null) return false
    const isText = table.columns[index]?.type === 'text'
    return isText ? typeof value !== 'string' || value.includes('\0') : !Number.isSafeInteger(value)
  })
  if (invalid === undefined) return row
  const what =
    typeof invalid === 'string' && invalid.includes('\0') ? 'the character U+0000' : `${typeof invalid} ${invalid}`
  throw new TransferRefused(
    `The row ${rowText(table, row)} cannot be copied, because it contains ${what}: change it, and run again.`,
  )
}

/** Transposes rows into an array for each of some columns. */
const columnArrays = (rows: readonly TransferRow[], indexes: readonly number[]) =>
  indexes.map(index => rows.map(row => row[index]))

/** The arrays of `columnArrays` as rows in SQL. */
function unnestOf({ columns }: TransferTable, indexes: readonly number[]): string {
  const types = { integer: 'bigint', text: 'text' }
  return `unnest(${indexes.map((index, at) => `$${at + 1}::${types[columns[index]?.type ?? 'text']}[]`).join(', ')})`
}

/** Updates only the rows that differ. */
function referencesUpdate(table: TransferTable): string {
  const quoted = (index: number) => `"${table.columns[index]?.name}"`
  const [own, key] = [table.selfReferences.map(quoted), table.key.map(quoted)]
  return `update "${table.name}" t set ${own.map(name => `${name} = x.${name}`).join(', ')}
    from ${unnestOf(table, [...table.selfReferences, ...table.key])} as x (${[...own, ...key].join(', ')})
    where ${key.map(name => `t.${name} = x.${name}`).join(' and ')}
    and (${own.map(name => `t.${name} is distinct from x.${name}`).join(' or ')})`
}
