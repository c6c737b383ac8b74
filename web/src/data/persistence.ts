/**
 * What stays in this browser: the confirmed records, the outbox, drafts and the state of the screens, in one IndexedDB
 * database for each person and workspace.
 *
 * Invariants:
 * - Records are stored together with the cursor of the event stream up to which they are current.
 * - After a sign-out nothing remains. Where the browser refuses storage, the app works without it.
 */
import type { IDBPDatabase } from 'idb'
import type { OutboxItem, OutboxStorage } from './outbox.ts'
import type { Gid } from './records.ts'
import { isSharedComputer } from './shared_computer.ts'
import {
  type Database,
  databaseName,
  deleteDatabase,
  forEachDatabase,
  isFull,
  openDatabase,
  orNothing,
} from './storage/database.ts'
import { type CacheStorage, cacheIn, dropCache, EMPTY } from './storage/stored_cache.ts'
import { setTimer } from './timer.ts'

/** Where the state has the objects that were opened last. */
export const RECENT = 'recent'

/** Text that was typed and not sent: of a comment, a description, a new task. */
export interface Draft {
  readonly text: string
  /** The text that it was based on, for texts that exist on the server. */
  readonly base?: string
  readonly writtenAt: number
}

export interface Persistence extends OutboxStorage {
  readonly cache: CacheStorage
  /** Called when a draft or a call finds the disk full; it is written again then. */
  onFull(makeRoom: () => Promise<void>): void
  /** The objects that drafts, calls and recent objects of all pages are about. */
  mentioned(): Promise<ReadonlySet<Gid>>
  draft(key: string): Promise<Draft | undefined>
  setDraft(key: string, draft: Draft | null): Promise<void>
  /** The server has created an object: drafts with its local gid in their keys are about that gid from now on. */
  renameDrafts(local: Gid, gid: Gid): Promise<void>
  state<T>(key: string): Promise<T | undefined>
  setState(key: string, value: unknown): Promise<void>
  close(): void
}

/** Opens the storage of a person in a workspace; one in memory on a shared computer, and where the browser refuses. */
export async function openPersistence(user: Gid, workspace: Gid): Promise<Persistence> {
  if (isSharedComputer()) return keepInMemory()
  try {
    const name = databaseName(user, workspace)
    return persistIn(await openDatabase(name), createCopies(name))
  } catch {
    return keepInMemory()
  }
}

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
  let makeRoom = async () => {}
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
  const writeOnce = (store: 'outbox' | 'drafts', key: string, value?: OutboxItem | Draft) => {
    const change = together()
    const objects = change.objectStore(store)
    void (value ? objects.put(value, key) : objects.delete(key)).catch(() => {})
    return change.done
  }
  /** What a person typed is more important than what can be read again. */
  const write: typeof writeOnce = async (store, key, value) => {
    try {
      await writeOnce(store, key, value)
    } catch (error) {
      if (!isFull(error)) throw error
      await makeRoom()
      await writeOnce(store, key, value)
    }
  }
  return {
    cache: cacheIn(database),
    onFull: run => {
      makeRoom = run
    },
    mentioned: async () => {
      const reads = [database.getAll('outbox'), database.getAllKeys('drafts'), database.getAll('drafts')]
      const found = await Promise.all([...reads, database.get('state', RECENT)])
      return new Set(JSON.stringify(found).match(/\d+/g))
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
  const outbox = new Map<string, OutboxItem>()
  const drafts = new Map<string, Draft>()
  const states = new Map<string, unknown>()
  const keys = createDraftKeys()
  return {
    // The page has the cache itself.
    cache: { load: async () => EMPTY, save: async () => ({}), drop: async () => {} },
    onFull: () => {},
    mentioned: async () => new Set(),
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

/** Deletes everything that the app stored in this browser. */
export async function deleteStored(): Promise<void> {
  setTimer(null)
  await forEachDatabase(deleteDatabase)
}

/** Deletes what the app has read, after a session ended. What a person typed stays, and is sent after the next sign-in. */
export const forgetRead = (): Promise<void> =>
  forEachDatabase(async name => {
    const database = await openDatabase(name)
    await dropCache(database)
    database.close()
  })
