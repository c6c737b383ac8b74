/**
 * What a person does with their inbox: read, archive, snooze. Invariants:
 * - a notification whose object the person cannot see does not exist for them, and is not changed by acts on all;
 * - each act is announced to the other pages of the person.
 */
import { invalid, notFound } from '../../../lib/errors.ts'
import { findForUpdate, personalChange, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import {
  type InboxFilter,
  notificationOf,
  restoreArchived,
  type ShownNotification,
  setAll,
} from '../../../store/queries/inbox/notifications.ts'
import { flag, timestamp, type Values } from '../../../vocabulary/field.ts'

/** The longest snooze. */
const MAX_SNOOZE_MS = 366 * 24 * 60 * 60 * 1000

export const notificationInput = {
  read: flag({ doc: 'Whether it is read.' }),
  archived: flag({ doc: 'Whether it is in the archive. A new notification of the object moves it back.' }),
  until: timestamp({
    nullable: true,
    doc: 'Until when it is hidden, at most a year: it is then shown as if it came at that time. Null shows it again.',
  }),
}

/** Changes a notification of a person; returns it. Throws 404 for one that they cannot see. */
export async function changeNotification(
  tx: Writer,
  me: number,
  gid: number,
  { read, archived, until }: Values<typeof notificationInput>,
): Promise<ShownNotification> {
  const row = await findForUpdate(tx, 'notifications', { gid, user: me })
  if (!row || !(await notificationOf(tx, me, gid))) throw notFound('notification', gid)
  if (typeof until === 'number' && (until <= tx.now || until > tx.now + MAX_SNOOZE_MS))
    throw invalid('until', 'Must be within the next year')
  const set = {
    ...(read === undefined ? {} : readColumns(read, row, tx.now)),
    ...(archived === undefined ? {} : { archived_at: archived ? (row.archived_at ?? tx.now) : null }),
    ...(until === undefined ? {} : { shown_at: until ?? row.created_at }),
  }
  if (Object.keys(set).length > 0) {
    await update(tx, 'notifications', { gid, user: me }, set)
    announce(tx, me, row.workspace, gid)
  }
  const shown = await notificationOf(tx, me, gid)
  if (!shown) throw notFound('notification', gid)
  return shown
}

const readColumns = (read: boolean, row: { read_at: number | null; unread: number }, now: number) =>
  read ? { read_at: row.read_at ?? now, unread: 0 } : { read_at: null, unread: Math.max(1, row.unread) }

const announce = (tx: Writer, owner: number, workspace: number, gid: number) =>
  personalChange(tx, { owner, type: 'notification', gid, action: 'changed', workspace })

interface InboxPart {
  me: number
  workspace: number
  filter: InboxFilter
}

/** Archives or reads all that a person can see of a filter, up to a time; returns the number. */
export async function changeAll(
  tx: Writer,
  act: 'archive' | 'read',
  part: InboxPart,
  until: number = tx.now,
): Promise<number> {
  const gids = await setAll(tx, act, part, Math.min(until, tx.now))
  if (gids[0] !== undefined) announce(tx, part.me, part.workspace, gids[0])
  return gids.length
}

/** Takes back `changeAll`, which archived everything at one time; returns the number. */
export async function restoreAll(tx: Writer, me: number, workspace: number, at: number): Promise<number> {
  const gids = await restoreArchived(tx, me, workspace, at)
  if (gids[0] !== undefined) announce(tx, me, workspace, gids[0])
  return gids.length
}
