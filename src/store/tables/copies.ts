/** What copies of the program share beside their work. */
import type { Flag, Moment } from './column.ts'

export interface CopiesTables {
  /** The numbers under which copies make gids, each of one copy at a time, and where those that serve are reached. */
  nodes: { number: number; lease: string; leased_until: Moment; is_serving: Flag; address: string | null }
  /** Small values that copies change together: see `counters/counter_store.ts`. They may be lost. */
  /** What committed transactions have touched, for the memory of other copies: see `postgres/pulse.ts`. */
  commits: { xid: number; marks: string }
  shared_counters: { name: string; version: number; text: string; until: Moment }
}
