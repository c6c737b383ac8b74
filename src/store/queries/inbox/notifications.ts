/**
 * The inbox of a person: their notifications about objects that they can see now. Each type of objects is a select of its own,
 * because rights differ by type; it reads an index that begins with the type and has only rows of the filter, in their
 * order, so a page costs the same however many notifications there are.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Builder, Reader, Statement, Writer } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'
import { tableOf, trashable } from '../objects.ts'

export type NotificationRow = Tables['notifications']

/** The types of objects that notifications are about. */
export const inboxTypes = ['task', 'project', 'portfolio', 'goal', 'team', 'status_update'] as const

export type InboxType = (typeof inboxTypes)[number]

export const inboxFilters = ['all', 'unread', 'mentions', 'assigned', 'archived'] as const

export type InboxFilter = (typeof inboxFilters)[number]

const OPEN = sql`n.archived_at is null`

/** The rows of each filter, as the conditions of the partial indexes. */
const rowsOf: Record<InboxFilter, RawBuilder<unknown>> = {
  all: OPEN,
  unread: sql`${OPEN} and n.read_at is null`,
  mentions: sql`${OPEN} and n.is_mention = 1`,
  assigned: sql`${OPEN} and n.is_assigned = 1`,
  archived: sql`n.archived_at is not null`,
}

/** The object `t` of a notification `n` exists, is not in the trash, and the caller can see it. */
export const joinVisible = (
  type: InboxType,
  param: ParamFn,
) => sql`join ${sql.table(tableOf(type))} as t on t.gid = n.resource
  ${trashable(type) ? sql`and t.deleted_at is null` : sql``} and ${atLeast(type, 't', 1, param)}`

/** What a notification shows of its object. */
export interface ShownNotification extends Omit<NotificationRow, 'is_described' | 'user'> {
  name: string
  resource_subtype: string | null
  /** Whether a task is completed; null for other types. */
  completed: number | null
  /** The object of a status update; null for other types. */
  parent: number | null
  text: string | null
  html_text: string | null
  actor_name: string | null
  /** JSON. */
  actor_photo: string | null
}

const noText = sql`cast(null as text)`

/** What a notification shows of its object `t`. */
export const objectColumns = (type: InboxType, { dialect }: Builder): RawBuilder<unknown> => {
  const none = sql`cast(null as ${sql.raw(dialect.types.gid)})`
  const of = (name: RawBuilder<unknown>, subtype: RawBuilder<unknown>, completed = none, parent = none) =>
    sql`${name} as name, ${subtype} as resource_subtype, ${completed} as completed, ${parent} as parent`
  if (type === 'task') return of(sql`t.name`, sql`t.resource_subtype`, sql`t.completed`)
  if (type === 'status_update') return of(sql`t.title`, sql`t.resource_subtype`, none, sql`t.parent`)
  return of(sql`t.name`, noText)
}

/** Longer texts show no names of links: their beginning is shown, and the rest is not parsed for it. */
const MAX_RICH_CHARACTERS = 20_000
const MAX_PLAIN_CHARACTERS = 600

const inboxColumns = [
  ...['gid', 'workspace', 'resource_type', 'resource', 'cause', 'actor', 'unread', 'is_mention', 'is_assigned'],
  ...['created_at', 'shown_at', 'read_at', 'archived_at'],
]

/** The texts of the comment, the status update or the description that the latest notification is about. */
const excerptOf = (plain: string, rich: string) => sql`
  case when x.cause not in ('commented', 'mentioned', 'liked', 'status_update') then null
    when x.story is not null then substr(s.text, 1, ${sql.lit(MAX_PLAIN_CHARACTERS)})
    when x.resource_type = 'status_update' then (select ${sql.raw(plain)} from status_updates e where e.gid = x.resource)
    when x.cause = 'mentioned' then (select ${sql.raw(plain.replace('text', 'notes'))} from tasks e where e.gid = x.resource)
    end as text,
  case when x.cause not in ('commented', 'mentioned', 'liked', 'status_update') then null
    when x.story is not null then
      case when length(s.html_text) <= ${sql.lit(MAX_RICH_CHARACTERS)} then s.html_text end
    when x.resource_type = 'status_update' then (select ${sql.raw(rich)} from status_updates e where e.gid = x.resource)
    when x.cause = 'mentioned' then (select ${sql.raw(rich.replaceAll('html_text', 'html_notes'))} from tasks e
      where e.gid = x.resource) end as html_text`

/** Selects notifications with their texts and authors from the rows of their objects, newest first. */
export const showing = (rows: RawBuilder<unknown>) => sql<ShownNotification>`select
    ${sql.join(inboxColumns.map(name => sql`x.${sql.id(name)} as ${sql.id(name)}`))}, s.gid as story, x.name as name,
    x.resource_subtype as resource_subtype, x.completed as completed, x.parent as parent,
    ${excerptOf(
      `substr(e.text, 1, ${MAX_PLAIN_CHARACTERS})`,
      `case when length(e.html_text) <= ${MAX_RICH_CHARACTERS} then e.html_text end`,
    )}, u.name as actor_name, u.photo as actor_photo
  from (${rows}) as x left join users u on u.gid = x.actor
    left join stories s on s.gid = x.story and s.deleted_at is null
  order by x.shown_at desc, x.gid desc`

const selected = sql`n.gid, n.workspace, n.resource_type, n.resource, n.cause, n.story, n.actor, n.unread, n.is_mention,
  n.is_assigned, n.created_at, n.shown_at, n.read_at, n.archived_at`

const ofCaller = (type: InboxType, filter: InboxFilter, param: ParamFn) => sql`n."user" = ${param('me')}
  and n.workspace = ${param('workspace')} and n.resource_type = ${sql.lit(type)} and ${rowsOf[filter]}`

