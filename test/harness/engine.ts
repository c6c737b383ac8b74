/**
 * The engine on which tests run: the embedded one, or PostgreSQL where `WORKLOOM_TEST_DATABASE_URL` names a server on
 * which databases may be made. There every store is a database of its own, copied from one that is migrated once.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  if (server === undefined) {
    return openSqlite({ folder: await migratedFolder(), passing: true, clock, ...(telling && { telling }) })
  }
  const { url, drop } = await emptyDatabase(server)
  const store = await openPostgres({ url, clock, connections: 20, ...(telling && { telling }) })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= store.close().then(drop)
    return closed
  }
  return { ...store, close }
}

let migratedFile: Promise<Buffer> | undefined

/** A folder with the schema of now, and nothing in it: bringing a new one up to date takes longer than most tests. */
async function migratedFolder(): Promise<string> {
  migratedFile ??= migrateFile()
  const folder = mkdtempSync(join(tmpdir(), 'workloom-test-'))
  writeFileSync(join(folder, 'workloom.db'), await migratedFile)
  return folder
}

async function migrateFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-test-'))
  await (await openSqlite({ folder, clock: Date.now })).close()
  const file = readFileSync(join(folder, 'workloom.db'))
  rmSync(folder, { recursive: true })
  return file
}

/** Databases that are empty again: emptying one takes a fifth of what making one takes. */
const free: string[] = []
const made = new Set<string>()

process.once('beforeExit', async () => {
  if (server) for (const url of made) await ask(server, `drop database if exists ${nameOf(url)} with (force)`)
})

/** A database of PostgreSQL with the schema of now, and nothing in it. */
export async function emptyDatabase(at: string): Promise<{ url: string; drop(): Promise<void> }> {
  const url = free.pop() ?? (await freshDatabase(at))
  return {
    url,
    async drop() {
      await ask(url, await emptying(url))
      free.push(url)
    },
  }
}

async function freshDatabase(at: string): Promise<string> {
  template ??= migrated(at)
  const name = `workloom_test_${randomBytes(6).toString('hex')}`
  await ask(at, `create database ${name} template ${await template}`)
  made.add(named(at, name))
  return named(at, name)
}

let emptied: Promise<string> | undefined

/** Statements that leave the schema alone: what names others goes before them, because it was made after them. */
function emptying(url: string): Promise<string> {
  emptied ??= ask(
    url,
    `select string_agg(format('delete from %I', relname), '; ' order by oid desc) as text from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_versions'`,
  ).then(rows => `${rows[0]?.text}; truncate changes, audit_log_events restart identity`)
  return emptied
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

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const named = (at: string, name: string) => Object.assign(new URL(at), { pathname: `/${name}` }).toString()

async function ask(at: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
