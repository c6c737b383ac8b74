/** The job that schedules deliveries: it finds the webhooks that have events to deliver. */
import type { Clock } from '../lib/clock.ts'
import type { Reader, Store } from '../store/db.ts'
import type { LogRange } from '../store/queries/events/streams.ts'
import { scheduleAll } from '../store/queries/jobs/queue.ts'
import { behindSchedule, type ChangeSummary, changesByStream, webhooksOn } from '../store/queries/jobs/webhooks.ts'
import { filterOf } from './change_filter.ts'
import { followLog } from './follow_log.ts'
import type { JobKind } from './worker.ts'

/** The name of the setting, before the gid of the workspace. */
const POSITION = 'delivery_position '

export const scheduleDeliveries = ({ store, clock }: { store: Store; clock: Clock }): JobKind =>
  followLog(store, POSITION, behindSchedule, () => ({
    read: range => webhooksFor(store.read, range, clock()),
    record: (tx, due) => scheduleAll(tx, 'deliver', due, tx.now),
  }))

/** The webhooks whose filters pass any of these changes. */
async function webhooksFor(reader: Reader, range: LogRange, now: number) {
  const streams = new Map<number, ChangeSummary[]>()
  for (const { stream, ...change } of await changesByStream(reader, range)) {
    streams.set(stream, [...(streams.get(stream) ?? []), change])
  }
  if (streams.size === 0) return []
  const due: number[] = []
  for (const { gid, resource, filters } of await webhooksOn(reader, [...streams.keys()], now)) {
    if (streams.get(resource)?.some(filterOf(filters).passes)) due.push(gid)
  }
  return due
}
