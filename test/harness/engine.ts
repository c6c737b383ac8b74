/**
 * The engine of a test run: SQLite, or PostgreSQL if `WORKLOOM_TEST_DATABASE_URL` names a server on which databases may
 * be created.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after } from 'node:test'
import type { Store } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { grantDifferences } from '../../src/store/queries/access/difference.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { dropDatabases, emptyDatabase, emptyingOfDatabase, freshDatabase } from './stores/databases.ts'
import { emptyingOf, migratedFolder } from './stores/folders.ts'
import { closePooledStores, type Lease, leaseStore, type OpenPooled } from './stores/pooled_store.ts'

const server = process.env.WORKLOOM_TEST_DATABASE_URL

export const isPostgres = server !== undefined

/** Whether this is `npm run check`. */
const isFast = process.env.WORKLOOM_TEST_FAST !== undefined

/**
 * The number of repetitions: a quarter of `count` on PostgreSQL, where each statement is a round trip and where
 * behaviour that does not depend on the engine has been tested before, and in `npm run check`, where a fault that only
 * more repetitions find is left to `npm test`.
 */
export const times = (count: number): number => (isPostgres || isFast ? Math.ceil(count / 4) : count)

// This runs after the tests of all files that share the process.
after(async () => {
  for (const close of open) await close()
  await closePooledStores()
  if (server !== undefined) await dropDatabases(server)
})

/** An empty store, which returns to the pool when it is closed. */
export async function openStore({ clock, capture }: Lease): Promise<Store> {
  return checkGrantsOnClose(await leaseStore(openPooled, { clock, ...(capture && { capture }) }))
}

const openPooled: OpenPooled = async tenant => {
  if (server === undefined) {
    const folder = await migratedFolder()
    return {
      store: await openSqlite({ folder, ephemeral: true, ...tenant }),
      emptying: emptyingOf(folder),
    }
  }
  const url = await freshDatabase(server)
  // Some tests hold 15 writes at once. Each connection is opened when the others are in use.
  const store = await openPostgres({ url, connections: 20, serving: true, ...tenant })
  return { store, emptying: await emptyingOfDatabase(url) }
}

/** Closes the open stores. */
const open = new Set<() => Promise<void>>()

/** Throws if access grants differ from the derived ones. */
export async function assertGrantsMatch({ read }: Pick<Store, 'read'>): Promise<void> {
  assert.deepEqual(await grantDifferences(read), [], 'access grants differ from what they are derived from')
}

/** Asserts that access grants equal the derived ones when the store is closed. */
function checkGrantsOnClose(store: Store): Store {
  let closed: Promise<void> | undefined
  // A test may break the functions by which it reads.
  const read = { ...store.read }
  const close = () => {
    open.delete(close)
    closed ??= assertGrantsMatch({ read }).finally(store.close)
    return closed
  }
  open.add(close)
  return { ...store, close }
}

/** Opens one location repeatedly, which is empty at first: as a server does, or as a command next to it. */
export async function reopenableStore(): Promise<(serving?: 'serving') => Promise<Store>> {
  if (server !== undefined) {
    const { url, drop } = await emptyDatabase(server)
    after(drop)
    return serving => openPostgres({ url, serving: serving !== undefined })
  }
  const folder = await migratedFolder()
  after(() => rmSync(folder, { recursive: true }))
  return serving => openSqlite({ folder, clock: Date.now, exclusive: serving !== undefined })
}
