/**
 * What stays in this browser: the confirmed records, the outbox, drafts and the state of the screens, in one IndexedDB
 * database for each person and workspace.
 *
 * Invariants:
 * - Records are stored together with the cursor of the event stream up to which they are current.
 * - After a sign-out nothing remains. Where the browser refuses storage, the app works without it.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem, OutboxStorage } from './outbox.ts'
import type { Gid, WorkRecord } from './records.ts'
import { isSharedComputer } from './shared_computer.ts'
import { setTimer } from './timer.ts'

interface Database extends DBSchema {
  chunks: { key: string; value: readonly WorkRecord[] }
  outbox: { key: string; value: OutboxItem }
  drafts: { key: string; value: Draft }
  state: { key: string; value: unknown }
}

/** Text that was typed and not sent: of a comment, a description, a new task. */
export interface Draft {
  readonly text: string
  /** The text that it was based on, for texts that exist on the server. */
  readonly base?: string
  readonly writtenAt: number
}

export interface StoredCache {
  readonly records: readonly WorkRecord[]
  readonly cursor: string | null
  /** What was loaded of each list. */
  readonly lists: Readonly<Record<Gid, string>>
}

export interface Persistence extends OutboxStorage {
  load(): Promise<StoredCache>
  save(cache: StoredCache): Promise<void>
  draft(key: string): Promise<Draft | undefined>
  setDraft(key: string, draft: Draft | null): Promise<void>
  /** The server has created an object: drafts with its local gid in their keys are about that gid from now on. */
  renameDrafts(local: Gid, gid: Gid): Promise<void>
  state<T>(key: string): Promise<T | undefined>
  setState(key: string, value: unknown): Promise<void>
  close(): void
}

/** A change of the shape of the cache drops it. Outbox and drafts stay. */
const SCHEMA = 1
const CHUNK_RECORDS = 250
const PREFIX = 'workloom '

const nameOf = (user: Gid, workspace: Gid): string => `${PREFIX}${user} ${workspace}`

const EMPTY: StoredCache = { records: [], cursor: null, lists: {} }

/** Opens the storage of a person in a workspace; one in memory on a shared computer, and where the browser refuses. */
export async function openPersistence(user: Gid, workspace: Gid): Promise<Persistence> {
  if (isSharedComputer()) return keepInMemory()
  try {
    const database = await openDB<Database>(nameOf(user, workspace), SCHEMA, {
      upgrade: db => {
        for (const name of ['chunks', 'outbox', 'drafts', 'state'] as const) {
          if (!db.objectStoreNames.contains(name)) db.createObjectStore(name)
        }
      },
      // Another tab deletes the database at sign-out.
      blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    })
    return persistIn(database, createCopies(nameOf(user, workspace)))
  } catch {
    return keepInMemory()
  }
}

/** Ignores a write that the browser refuses, such as on a full disk: the page goes on with what it has in memory. */
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** The keys of drafts, whose local gids were replaced by those of the server. */
function createDraftKeys() {
  const gids = new Map<Gid, Gid>()
  return {
    rename: (local: Gid, gid: Gid) => gids.set(local, gid),
    of: (key: string) => [...gids].reduce((one, [local, gid]) => one.replaceAll(local, gid), key),
  }
}

type Copies = ReturnType<typeof createCopies>

/**
 * Copies of what is being written, in the storage of the tab: a page that ends may end its transactions too, and the next
 * page of the tab finds what it wrote last. On a full disk they stay until the tab is closed.
 */
function createCopies(database: string) {
  const nameOfCopy = (store: string, key: string) => `workloom_${store} ${database} ${key}`
  return {
    find<T>(store: string, key: string): T | undefined {
      const text = sessionStorage.getItem(nameOfCopy(store, key))
      return text === null ? undefined : (JSON.parse(text) as T)
    },
    /** Keeps a copy while `write` is under way; none of a value that is deleted. */
    async during(store: string, key: string, value: unknown, write: () => Promise<unknown>): Promise<void> {
      const name = nameOfCopy(store, key)
      const text = JSON.stringify(value)
      try {
        if (value === null) sessionStorage.removeItem(name)
        else sessionStorage.setItem(name, text)
      } catch {
        // It is too large.
      }
      try {
        await write()
      } catch {
        return
      }
      if (sessionStorage.getItem(name) === text) sessionStorage.removeItem(name)
    },
  }
}

