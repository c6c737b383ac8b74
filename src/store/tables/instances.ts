/** Coordination of instances: node ids, cache invalidations, shared counters. */
import type { Flag, Moment } from './column.ts'

export interface InstanceTables {
  /**
   * The node ids with which instances create gids, each leased to one instance, and the addresses of serving
   * instances.
   */
  instances: { number: number; lease: string; leased_until: Moment; is_serving: Flag; address: string | null }
  /**
   * The invalidations of committed transactions, for the memory caches of other instances: see
   * `postgres/cache_sync.ts`.
   */
  commits: { xid: number; invalidations: string }
  /** Small values that all instances update: see `counters/counter_store.ts`. They may be lost. */
  shared_counters: { name: string; version: number; text: string; expires_at: Moment }
}
