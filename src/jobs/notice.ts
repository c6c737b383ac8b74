/**
 * Finds out which webhooks have something to tell, so that whoever writes need not. It remembers the last change that it
 * has looked at; what it has seen is scheduled in the same transaction in which it remembers that.
 */
import type { Clock } from '../lib/clock.ts'
import { type Filter, passes } from '../resources/platform/rules/webhook_filters.ts'
import { insert, updated } from '../store/change.ts'
import type { Reader, Store } from '../store/db.ts'
import { lastChange } from '../store/queries/events/streams.ts'
import { scheduleAll } from '../store/queries/jobs/queue.ts'
import { type Heard, heardBetween, listeningAt, slowestCursor } from '../store/queries/jobs/webhooks.ts'
import { settingOf } from '../store/queries/settings.ts'
import type { Kind } from './worker.ts'

const SETTING = 'noticed_change'
/** So many changes are looked at in one transaction. */
const STEP = 1000
/** How often it looks by itself, should it have missed a call; in milliseconds. */
const EVERY = 60_000

export function notice({ store, clock }: { store: Store; clock: Clock }): Kind {
  return {
    every: EVERY,
    async isWoken(reader) {
      const [since, last] = await Promise.all([noticed(reader), lastChange(reader)])
      return since !== undefined && since < last
    },
    async run() {
      const last = await lastChange(store.read)
      let since = await noticed(store.read)
      while (since !== undefined && since < last) {
        const until: number = Math.min(since + STEP, last)
        const due = await telling(store.read, since + 1, until, clock())
        await store.write(async tx => {
          await scheduleAll(tx, 'deliver', due, tx.now)
          const set = { value: String(until) }
          if ((await updated(tx, 'settings', { name: SETTING }, set)) === 0)
            await insert(tx, 'settings', { name: SETTING, ...set })
        })
        since = until
      }
      return undefined
    },
  }
}

/** The change up to which everything has been noticed; undefined when nobody wants to be told of any. */
async function noticed(reader: Reader): Promise<number | undefined> {
  const slowest = await slowestCursor(reader)
  return slowest === undefined ? undefined : Math.max(slowest, Number((await settingOf(reader, SETTING)) ?? 0))
}

/** The webhooks that have something to tell of these changes. */
async function telling(reader: Reader, first: number, last: number, now: number): Promise<number[]> {
  const streams = new Map<number, Heard[]>()
  for (const { stream, ...heard } of await heardBetween(reader, first, last)) {
    streams.set(stream, [...(streams.get(stream) ?? []), heard])
  }
  if (streams.size === 0) return []
  const found: number[] = []
  for (const { gid, resource, filters } of await listeningAt(reader, [...streams.keys()], now)) {
    const wanted = JSON.parse(filters) as Filter[]
    if (streams.get(resource)?.some(heard => passes(wanted, heard))) found.push(gid)
  }
  return found
}
