/**
 * The inbox: notifications as records, and one list of them for each filter, newest first. The server has them by pages;
 * a list knows how far it is loaded, so that ten thousand notifications cost as much as the first page.
 */
import type { Cache } from './cache.ts'
import { call, callWithCursor } from './call.ts'
import { entryGid, entryPatch } from './lists.ts'
import type { Step } from './outbox.ts'
import type { Gid, Patch, WorkRecord } from './records.ts'

export const INBOX_FILTERS = ['all', 'unread', 'mentions', 'assigned'] as const

/** What of the inbox is shown; `archived` is a screen of its own. */
export type InboxFilter = (typeof INBOX_FILTERS)[number] | 'archived'

export interface NotificationActor {
  readonly gid: Gid
  readonly name: string
  readonly photo: string | null
}

export interface NotificationResource {
  readonly gid: Gid
  readonly resource_type: string
  readonly name: string | null
  /** Of a task, or of a status update: that of what it is about, such as `portfolio_status_update`. */
  readonly resource_subtype?: string
  readonly parent?: { readonly gid: Gid }
}

/** The notifications about one object, as one row. */
export interface InboxNotification extends WorkRecord {
  readonly cause: string
  readonly resource: NotificationResource
  readonly story: { readonly gid: Gid } | null
  readonly actor: NotificationActor | null
  readonly excerpt: string | null
  /** The number of unread notifications, at least 1. */
  readonly count: number
  readonly created_at: string
  readonly shown_at: string
  readonly read_at: string | null
  readonly archived_at: string | null
}

const PATH = '/-/inbox'
/** The first page fills a screen; the others are read while people scroll. */
const FIRST_PAGE_ROWS = 50
const PAGE_ROWS = 100

export const inboxList = (filter: InboxFilter): Gid => `inbox:${filter}`

/** Whether a notification is hidden until a later time. A new one is never hidden, even if the clock here is slow. */
export const isSnoozed = ({ created_at, shown_at }: InboxNotification): boolean =>
  shown_at > created_at && Date.parse(shown_at) > Date.now()

/** Whether a filter shows a notification now. The server decides on mentions and assignments. */
export const isInFilter = (filter: InboxFilter, one: InboxNotification): boolean =>
  (one.archived_at !== null) === (filter === 'archived') &&
  (filter !== 'unread' || one.read_at === null) &&
  !isSnoozed(one)

const RANK_CHARACTERS = 16
const descending = (value: number): string => String(Number.MAX_SAFE_INTEGER - value).padStart(RANK_CHARACTERS, '0')

/** Newest first, as the server orders. */
const rankOf = ({ shown_at, gid }: InboxNotification): string =>
  `${descending(Date.parse(shown_at))} ${descending(Number(gid))}`

/** How far a list is loaded. */
export interface InboxRange {
  /** The rank of the last row that is loaded. */
  readonly end: string
  /** The cursor of the next page; null at the end of the inbox. */
  readonly next: string | null
}

/** The rank after all others. */
const NO_END = 'z'

const toPatches = (list: Gid, one: InboxNotification): Patch[] => {
  const { gid, ...members } = one
  return [{ gid, members: { ...members, resource_type: 'notification' } }, entryPatch(list, gid, null, rankOf(one))]
}

/** Reads a page into the cache. Notifications that are no longer in its range are removed from the list. */
async function readPage({ workspace, records, lists }: Cache, filter: InboxFilter, before: string | null) {
  const list = inboxList(filter)
  const limit = before === null ? FIRST_PAGE_ROWS : PAGE_ROWS
  const from = before === null ? '' : `&before=${encodeURIComponent(before)}`
  const asOf = records.moment()
  const path = `${PATH}?workspace=${workspace}&filter=${filter}&limit=${limit}${from}`
  const { data, next } = await callWithCursor<InboxNotification>(path)
  const ranks = data.map(rankOf)
  const end = next === null ? NO_END : (ranks.at(-1) ?? NO_END)
  const start = before === null ? '' : (ranks[0] ?? NO_END)
  const seen = new Set(data.map(({ gid }) => gid))
  const isLost = ({ item, rank }: { item: Gid; rank: string }) => {
    const known = records.get(item) as InboxNotification | undefined
    return rank >= start && rank <= end && !seen.has(item) && (!known || isInFilter(filter, known))
  }
  const former = lists.contents(list).entries
  const isKnown = former.some(({ item }) => seen.has(item))
  const lost = former.filter(isLost).map(({ item }): Patch => ({ gid: entryGid(list, item), members: null }))
  records.confirm([...data.flatMap(one => toPatches(list, one)), ...lost], asOf)
  return { range: { end, next } satisfies InboxRange, isKnown }
}

