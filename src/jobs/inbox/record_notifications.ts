/** The job that fills the inboxes: it reads what people are notified of from the change log. */
import { linkedGids } from '../../lib/rich_text.ts'
import { type NoticeToSend, type NotifyOptions, notify } from '../../resources/personal/rules/notify.ts'
import type { Reader, Store } from '../../store/db.ts'
import type { LogRange } from '../../store/queries/events/streams.ts'
import { type LinkingText, linkingTexts, noticesIn } from '../../store/queries/inbox/causes.ts'
import { behindUses } from '../../store/queries/search/uses.ts'
import { PROGRAM } from '../../store/write_queue.ts'
import { followLog } from '../follow_log.ts'
import type { JobKind } from '../worker.ts'

/** The name of the setting, before the gid of the workspace. */
const POSITION = 'inbox_position '
/** The notices of a batch: with more, fewer changes are read. */
const MAX_NOTICES = 500
/** In a workspace whose log was never read, older changes notify no person. */
const MAX_NEWS_AGE_MS = 60 * 60 * 1000
/** The people whom one text notifies by mentions, at most. */
const MAX_MENTIONS = 100

/** The program itself, for which no request waits. */
const BY = { ...PROGRAM, isBackground: true } as const

interface RecordOptions extends NotifyOptions {
  store: Store
}

export const recordNotifications = ({ store, sendsMail }: RecordOptions): JobKind =>
  followLog(store, POSITION, behindUses, ({ workspace, position }) => {
    // The log of a store of an earlier version is no news.
    const oldest = position === null ? store.clock() - MAX_NEWS_AGE_MS : 0
    return {
      by: BY,
      read: range => noticesOf(store.read, range),
      fits: notices => notices.length <= MAX_NOTICES,
      record(tx, notices) {
        const news = notices.filter(({ at }) => at >= oldest)
        return notify(tx, workspace, news, { sendsMail })
      },
    }
  })

/** What a range of the log notifies of. A person whom a comment mentions gets no other notice of it. */
async function noticesOf(reader: Reader, range: LogRange): Promise<NoticeToSend[]> {
  const notices = (await noticesIn(reader, range)) as NoticeToSend[]
  const mentions = (await linkingTexts(reader, range)).flatMap(mentionsIn)
  const mentioned = new Set(mentions.map(keyOf))
  const others = notices.filter(
    notice => !['commented', 'status_update'].includes(notice.cause) || !mentioned.has(keyOf(notice)),
  )
  return [...others, ...mentions].sort((a, b) => a.at - b.at)
}

const keyOf = ({ user, resource, story }: NoticeToSend) => `${user} ${resource} ${story}`

/** A notice for everything that a text links to: only people are notified. */
const mentionsIn = ({ html, ...about }: LinkingText): NoticeToSend[] =>
  linkedGids(html)
    .slice(0, MAX_MENTIONS)
    .map(gid => ({ ...about, user: Number(gid), cause: 'mentioned' }))
