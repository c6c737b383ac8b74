/**
 * Seeded stores. A checkout creates its schema; the rows are inserted directly, in one transaction and with the indexes
 * built last, because a million requests would take an hour. The content has the same shape at every size. Seeded
 * folders are cached by schema and content, and deleted when unused for days.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { digest } from '../../src/lib/secret.ts'
import { type Checkout, here, serve } from '../checkout.ts'
import { sizes } from '../sizes.ts'
import { fill, type Made, type Shape } from './content.ts'

export interface Seeded extends Made {
  folder: string
  token: string
  /** A file with the gids of all tasks without a parent, as 8-byte integers, shuffled. */
  every: string
}

const TOKEN = '2/1/1:00000000000000000000000000000000'

/** The store that most rows use, with five custom fields on each task or without. */
export const usual = (fields: boolean): Shape => ({
  ...{ tasks: sizes.tasks, fields, people: 1000, projects: 200, workspaces: 1, team: 0 },
})

/** A store of a checkout, from the cache or seeded now. Rows that write take a copy. */
export async function seeded(checkout: Checkout, shape: Shape): Promise<Seeded> {
  const home = join(tmpdir(), `workloom-bench-${mark(here.root)}`)
  const version = schemaMark(checkout)
  const folder = join(home, `${version}-${mark(JSON.stringify(shape))}-${shape.tasks}`)
  const card = join(folder, 'seeded.json')
  if (!existsSync(card)) {
    tidy(home)
    const began = performance.now()
    const part = `${folder}.${process.pid}.part`
    await make(checkout, part, shape)
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.error(`seeded ${shape.tasks.toLocaleString('en')} tasks in ${seconds} s: ${folder}`)
  }
  const now = new Date()
  utimesSync(folder, now, now)
  readThrough(join(folder, 'workloom.db'))
  return { ...JSON.parse(readFileSync(card, 'utf8')), folder, every: join(folder, EVERY) }
}

const EVERY = 'every_task'

/** The system caches a file that was read, as far as memory allows: disk reads are not measured. */
function readThrough(file: string) {
  const chunk = Buffer.alloc(8 << 20)
  const open = openSync(file, 'r')
  while (readSync(open, chunk) > 0);
  closeSync(open)
}

const KEPT_MS = 3 * 24 * 60 * 60 * 1000

