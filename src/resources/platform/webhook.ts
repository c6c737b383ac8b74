/**
 * A webhook sends the changes in the stream of an object to an external address. It belongs to the user and the
 * application that created it, and is visible only to them. The deliveries are in `jobs/`.
 */
import { notFound } from '../../lib/errors.ts'
import type { Name } from '../../names.ts'
import { deleteWhere, update as set } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { type WebhookRow, webhookOf } from '../../store/queries/jobs/webhooks.ts'
import { any, flag, json, number, one, raw, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing, type ReadCall, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustNarrow, parseFilters } from './rules/webhook_filters.ts'

/** The types of objects that a webhook can watch; the most frequent ones first. */
export const watchableTypes = [
  ...(['project', 'task', 'user_task_list', 'workspace', 'team', 'section', 'tag', 'portfolio', 'goal'] as const),
] satisfies Name[]

export const filterDoc =
  'The changes to deliver; a change must match any filter. Required for workspaces, teams and portfolios.'

export const webhook = resource('webhook', {
  doc: 'A subscription that sends changes of an object to an external address.',
  guard: 'webhook',
  changes: { none: 'only its owner can see it' },
  fields: {
    active: flag({ compact: true, doc: 'Whether changes are delivered.' }),
    resource: any(watchableTypes, {
      need: 'view',
      ...{ compact: true, write: 'create', required: true, fallback: { type: 'resource_type' } },
      doc: 'The object to watch.',
    }),
    target: text({
      ...{ compact: true, write: 'create', required: true, max: 2048 },
      doc: 'The http or https address of the deliveries.',
    }),
    created_at: timestamp({ doc: 'When the webhook was created.' }),
    last_success_at: timestamp({ nullable: true, doc: 'When the last delivery succeeded.' }),
    last_failure_at: timestamp({ nullable: true, doc: 'When the last delivery failed.' }),
    last_failure_content: text({ nullable: true, doc: 'The response of the target to it, or why there was none.' }),
    delivery_retry_count: number({ doc: 'The number of consecutive failed deliveries.' }),
    next_attempt_after: timestamp({ nullable: true, doc: 'When the next delivery is tried after a failure.' }),
    failure_deletion_timestamp: timestamp({
      nullable: true,
      doc: 'When the webhook is deleted, if all deliveries until then fail.',
    }),
    filters: json({
      shape: { resource_type: true, resource_subtype: true, action: true, fields: 'texts' },
      shows: 'list',
      doc: filterDoc,
    }),
  },
})

type OwnCall = Pick<ReadCall<{ webhook_gid: number }>, 'reader' | 'actor' | 'path'>

/** The webhook in the path. Throws 404 if another application created it. */
async function findOwn({ reader, actor, path }: OwnCall): Promise<WebhookRow> {
  const found = await webhookOf(reader as Reader, path.webhook_gid)
  if (found?.application !== (actor.application ?? 0)) throw notFound('webhook', path.webhook_gid)
  return found
}

export const operations = [
  list('/webhooks', webhook, {
    id: 'getWebhooks',
    doc: 'Lists the webhooks that the caller created with the same application.',
    query: {
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      resource: any(watchableTypes, { doc: 'The object to watch.' }),
    },
    execute: listing('webhook', ({ query, actor }) => ({
      where: { user: actor.gid, application: actor.application ?? 0, ...query },
      order: ['gid'],
      guarded: false,
    })),
  }),
  get('/webhooks/{webhook_gid}', webhook, {
    id: 'getWebhook',
    doc: 'Gets a webhook of the caller.',
    execute: async call => (await findOwn(call)).gid,
  }),
  update('/webhooks/{webhook_gid}', webhook, {
    id: 'updateWebhook',
    doc: 'Updates a webhook: replaces all its filters.',
    body: { filters: raw({ doc: filterDoc }) },
    async execute(call) {
      const { gid, resource_type } = await findOwn(call)
      if (call.body.filters === undefined) return
      const filters = parseFilters(call.body.filters)
      mustNarrow(resource_type as Name, filters)
      await set(call.tx, 'webhooks', { gid }, { filters: JSON.stringify(filters) })
    },
  }),
  remove('/webhooks/{webhook_gid}', webhook, {
    id: 'deleteWebhook',
    doc: 'Deletes a webhook. A delivery in progress can still arrive.',
    async execute(call) {
      const { gid } = await findOwn(call)
      await deleteWhere(call.tx, 'webhooks', { gid })
      await deleteWhere(call.tx, 'jobs', { kind: 'deliver', subject: gid })
    },
  }),
]
