/**
 * A store whose engine can be replaced while the program uses it.
 *
 * Invariants:
 * - a request that began before an exchange writes to no later engine: it fails instead;
 * - listeners stay subscribed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../lib/clock.ts'
import { serviceUnavailable } from '../../lib/errors.ts'
import type { Reader, Store } from '../../store/db.ts'
import type { SqliteStore } from '../../store/sqlite.ts'

export interface ExchangeableStore extends Store {
  /** The engine that is in use. */
  readonly engine: SqliteStore
  /** Replaces the engine, and returns the former one, which the caller must close. */
  exchange(engine: SqliteStore): SqliteStore
  /** Runs a request, which belongs to the present engine with everything that it starts. */
  during<T>(request: () => T): T
}

/** `onWrite` is called at the beginning of each write of a request, when the time of the write has been read. */
export function exchangeable(first: SqliteStore, clock: Clock, onWrite: () => void): ExchangeableStore {
  let engine = first
  const owner = new AsyncLocalStorage<SqliteStore>()
  const listeners = movingListeners()
  const current = (): SqliteStore => {
    const own = owner.getStore()
    if (own && own !== engine) throw serviceUnavailable(new Error('The world was reset during the request.'))
    return engine
  }
  const read = readerOf(() => engine, current)
  return {
    ...{ read, batched: read, clock, outOfBand: null, instanceCount: () => 1 },
    get engine() {
      return engine
    },
    announce: address => engine.announce(address),
    async write(work, by, confirm) {
      const isRequest = by !== undefined && by.user !== null
      const ticking: typeof work = tx => {
        if (isRequest) onWrite()
        return work(tx)
      }
      return current().write(ticking, by, confirm)
    },
    snapshot: async work => current().snapshot(work),
    listen: listener => listeners.add(engine, listener),
    close: () => engine.close(),
    exchange(next) {
      const former = engine
      engine = next
      listeners.moveTo(next)
      return former
    },
    during: request => owner.run(engine, request),
  }
}

/** `current` returns the engine for the caller, or throws. */
const readerOf = (engine: () => SqliteStore, current: () => SqliteStore): Reader => ({
  get db() {
    return engine().read.db
  },
  get cache() {
    return engine().read.cache
  },
  all: async (statement, values) => current().read.all(statement, values),
  tuples: async (statement, values) => current().read.tuples(statement, values),
  first: async (statement, values) => current().read.first(statement, values),
})

/** Listeners that stay when the store to which they listen is replaced. */
function movingListeners() {
  const stops = new Map<() => void, () => void>()
  return {
    add(store: Store, listener: () => void) {
      stops.set(listener, store.listen(listener))
      return () => {
        stops.get(listener)?.()
        stops.delete(listener)
      }
    },
    moveTo(store: Store) {
      for (const [listener, stop] of stops) {
        stop()
        stops.set(listener, store.listen(listener))
      }
    },
  }
}
