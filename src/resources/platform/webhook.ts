/**
 * A webhook tells an address outside of what is heard at an object. It belongs to the person who made it, and to the
 * application that the person made it with; nobody else sees it. What is sent to it is the business of `jobs/`.
 */
import { notFound } from '../../lib/errors.ts'
import type { Name } from '../../names.ts'
import { update as set, unlink } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { type Webhook, webhookOf } from '../../store/queries/jobs/webhooks.ts'
import { any, flag, json, number, one, raw, text, timestamp } from '../../vocabulary/field.ts'
import { type Call, get, list, listing, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustNarrow, parseFilters } from './rules/webhook_filters.ts'

/** What can be watched; those that mostly are stand first. */
export const watched = [
  ...(['project', 'task', 'user_task_list', 'workspace', 'team', 'section', 'tag'] as const),
] satisfies Name[]

export const filterDoc = 'Which changes are told; a change must pass any of them. Workspaces and teams need some.'

export const webhook = resource('webhook', {
  doc: 'An address outside that is told of what happens to an object.',
  guard: 'webhook',
  fields: {
    active: flag({ compact: true, doc: 'Whether it is told anything.' }),
    resource: any(watched, {
      need: 'view',
      ...{ compact: true, write: 'create', required: true, kept: { type: 'resource_type' } },
      doc: 'The object that is watched.',
    }),
    target: text({
      ...{ compact: true, write: 'create', required: true, max: 2048 },
      doc: 'The http or https address that is told.',
    }),
    created_at: timestamp({ doc: 'When it was made.' }),
    last_success_at: timestamp({ nullable: true, doc: 'When the target last took a delivery.' }),
    last_failure_at: timestamp({ nullable: true, doc: 'When a delivery last failed.' }),
    last_failure_content: text({ nullable: true, doc: 'What the target answered then, or why it did not answer.' }),
    delivery_retry_count: number({ doc: 'How many deliveries in a row have failed.' }),
    next_attempt_after: timestamp({ nullable: true, doc: 'When the next delivery is tried, after one that failed.' }),
    failure_deletion_timestamp: timestamp({
      nullable: true,
      doc: 'When the webhook ends, should all deliveries fail until then.',
    }),
    filters: json({
      shape: { resource_type: true, resource_subtype: true, action: true, fields: 'texts' },
      shows: 'list',
      doc: filterDoc,
    }),
  },
})

type OwnCall = Pick<Call<{ webhook_gid: number }>, 'reader' | 'actor' | 'path'>

/** The webhook in the path. Throws 404 where another application made it. */
async function own({ reader, actor, path }: OwnCall): Promise<Webhook> {
  const found = await webhookOf(reader as Reader, path.webhook_gid)
  if (found?.application !== (actor.application ?? 0)) throw notFound('webhook', path.webhook_gid)
  return found
}

export const operations = [
  list('/webhooks', webhook, {
    id: 'getWebhooks',
    doc: 'Lists the webhooks that the caller has made with the same application.',
    query: {
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      resource: any(watched, { doc: 'The object that is watched.' }),
    },
    find: listing('webhook', ({ query, actor }) => ({
      where: { user: actor.gid, application: actor.application ?? 0, ...query },
      order: ['gid'],
      guarded: false,
    })),
  }),
  get('/webhooks/{webhook_gid}', webhook, {
    id: 'getWebhook',
    doc: 'Shows a webhook of the caller.',
    find: async call => (await own(call)).gid,
  }),
  update('/webhooks/{webhook_gid}', webhook, {
    id: 'updateWebhook',
    doc: 'Gives a webhook other filters, in the place of all that it had.',
    body: { filters: raw({ doc: filterDoc }) },
    async change(call) {
      const { gid, resource_type } = await own(call)
      if (call.body.filters === undefined) return
      const filters = parseFilters(call.body.filters)
      mustNarrow(resource_type as Name, filters)
      await set(call.tx, 'webhooks', { gid }, { filters: JSON.stringify(filters) })
    },
  }),
  remove('/webhooks/{webhook_gid}', webhook, {
    id: 'deleteWebhook',
    doc: 'Ends a webhook. A delivery that is on its way may still arrive.',
    async discard(call) {
      const { gid } = await own(call)
      await unlink(call.tx, 'webhooks', { gid })
      await unlink(call.tx, 'jobs', { kind: 'deliver', subject: gid })
    },
  }),
]
