/** Opens the counter store: Valkey or Redis where it is configured, else the shared database. */
import type { Store } from '../db.ts'
import { tableCounterStore } from '../queries/instances/counters.ts'
import { type ClosableCounterStore, openRedisCounterStore } from './redis.ts'

interface CounterLocations {
  store: Store
  redisUrl: string | undefined
}

/** Null on the embedded store, which has one instance. */
export async function openCounterStore({ store, redisUrl }: CounterLocations): Promise<ClosableCounterStore | null> {
  if (redisUrl !== undefined) return openRedisCounterStore(redisUrl)
  const { outOfBand, clock } = store
  return outOfBand && { ...tableCounterStore(outOfBand, clock), close: async () => undefined }
}
