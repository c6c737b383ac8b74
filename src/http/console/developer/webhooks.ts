/** The webhooks of whoever is signed in: how they do, what was delivered, and having it delivered once more. */
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { update } from '../../../store/change.ts'
import type { Reader } from '../../../store/db.ts'
import { schedule } from '../../../store/queries/jobs/queue.ts'
import {
  changeBefore,
  type Delivery,
  deliveriesOf,
  deliveryOf,
  type Webhook,
  webhookOf,
  webhooksOf,
} from '../../../store/queries/jobs/webhooks.ts'
import { timestamp } from '../../../vocabulary/field.ts'
import { type Call, personal, type Route } from '../route.ts'

const MOST = 1000
const DAY = 24 * 60 * 60 * 1000
/** For how long what happened can be told again: as long as deliveries are remembered, in days. */
const REMEMBERED = 7

const moment = (at: number | null) => (at === null ? null : formatTimestamp(at))

const shown = (hook: Webhook) => ({
  gid: String(hook.gid),
  workspace: String(hook.workspace),
  resource: { gid: String(hook.resource), resource_type: hook.resource_type },
  target: hook.target,
  filters: JSON.parse(hook.filters),
  is_failing: hook.failure_deletion_timestamp !== null,
  created_at: moment(hook.created_at),
  last_success_at: moment(hook.last_success_at),
  last_failure_at: moment(hook.last_failure_at),
  last_failure_content: hook.last_failure_content,
  delivery_retry_count: hook.delivery_retry_count,
  next_attempt_after: moment(hook.next_attempt_after),
  failure_deletion_timestamp: moment(hook.failure_deletion_timestamp),
})

const shownDelivery = ({ gid, events, attempt, status, error, started_at, finished_at }: Delivery) => ({
  ...{ gid: String(gid), events, attempt, status, error },
  ...{ started_at: moment(started_at), finished_at: moment(finished_at) },
})

/** The webhook that the path names. Throws 404 for that of somebody else. */
async function own(reader: Reader, { actor, path: { webhook_gid: gid = 0 } }: Pick<Call, 'actor' | 'path'>) {
  const found = await webhookOf(reader, gid)
  if (found?.user !== actor.gid) throw notFound('webhook', gid)
  return found
}

export const routes: Route[] = [
  personal('GET', '/webhooks', {
    doc: 'My webhooks, whatever they were made with, and how they do; at most 1,000.',
    async run({ console, actor }) {
      return { data: (await webhooksOf(console.store.read, actor.gid, MOST)).map(shown) }
    },
  }),
  personal('GET', '/webhooks/:webhook_gid/deliveries', {
    doc: 'The deliveries of a webhook, the newest first: at most 1,000, of the last seven days.',
    async run(call) {
      const { read } = call.console.store
      return { data: (await deliveriesOf(read, (await own(read, call)).gid, MOST)).map(shownDelivery) }
    },
  }),
  personal('POST', '/webhooks/:webhook_gid/deliveries/:delivery_gid/redeliver', {
    doc: 'Make one delivery again, with what the owner may see of it now. It is tried once.',
    run: call =>
      call.console.store.write(async tx => {
        const { delivery_gid: gid = 0 } = call.path
        const hook = await own(tx, call)
        if ((await deliveryOf(tx, gid))?.webhook !== hook.gid) throw notFound('delivery', gid)
        await schedule(tx, 'redeliver', gid, tx.now)
        return {}
      }),
  }),
  personal('POST', '/webhooks/:webhook_gid/redeliver', {
    doc: 'Tell a webhook again of everything since a moment, in order; seven days back at most.',
    body: { since: timestamp({ required: true, doc: 'The moment.' }) },
    run: call =>
      call.console.store.write(async tx => {
        const { since } = call.body
        if (since < tx.now - REMEMBERED * DAY) throw invalid('since', `Must be in the last ${REMEMBERED} days`)
        const { gid, created_at, cursor } = await own(tx, call)
        // What happened before it was made was never meant for it.
        const begin = await changeBefore(tx, Math.max(since, created_at))
        await update(tx, 'webhooks', { gid }, { cursor: Math.min(begin, cursor), next_attempt_after: null })
        await schedule(tx, 'deliver', gid, tx.now)
        return {}
      }),
  }),
]
