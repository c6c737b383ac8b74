/** Databases of the tests: each is a copy of a migrated template, and is reused once it is emptied. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../../../src/store/postgres.ts'

const free: string[] = []
const made = new Set<string>()

/** Drops the databases of this process. */
export async function dropDatabases(at: string): Promise<void> {
  for (const url of made) await queryOnce(at, `drop database if exists ${nameOf(url)} with (force)`)
}

/** A database of PostgreSQL with the current schema and no rows. */
export async function emptyDatabase(at: string): Promise<{ url: string; drop(): Promise<void> }> {
  const url = free.pop() ?? (await freshDatabase(at))
  return {
    url,
    async drop() {
      await queryOnce(url, (await schemaOf(url)).truncateStatement)
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

export interface InstalledSchema {
  tables: string[]
  /** A statement that deletes all rows and resets all sequences. */
  truncateStatement: string
}

let schema: Promise<InstalledSchema> | undefined

/**
 * The schema of every installation. A table is emptied before the tables that it references, which were created before
 * it.
 */
export function schemaOf(url: string): Promise<InstalledSchema> {
  schema ??= queryOnce(
    url,
    `select relname as name, relkind = 'r' as "isTable" from pg_class where relkind in ('r', 'S')
      and relnamespace = 'public'::regnamespace and relname <> 'schema_versions' order by oid desc`,
  ).then(rows => ({
    tables: rows.filter(({ isTable }) => isTable).map(({ name }) => String(name)),
    truncateStatement: `do $$ begin ${rows.map(emptyTable).join(' ')} end $$`,
  }))
  return schema
}

const emptyTable = ({ name, isTable }: Record<string, unknown>) =>
  isTable ? `delete from "${name}";` : `perform setval('${name}', 1, false);`

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
