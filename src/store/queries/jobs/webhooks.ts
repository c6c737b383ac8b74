/** Queries about webhooks: the changes that they deliver, the rights of their owners, and their number. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'
import type { LogPosition, LogRange } from '../events/streams.ts'
import { tableOf } from '../objects.ts'

export type WebhookRow = Tables['webhooks']

const one: Statement<WebhookRow> = statement((param, db) =>
  db.selectFrom('webhooks').selectAll().where('gid', '=', param('gid')),
)

export const webhookOf = (reader: Reader, gid: number): Promise<WebhookRow | undefined> => reader.first(one, { gid })

const own: Statement<WebhookRow> = statement((param, db) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('user', '=', param('user'))
    .orderBy('gid')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The webhooks of a user, with any token or application. */
export const webhooksOf = (reader: Reader, user: number, limit: number): Promise<WebhookRow[]> =>
  reader.all(own, { user, limit })

const ofOwner: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from webhooks w
    where w."user" = ${param('user')} and w.application = ${param('application')}`,
)
const ofResource: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from webhooks w where w.resource = ${param('resource')}`,
)

/** How many webhooks there are of one user and application, and on one object. */
export async function webhookCounts(
  reader: Reader,
  { user, application, resource }: Pick<WebhookRow, 'user' | 'application' | 'resource'>,
): Promise<{ owner: number; resource: number }> {
  const [owner, same] = [
    await reader.first(ofOwner, { user, application }),
    await reader.first(ofResource, { resource }),
  ]
  return { owner: owner?.count ?? 0, resource: same?.count ?? 0 }
}

const workspaceStatements = new Map<Name, Statement<{ workspace: number }>>()
const workspaceColumn: Partial<Record<Name, string>> = { workspace: 'gid', team: 'organization' }

/** The workspace of an object that exists. */
export async function workspaceOf(reader: Reader, type: Name, gid: number): Promise<number> {
  let known = workspaceStatements.get(type)
  if (!known) {
    known = statement(
      param => sql<{ workspace: number }>`select ${sql.ref(`t.${workspaceColumn[type] ?? 'workspace'}`)} as workspace
        from ${sql.table(tableOf(type))} as t where t.gid = ${param('gid')}`,
    )
    workspaceStatements.set(type, known)
  }
  return (await reader.first(known, { gid }))?.workspace ?? 0
}

const authorized: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`select w.gid as gid from webhooks w where w.gid = ${param('gid')}
    and (w.token is null or exists (select 1 from tokens t where t.gid = w.token))
    and (w.application = 0 or exists (
      select 1 from grants g where g.application = w.application and g."user" = w."user"))`,
)

/** Whether the token or grant that created a webhook still exists. */
export const isWebhookAuthorized = async (reader: Reader, gid: number): Promise<boolean> =>
  (await reader.first(authorized, { gid })) !== undefined

const following = new Map<Name, Statement<{ gid: number }>>()

/** Every member can see that My Tasks exists; only its owner may see its tasks, and edit it. */
const levelOf = (type: Name) => (type === 'user_task_list' ? 3 : 1)

/** Whether a user may receive the changes of an object, also when it is in the trash: its deletion is one of them. */
export async function canReceiveChanges(reader: Reader, me: number, type: Name, gid: number): Promise<boolean> {
  let known = following.get(type)
  if (!known) {
    known = statement(
      param => sql<{ gid: number }>`select t.gid as gid from ${sql.table(tableOf(type))} as t
        where t.gid = ${param('gid')} and (${atLeast(type, 't', levelOf(type), param)})`,
    )
    following.set(type, known)
  }
  return (await reader.first(known, { me, gid })) !== undefined
}

const hiding = new Map<Name, Statement<{ gid: number }>>()

/** Those of `gids` that exist, also in the trash, and that the user cannot see. */
export async function hiddenAmong(reader: Reader, me: number, type: Name, gids: readonly number[]): Promise<number[]> {
  let known = hiding.get(type)
  if (!known) {
    known = statement(
      (param, db) => sql<{ gid: number }>`select t.gid as gid from ${sql.table(tableOf(type))} as t
        where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}
          and case when ${atLeast(type, 't', 1, param)} then 0 else 1 end = 1`,
    )
    hiding.set(type, known)
  }
  return (await reader.all(known, { me, gids: reader.db.dialect.set(gids) })).map(row => row.gid)
}

/** A change without its texts, which events do not contain and which can be long. */
export type ChangeRow = Omit<Tables['changes'], 'old_value' | 'streams' | 'workspace' | 'page' | 'owner'>

const stream: Statement<ChangeRow> = statement(
  (param, db) => sql<ChangeRow>`select c.gid as gid, c.at as at, c."user" as "user", c.resource_type as resource_type,
      c.resource as resource, c.resource_subtype as resource_subtype, c.action as action, c.parent_type as parent_type,
      c.parent as parent, c.field as field, c.change_action as change_action, c.value_type as value_type,
      c.value as value, case when c.value_type = 'custom_field' then c.new_value end as new_value
    from streams s join changes c on c.gid = s.change
    where s.resource = ${param('resource')} and s.change > ${param('after')} order by s.change ${db.dialect.limit(param('limit'))}`,
)

/** The changes of a stream after a change, in order. */
export const changesAfter = (reader: Reader, resource: number, after: number, limit: number): Promise<ChangeRow[]> =>
  reader.all(stream, { resource, after, limit })

