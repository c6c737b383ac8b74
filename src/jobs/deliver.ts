/**
 * The jobs that deliver events to one webhook.
 * Invariants:
 * - changes are delivered in order, one batch at a time;
 * - a batch counts as delivered only when the target accepted it; one transaction writes that and the delivery log;
 * - while a batch waits for its retry, no later batch is sent.
 * So a target may receive a change twice, but never misses one.
 */
import type { Clock } from '../lib/clock.ts'
import { signHex } from '../lib/secret.ts'
import type { Name } from '../names.ts'
import { deleteAndCount, insert, update } from '../store/change.ts'
import type { Store, Writer } from '../store/db.ts'
import {
  canReceiveChanges,
  deliveryOf,
  isWebhookAuthorized,
  trimDeliveries,
  type WebhookRow,
  webhookOf,
} from '../store/queries/jobs/webhooks.ts'
import type { HttpPost, HttpPostResult } from '../vocabulary/outbound.ts'
import { backOff } from './back_off.ts'
import { type Batch, createBatchCache, loadBatch } from './batch.ts'
import type { Notifier } from './notify_by_email.ts'
import type { JobKind } from './worker.ts'

export interface DeliveryOptions {
  store: Store
  clock: Clock
  post: HttpPost
  /** Decrypts what `seal` of the same installation encrypted. */
  unseal(sealed: string): string
  notify: Notifier
}

// wire: docs "Webhooks": a heartbeat every eight hours; deletion after a day without a success
const HEARTBEAT_INTERVAL_MS = 8 * 60 * 60 * 1000
const FAILURE_TIMEOUT_MS = 24 * 60 * 60 * 1000
/** A target that answers this wants no more deliveries. */
const HTTP_GONE = 410
/** One text for both reasons. */
const ACCESS_LOST = 'the token that created it was revoked, or you no longer have access to the object that it watches'
/** The deliveries in the log of each webhook, and those with their contents: at most 100 events and 4 KB each. */
const MAX_LOGGED_DELIVERIES = 1000
const MAX_LOGGED_CONTENTS = 100

export function deliver(options: DeliveryOptions): JobKind {
  const { store, clock } = options
  const batchOf = createBatchCache(store.read, clock)
  return {
    async perform(gid) {
      const webhook = await webhookOf(store.read, gid)
      if (!webhook) return undefined
      if (!(await isAuthorized(options, webhook))) return deleteWebhook(options, webhook, ACCESS_LOST)
      const { next_attempt_after: next } = webhook
      if (next !== null && next > clock()) return next
      const isHeartbeat = webhook.heartbeat_at <= clock()
      const batch = isHeartbeat ? heartbeatBatch(webhook) : await batchOf(webhook, webhook.cursor)
      if (!isHeartbeat && batch.events.length === 0) {
        if (batch.cursor !== webhook.cursor) await store.write(tx => advanceCursor(tx, webhook, batch, {}))
        return batch.hasMore ? clock() : webhook.heartbeat_at
      }
      return attemptDelivery(options, webhook, batch, isHeartbeat)
    },
  }
}

/** Repeats the delivery with this gid, with the changes that the owner may see now. The result is only logged. */
export function redeliver(options: DeliveryOptions): JobKind {
  const { store, clock } = options
  return {
    async perform(gid) {
      const delivery = await deliveryOf(store.read, gid)
      const webhook = delivery && (await webhookOf(store.read, delivery.webhook))
      if (!webhook || delivery.first_change === null || delivery.last_change === null) return undefined
      if (!(await isAuthorized(options, webhook))) return undefined
      const batch = await loadBatch(store.read, webhook, delivery.first_change - 1, delivery.last_change)
      const startedAt = clock()
      const sent = await send(options, webhook, batch)
      await store.write(tx => logDelivery(tx, webhook, batch, { ...sent, startedAt, number: 1 }))
      return undefined
    },
  }
}

const heartbeatBatch = ({ cursor }: WebhookRow): Batch => ({
  ...{ events: [], body: '{"events":[]}', first: null, last: null, cursor, hasMore: false },
})

/** Whether the token or grant of the webhook still exists, and its owner may still follow the resource. */
const isAuthorized = async ({ store: { read } }: DeliveryOptions, webhook: WebhookRow): Promise<boolean> =>
  (await isWebhookAuthorized(read, webhook.gid)) &&
  canReceiveChanges(read, webhook.user, webhook.resource_type as Name, webhook.resource)

interface DeliveryResult {
  signature: string
  reply: HttpPostResult
}

