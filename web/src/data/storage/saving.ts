/**
 * Stores the cache soon after each change, and keeps what is stored within a limit: lists that were shown longest ago
 * leave the browser.
 *
 * Invariants:
 * - What a page shows stays, and so does what drafts, calls and recent objects are about.
 * - On a full disk the cache makes room for what a person typed, in the end by leaving the disk altogether.
 */
import type { Lists } from '../lists.ts'
import type { Gid, Records } from '../records.ts'
import { isStories } from '../stories.ts'
import { createChunks } from './chunks.ts'
import { isFull } from './database.ts'
import { selectEvicted } from './eviction.ts'
import type { CacheStorage, StoredCache, StoredList } from './stored_cache.ts'
import type { Uses } from './uses.ts'

const SAVE_DELAY_MS = 1000
const MAX_BYTES = 200_000_000
/** The part of the room of the browser that the cache may take. */
const QUOTA_PART = 0.5
/** Evicting down to this part of the limit leaves room for the next lists. */
const KEPT_PART = 0.9
/** The part of the cache that leaves a full disk. */
const FREED_PART = 0.5

/** How much of the cache may be stored. Browsers say how much room they have on https and on localhost only. */
export async function storageLimit(): Promise<number> {
  const room = await navigator.storage?.estimate().catch(() => undefined)
  return Math.min(MAX_BYTES, (room?.quota ?? Number.POSITIVE_INFINITY) * QUOTA_PART)
}

interface SavingOptions {
  readonly records: Records
  readonly lists: Lists
  readonly stored: StoredCache
  readonly storage: CacheStorage
  readonly uses: Uses
  /** What was loaded of each list. */
  readonly loaded: ReadonlyMap<Gid, string>
  cursor(): string
  /** Whether a list is being loaded or shown, though it may not be among the loaded ones. */
  isInUse(list: Gid): boolean
  /** What drafts, calls and recent objects of all pages are about. */
  needed(): Promise<ReadonlySet<Gid>>
  limit(): Promise<number>
  /** Notes that lists are no longer loaded. */
  forget(lists: Iterable<Gid>): void
  /** Runs once after a time in milliseconds; returns what cancels it. */
  delay(run: () => void, ms: number): () => void
}

export interface Saving {
  /** Stores the cache soon. */
  soon(): void
  /** Makes room on a full disk. */
  makeRoom(): Promise<void>
  stop(): void
}

export function createSaving(options: SavingOptions): Saving {
  const { records, lists, stored, storage, uses, loaded } = options
  const chunks = createChunks(records, stored)
  let cancel: (() => void) | undefined
  let limit: number | undefined
  /** One save after the other. */
  let last = Promise.resolve()
  /** On a disk that has no room for it the cache lives in memory only. */
  let isOff = false

  const write = async (): Promise<void> => {
    const entries = [...loaded].map(([list, show]): [Gid, StoredList] => [list, { show, usedAt: uses.usedAt(list) }])
    uses.absorb(await storage.save(options.cursor(), Object.fromEntries(entries), chunks))
  }
  /** Removes lists of about a size from memory; the next save removes them from the disk, whole. */
  const evict = async (excess: number): Promise<void> => {
    const [shown, needed] = await Promise.all([uses.shown(), options.needed()])
    // Also what was read in part, or found by a search. The activity of a task leaves with it.
    const known = new Set([...lists.all(), ...loaded.keys()])
    const candidates = [...known].filter(list => !isStories(list) && !shown.has(list) && !options.isInUse(list))
    const { lists: evicted, gids } = selectEvicted({
      ...{ records, lists, bytesOf: chunks.bytesOf, excess },
      candidates: candidates.toSorted((a, b) => uses.usedAt(a) - uses.usedAt(b)),
      isInUse: list => loaded.has(list) || shown.has(list) || options.isInUse(list),
      needed: new Set([...needed, ...shown]),
    })
    records.confirm([...gids].map(gid => ({ gid, members: null })))
    options.forget(evicted)
  }
  const freeHalf = async (): Promise<void> => {
    await evict(chunks.bytes() * FREED_PART)
    try {
      await write()
    } catch (error) {
      if (!isFull(error)) throw error
      isOff = true
      await storage.drop()
    }
  }
  const save = async (): Promise<void> => {
    if (isOff) return
    try {
      await write()
    } catch (error) {
      if (isFull(error)) await freeHalf()
      return
    }
    limit ??= await options.limit()
    if (chunks.bytes() <= limit) return
    await evict(chunks.bytes() - limit * KEPT_PART)
    await write()
  }
  const next = (run: () => Promise<void>): Promise<void> => {
    // Where the browser refuses, the page goes on with what it has in memory.
    last = last.then(run).catch(() => {})
    return last
  }
  const soon = (): void => {
    cancel?.()
    cancel = options.delay(() => void next(save), SAVE_DELAY_MS)
  }
  const stop = records.subscribe(changed => {
    chunks.note(changed)
    soon()
  })
  return {
    soon,
    makeRoom: () => next(async () => void (isOff || (await freeHalf()))),
    stop: () => {
      stop()
      cancel?.()
    },
  }
}