/** Deletes stores that were unused for days, and incomplete ones of other runs. */
function tidy(home: string) {
  mkdirSync(home, { recursive: true })
  for (const name of readdirSync(home)) {
    const maker = /\.(\d+)\.part$/.exec(name)?.[1]
    const isUsed = maker ? isRunning(Number(maker)) : statSync(join(home, name)).mtimeMs > Date.now() - KEPT_MS
    if (!isUsed) rmSync(join(home, name), { recursive: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A copy of a seeded store that may be written to, and is deleted afterwards. */
export function copyOf(store: Seeded): { store: Seeded; remove(): void } {
  const passing = mkdtempSync(join(tmpdir(), 'workloom-bench-copy-'))
  const folder = join(passing, 'data')
  cpSync(store.folder, folder, { recursive: true })
  return { store: { ...store, folder }, remove: () => rmSync(passing, { recursive: true }) }
}

const mark = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Changes with the schema of a checkout, and with the seeded content. */
function schemaMark({ root }: Checkout): string {
  const read = (folder: string, names: string[]) => names.map(name => readFileSync(join(folder, name), 'utf8'))
  const migrations = join(root, 'src', 'store', 'migrations')
  const content = ['content.ts', 'five_fields.ts', 'life.ts', 'rows.ts', 'tasks.ts']
  return mark([...read(migrations, readdirSync(migrations).sort()), ...read(import.meta.dirname, content)].join())
}

async function make(checkout: Checkout, folder: string, shape: Shape) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await (await serve(checkout, { folder })).end()
  await fillFolder(folder, shape, checkout)
}

/** Fills a folder that has the empty schema of a checkout. Returns what `seeded` returns. */
export async function fillFolder(folder: string, shape: Shape, checkout: Checkout): Promise<Seeded> {
  const database = new DatabaseSync(join(folder, 'workloom.db'), { enableForeignKeyConstraints: false })
  database.exec('pragma synchronous = off; pragma cache_size = -524288; begin')
  const indexes = database
    .prepare(`select name, sql from sqlite_master where type = 'index' and sql is not null
      and (tbl_name like 'task%' or tbl_name like 'custom_field_%')`)
    .all()
  for (const { name } of indexes) database.exec(`drop index ${name}`)
  const { made, all } = fill(database, shape, digest(TOKEN))
  for (const { sql } of indexes) database.exec(String(sql))
  await derive(database, checkout)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  const [broken] = database.prepare('pragma foreign_key_check').all()
  if (broken) throw new Error(`The seed refers to what is not there: ${JSON.stringify(broken)}`)
  database.close()
  writeFileSync(join(folder, EVERY), new Uint8Array(new Float64Array(shuffled(all)).buffer))
  writeFileSync(join(folder, 'seeded.json'), JSON.stringify({ ...made, token: TOKEN }))
  return { ...made, token: TOKEN, folder, every: join(folder, EVERY) }
}

/**
 * THE place for tables that the program derives from others: the seed inserts directly, so they are filled here, by the
 * statements of the checkout.
 */
async function derive(database: DatabaseSync, { root }: Checkout): Promise<void> {
  const isThere = database.prepare("select 1 from sqlite_master where type = 'table' and name = ?")
  if (isThere.get('search_texts')) await deriveTexts(database, root)
  if (isThere.get('name_words')) await deriveNames(database, root)
  if (!isThere.get('access_grants')) return
  const file = join(root, 'src', 'store', 'queries', 'access', 'containers.ts')
  const module = (await import(file)) as { DERIVE_ALL_GRANTS?: readonly string[]; DERIVING?: readonly string[] }
  // An older checkout exports the statements by an older name.
  for (const text of module.DERIVE_ALL_GRANTS ?? module.DERIVING ?? []) database.exec(text)
}

async function deriveTexts(database: DatabaseSync, root: string): Promise<void> {
  const { deriveAllTexts } = (await import(join(root, 'src', 'store', 'search', 'derive.ts'))) as DerivesTexts
  const { sqliteConnection } = (await import(join(root, 'src', 'store', 'sqlite.ts'))) as OpensConnections
  await deriveAllTexts(sqliteConnection(database, () => undefined))
  const unindexed = join(root, 'src', 'store', 'search', 'unindexed.ts')
  if (!existsSync(unindexed)) return
  const { createTextIndexer } = (await import(unindexed)) as IndexesTexts
  createTextIndexer(database).catchUp()
}

async function deriveNames(database: DatabaseSync, root: string): Promise<void> {
  const { deriveAllNames } = (await import(join(root, 'src', 'store', 'search', 'names.ts'))) as DerivesNames
  const { sqliteConnection } = (await import(join(root, 'src', 'store', 'sqlite.ts'))) as OpensConnections
  await deriveAllNames(sqliteConnection(database, () => undefined))
}

type DerivesNames = typeof import('../../src/store/search/names.ts')
type DerivesTexts = typeof import('../../src/store/search/derive.ts')
type IndexesTexts = typeof import('../../src/store/search/unindexed.ts')
type OpensConnections = typeof import('../../src/store/sqlite.ts')

/** The same order at each run, without a pattern that a cache could follow. */
function shuffled(gids: number[]): number[] {
  let seed = 1
  for (let last = gids.length - 1; last > 0; last--) {
    seed = (seed * 48_271) % 2_147_483_647
    const at = seed % (last + 1)
    const one = gids[at] ?? 0
    gids[at] = gids[last] ?? 0
    gids[last] = one
  }
  return gids
}