function persistIn(database: IDBPDatabase<Database>, copies: Copies): Persistence {
  const keys = createDraftKeys()
  const begin = () => database.transaction(['outbox', 'drafts'], 'readwrite')
  let current: ReturnType<typeof begin> | undefined
  /** The transactions that read before they write: they commit by themselves. */
  const reading = new WeakSet<ReturnType<typeof begin>>()
  /**
   * Texts move from a draft to the outbox, and acts have several calls: writes of one moment are one transaction, so that
   * a killed page leaves all of them or none. It is committed at once, because a page that ends drops the transactions
   * that wait to be committed by themselves.
   */
  const together = () => {
    if (!current) {
      const change = begin()
      current = change
      queueMicrotask(() => {
        current = undefined
        if (!reading.has(change)) change.commit()
      })
    }
    return current
  }
  const write = (store: 'outbox' | 'drafts', key: string, value?: OutboxItem | Draft) => {
    const change = together()
    const objects = change.objectStore(store)
    void (value ? objects.put(value, key) : objects.delete(key)).catch(() => {})
    return change.done
  }
  return {
    load: async () => {
      const [chunks, header] = await Promise.all([
        database.getAll('chunks'),
        database.get('state', 'cache') as Promise<Omit<StoredCache, 'records'> | undefined>,
      ])
      return header ? { ...header, records: chunks.flat() } : EMPTY
    },
    save: async ({ records, cursor, lists }) => {
      await orNothing(
        (async () => {
          const change = database.transaction(['chunks', 'state'], 'readwrite')
          const fill = async () => {
            const chunks = change.objectStore('chunks')
            await chunks.clear()
            // One after the other: copying thousands of records at once would hold up a key or a frame.
            for (let at = 0; at < records.length; at += CHUNK_RECORDS) {
              await chunks.put(records.slice(at, at + CHUNK_RECORDS), String(at))
            }
            await change.objectStore('state').put({ cursor, lists }, 'cache')
          }
          await Promise.all([fill(), change.done])
        })(),
      )
    },
    put: async item => void (await orNothing(write('outbox', item.id, item))),
    delete: async id => void (await orNothing(write('outbox', id))),
    all: async () => (await orNothing(database.getAll('outbox'))) ?? [],
    draft: async key => copies.find<Draft>('drafts', keys.of(key)) ?? orNothing(database.get('drafts', keys.of(key))),
    setDraft: async (key, draft) => {
      const stored = keys.of(key)
      await copies.during('drafts', stored, draft, () => write('drafts', stored, draft ?? undefined))
    },
    renameDrafts: async (local, gid) => {
      keys.rename(local, gid)
      const change = together()
      reading.add(change)
      const drafts = change.objectStore('drafts')
      const move = async () => {
        for (const key of await drafts.getAllKeys()) {
          const draft = key.includes(local) ? await drafts.get(key) : undefined
          if (draft) await Promise.all([drafts.put(draft, keys.of(key)), drafts.delete(key)])
        }
        await change.done
      }
      await orNothing(move())
    },
    state: async <T>(key: string) =>
      copies.find<T>('state', key) ?? (orNothing(database.get('state', key)) as Promise<T | undefined>),
    setState: (key, value) =>
      copies.during('state', key, value, () => {
        const change = database.transaction('state', 'readwrite')
        void change.store.put(value, key).catch(() => {})
        change.commit()
        return change.done
      }),
    close: () => database.close(),
  }
}

/** Storage that ends with the page: for tests, shared computers and browsers without IndexedDB. */
function keepInMemory(): Persistence {
  let cache = EMPTY
  const outbox = new Map<string, OutboxItem>()
  const drafts = new Map<string, Draft>()
  const states = new Map<string, unknown>()
  const keys = createDraftKeys()
  return {
    load: async () => cache,
    save: async next => {
      cache = next
    },
    put: async item => void outbox.set(item.id, item),
    delete: async id => void outbox.delete(id),
    all: async () => [...outbox.values()],
    draft: async key => drafts.get(keys.of(key)),
    setDraft: async (key, draft) => void (draft ? drafts.set(keys.of(key), draft) : drafts.delete(keys.of(key))),
    renameDrafts: async (local, gid) => {
      keys.rename(local, gid)
      for (const [key, draft] of drafts) {
        if (!key.includes(local)) continue
        drafts.delete(key)
        drafts.set(keys.of(key), draft)
      }
    },
    state: async <T>(key: string) => states.get(key) as T | undefined,
    setState: async (key, value) => void states.set(key, value),
    close: () => {},
  }
}

/** The databases of the app in this browser. */
async function storedDatabases(): Promise<string[]> {
  const databases = await indexedDB.databases().catch(() => [])
  return databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name : []))
}

/** Deletes everything that the app stored in this browser. */
export async function deleteStored(): Promise<void> {
  setTimer(null)
  await Promise.all((await storedDatabases()).map(name => orNothing(deleteDB(name))))
}

/** Deletes what the app has read, after a session ended. What a person typed stays, and is sent after the next sign-in. */
export async function forgetRead(): Promise<void> {
  const forget = async (name: string) => {
    const database = await openDB<Database>(name)
    await Promise.all([database.clear('chunks'), database.delete('state', 'cache')])
    database.close()
  }
  await Promise.all((await storedDatabases()).map(name => orNothing(forget(name))))
}