const before: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`select c.gid as gid from changes c where c.at < ${param('time')}
    order by c.gid desc limit 1`,
)

/** The last change before a time; 0 when there is none. */
export const changeBefore = async (reader: Reader, time: number): Promise<number> =>
  (await reader.first(before, { time }))?.gid ?? 0

/** The columns of a change that filters compare. */
export type ChangeSummary = Pick<ChangeRow, 'resource_type' | 'resource_subtype' | 'action' | 'field'>

const summaries: Statement<ChangeSummary & { stream: number }> = statement(
  (param, db) => sql<ChangeSummary & { stream: number }>`with part as (
      select c.gid, c.resource_type, c.resource_subtype, c.action, c.field, c.streams from changes c
      where c.workspace = ${param('workspace')} and c.gid > ${param('after')} and c.gid <= ${param('until')}),
    entries (resource, change) as (${db.dialect.unnest({ table: 'part', key: 'gid', list: 'streams' })})
    select distinct h.resource as stream, c.resource_type as resource_type, c.resource_subtype as resource_subtype,
      c.action as action, c.field as field
    from entries h join part c on c.gid = h.change
    where exists (select 1 from webhooks w where w.resource = h.resource)`,
)

/** The distinct changes of streams with webhooks, in a range of the log. */
export const changesByStream = (reader: Reader, range: LogRange): Promise<(ChangeSummary & { stream: number })[]> =>
  reader.all(summaries, { ...range })

const onResources: Statement<Pick<WebhookRow, 'gid' | 'resource' | 'filters'>> = statement((param, db) => {
  return sql`select w.gid as gid, w.resource as resource, w.filters as filters from webhooks w
    where ${db.dialect.isAmong(sql.ref('w.resource'), param('resources'))} and w.active = 1
      and (w.next_attempt_after is null or w.next_attempt_after <= ${param('now')})`
})

/** The active webhooks on objects whose targets are not backing off. */
export const webhooksOn = (
  reader: Reader,
  resources: readonly number[],
  now: number,
): Promise<Pick<WebhookRow, 'gid' | 'resource' | 'filters'>[]> =>
  reader.all(onResources, { now, resources: reader.db.dialect.set(resources) })

interface WebhookProgress {
  workspace: number
  cursor: number
  last: number | null
  position: string | null
}

const slowest: Statement<WebhookProgress> = statement(
  (param, db) => sql<WebhookProgress>`select w.workspace as workspace, min(w.cursor) as cursor,
    (select max(c.gid) from changes c where c.workspace = w.workspace) as last,
    (select s.value from settings s where s.name = ${param('name')} || ${db.dialect.text(sql.ref('w.workspace'))})
      as position
    from webhooks w group by w.workspace`,
)

/**
 * The workspaces with webhooks that have changes after the last scheduled one and after the cursors of all webhooks.
 * The setting `name` + workspace contains the last scheduled change.
 */
export async function behindSchedule(reader: Reader, name: string): Promise<LogPosition[]> {
  const all = await reader.all(slowest, { name })
  return all.flatMap(({ workspace, cursor, last, position }) => {
    const after = Math.max(cursor, Number(position ?? 0))
    return after < (last ?? 0) ? [{ workspace, after, position }] : []
  })
}

const trimming: Statement<never> = statement(
  param => sql`delete from webhook_deliveries where webhook = ${param('webhook')} and gid <= (
    select d.gid from webhook_deliveries d where d.webhook = ${param('webhook')}
    order by d.gid desc limit 1 offset ${param('limit')})`,
)

// Each added delivery makes one exceed the limit.
const emptying: Statement<never> = statement(
  param => sql`update webhook_deliveries set signature = null, body = null, response = null where gid = (
    select d.gid from webhook_deliveries d where d.webhook = ${param('webhook')}
    order by d.gid desc limit 1 offset ${param('limit')})`,
)

/**
 * Deletes all deliveries of a webhook but the last `max`, and the request and response of all but the last
 * `withContents`. Call it for each delivery that is added.
 */
export async function trimDeliveries(tx: Writer, webhook: number, max: number, withContents: number): Promise<void> {
  await tx.all(trimming, { webhook, limit: max })
  await tx.all(emptying, { webhook, limit: withContents })
}

export type DeliveryRow = Tables['webhook_deliveries']

/** A delivery without its request and response. */
export type DeliverySummaryRow = Omit<DeliveryRow, 'signature' | 'body' | 'response' | 'first_change' | 'last_change'>

const deliveries: Statement<DeliverySummaryRow> = statement((param, db) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['gid', 'webhook', 'events', 'attempt', 'status', 'error', 'started_at', 'finished_at'])
    .where('webhook', '=', param('webhook'))
    .orderBy('gid', 'desc')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The deliveries of a webhook, the newest first. */
export const deliveriesOf = (reader: Reader, webhook: number, limit: number): Promise<DeliverySummaryRow[]> =>
  reader.all(deliveries, { webhook, limit })

const delivery: Statement<DeliveryRow> = statement((param, db) =>
  db.selectFrom('webhook_deliveries').selectAll().where('gid', '=', param('gid')),
)

export const deliveryOf = (reader: Reader, gid: number): Promise<DeliveryRow | undefined> =>
  reader.first(delivery, { gid })
