/**
 * The cache of one person in one workspace: records and lists, acts with their outbox, live changes and storage, put
 * together. A page has one; React reads it through `hooks.ts`.
 */
import { recheckAccess } from './access.ts'
import { type Acts, createActs } from './acts.ts'
import { flatten, PROJECT_FIELDS, ROW_FIELDS, TASK_FIELDS } from './fields.ts'
import { createLists, type Lists } from './lists.ts'
import { earlierCursor, type LiveChange, readLive } from './live.ts'
import { loadRecords, type Show } from './load.ts'
import { createLoading, type LoadOptions } from './loading.ts'
import { type Answer, createOutbox, type Outbox, type OutboxItem } from './outbox.ts'
import { createPageReads, type PageReads } from './page_reads.ts'
import { openPersistence, type Persistence } from './persistence.ts'
import { readTogether } from './reading.ts'
import { createRecords, type Gid, type Patch, type Records } from './records.ts'
import { createRefreshing, LIST } from './refreshing.ts'
import { send } from './send.ts'
import { createSaving, storageLimit } from './storage/saving.ts'
import { createUses } from './storage/uses.ts'
import { loadStories } from './stories.ts'
import { type StreamMessage, shareStream } from './tabs.ts'
import { afterPage, holdPage } from './takeover.ts'
import { keepRefused, type TextReport, textRefused, textSaved } from './texts.ts'

export type Connection = 'connecting' | 'open' | 'offline'

/** What a page reports of the outbox to the person. */
export type CacheReport =
  | { readonly kind: 'rejected'; readonly item: OutboxItem; readonly answer: Answer }
  | { readonly kind: 'conflict'; readonly item: OutboxItem; readonly theirs: Readonly<Record<string, unknown>> }
  | { readonly kind: 'session_ended' }
  /** A kind of the person's own objects changed, such as `view` or `preference`. */
  | { readonly kind: 'own'; readonly kinds: readonly string[] }
  /** Any change of the stream, for queries that are not part of the records. */
  | { readonly kind: 'change'; readonly change: LiveChange }
  | { readonly kind: 'reset' }
  | TextReport

export interface Cache extends Acts {
  readonly user: Gid
  readonly workspace: Gid
  readonly records: Records
  readonly lists: Lists
  readonly outbox: Outbox
  readonly persistence: Persistence
  /** What pages of objects read. */
  readonly reads: PageReads
  connection(): Connection
  /** Loads a list unless this page has loaded it. */
  load(list: Gid, show: Show, options?: LoadOptions): Promise<void>
  /** What was loaded of a list. */
  loaded(list: Gid): Show | undefined
  /** Notes that the page shows an object or a list until the returned function is called: it stays in this browser. */
  use(gid: Gid): () => void
  /** Loads one record with a larger selection, such as a task for its pane. */
  read(type: string, gid: Gid, fields: string): Promise<void>
  /** Whether something is being read. */
  isReading(): boolean
  /** Fetches changed records soon, together with others. */
  refresh(type: string, gid: Gid): void
  subscribe(listener: () => void): () => void
  onReport(listener: (report: CacheReport) => void): () => void
  /** Reports what the page finds by itself, such as the end of a time. */
  report(report: CacheReport): void
  close(): void
}

/** The name of this page in the stream: its own writes are not fetched again. */
export const PAGE = crypto.randomUUID()

const FIELDS_OF_TYPES: Readonly<Record<string, string>> = {
  task: ROW_FIELDS,
  project: PROJECT_FIELDS,
  section: 'name',
  tag: 'name,color,notes',
  user: 'name,photo.image_36x36',
  project_brief: 'title,html_text',
}
/** A page that is shown again after this time asks what the person can still see: not every loss of access is announced. */
const RECHECK_MS = 10 * 60_000

