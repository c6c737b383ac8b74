/** Databases of the tests: each is a copy of a migrated template, and is reused once it is emptied. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../../../src/store/postgres.ts'
import { type Emptying, questionOf } from './pooled_store.ts'

const free: string[] = []
const made = new Set<string>()

/** The sessions that empty databases. */
const deleting: pg.Client[] = []

/** Drops the databases of this process. */
export async function dropDatabases(at: string): Promise<void> {
  for (const client of deleting) await client.end()
  for (const url of made) await queryOnce(at, `drop database if exists ${nameOf(url)} with (force)`)
}

/** A database of PostgreSQL with the current schema and no rows. */
export async function emptyDatabase(at: string): Promise<{ url: string; drop(): Promise<void> }> {
  const url = free.pop() ?? (await freshDatabase(at))
  return {
    url,
    async drop() {
      await empty(url)
      free.push(url)
    },
  }
}

export async function freshDatabase(at: string): Promise<string> {
  template ??= createTemplate(at)
  const name = `workloom_test_${randomBytes(6).toString('hex')}`
  await queryOnce(at, `create database ${name} template ${await template}`)
  made.add(urlOf(at, name))
  return urlOf(at, name)
}

interface InstalledSchema {
  /** Each comes before the tables that it references. */
  readonly tables: readonly string[]
  readonly sequences: readonly string[]
}

let schema: Promise<InstalledSchema> | undefined

/** The schema of every installation. A table references only tables that were created before it. */
function schemaOf(url: string): Promise<InstalledSchema> {
  schema ??= queryOnce(
    url,
    `select relname as name, relkind = 'r' as is_table from pg_class where relkind in ('r', 'S')
      and relnamespace = 'public'::regnamespace and relname <> 'schema_versions' order by oid desc`,
  ).then(rows => {
    const named = (isTable: boolean) =>
      rows.filter(({ is_table }) => is_table === isTable).map(({ name }) => String(name))
    return { tables: named(true), sequences: named(false) }
  })
  return schema
}

/**
 * Checking references takes most of the time of a deletion. Superusers can omit it. A session that changes this plans all its
 * statements again, so deletions have one of their own.
 */
const OMIT_REFERENCES = `select set_config('session_replication_role', 'replica', false)
  where (select usesuper from pg_user where usename = current_user)`

const resetOf = (sequences: readonly string[]) =>
  `select ${sequences.map(name => `setval('${name}', 1, false)`).join(', ')}`

/** Returns a function that deletes all rows of a database, and returns the statement that resets its sequences. */
export async function emptyingOfDatabase(url: string): Promise<Emptying> {
  const { tables, sequences } = await schemaOf(url)
  const question = questionOf(tables)
  const reset = resetOf(sequences)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  deleting.push(client)
  await client.query(OMIT_REFERENCES)
  return async () => {
    const { rows } = await client.query<{ name: string }>({ name: 'filled', text: question })
    const found = new Set(rows.map(({ name }) => name))
    const deletions = tables.filter(name => found.has(name)).map(name => `delete from "${name}"`)
    await client.query(deletions.join('; '))
    return [reset]
  }
}

/** Deletes all rows of a database without sessions. */
async function empty(url: string): Promise<void> {
  const { tables, sequences } = await schemaOf(url)
  await queryOnce(url, `${tables.map(name => `delete from "${name}"`).join('; ')}; ${resetOf(sequences)}`)
}

let template: Promise<string> | undefined

/** Returns the name of the migrated template database; the first caller creates it. */
async function createTemplate(at: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../../src/store/migrations')
  const texts = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
  const name = `workloom_template_${createHash('sha1').update(texts.join()).digest('hex').slice(0, 12)}`
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    // It has another name until it is complete: a process that is killed leaves nothing that others would mistake for
    // it.
    await client.query(`drop database if exists ${name}_new with (force)`)
    await client.query(`create database ${name}_new`)
    const store = await openPostgres({ url: urlOf(at, `${name}_new`), clock: Date.now })
    await store.close()
    await client.query(`alter database ${name}_new rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const urlOf = (at: string, name: string) => Object.assign(new URL(at), { pathname: `/${name}` }).toString()

async function queryOnce(at: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
