/** Who is notified: people of a workspace with their preferences, and the rows of their inboxes. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { NotificationRow } from './notifications.ts'

export interface ActivePerson {
  user: number
  time_zone: string
  /** JSON. */
  preferences: string
}

const active: Statement<ActivePerson> = statement(
  (param, { dialect }) => sql<ActivePerson>`select w."user" as "user", u.time_zone as time_zone,
      coalesce(p.preferences, '{}') as preferences
    from workspace_memberships w join users u on u.gid = w."user" left join personal_states p on p."user" = w."user"
    where w.workspace = ${param('workspace')} and ${dialect.isAmong(sql.ref('w.user'), param('users'))}
      and w.is_active = 1 and w.is_service = 0`,
)

/** Those of `users` who are active people of a workspace, with their preferences. */
export async function recipientsAmong(
  reader: Reader,
  workspace: number,
  users: readonly number[],
): Promise<Map<number, ActivePerson>> {
  if (users.length === 0) return new Map()
  const rows = await reader.all(active, { workspace, users: reader.db.dialect.set(users) })
  return new Map(rows.map(row => [row.user, row]))
}

type Pair = readonly [user: number, resource: number]

const described: Statement<{ user: number; resource: number }> = statement(
  (param, { dialect }) => sql<{ user: number; resource: number }>`select n."user" as "user", n.resource as resource
    from notifications n where n.is_described = 1
      and (n."user", n.resource) in (${dialect.rows(param('pairs'), ['number', 'number'])})`,
)

/** The pairs of which the user was already notified of a mention in the description. */
export const describedAmong = async (reader: Reader, pairs: readonly Pair[]): Promise<Pair[]> =>
  (await reader.all(described, { pairs: JSON.stringify(pairs) })).map(({ user, resource }) => [user, resource])

/** A new row of an inbox, or what is added to the one that the person has of the object. */
export type FoldedNotification = Omit<NotificationRow, 'shown_at' | 'read_at' | 'archived_at'>

const types = {
  ...({ gid: 'number', user: 'number', workspace: 'number', resource_type: 'text', resource: 'number' } as const),
  ...({ cause: 'text', story: 'number', actor: 'number', unread: 'number', is_mention: 'number' } as const),
  ...({ is_assigned: 'number', is_described: 'number', created_at: 'number', shown_at: 'number' } as const),
} as const

const names = Object.keys(types) as (keyof typeof types)[]

const OPEN = sql`notifications.archived_at is null`

/** A flag of a notification that is set in either, as long as the former ones are not archived. */
const kept = (name: string, rows = OPEN) => sql`${sql.id(name)} = case when excluded.${sql.id(name)} = 1
  or (notifications.${sql.id(name)} = 1 and ${rows}) then 1 else 0 end`

/** A column of the later of the two: the log is read after acts that notify at once. */
const latest = (name: string, from = name) => sql`${sql.id(name)} =
  case when excluded.created_at >= notifications.created_at then excluded.${sql.id(from)}
    else notifications.${sql.id(from)} end`

const folding: Statement<{ gid: number; user: number }> = statement(
  (param, { dialect }) => sql<{ gid: number; user: number }>`insert into notifications
      (${sql.join(names.map(name => sql.id(name)))}) ${dialect.rows(param('rows'), Object.values(types))}
    on conflict ("user", resource) do update set ${sql.join(['cause', 'story', 'actor'].map(name => latest(name)))},
      unread = excluded.unread + case when ${OPEN} and notifications.read_at is null then notifications.unread else 0 end,
      ${kept('is_mention')}, ${kept('is_assigned')}, ${kept('is_described', sql`1 = 1`)},
      ${latest('created_at')}, ${latest('shown_at', 'created_at')}, read_at = null, archived_at = null
    returning gid as gid, "user" as "user"`,
)

/**
 * Folds notifications into the inboxes, in one statement: at most one for each person and object. Rows that were read, archived
 * or snoozed are shown again. Returns the rows.
 */
export const foldNotifications = (
  tx: Writer,
  rows: readonly FoldedNotification[],
): Promise<{ gid: number; user: number }[]> =>
  tx.all(folding, {
    rows: JSON.stringify(rows.map(row => names.map(name => (name === 'shown_at' ? row.created_at : row[name])))),
  })

/** The notifications of a person in a workspace. */
export interface Inbox {
  user: number
  workspace: number
}

const crowded: Statement<Inbox> = statement(
  param => sql<Inbox>`select n."user" as "user", n.workspace as workspace from notifications n
    where n.archived_at is null group by n."user", n.workspace having count(*) > ${param('most')}`,
)

/** The inboxes with more than `most` notifications that are not archived. */
export const crowdedInboxes = (reader: Reader, most: number): Promise<Inbox[]> => reader.all(crowded, { most })

const trimming: Statement<unknown> = statement(
  // PostgreSQL checks only the outer conditions again if a row was changed meanwhile: archived, or shown again.
  (param, { dialect }) => sql`delete from notifications where archived_at is null and (gid, shown_at) in (
    select n.gid, n.shown_at from notifications n
    where n."user" = ${param('user')} and n.workspace = ${param('workspace')} and n.archived_at is null
    order by n.shown_at desc, n.gid desc ${dialect.limit(param('limit'))} offset ${param('most')}) returning 1`,
)

/** Deletes at most `limit` notifications of an inbox that are not archived, beyond the `most` newest; returns how many. */
export const trimInbox = async (tx: Writer, inbox: Inbox, most: number, limit: number): Promise<number> =>
  (await tx.all(trimming, { ...inbox, most, limit })).length
