/**
 * A pool of stores that tests lease one after the other, so that prepared statements are reused.
 *
 * Invariants:
 * - A test sees an empty store, as if it had one of its own.
 * - A store that is returned has nothing in flight, and nothing of the old lease runs later.
 */
import type { Clock } from '../../../src/lib/clock.ts'
import { EVERYTHING } from '../../../src/store/cache/memory_cache.ts'
import type { ChangeCapture, Reader, Store, Writer } from '../../../src/store/db.ts'
import { noCapture } from '../../../src/store/write_queue.ts'

export interface Lease {
  clock: Clock
  capture?: ChangeCapture
}

/** The statements that delete all rows, in one transaction. */
export type Emptying = (connection: Writer['connection']) => Promise<readonly string[]>

/**
 * The query for the names of the tables that have rows, a few of more than a hundred: also deleting nothing takes time.
 */
export const questionOf = (tables: readonly string[]): string =>
  tables.map(name => `select '${name}' as name where exists (select 1 from "${name}")`).join(' union all ')

/** Opens a store for the pool. */
export type OpenPooled = (tenant: Required<Lease>) => Promise<{ store: Store; emptying: Emptying }>

/** The number of leases of one store: deleted rows slow down later tests. */
const MAX_LEASES = 100

/** Empty stores, and all stores of the pool. */
const free: ((tenant: Lease) => Store)[] = []
const pooledStores: Store[] = []
let isOver = false

/** An empty store, which returns to the pool when it is closed. */
export async function leaseStore(openPooled: OpenPooled, tenant: Lease): Promise<Store> {
  const lease = free.pop() ?? (await createPooledStore(openPooled))
  return lease(tenant)
}

/** The next leases get stores that no test has used: their files have no free pages. */
export const forgetUsedStores = (): void => void free.splice(0)

/** Closes all stores; one that is returned later is ignored. */
export async function closePooledStores(): Promise<void> {
  isOver = true
  for (const store of pooledStores) await store.close()
}

async function createPooledStore(openPooled: OpenPooled): Promise<(tenant: Lease) => Store> {
  let now: Lease = { clock: () => 0 }
  const capture: ChangeCapture = {
    captures: (table, columns) => (now.capture ?? noCapture).captures(table, columns),
    beforeCommit: tx => (now.capture ?? noCapture).beforeCommit(tx),
  }
  const { store, emptying } = await openPooled({ clock: () => now.clock(), capture })
  pooledStores.push(store)
  let tenants = 0
  const giveBack = async () => {
    if (isOver) return
    if (tenants === MAX_LEASES) return store.close()
    await store.write(async tx => {
      for (const statement of await emptying(tx.connection)) await tx.connection.execute(statement, [])
      tx.invalidations.add(EVERYTHING)
    })
    free.push(lease)
  }
  const lease = (tenant: Lease) => {
    now = tenant
    tenants++
    return leasedView(store, giveBack)
  }
  return lease
}

/** The store as one test sees it. */
function leasedView(store: Store, giveBack: () => Promise<void>): Store {
  const inFlight = new Set<Promise<unknown>>()
  const unsubscribes: (() => void)[] = []
  let closed: Promise<void> | undefined
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(new Error('The store is closed.'))
    const working = work()
    inFlight.add(working)
    const end = () => void inFlight.delete(working)
    working.then(end, end)
    return working
  }
  const settled = async () => {
    for (const end of unsubscribes) end()
    while (inFlight.size > 0) await Promise.allSettled(inFlight)
  }
  const tracked = (reader: Reader): Reader => ({
    ...reader,
    all: (statement, values) => run(() => reader.all(statement, values)),
    first: (statement, values) => run(() => reader.first(statement, values)),
  })
  const { outOfBand } = store
  return {
    ...store,
    ...{ read: tracked(store.read), batched: tracked(store.batched) },
    outOfBand: outOfBand && { first: (statement, values) => run(() => outOfBand.first(statement, values)) },
    write: (work, by, confirm) => run(() => store.write(work, by, confirm)),
    listen(listener) {
      const end = store.listen(listener)
      unsubscribes.push(end)
      return end
    },
    close() {
      closed ??= settled().then(giveBack)
      return closed
    },
  }
}
