/**
 * Seeded stores. The program makes the schema; the rows are written past it, in one transaction and with the indexes
 * built last, because a million requests would take an hour. Whatever size, the content has the same shape: only the
 * number of tasks grows. Seeded folders are kept until the schema, or this file, changes.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { digest } from '../src/lib/secret.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { fill } from './content.ts'

/** What the rows of the bench need to know of a seeded store. */
export interface Seeded {
  folder: string
  token: string
  /** A quarter of all tasks are in the one section of this project. */
  large: number
  /** A project of exactly 100 tasks. */
  hundred: number
  /** Tasks from all over the store. */
  tasks: number[]
}

const TOKEN = '2/1/1:00000000000000000000000000000000'

/** A store with so many tasks, from the cache or made now. */
export async function seeded(size: number): Promise<Seeded> {
  const home = join(tmpdir(), `workloom-bench-${mark(import.meta.dirname)}`)
  const version = schemaMark()
  const folder = join(home, `${version}-${size}`)
  const card = join(folder, 'seeded.json')
  if (!existsSync(card)) {
    mkdirSync(home, { recursive: true })
    for (const name of readdirSync(home)) {
      if (!name.startsWith(version) || name.endsWith('.part')) rmSync(join(home, name), { recursive: true })
    }
    const began = performance.now()
    await make(`${folder}.part`, size)
    renameSync(`${folder}.part`, folder)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.error(`seeded ${size.toLocaleString('en')} tasks in ${seconds} s: ${folder}`)
  }
  return { ...JSON.parse(readFileSync(card, 'utf8')), folder }
}

const mark = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Changes with the schema and with what is seeded. */
function schemaMark(): string {
  const migrations = join(import.meta.dirname, '..', 'src', 'store', 'migrations')
  const texts = readdirSync(migrations).map(name => readFileSync(join(migrations, name), 'utf8'))
  return mark([...texts, readFileSync(join(import.meta.dirname, 'content.ts'), 'utf8')].join())
}

async function make(folder: string, size: number) {
  const store = await openSqlite({ folder, clock: () => Date.now() })
  await store.close()
  const database = new DatabaseSync(join(folder, 'workloom.db'), { enableForeignKeyConstraints: false })
  database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
  const indexes = database
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name like 'task%'")
    .all()
  for (const { name } of indexes) database.exec(`drop index ${name}`)
  const made = fill(database, size, digest(TOKEN))
  for (const { sql } of indexes) database.exec(String(sql))
  database.exec('commit; pragma wal_checkpoint(truncate)')
  const [broken] = database.prepare('pragma foreign_key_check').all()
  if (broken) throw new Error(`The seed refers to what is not there: ${JSON.stringify(broken)}`)
  database.close()
  writeFileSync(join(folder, 'seeded.json'), JSON.stringify({ ...made, token: TOKEN }))
}
