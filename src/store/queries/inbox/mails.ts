/** Notifications that wait for an e-mail to one person. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { inboxTypes, joinVisible, objectColumns, type ShownNotification, showing } from './notifications.ts'

interface MailState {
  /** When the person was last sent an e-mail; null for never. */
  sent_at: number | null
  /** The earliest time at which one must be sent; null if nothing waits. */
  next_at: number | null
}

const state: Statement<MailState> = statement(
  param => sql<MailState>`select
    (select s.sent_at from mail_states s where s."user" = ${param('user')}) as sent_at,
    (select min(m.send_at) from notification_mails m where m."user" = ${param('user')}) as next_at`,
)

export const mailStateOf = async (reader: Reader, user: number): Promise<MailState> =>
  (await reader.first(state, { user })) ?? { sent_at: null, next_at: null }

const waiting: Statement<{ gid: number }> = statement(
  (param, { dialect }) => sql<{ gid: number }>`select m.gid as gid from notification_mails m
    where m."user" = ${param('user')} and m.send_at <= ${param('now')} order by m.send_at, m.gid
    ${dialect.limit(param('limit'))}`,
)

/** The notifications that are to be sent to a person now, the oldest first. */
export const waitingMails = async (reader: Reader, user: number, now: number, limit: number): Promise<number[]> =>
  (await reader.all(waiting, { user, now, limit })).map(({ gid }) => gid)

const due: Statement<ShownNotification> = statement((param, db) => {
  const none = sql`cast(null as ${sql.raw(db.dialect.types.gid)})`
  const each = inboxTypes.map(
    type => sql`select n.gid, n.workspace, n.resource_type, n.resource, n.cause, n.story, n.actor, 1 as unread,
        0 as is_mention, 0 as is_assigned, n.created_at, n.created_at as shown_at, ${none} as read_at,
        ${none} as archived_at, ${objectColumns(type, db)}
      from notification_mails n ${joinVisible(type, param)}
      where ${db.dialect.isAmong(sql.ref('n.gid'), param('gids'))} and n."user" = ${param('me')} and n.resource_type = ${sql.lit(type)}
        and not exists (select 1 from notifications i where i."user" = n."user" and i.resource = n.resource
          and i.read_at is not null and i.created_at >= n.created_at)`,
  )
  return showing(sql.join(each, sql` union all `))
})

/**
 * Those of `gids` that a person is to be sent, newest first: about objects that they can see now, and without what they have
 * read in the inbox meanwhile.
 */
export const dueMails = (reader: Reader, me: number, gids: readonly number[]): Promise<ShownNotification[]> =>
  reader.all(due, { me, gids: reader.db.dialect.set(gids) })
