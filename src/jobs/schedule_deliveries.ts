/**
 * The job that schedules deliveries: it finds the webhooks that have events to deliver, so that writes need not. Its
 * position in each workspace is a setting, written in the same transaction as the deliveries that it schedules.
 */
import type { Clock } from '../lib/clock.ts'
import type { Reader, Store } from '../store/db.ts'
import type { LogPosition } from '../store/queries/events/streams.ts'
import { scheduleAll } from '../store/queries/jobs/queue.ts'
import {
  batchEnd,
  behindSchedule,
  type ChangeSummary,
  changesByStream,
  webhooksOn,
} from '../store/queries/jobs/webhooks.ts'
import { trySetSetting } from '../store/set_setting.ts'
import { filterOf } from './change_filter.ts'
import type { JobKind } from './worker.ts'

/** The name of the setting, before the gid of the workspace. */
const POSITION = 'delivery_position '
/** Changes per transaction. */
const BATCH_CHANGES = 1000
/** The interval at which the job looks without a notification, which can be lost. */
const POLL_INTERVAL_MS = 60_000

export function scheduleDeliveries({ store, clock }: { store: Store; clock: Clock }): JobKind {
  return {
    intervalMs: POLL_INTERVAL_MS,
    isWoken: async reader => (await behindSchedule(reader, POSITION)).length > 0,
    async perform() {
      for (const part of await behindSchedule(store.read, POSITION)) await schedule(store, clock, part)
      return undefined
    },
  }
}

/** Schedules the deliveries of all changes of a workspace after one. */
async function schedule(store: Store, clock: Clock, { workspace, ...from }: LogPosition) {
  let { after, position } = from
  for (;;) {
    const until = await batchEnd(store.read, workspace, after, BATCH_CHANGES)
    if (until === undefined) return
    const due = await webhooksFor(store.read, { workspace, after, until }, clock())
    const next = String(until)
    const isOurs = await store.write(async tx => {
      // The worker of another instance may have scheduled them.
      if (!(await trySetSetting(tx, `${POSITION}${workspace}`, position, next))) return false
      await scheduleAll(tx, 'deliver', due, tx.now)
      return true
    })
    if (!isOurs) return
    after = until
    position = next
  }
}

/** The webhooks whose filters pass any of these changes. */
async function webhooksFor(reader: Reader, part: Parameters<typeof changesByStream>[1], now: number) {
  const streams = new Map<number, ChangeSummary[]>()
  for (const { stream, ...change } of await changesByStream(reader, part)) {
    streams.set(stream, [...(streams.get(stream) ?? []), change])
  }
  if (streams.size === 0) return []
  const due: number[] = []
  for (const { gid, resource, filters } of await webhooksOn(reader, [...streams.keys()], now)) {
    if (streams.get(resource)?.some(filterOf(filters).passes)) due.push(gid)
  }
  return due
}