/** Runs once after a time; returns what cancels it. */
const delay = (run: () => void, ms: number): (() => void) => {
  const timer = window.setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** `position` is that of the event stream before anything was read in this page. */
export async function openCache(user: Gid, workspace: Gid, position: string): Promise<Cache> {
  holdPage(PAGE)
  const persistence = await openPersistence(user, workspace)
  const stored = await persistence.cache.load()
  const records = createRecords()
  const lists = createLists(records)
  const listeners = new Set<() => void>()
  const reporters = new Set<(report: CacheReport) => void>()
  // Another tab may have stored what came after the session was read.
  let cursor = stored.cursor ? earlierCursor(stored.cursor, position) : position
  let connection: Connection = 'connecting'

  const known = [...stored.chunks.values()].flatMap(chunk =>
    chunk.map(({ gid, ...members }): Patch => ({ gid, members })),
  )
  records.confirm(known)

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const report = (one: CacheReport) => {
    for (const reporter of reporters) reporter(one)
  }
  const setConnection = (next: Connection) => {
    if (connection === next) return
    connection = next
    notify()
  }
  const outbox = createOutbox({
    records,
    storage: persistence,
    page: PAGE,
    afterPage,
    send: (call, key) => send(call, { key, page: PAGE }),
    read: async (gid, members) => {
      const type = records.confirmed(gid)?.resource_type ?? 'task'
      const answer = await send(
        { method: 'GET', path: `/api/1.0/${type}s/${gid}?opt_fields=${members}` },
        { page: PAGE },
      )
      if (answer.status !== 200) return { ...answer, data: undefined }
      return { ...answer, data: flatten(answer.data as { gid: Gid }, type).find(patch => patch.gid === gid)?.members }
    },
    now: () => Date.now(),
    delay: (run, ms) => window.setTimeout(run, ms),
    onConfirmed: (item, data) => {
      const { subject } = item
      const object = data as { gid?: Gid; resource_type?: string } | undefined
      const type = records.confirmed(subject)?.resource_type
      if (object?.gid && type) records.confirm(flatten(object as { gid: Gid }, type))
      if (type === 'task') refresh('task', subject)
      answered()
      const text = textSaved(item, data)
      if (!text) return
      records.confirm([{ gid: text.gid, members: { [text.field]: text.current } }])
      report(text)
    },
    onRejected: (item, answer) => {
      answered()
      const text = textRefused(item, answer)
      const kept = text && keepRefused(persistence, text, item.createdAt)
      if (text) report(text)
      if (text?.kind !== 'text_changed') report({ kind: 'rejected', item, answer })
      return kept
    },
    onConflict: (item, theirs) => {
      answered()
      report({ kind: 'conflict', item, theirs })
    },
    onSessionEnded: () => report({ kind: 'session_ended' }),
    onRenamed: (local, gid) => {
      void persistence.renameDrafts(local, gid)
      notify()
    },
  })
  outbox.subscribe(notify)

  const {
    refresh,
    during,
    answered,
    isReading,
    stop: stopRefreshing,
  } = createRefreshing({
    fetch: async (type, gids) => {
      if (type === LIST) return void (await Promise.all(gids.map(reload)))
      const kept = new Set(gids.filter(outbox.isNeighbour))
      const keepsPlace = (gid: Gid) => kept.has(gid) || outbox.isNeighbour(gid)
      await loadRecords({ records, lists, keepsPlace }, type, gids, FIELDS_OF_TYPES[type] ?? 'name')
      for (const gid of kept) if (!outbox.isNeighbour(gid)) refresh(type, gid)
    },
    isPending: gid => outbox.isPending(gid) || outbox.isNeighbour(gid),
    lists: () => fresh.keys(),
    delay,
  })
  const { load, reload, loaded, fresh, forget } = createLoading({
    ...{ records, lists, during, notify },
    stored: Object.entries(stored.lists).map(([list, { show }]) => [list, show as Show]),
  })
  const uses = createUses(Date.now, () => saving.soon())
  uses.absorb(stored.lists)
  const saving = createSaving({
    ...{ records, lists, stored, storage: persistence.cache, uses, loaded, delay, forget },
    ...{ cursor: () => cursor, needed: persistence.mentioned, limit: storageLimit },
    isInUse: list => fresh.has(list) && !loaded.has(list),
  })
  persistence.onFull(saving.makeRoom)
  const reloadLists = () => {
    for (const list of fresh.keys()) refresh(LIST, list)
  }
  let recheckedAt = Date.now()
  const recheck = async (gid?: Gid) => {
    if (gid === undefined) recheckedAt = Date.now()
    forget(await recheckAccess({ records, lists, ...(gid && { gid }) }).catch(() => []))
  }
  const recheckWhenShown = () => {
    if (document.hidden) return
    // Another page may have ended meanwhile.
    void outbox.restore()
    if (Date.now() - recheckedAt > RECHECK_MS) void recheck()
  }
  document.addEventListener('visibilitychange', recheckWhenShown)
  const apply = (change: LiveChange) => {
    report({ kind: 'change', change })
    const { resource, action, parent, origin } = change
    const { gid, resource_type: type } = resource
    if (type === 'access') return void recheck(gid)
    if (action === 'deleted') {
      return records.remove([gid, ...lists.listsOf(gid).map(list => `${list}/${gid}`)])
    }
    // The parent of a position is a section: its list counts, because the task itself may still be fetched.
    const list = (parent && records.get(parent.gid)?.list) ?? parent?.gid
    // Also of a list that is still being loaded: its answer may be older.
    const show = typeof list === 'string' ? (fresh.get(list) ?? loaded.get(list)) : undefined
    if (type === 'section' && parent && show) return refresh(LIST, parent.gid)
    const isOwn = origin === PAGE && action === 'changed'
    // A restored object was removed with its entries, and its change names no list.
    const concerns = records.get(gid) !== undefined || show !== undefined || action === 'undeleted'
    if (concerns && !isOwn && type in FIELDS_OF_TYPES) refresh(type, gid)
    const parentType = parent && records.get(parent.gid)?.resource_type
    if (parent && parentType === 'task') refresh('task', parent.gid)
    // A project names its brief and its last status.
    const isNamed = type === 'project_brief' || type === 'status_update'
    if (parent && parentType === 'project' && isNamed) refresh('project', parent.gid)
  }
  const receive = ({ kind, data, cursor: next }: StreamMessage) => {
    if (next) cursor = next
    if (kind === 'open') {
      // What happened without the stream is unknown to the queries.
      if (connection === 'offline') report({ kind: 'reset' })
      setConnection('open')
      outbox.resume()
    } else if (kind === 'closed') {
      setConnection('offline')
      report({ kind: 'reset' })
    } else if (kind === 'reset') {
      void recheck().then(reloadLists)
      report({ kind: 'reset' })
    } else if (kind === 'own') report({ kind: 'own', kinds: JSON.parse(data) as string[] })
    else apply(JSON.parse(data) as LiveChange)
  }
  const received = () => cursor
  const stop = shareStream({
    ...{ user, onMessage: receive, position: received },
    read: (onMessage, signal) => readLive(received, onMessage, signal),
  })
  void outbox.restore()

  const acts = createActs({ records, outbox, now: () => Date.now(), newId: () => crypto.randomUUID() })
  const read: Cache['read'] = readTogether((type, gids, fields) =>
    during(loadRecords({ records, lists }, type, gids, fields)),
  )
  const reads = createPageReads({
    now: Date.now,
    reads: {
      task: gid => read('task', gid, TASK_FIELDS),
      stories: gid => loadStories({ records, lists, outbox }, gid),
      project: gid => read('project', gid, PROJECT_FIELDS),
    },
  })
  reporters.add(reads.note)
  return {
    ...acts,
    ...{ user, workspace, records, lists, outbox, persistence, reads, load, read, isReading, refresh, report },
    connection: () => connection,
    loaded: list => loaded.get(list),
    use: uses.use,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onReport: listener => {
      reporters.add(listener)
      return () => reporters.delete(listener)
    },
    close: () => {
      stop()
      document.removeEventListener('visibilitychange', recheckWhenShown)
      stopRefreshing()
      saving.stop()
      persistence.close()
    },
  }
}