/** Reads the newest notifications. `range` is what was loaded before: it stays, unless newer ones fill a whole page. */
export async function loadNewest(cache: Cache, filter: InboxFilter, range?: InboxRange): Promise<InboxRange> {
  const { range: newest, isKnown } = await readPage(cache, filter, null)
  return range && isKnown && range.end > newest.end ? range : newest
}

/** Reads the page after a range. */
export async function loadOlder(cache: Cache, filter: InboxFilter, { next }: InboxRange): Promise<InboxRange> {
  return (await readPage(cache, filter, next)).range
}

/** The newest notification; undefined without any. For notices of the browser. */
export async function newestNotification({ workspace }: Cache): Promise<InboxNotification | undefined> {
  return (await callWithCursor<InboxNotification>(`${PATH}?workspace=${workspace}&filter=unread&limit=1`)).data[0]
}

type Members = Partial<Pick<InboxNotification, 'read_at' | 'archived_at' | 'shown_at'>>

/** The outbox compares what waited with the object of its subject; a notification has nothing that can conflict. */
const change = (gid: Gid, members: Members, data: Readonly<Record<string, boolean | string | null>>): Step => ({
  subject: `inbox:${gid}`,
  patches: [{ gid, members }],
  call: { method: 'PUT', path: `${PATH}/${gid}`, data },
})

const now = (): string => new Date().toISOString()

/** Marks a notification read or unread. */
export function markRead({ gid, read_at }: InboxNotification, isRead: boolean): Step {
  const step = change(gid, { read_at: isRead ? now() : null }, { read: isRead })
  return { ...step, inverse: change(gid, { read_at }, { read: !isRead }) }
}

/** Archives a notification, or moves it back. */
export function archive({ gid, archived_at }: InboxNotification, isArchived: boolean): Step {
  const step = change(gid, { archived_at: isArchived ? now() : null }, { archived: isArchived })
  return { ...step, inverse: change(gid, { archived_at }, { archived: !isArchived }) }
}

/** Hides a notification until a time. Its inverse shows it in its former place. */
export function snooze({ gid, created_at }: InboxNotification, until: string): Step {
  const step = change(gid, { shown_at: until }, { until })
  return { ...step, inverse: change(gid, { shown_at: created_at }, { until: null }) }
}

/** Marks everything read that a filter has, also what is not loaded. Returns its count. */
export async function markAllRead(
  { records, workspace }: Cache,
  filter: InboxFilter,
  shown: readonly InboxNotification[],
): Promise<number> {
  // What comes meanwhile was not seen, so it stays unread.
  const before = shown[0] && { before: shown[0].shown_at }
  const { count } = await call<{ count: number }>('POST', `${PATH}/read`, { workspace, filter, ...before })
  const unread = shown.filter(({ read_at }) => read_at === null)
  records.confirm(unread.map(({ gid }) => ({ gid, members: { read_at: now() } })))
  return count
}

/** What `archiveAll` did, to take it back. */
export interface ArchivedAll {
  readonly count: number
  readonly archived_at: string
  readonly gids: readonly Gid[]
}

const setArchived = ({ records }: Cache, gids: readonly Gid[], archived_at: string | null): void =>
  records.confirm(gids.map(gid => ({ gid, members: { archived_at } })))

/** Archives everything that a filter has, also what is not loaded. `shown` are the rows on the screen. */
export async function archiveAll(
  cache: Cache,
  filter: InboxFilter,
  shown: readonly InboxNotification[],
): Promise<ArchivedAll> {
  const path = `${PATH}/archive`
  // What comes meanwhile was not seen, so it stays.
  const before = shown[0] && { before: shown[0].shown_at }
  const data = { workspace: cache.workspace, filter, ...before }
  const answer = await call<{ count: number; archived_at: string }>('POST', path, data)
  const gids = shown.map(({ gid }) => gid)
  setArchived(cache, gids, answer.archived_at)
  return { ...answer, gids }
}

/** Takes `archiveAll` back. */
export async function restoreAll(cache: Cache, { archived_at, gids }: ArchivedAll): Promise<void> {
  await call('POST', `${PATH}/archive`, { workspace: cache.workspace, restore: archived_at })
  setArchived(cache, gids, null)
}
