/**
 * The job that sends the e-mails of one person about notifications; its subject is the person. Invariants:
 * - a person gets at most one e-mail in `MIN_INTERVAL_MS`, with everything that waits;
 * - what is sent is about objects that the person can see when it is sent;
 * - what was not accepted by the mail server waits, and the queue tries again later;
 * - only the worker with the lease of the job sends. If its process dies between the answer of the mail server and the
 *   commit, the e-mail is sent again with the same ID, which mail programs show once.
 */
import { type LetterItem, notificationEmail } from '../../identity/letters.ts'
import { type Email, oneLine } from '../../identity/mail.ts'
import { unsubscribePath } from '../../identity/unsubscribe.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Cause } from '../../resources/personal/rules/causes.ts'
import { presentNotifications } from '../../resources/personal/rules/notification.ts'
import { deleteAll, tryInsert, update } from '../../store/change.ts'
import type { Reader, Store, Writer } from '../../store/db.ts'
import { accountOf } from '../../store/queries/identity/sign_in.ts'
import { dueMails, mailStateOf, waitingMails } from '../../store/queries/inbox/mails.ts'
import type { JobKind } from '../worker.ts'

/** The time between two e-mails to a person. */
const MIN_INTERVAL_MS = 60_000
/** Notifications in one e-mail; the others are in the inbox. */
const MAX_ITEMS = 30
/** Notifications that one e-mail covers. */
const MAX_WAITING = 200

/** How e-mail about notifications is sent. */
export interface Letters {
  /** Resolves when the mail server has accepted an e-mail, and rejects when it has not. */
  deliver(email: Email): Promise<void>
  /** The address of this server in links. */
  linkBaseUrl(): string
}

interface SendOptions {
  store: Store
  clock: Clock
  /** The key of the installation. */
  key: string
  /** Null without a mail server: what waits is dropped. */
  letters: Letters | null
}

export const sendNotifications = ({ store, clock, key, letters }: SendOptions): JobKind => ({
  async perform(user) {
    const now = clock()
    const { sent_at, next_at } = await mailStateOf(store.read, user)
    if (next_at === null || next_at > now) return next_at ?? undefined
    const earliest = (sent_at ?? 0) + MIN_INTERVAL_MS
    if (earliest > now) return earliest
    // Exactly these: others may be committed while they are sent.
    const gids = await waitingMails(store.read, user, now, MAX_WAITING)
    const isSent = letters !== null && (await send({ store, key, letters }, user, gids))
    await store.write(async tx => {
      await deleteAll(tx, 'notification_mails', gids)
      if (isSent) await recordSent(tx, user, now)
    })
    const next = (await mailStateOf(store.read, user)).next_at
    return next === null ? undefined : Math.max(next, isSent ? now + MIN_INTERVAL_MS : 0)
  },
})

/** Sends what the person can see of these notifications, if there is any; returns whether there was. */
async function send(
  { store, key, letters }: { store: Store; key: string; letters: Letters },
  user: number,
  gids: readonly number[],
): Promise<boolean> {
  const account = await accountOf(store.read, user)
  const base = letters.linkBaseUrl()
  const items = account.can_sign_in ? await itemsFor(store.read, base, user, gids) : []
  if (items.length === 0) return false
  const links = { inbox: `${base}/0/inbox`, settings: `${base}/settings/notifications` }
  await letters.deliver(
    notificationEmail({
      ...{ to: account, items: items.slice(0, MAX_ITEMS), more: Math.max(0, items.length - MAX_ITEMS) },
      links: { ...links, unsubscribe: `${base}${unsubscribePath(key, user)}` },
      id: `${user}.${gids[0]}.${gids.at(-1)}`,
    }),
  )
  return true
}

async function recordSent(tx: Writer, user: number, sent_at: number): Promise<void> {
  if (!(await tryInsert(tx, 'mail_states', { user, sent_at }))) await update(tx, 'mail_states', { user }, { sent_at })
}

async function itemsFor(reader: Reader, base: string, user: number, gids: readonly number[]): Promise<LetterItem[]> {
  const rows = await dueMails(reader, user, gids)
  const shown = await presentNotifications(reader, user, rows)
  return shown.map(({ cause, actor, resource, excerpt, story }, at) => ({
    sentence: sentences[cause as Cause](actor ? oneLine(actor.name) : 'Someone'),
    ...{ name: resource.name, excerpt },
    link: addressOf(base, rows[at]?.workspace ?? 0, resource, story),
  }))
}

interface NotifiedObject {
  gid: string
  resource_type: string
  resource_subtype?: string
  parent?: { gid: string }
}

/** The address of an object in the app; that of a comment is the object with the comment after the #. */
function addressOf(base: string, workspace: number, object: NotifiedObject, story: { gid: string } | null): string {
  const of = (type: string, gid: string) => `${base}/1/${workspace}/${type}/${gid}`
  if (object.resource_type === 'status_update' && object.parent) {
    const type = object.resource_subtype?.replace(/_status_update$/, '') ?? 'project'
    return `${of(type, object.parent.gid)}${type === 'project' ? '/updates' : ''}#${object.gid}`
  }
  return `${of(object.resource_type, object.gid)}${story ? `#${story.gid}` : ''}`
}

const sentences: Record<Cause, (who: string) => string> = {
  assigned: who => `${who} assigned a task to you`,
  mentioned: who => `${who} mentioned you`,
  commented: who => `${who} commented`,
  completed: who => `${who} completed a task`,
  unblocked: () => 'A task can start: what it depends on is completed',
  due_today: () => 'Due today',
  overdue: () => 'Overdue',
  approval_requested: who => `${who} requests your approval`,
  approval_decided: who => `${who} decided on an approval`,
  status_update: who => `${who} posted a status update`,
  added: who => `${who} added you`,
  access_requested: who => `${who} requests access`,
  liked: who => `${who} liked this`,
}