async function send(
  { post, unseal }: DeliveryOptions,
  { target, secret }: WebhookRow,
  { body }: Batch,
): Promise<DeliveryResult> {
  const signature = signHex(unseal(secret), body)
  return { signature, reply: await post(target, { 'X-Hook-Signature': signature }, body) }
}

const isAccepted = ({ status }: HttpPostResult) => status !== null && Math.floor(status / 100) === 2

async function attemptDelivery(options: DeliveryOptions, webhook: WebhookRow, batch: Batch, isHeartbeat: boolean) {
  const { store, clock } = options
  const startedAt = clock()
  const sent = await send(options, webhook, batch)
  const { reply } = sent
  if (reply.status === HTTP_GONE) return deleteWebhook(options, webhook, 'its target answered 410 Gone')
  const attempt = { ...sent, startedAt, number: webhook.delivery_retry_count + 1 }
  if (!isAccepted(reply)) return scheduleRetry(options, webhook, batch, attempt)
  await store.write(async tx => {
    await advanceCursor(tx, webhook, batch, {
      ...{ last_success_at: tx.now, delivery_retry_count: 0, next_attempt_after: null },
      ...{ failure_deletion_timestamp: null, ...(isHeartbeat && { heartbeat_at: tx.now + HEARTBEAT_INTERVAL_MS }) },
    })
    if (!isHeartbeat) await logDelivery(tx, webhook, batch, attempt)
  })
  // Changes that were recorded meanwhile schedule the webhook themselves.
  return isHeartbeat || batch.hasMore ? clock() : webhook.heartbeat_at
}

/** Advances the cursor, unless the owner has set it back meanwhile to have events redelivered. */
async function advanceCursor(
  tx: Writer,
  { gid, cursor }: WebhookRow,
  { cursor: next }: Batch,
  set: Partial<WebhookRow>,
) {
  await update(tx, 'webhooks', { gid }, set)
  await update(tx, 'webhooks', { gid, cursor }, { cursor: next })
}

interface DeliveryAttempt extends DeliveryResult {
  startedAt: number
  /** 1 for the first attempt. */
  number: number
}

async function logDelivery(tx: Writer, { gid: webhook }: WebhookRow, batch: Batch, attempt: DeliveryAttempt) {
  const { signature, reply, startedAt, number } = attempt
  // The webhook may have been deleted during the call.
  if (!(await webhookOf(tx, webhook))) return
  await insert(tx, 'webhook_deliveries', {
    ...{ gid: tx.gid(), webhook, first_change: batch.first, last_change: batch.last, events: batch.events.length },
    ...{ attempt: number, status: reply.status, error: isAccepted(reply) ? null : failureText(reply) },
    ...{ started_at: startedAt, finished_at: tx.now },
    ...{ signature, body: batch.body, response: isAccepted(reply) ? reply.text : null },
  })
  await trimDeliveries(tx, webhook, MAX_LOGGED_DELIVERIES, MAX_LOGGED_CONTENTS)
}

const failureText = ({ error, text }: HttpPostResult) => error ?? text

async function scheduleRetry(
  options: DeliveryOptions,
  webhook: WebhookRow,
  batch: Batch,
  attempt: DeliveryAttempt,
): Promise<number | undefined> {
  const { clock, store } = options
  const deleteAt = webhook.failure_deletion_timestamp ?? clock() + FAILURE_TIMEOUT_MS
  if (clock() >= deleteAt) return deleteWebhook(options, webhook, 'its target accepted no delivery for 24 hours')
  return store.write(async tx => {
    const next = Math.min(tx.now + backOff(attempt.number), deleteAt)
    await update(
      tx,
      'webhooks',
      { gid: webhook.gid },
      {
        ...{ last_failure_at: tx.now, last_failure_content: failureText(attempt.reply) },
        ...{ delivery_retry_count: attempt.number, next_attempt_after: next, failure_deletion_timestamp: deleteAt },
      },
    )
    await logDelivery(tx, webhook, batch, attempt)
    return next
  })
}

/** Deletes a webhook and notifies its owner. */
async function deleteWebhook(
  { store, notify }: DeliveryOptions,
  { gid, user, target }: WebhookRow,
  reason: string,
): Promise<undefined> {
  const deleted = await store.write(tx => deleteAndCount(tx, 'webhooks', { gid }))
  const { host } = new URL(target)
  if (deleted === 0) return
  // The rest of the address may be a secret between the owner and the target.
  const text = `Your webhook ${gid} to ${host} was deleted, because ${reason}. To receive events again, create a new one.`
  await notify(user, `Your webhook to ${host} was deleted`, text)
}
