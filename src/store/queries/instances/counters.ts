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

const putting: Statement<{ version: number }> = statement(
  param => sql<{ version: number }>`insert into shared_counters (name, version, text, until)
    values (${param('name')}, ${param('next')}, ${param('text')}, ${param('until')})
    on conflict (name) do update set version = excluded.version, text = excluded.text, until = excluded.until
    where shared_counters.version = ${param('version')} or shared_counters.until <= ${param('now')}
    returning version`,
)

const finding: Statement<CounterEntry> = statement(
  param => sql<CounterEntry>`select version, text from shared_counters where name = ${param('name')}`,
)

const MISSING: CounterEntry = { version: 0, text: '' }

/** `first` runs one statement, which may write, and resolves after its commit. */
export const tableCounterStore = (store: Pick<Reader, 'first'>, clock: Clock): CounterStore => ({
  async compareAndSwap(name, version, text, keep) {
    const now = clock()
    const until = now + Math.ceil(keep)
    const put = await store.first(putting, { name, version, next: version + 1, text, now, until })
    if (put) return null
    const found = await store.first(finding, { name })
    return found ? { ...found } : MISSING
  },
})
