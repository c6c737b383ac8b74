/** The webhooks of the caller: their health, their deliveries with what was sent and answered, and redelivery. */
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { update } from '../../../store/change.ts'
import type { Reader } from '../../../store/db.ts'
import { schedule } from '../../../store/queries/jobs/queue.ts'
import {
  changeBefore,
  type DeliveryRow,
  type DeliverySummaryRow,
  deliveriesOf,
  deliveryOf,
  type WebhookRow,
  webhookOf,
  webhooksOf,
} from '../../../store/queries/jobs/webhooks.ts'
import { timestamp } from '../../../vocabulary/field.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'

const MAX_LISTED = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** How far back events can be redelivered: as long as deliveries are stored. */
const REDELIVERY_DAYS = 7

const formatOptional = (at: number | null) => (at === null ? null : formatTimestamp(at))

const presentWebhook = (webhook: WebhookRow) => ({
  gid: String(webhook.gid),
  workspace: String(webhook.workspace),
  resource: { gid: String(webhook.resource), resource_type: webhook.resource_type },
  target: webhook.target,
  filters: JSON.parse(webhook.filters),
  is_failing: webhook.failure_deletion_timestamp !== null,
  created_at: formatOptional(webhook.created_at),
  last_success_at: formatOptional(webhook.last_success_at),
  last_failure_at: formatOptional(webhook.last_failure_at),
  last_failure_content: webhook.last_failure_content,
  delivery_retry_count: webhook.delivery_retry_count,
  next_attempt_after: formatOptional(webhook.next_attempt_after),
  failure_deletion_timestamp: formatOptional(webhook.failure_deletion_timestamp),
})

const presentDelivery = ({ gid, events, attempt, status, error, started_at, finished_at }: DeliverySummaryRow) => ({
  ...{ gid: String(gid), events, attempt, status, error },
  ...{ started_at: formatOptional(started_at), finished_at: formatOptional(finished_at) },
})

/** The request and the response of a delivery, if they are stored. The headers are those that `jobs/webhook_client.ts` sends. */
const presentContents = ({ signature, body, status, error, response }: DeliveryRow) => ({
  request:
    body === null
      ? null
      : {
          headers: {
            ...{ 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
            ...{ 'User-Agent': 'Workloom', ...(signature && { 'X-Hook-Signature': signature }) },
          },
          body,
        },
  // For a failed delivery the body of the response is in the error.
  response: status === null ? null : { status, body: response ?? error },
})

/** The delivery in the path, of a webhook of the caller. Throws 404. */
async function ownDelivery(reader: Reader, call: Pick<SessionCall, 'actor' | 'path'>): Promise<DeliveryRow> {
  const webhook = await ownWebhook(reader, call)
  const { delivery_gid: gid = 0 } = call.path
  const delivery = await deliveryOf(reader, gid)
  if (delivery?.webhook !== webhook.gid) throw notFound('delivery', gid)
  return delivery
}

/** The caller's webhook in the path. Throws 404, also for a webhook of another person. */
async function ownWebhook(
  reader: Reader,
  { actor, path: { webhook_gid: gid = 0 } }: Pick<SessionCall, 'actor' | 'path'>,
) {
  const webhook = await webhookOf(reader, gid)
  if (webhook?.user !== actor.gid) throw notFound('webhook', gid)
  return webhook
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/webhooks', {
    doc: 'The webhooks of the caller and their health, whichever token created them; at most 1,000.',
    async execute({ console, actor }) {
      return { data: (await webhooksOf(console.store.read, actor.gid, MAX_LISTED)).map(presentWebhook) }
    },
  }),
  sessionRoute('GET', '/webhooks/:webhook_gid/deliveries', {
    doc: 'The deliveries of a webhook, newest first: at most 1,000, of the last seven days.',
    async execute(call) {
      const { read } = call.console.store
      return { data: (await deliveriesOf(read, (await ownWebhook(read, call)).gid, MAX_LISTED)).map(presentDelivery) }
    },
  }),
  sessionRoute('GET', '/webhooks/:webhook_gid/deliveries/:delivery_gid', {
    doc:
      'A delivery with its `request` (`headers`, `body`) and its `response` (`status`, `body`). Contents of the last 100 ' +
      'deliveries of a webhook are stored; `request` is null for older ones, `response` for a delivery without a response.',
    async execute(call) {
      const delivery = await ownDelivery(call.console.store.read, call)
      return { data: { ...presentDelivery(delivery), ...presentContents(delivery) } }
    },
  }),
  sessionRoute('POST', '/webhooks/:webhook_gid/deliveries/:delivery_gid/redeliver', {
    doc: 'Repeat a delivery, with what the owner may see of it now. It is attempted once.',
    execute: call =>
      call.console.store.write(async tx => {
        await schedule(tx, 'redeliver', (await ownDelivery(tx, call)).gid, tx.now)
        return {}
      }),
  }),
  sessionRoute('POST', '/webhooks/:webhook_gid/redeliver', {
    doc: 'Redeliver all events since a date-time to a webhook, in order; at most seven days back.',
    body: { since: timestamp({ required: true, doc: 'Where to start.' }) },
    execute: call =>
      call.console.store.write(async tx => {
        const { since } = call.body
        if (since < tx.now - REDELIVERY_DAYS * DAY_MS)
          throw invalid('since', `Must be in the last ${REDELIVERY_DAYS} days`)
        const { gid, created_at, cursor } = await ownWebhook(tx, call)
        // A webhook does not get events from before its creation.
        const begin = await changeBefore(tx, Math.max(since, created_at))
        await update(tx, 'webhooks', { gid }, { cursor: Math.min(begin, cursor), next_attempt_after: null })
        await schedule(tx, 'deliver', gid, tx.now)
        return {}
      }),
  }),
]