const pages = new Map<InboxFilter, Statement<ShownNotification>>()

function pageOf(filter: InboxFilter): Statement<ShownNotification> {
  const known = pages.get(filter)
  if (known) return known
  const made = statement<ShownNotification>((param, db) => {
    const limit = db.dialect.limit(param('limit'))
    const each = inboxTypes.map(
      type => sql`select * from (select ${selected}, ${objectColumns(type, db)}
        from notifications n ${joinVisible(type, param)}
        where ${ofCaller(type, filter, param)} and (n.shown_at, n.gid) < (${param('at')}, ${param('gid')})
        order by n.shown_at desc, n.gid desc ${limit}) as ${sql.id(`of_${type}`)}`,
    )
    const all = sql`select * from (${sql.join(each, sql` union all `)}) as every
      order by shown_at desc, gid desc ${limit}`
    return showing(all)
  })
  pages.set(filter, made)
  return made
}

/** A place in the inbox: that of a notification. */
export interface InboxPlace {
  at: number
  gid: number
}

/** The next notifications of a person after a place, newest first: those of the filter whose objects they can see. */
export const inboxOf = (
  reader: Reader,
  { me, workspace, filter }: { me: number; workspace: number; filter: InboxFilter },
  before: InboxPlace,
  limit: number,
): Promise<ShownNotification[]> => reader.all(pageOf(filter), { me, workspace, ...before, limit })

const one: Statement<ShownNotification> = statement((param, db) => {
  const each = inboxTypes.map(
    type => sql`select ${selected}, ${objectColumns(type, db)} from notifications n ${joinVisible(type, param)}
      where n.gid = ${param('gid')} and n."user" = ${param('me')} and n.resource_type = ${sql.lit(type)}`,
  )
  return showing(sql.join(each, sql` union all `))
})

/** A notification of a person, if they can see its object. */
export const notificationOf = (reader: Reader, me: number, gid: number): Promise<ShownNotification | undefined> =>
  reader.first(one, { me, gid })

/** Unread notifications are counted up to this number: more would only cost time. */
const MAX_UNREAD = 100

/** What the app shows of an inbox everywhere. */
interface InboxState {
  unread: number
  /** When the next snoozed notification is shown. */
  snoozed_until: number | null
}

const states: Statement<InboxState & { workspace: number }> = statement((param, db) => {
  const snoozed = inboxTypes.map(
    type => sql`select min(n.shown_at) as shown_at from notifications n ${joinVisible(type, param)}
      where n."user" = ${param('me')} and n.workspace = mine.workspace and n.resource_type = ${sql.lit(type)}
      and ${OPEN} and n.shown_at > ${param('now')}`,
  )
  const counts = inboxTypes.map(
    type => sql`(select count(*) from (select 1 from notifications n ${joinVisible(type, param)}
      where n."user" = ${param('me')} and n.workspace = mine.workspace and n.resource_type = ${sql.lit(type)}
      and ${rowsOf.unread} and n.shown_at <= ${param('now')} ${db.dialect.limit(param('limit'))}) as ${sql.id(`of_${type}`)})`,
  )
  return sql<InboxState & { workspace: number }>`select mine.workspace as workspace, ${sql.join(counts, sql` + `)}
    as unread, (select min(shown_at) from (${sql.join(snoozed, sql` union all `)}) as snoozed) as snoozed_until
    from workspace_memberships mine where mine."user" = ${param('me')} and mine.is_active = 1`
})

/** By workspace: how many objects a person has unread notifications of, at most `MAX_UNREAD`, and what is snoozed. */
export async function inboxStates(reader: Reader, me: number, now: number): Promise<Map<number, InboxState>> {
  const rows = await reader.all(states, { me, now, limit: MAX_UNREAD })
  return new Map(
    rows.map(({ workspace, unread, snoozed_until }) => [
      workspace,
      {
        unread: Math.min(Number(unread), MAX_UNREAD),
        snoozed_until: snoozed_until === null ? null : Number(snoozed_until),
      },
    ]),
  )
}

const settings = {
  archive: sql`archived_at = `,
  read: sql`unread = 0, read_at = `,
}

const bulk = new Map<string, Statement<{ gid: number }>>()

/** Archives or reads what a person can see of a filter, up to a time; returns the gids. */
export async function setAll(
  tx: Writer,
  act: keyof typeof settings,
  { me, workspace, filter }: { me: number; workspace: number; filter: InboxFilter },
  until: number,
): Promise<number[]> {
  const key = `${act} ${filter}`
  const known =
    bulk.get(key) ??
    statement<{ gid: number }>(param => {
      const each = inboxTypes.map(
        type => sql`select n.gid from notifications n ${joinVisible(type, param)}
          where ${ofCaller(type, filter, param)} and n.shown_at <= ${param('until')}`,
      )
      const more = act === 'read' ? sql`and read_at is null` : sql`and archived_at is null`
      return sql<{ gid: number }>`update notifications set ${settings[act]} ${param('now')}
        where gid in (${sql.join(each, sql` union all `)}) ${more} returning gid`
    })
  bulk.set(key, known)
  return (await tx.all(known, { me, workspace, until, now: tx.now })).map(({ gid }) => gid)
}

const restoring: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`update notifications set archived_at = null
    where "user" = ${param('me')} and workspace = ${param('workspace')} and archived_at = ${param('at')} returning gid`,
)

/** Moves what was archived at a time back to the inbox; returns the gids. */
export const restoreArchived = async (tx: Writer, me: number, workspace: number, at: number): Promise<number[]> =>
  (await tx.all(restoring, { me, workspace, at })).map(({ gid }) => gid)
