/**
 * The lists of a page: what was loaded of each, and their reading.
 *
 * Invariants:
 * - A list that is being read is not read again: a second reader waits for the same answer.
 * - A reading ends early only when all of its readers have given it up.
 */
import { ROW_FIELDS } from './fields.ts'
import type { Lists } from './lists.ts'
import { loadList, type Show } from './load.ts'
import type { Gid, Records } from './records.ts'

interface LoadingOptions {
  readonly records: Records
  readonly lists: Lists
  /** What was loaded of each list before this page. */
  readonly stored: Iterable<readonly [Gid, Show]>
  /** Notes that a read is under way. */
  during<T>(read: Promise<T>): Promise<T>
  notify(): void
}

export interface LoadOptions {
  /** Reads a list that was read before. */
  readonly again?: boolean
  /** Gives the list up. With one, other requests go first. */
  readonly signal?: AbortSignal
}

export interface Loading {
  /** What was loaded of each list, in this page or before. */
  readonly loaded: ReadonlyMap<Gid, Show>
  /** What this page has requested of each list. */
  readonly fresh: ReadonlyMap<Gid, Show>
  /** Loads a list unless this page has loaded it. */
  load(list: Gid, show: Show, options?: LoadOptions): Promise<void>
  /** Reads a list as far as it is known. */
  reload(list: Gid): Promise<void>
  /** Notes that lists are no longer loaded. */
  forget(lists: Iterable<Gid>): void
}

interface Reading {
  readonly show: Show
  join(signal?: AbortSignal): Promise<void>
}

export function createLoading({ records, lists, stored, during, notify }: LoadingOptions): Loading {
  const loaded = new Map(stored)
  const fresh = new Map<Gid, Show>()
  const readings = new Map<Gid, Reading>()

  const read = async (list: Gid, show: Show, signal?: AbortSignal): Promise<void> => {
    const known = loaded.get(list)
    const wider = known && known !== show ? 'all' : show
    fresh.set(list, wider)
    try {
      await loadList(records, lists, { list, fields: ROW_FIELDS, show: wider, ...(signal && { signal }) })
      loaded.set(list, wider)
      notify()
    } catch (error) {
      // One that was given up may be under way again.
      if (!signal?.aborted) fresh.delete(list)
      throw error
    }
  }
  const begin = (list: Gid, show: Show, isUrgent: boolean): Reading => {
    const end = new AbortController()
    const leave = () => void (readings.get(list) === reading && readings.delete(list))
    let readers = 0
    const done = during(read(list, show, isUrgent ? undefined : end.signal)).finally(leave)
    const reading: Reading = {
      show,
      join: signal => {
        readers++
        signal?.addEventListener('abort', () => {
          if (--readers > 0) return
          leave()
          fresh.delete(list)
          end.abort()
        })
        return done
      },
    }
    readings.set(list, reading)
    return reading
  }
  const has = (known: Show | undefined, show: Show): boolean => known === 'all' || known === show
  return {
    loaded,
    fresh,
    load: async (list, show, { again = false, signal } = {}) => {
      const reading = again ? undefined : readings.get(list)
      if (reading && has(reading.show, show)) return reading.join(signal)
      if (!again && fresh.has(list) && has(loaded.get(list), show)) return
      return begin(list, show, signal === undefined).join(signal)
    },
    reload: list => read(list, fresh.get(list) ?? loaded.get(list) ?? 'incomplete'),
    forget: gone => {
      for (const list of gone) {
        loaded.delete(list)
        fresh.delete(list)
      }
      notify()
    },
  }
}
