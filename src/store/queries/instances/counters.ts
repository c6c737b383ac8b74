/**
 * The counter store in the database.
 * Invariants:
 * - a compare-and-swap is one statement, and so one transaction;
 * - an expired value counts as missing, whether or not it has been deleted.
 */
import { sql } from 'kysely'
import type { Clock } from '../../../lib/clock.ts'
import type { CounterEntry, CounterStore } from '../../counters/counter_store.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const swap: Statement<{ version: number }> = statement(
  param => sql<{ version: number }>`insert into shared_counters (name, version, text, expires_at)
    values (${param('name')}, ${param('next')}, ${param('text')}, ${param('expires_at')})
    on conflict (name) do update set version = excluded.version, text = excluded.text, expires_at = excluded.expires_at
    where shared_counters.version = ${param('version')} or shared_counters.expires_at <= ${param('now')}
    returning version`,
)

const entry: Statement<CounterEntry> = statement(
  param => sql<CounterEntry>`select version, text from shared_counters where name = ${param('name')}`,
)

const MISSING: CounterEntry = { version: 0, text: '' }

/** `first` runs one statement, which may write, and resolves after its commit. */
export const tableCounterStore = (store: Pick<Reader, 'first'>, clock: Clock): CounterStore => ({
  async compareAndSwap(name, version, text, ttlMs) {
    const now = clock()
    const expires_at = now + Math.ceil(ttlMs)
    const swapped = await store.first(swap, { name, version, next: version + 1, text, now, expires_at })
    if (swapped) return null
    const found = await store.first(entry, { name })
    return found ? { ...found } : MISSING
  },
})
