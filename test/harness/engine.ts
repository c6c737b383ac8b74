/**
 * The engine on which tests run: the embedded one, or PostgreSQL where `WORKLOOM_TEST_DATABASE_URL` names a server on
 * which databases may be made. There every store is a database of its own, copied from one that is migrated once.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Clock } from '../../src/lib/clock.ts'
import type { Store, Telling } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'

const server = process.env.WORKLOOM_TEST_DATABASE_URL

export const isPostgres = server !== undefined

/** An empty store, which is gone when it is closed. */
export async function openStore({ clock, telling }: { clock: Clock; telling?: Telling }): Promise<Store> {
  if (server === undefined) return openSqlite({ folder: null, clock, ...(telling && { telling }) })
  const { url, drop } = await emptyDatabase(server)
  const store = await openPostgres({ url, clock, connections: 4, ...(telling && { telling }) })
  const close = async () => {
    await store.close()
    await drop()
  }
  return { ...store, close }
}

/** A database of PostgreSQL with the schema of now, and nothing in it. */
export async function emptyDatabase(at: string): Promise<{ url: string; drop(): Promise<void> }> {
  template ??= migrated(at)
  const name = `workloom_test_${randomBytes(6).toString('hex')}`
  await ask(at, `create database ${name} template ${await template}`)
  return { url: named(at, name), drop: () => ask(at, `drop database if exists ${name} with (force)`) }
}

let template: Promise<string> | undefined

/** The name of a database that is migrated, made by whoever comes first. */
async function migrated(at: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../src/store/migrations')
  const texts = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
  const name = `workloom_template_${createHash('sha1').update(texts.join()).digest('hex').slice(0, 12)}`
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    // Under another name until it is whole: who is killed in between leaves nothing that others would take for it.
    await client.query(`drop database if exists ${name}_new with (force)`)
    await client.query(`create database ${name}_new`)
    const store = await openPostgres({ url: named(at, `${name}_new`), clock: Date.now })
    await store.close()
    await client.query(`alter database ${name}_new rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

const named = (at: string, name: string) => Object.assign(new URL(at), { pathname: `/${name}` }).toString()

async function ask(at: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
