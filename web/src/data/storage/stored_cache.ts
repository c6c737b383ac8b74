/**
 * The cache on the disk: records in chunks, next to a header with the lists, the sizes of the chunks, and the position in
 * the event stream up to which all of it is current.
 *
 * Invariants:
 * - Each save is one transaction: a page that is killed leaves the former state or the next one.
 * - What is stored is the cache of one page: a page that finds the state of another one replaces it whole.
 */
import type { IDBPDatabase } from 'idb'
import type { Gid, WorkRecord } from '../records.ts'
import type { Chunks, StoredChunks } from './chunks.ts'
import type { Database } from './database.ts'

export interface StoredList {
  /** What was loaded of it. */
  readonly show: string
  /** When a page showed it last, in milliseconds since 1970. */
  readonly usedAt: number
}

type StoredLists = Readonly<Record<Gid, StoredList>>

export interface StoredCache extends StoredChunks {
  readonly cursor: string | null
  readonly lists: StoredLists
}

interface Header extends Omit<StoredCache, 'chunks'> {
  /** Another one for each save. */
  readonly version: string
}

export interface CacheStorage {
  load(): Promise<StoredCache>
  /** Stores what changed, and returns the lists that were stored before. Fails where the browser refuses. */
  save(cursor: string, lists: StoredLists, chunks: Chunks): Promise<StoredLists>
  /** Deletes what is stored of the cache. */
  drop(): Promise<void>
}

export const EMPTY: StoredCache = { chunks: new Map(), sizes: {}, cursor: null, lists: {} }
const STORES = ['chunks', 'state'] as const
const HEADER = 'cache'

/** Deletes the cache of a database. */
export async function dropCache(database: IDBPDatabase<Database>): Promise<void> {
  const change = database.transaction(STORES, 'readwrite')
  await Promise.all([change.objectStore('chunks').clear(), change.objectStore('state').delete(HEADER), change.done])
}

function abort(change: { abort(): void }): void {
  try {
    change.abort()
  } catch {
    // It has ended.
  }
}

export function cacheIn(database: IDBPDatabase<Database>): CacheStorage {
  /** The state that this page has read or written last. */
  let known: string | undefined
  return {
    load: async () => {
      const reading = database.transaction(STORES)
      const chunks = reading.objectStore('chunks')
      const [keys, contents, header] = await Promise.all([
        chunks.getAllKeys(),
        chunks.getAll(),
        reading.objectStore('state').get(HEADER) as Promise<Header | undefined>,
      ])
      // An earlier version did not measure.
      if (!header?.sizes) return EMPTY
      known = header.version
      return { ...header, chunks: new Map(keys.map((key, at) => [key, contents[at] as readonly WorkRecord[]])) }
    },
    save: async (cursor, lists, chunks) => {
      const change = database.transaction(STORES, 'readwrite')
      const version = crypto.randomUUID()
      const write = async () => {
        const [records, state] = [change.objectStore('chunks'), change.objectStore('state')]
        const former = (await state.get(HEADER)) as Header | undefined
        const isOther = known === undefined || former?.version !== known
        if (isOther) await records.clear()
        // One after the other: copying thousands of records at once would hold up a key or a frame.
        for (const [key, chunk] of chunks.take(isOther)) {
          await (chunk.length > 0 ? records.put(chunk, key) : records.delete(key))
        }
        await state.put({ cursor, lists, sizes: chunks.sizes(), version } satisfies Header, HEADER)
        return former?.lists ?? {}
      }
      try {
        const [former] = await Promise.all([write(), change.done])
        known = version
        return former
      } catch (error) {
        chunks.giveBack()
        if (!change.error) abort(change)
        throw change.error ?? error
      }
    },
    drop: async () => {
      known = undefined
      await dropCache(database)
    },
  }
}
