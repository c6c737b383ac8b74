/**
 * Notifies people. Invariants:
 * - no person is notified of their own acts, and only active people of the workspace are notified;
 * - a person has one notification for each object, into which later ones are folded;
 * - the number of statements does not depend on the number of people.
 */
import { nextTimeOfDay } from '../../../lib/date.ts'
import { insertAll, personalChange } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { Notice } from '../../../store/queries/inbox/causes.ts'
import {
  type ActivePerson,
  describedAmong,
  type FoldedNotification,
  foldNotifications,
  recipientsAmong,
} from '../../../store/queries/inbox/recipients.ts'
import { scheduleEach } from '../../../store/queries/jobs/queue.ts'
import { type Cause, channelsOf, digestTimeOf, isAssignment, isMention, zoneOf } from './causes.ts'

/** A notice whose cause is one of those that people choose. */
export type NoticeToSend = Notice & { cause: Cause }

export interface NotifyOptions {
  /** Whether there is a mail server, and the e-mail is not sent in another way. */
  sendsMail: boolean
}

/** The job that sends the e-mail of a person; its subject is the person. */
export const SEND_NOTIFICATIONS = 'send_notifications'

/** Writes the notifications of these notices, which are in the order of time, for those who want them. */
export async function notify(
  tx: Writer,
  workspace: number,
  given: readonly NoticeToSend[],
  { sendsMail }: NotifyOptions,
): Promise<void> {
  const notices = given.filter(({ user, actor }) => user !== actor)
  if (notices.length === 0) return
  const people = await recipientsAmong(tx, workspace, [...new Set(notices.map(({ user }) => user))])
  const known = await withoutKnownMentions(
    tx,
    notices.filter(({ user }) => people.has(user)),
  )
  const channels = ({ user, cause }: NoticeToSend) => channelsOf(people.get(user)?.preferences ?? '{}', cause)
  if (sendsMail)
    await queueMails(
      tx,
      workspace,
      known.filter(notice => channels(notice).mail),
      people,
    )
  const wanted = known.filter(notice => channels(notice).app)
  if (wanted.length === 0) return
  const rows = await foldNotifications(tx, folded(tx, workspace, wanted))
  const latest = new Map(rows.map(({ user, gid }) => [user, gid]))
  for (const [owner, gid] of latest)
    personalChange(tx, { owner, type: 'notification', gid, action: 'added', workspace })
}

const keyOf = ({ user, resource }: Pick<Notice, 'user' | 'resource'>) => `${user} ${resource}`

/** Whether it is a mention in the description of a task, which is notified once however often the text is edited. */
const isDescribed = ({ cause, resource_type, story }: Notice) =>
  cause === 'mentioned' && resource_type === 'task' && story === null

async function withoutKnownMentions(tx: Writer, notices: readonly NoticeToSend[]): Promise<readonly NoticeToSend[]> {
  const described = notices.filter(isDescribed)
  if (described.length === 0) return notices
  const pairs = await describedAmong(
    tx,
    described.map(({ user, resource }) => [user, resource]),
  )
  const known = new Set(pairs.map(([user, resource]) => keyOf({ user, resource })))
  return notices.filter(notice => !isDescribed(notice) || !known.has(keyOf(notice)))
}

/** Queues what people want to have by e-mail, for now or for their next digest. */
async function queueMails(
  tx: Writer,
  workspace: number,
  notices: readonly NoticeToSend[],
  people: ReadonlyMap<number, ActivePerson>,
): Promise<void> {
  if (notices.length === 0) return
  const times = new Map<number, number>()
  for (const user of new Set(notices.map(notice => notice.user))) times.set(user, sendTimeOf(tx.now, people.get(user)))
  const rows = notices.map(({ user, resource_type, resource, cause, story, actor, at }) => ({
    ...{ gid: tx.gid(), user, workspace, resource_type, resource, cause, story, actor },
    ...{ created_at: at, send_at: times.get(user) ?? tx.now },
  }))
  await insertAll(tx, 'notification_mails', rows)
  await scheduleEach(tx, SEND_NOTIFICATIONS, [...times])
}

/** When e-mail is sent to a person: now, or at the time of day that they chose. */
function sendTimeOf(now: number, person: ActivePerson | undefined): number {
  const time = person && digestTimeOf(person.preferences)
  return time ? nextTimeOfDay(now, time, zoneOf(person)) : now
}

const flagOf = (is: boolean): number => (is ? 1 : 0)

/** One row for each person and object, with the latest cause; always in the same order, so that no two writes deadlock. */
function folded(tx: Writer, workspace: number, notices: readonly NoticeToSend[]): FoldedNotification[] {
  const rows = [...Map.groupBy(notices, keyOf).values()].flatMap(all => {
    const last = all.at(-1)
    if (last === undefined) return []
    const { user, cause, resource_type, resource, story, actor, at: created_at } = last
    const flags = {
      is_mention: flagOf(all.some(one => isMention(one.cause))),
      is_assigned: flagOf(all.some(one => isAssignment(one.cause))),
      is_described: flagOf(all.some(isDescribed)),
    }
    const about = { gid: tx.gid(), user, workspace, resource_type, resource, cause, story, actor }
    return [{ ...about, ...flags, unread: all.length, created_at }]
  })
  return rows.sort((a, b) => a.user - b.user || a.resource - b.resource)
}
