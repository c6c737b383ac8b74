/** What instances share beside their work. */
import type { Flag, Moment } from './column.ts'

export interface InstanceTables {
  /** The numbers under which instances make gids, each of one instance at a time, and where those that serve are reached. */
  instances: { number: number; lease: string; leased_until: Moment; is_serving: Flag; address: string | null }
  /** Small values that instances change together: see `counters/counter_store.ts`. They may be lost. */
  /** What committed transactions have touched, for the memory of other instances: see `postgres/pulse.ts`. */
  commits: { xid: number; marks: string }
  shared_counters: { name: string; version: number; text: string; until: Moment }
}
