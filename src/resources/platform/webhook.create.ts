/**
 * Creates a webhook. The handshake with the target, which must return a secret, happens before the transaction: it can
 * take seconds, and the target can call this server before it responds.
 */
import { forbidden, malformed, notAllowed } from '../../lib/errors.ts'
import { randomHex } from '../../lib/secret.ts'
import { allows, rights } from '../../policy/rights.ts'
import { visibleType } from '../../policy/visible_type.ts'
import { insert } from '../../store/change.ts'
import { advisoryLock } from '../../store/locks.ts'
import { lastChange } from '../../store/queries/events/streams.ts'
import { schedule } from '../../store/queries/jobs/queue.ts'
import { canReceiveChanges, webhookCounts, workspaceOf } from '../../store/queries/jobs/webhooks.ts'
import { raw, text } from '../../vocabulary/field.ts'
import { action, created, type ReadCall } from '../../vocabulary/operation.ts'
import { creatable } from '../../vocabulary/resource.ts'
import { mustBeAddress } from './rules/target.ts'
import { mustNarrow, parseFilters, type WebhookFilter } from './rules/webhook_filters.ts'
import { filterDoc, watchableTypes, webhook } from './webhook.ts'

interface WebhookInput {
  resource: number
  target: string
  filters?: unknown
}

// wire: docs "Webhooks"
const MAX_PER_OWNER = 10_000
const MAX_PER_RESOURCE = 1000
const ACCEPTED_STATUSES = [200, 204]

// wire: a third party's test: the text of the real service; we append why there was no response
const NO_HANDSHAKE =
  'The remote server which is intended to receive the webhook did not respond with the handshake secret.'

/** Only our own error texts are sentences; those of libraries are only for the log. */
const SENTENCE = /^[A-Z].*\.$/

/** The columns of the new webhook. Throws 400 or 403 if it cannot be created. */
async function checkedColumns({
  body,
  reader,
  actor,
}: Pick<ReadCall<unknown, unknown, WebhookInput>, 'body' | 'reader' | 'actor'>) {
  const { resource, target } = body
  mustBeAddress('target', target)
  const filters: WebhookFilter[] = parseFilters(body.filters)
  const resource_type = await visibleType(reader, actor.gid, watchableTypes, resource)
  mustNarrow(resource_type, filters)
  if (!(await canReceiveChanges(reader, actor.gid, resource_type, resource))) throw forbidden(resource_type)
  const workspace = await workspaceOf(reader, resource_type, resource)
  // The right to create a webhook in a workspace is the same as for tasks, which guests have.
  if (!allows((await rights(reader, actor.gid, 'workspace', [workspace])).get(workspace), 'comment'))
    throw forbidden('workspace')
  const owner = { user: actor.gid, application: actor.application ?? 0 }
  const counts = await webhookCounts(reader, { ...owner, resource })
  if (counts.owner >= MAX_PER_OWNER) throw notAllowed(`You may have at most ${MAX_PER_OWNER} webhooks.`)
  if (counts.resource >= MAX_PER_RESOURCE)
    throw notAllowed(`An object may have at most ${MAX_PER_RESOURCE} webhooks, and this one has them.`)
  // Revoking a token deletes the webhooks that were created with it. Sessions are short-lived and do not count.
  const token = actor.kind === 'personal' || actor.kind === 'service' ? actor.token : null
  return { ...owner, token, workspace, resource_type, resource, target, filters: JSON.stringify(filters) }
}

export const operations = [
  action('/webhooks', webhook, {
    id: 'createWebhook',
    doc: 'Creates a webhook. Before the response, the target gets a POST with the header `X-Hook-Secret`, and must respond with 200 or 204 and the same header. The secret is next to `data`, and is never returned again.',
    status: created,
    body: { ...creatable(webhook), filters: raw({ doc: filterDoc }) },
    extras: { 'X-Hook-Secret': text({ doc: 'The key of the signatures of its deliveries. Never returned again.' }) },
    async prepare(call) {
      const { target } = await checkedColumns(call)
      const secret = randomHex(32)
      const reply = await call.outbound.post(target, { 'X-Hook-Secret': secret }, '{}')
      // wire: contract: 403 for a target such as localhost
      if (reply.isRefused) throw notAllowed(`The target cannot be called. ${reply.error}`)
      if (reply.error && SENTENCE.test(reply.error)) throw malformed(`${NO_HANDSHAKE} ${reply.error}`)
      if (!ACCEPTED_STATUSES.includes(reply.status ?? 0) || reply.secret !== secret) throw malformed(NO_HANDSHAKE)
      return secret
    },
    async execute({ tx, outbound, prepared: secret, ...call }) {
      // quotas: a concurrent request could create another webhook.
      await advisoryLock(tx, 'quotas', call.actor.gid, call.body.resource)
      const gid = tx.gid()
      const agreed = await checkedColumns(call)
      const cursor = await lastChange(tx, agreed.workspace)
      await insert(tx, 'webhooks', {
        ...{ gid, ...agreed, cursor },
        ...{ secret: outbound.seal(secret), active: 1, created_at: tx.now },
        ...{ last_success_at: null, last_failure_at: null, last_failure_content: null, delivery_retry_count: 0 },
        ...{ next_attempt_after: null, failure_deletion_timestamp: null, heartbeat_at: tx.now },
      })
      await schedule(tx, 'deliver', gid, tx.now)
      return { gids: [gid], next: null, extras: { 'X-Hook-Secret': secret } }
    },
  }),
]
