/**
 * Finds out which webhooks have something to tell, so that whoever writes need not. It remembers the last change of each
 * workspace that it has looked at; what it has seen is scheduled in the same transaction in which it remembers that.
 */
import type { Clock } from '../lib/clock.ts'
import { type Filter, passes } from '../resources/platform/rules/webhook_filters.ts'
import type { Reader, Store } from '../store/db.ts'
import { keepSetting } from '../store/keep.ts'
import { scheduleAll } from '../store/queries/jobs/queue.ts'
import { type Heard, heardIn, listeningAt, stepBehind, unnoticed } from '../store/queries/jobs/webhooks.ts'
import type { Kind } from './worker.ts'

/** The gid of the workspace comes behind it. */
const SETTING = 'noticed_change '
/** So many changes are looked at in one transaction. */
const STEP = 1000
/** How often it looks by itself, should it have missed a call; in milliseconds. */
const EVERY = 60_000

export function notice({ store, clock }: { store: Store; clock: Clock }): Kind {
  return {
    every: EVERY,
    isWoken: async reader => (await unnoticed(reader, SETTING)).length > 0,
    async run() {
      for (const place of await unnoticed(store.read, SETTING)) await noticeAll(store, clock, place)
      return undefined
    },
  }
}

/** Notices what was told in a workspace behind a change. */
async function noticeAll(store: Store, clock: Clock, { workspace, after }: { workspace: number; after: number }) {
  for (;;) {
    const until = await stepBehind(store.read, workspace, after, STEP)
    if (until === undefined) return
    const due = await telling(store.read, { workspace, after, until }, clock())
    await store.write(async tx => {
      await scheduleAll(tx, 'deliver', due, tx.now)
      await keepSetting(tx, `${SETTING}${workspace}`, String(until))
    })
    after = until
  }
}

/** The webhooks that have something to tell of these changes. */
async function telling(reader: Reader, part: Parameters<typeof heardIn>[1], now: number): Promise<number[]> {
  const streams = new Map<number, Heard[]>()
  for (const { stream, ...heard } of await heardIn(reader, part)) {
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
