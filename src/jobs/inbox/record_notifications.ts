/**
 * The job that fills the inboxes: it reads what people are notified of from the change log, so that writes need not. Its
 * position in each workspace is a setting.
 * Invariant: a change notifies once, because one transaction writes the notifications and advances the position.
 */
import { linkedGids } from '../../lib/rich_text.ts'
import { type NoticeToSend, type NotifyOptions, notify } from '../../resources/personal/rules/notify.ts'
import type { Reader, Store } from '../../store/db.ts'
import type { LogPosition } from '../../store/queries/events/streams.ts'
import { type LinkingText, linkingTexts, noticesIn } from '../../store/queries/inbox/causes.ts'
import { batchEnd } from '../../store/queries/jobs/webhooks.ts'
import { behindUses } from '../../store/queries/search/uses.ts'
import { trySetSetting } from '../../store/set_setting.ts'
import { PROGRAM } from '../../store/write_queue.ts'
import type { JobKind } from '../worker.ts'

/** The name of the setting, before the gid of the workspace. */
const POSITION = 'inbox_position '
/** Changes per transaction, and fewer where these notify more people than `MAX_NOTICES`. */
const BATCH_CHANGES = 1000
const SMALL_BATCH_CHANGES = 200
const MAX_NOTICES = 500
/** The interval at which the job looks without a notification of the store, which can be lost. */
const POLL_INTERVAL_MS = 60_000
/** In a workspace whose log was never read, older changes notify no person. */
const MAX_NEWS_AGE_MS = 60 * 60 * 1000
/** The people whom one text notifies by mentions, at most. */
const MAX_MENTIONS = 100

/** The program itself, for which no request waits. */
const BY = { ...PROGRAM, isBackground: true } as const

interface RecordOptions extends NotifyOptions {
  store: Store
}

export const recordNotifications = (options: RecordOptions): JobKind => ({
  intervalMs: POLL_INTERVAL_MS,
  isWoken: async reader => (await behindUses(reader, POSITION)).length > 0,
  async perform() {
    for (const part of await behindUses(options.store.read, POSITION)) await recordIn(options, part)
    return undefined
  },
})

/** Reads all changes of a workspace after a position. */
async function recordIn({ store, sendsMail }: RecordOptions, { workspace, ...from }: LogPosition): Promise<void> {
  let { after, position } = from
  // The log of a store of an earlier version is no news.
  const oldest = position === null ? store.clock() - MAX_NEWS_AGE_MS : 0
  for (;;) {
    const batch = await nextBatch(store.read, workspace, after)
    if (batch === undefined) return
    const { until, notices } = batch
    const next = String(until)
    const isOurs = await store.write(async tx => {
      // The worker of another instance may have read them.
      if (!(await trySetSetting(tx, `${POSITION}${workspace}`, position, next))) return false
      await notify(
        tx,
        workspace,
        notices.filter(({ at }) => at >= oldest),
        { sendsMail },
      )
      return true
    }, BY)
    if (!isOurs) return
    after = until
    position = next
  }
}

/** The end of the next batch of changes, and what it notifies of. */
async function nextBatch(
  reader: Reader,
  workspace: number,
  after: number,
): Promise<{ until: number; notices: NoticeToSend[] } | undefined> {
  const read = async (changes: number) => {
    const until = await batchEnd(reader, workspace, after, changes)
    return until === undefined ? undefined : { until, notices: await noticesOf(reader, { workspace, after, until }) }
  }
  const batch = await read(BATCH_CHANGES)
  return batch && batch.notices.length > MAX_NOTICES ? read(SMALL_BATCH_CHANGES) : batch
}

/** What a range of the log notifies of. A person whom a comment mentions gets no other notice of it. */
async function noticesOf(
  reader: Reader,
  range: { workspace: number; after: number; until: number },
): Promise<NoticeToSend[]> {
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
