/**
 * Fetches what changed on the server: records and lists, those of a short time together.
 *
 * Invariants:
 * - One fetch at a time: an older answer must not replace a newer one.
 * - What was fetched while another read was under way is fetched again after it, because that one may be older.
 * - What was fetched while a call about it waited is fetched again after the answer of the call.
 * - A fetch that may succeed later is repeated: the stream announces a change once.
 */
import { isTransient } from './batching.ts'
import { Failure } from './call.ts'
import type { Gid } from './records.ts'

interface RefreshingOptions {
  /** Fetches objects of one type; fails with a `Failure`. */
  fetch(type: string, gids: readonly Gid[]): Promise<void>
  /** Whether calls about the object wait for an answer: what was fetched meanwhile may be older than they are. */
  isPending(gid: Gid): boolean
  /** The lists that are in use: they are fetched instead of a large number of records. */
  lists(): Iterable<Gid>
  /** Runs once after a time in milliseconds; returns what cancels it. */
  delay(run: () => void, ms: number): () => void
}

export interface Refreshing {
  /** Fetches an object soon. */
  refresh(type: string, gid: Gid): void
  /** Notes that another read is under way until the promise is settled; returns the promise. */
  during<T>(read: Promise<T>): Promise<T>
  /** Notes that a call was answered: fetches again what it was about. */
  answered(): void
  /** Whether something is being read. */
  isReading(): boolean
  stop(): void
}

/** The type of the lists themselves, among the types of records. */
export const LIST = 'list'

const DEBOUNCE_MS = 50
const RETRY_MS = 2000
/** With more changed records at once, the lists in use are fetched instead. */
const MAX_CHANGED_RECORDS = 400

export function createRefreshing({ fetch, isPending, lists, delay }: RefreshingOptions): Refreshing {
  let changed = new Map<Gid, string>()
  /** What was fetched while another read was under way. */
  let doubtful = new Map<Gid, string>()
  /** What was fetched while a call about it waited. */
  const waiting = new Map<Gid, string>()
  let reads = 0
  let startedReads = 0
  let isFetching = false
  let cancel: (() => void) | undefined

  const start = (ms: number) => {
    if (isFetching || cancel) return
    cancel = delay(() => void run(), ms)
  }
  const refresh = (type: string, gid: Gid) => {
    changed.set(gid, type)
    start(DEBOUNCE_MS)
  }
  const refreshAll = (objects: ReadonlyMap<Gid, string>) => {
    for (const [gid, type] of objects) refresh(type, gid)
  }
  const run = async () => {
    cancel = undefined
    isFetching = true
    const wanted = changed.size > MAX_CHANGED_RECORDS ? new Map([...lists()].map(list => [list, LIST])) : changed
    changed = new Map()
    const failed = await fetchAll(wanted)
    isFetching = false
    for (const [gid, type] of failed) changed.set(gid, type)
    if (changed.size > 0) start(failed.size > 0 ? RETRY_MS : DEBOUNCE_MS)
  }
  /** Fetches objects, one type after the other; returns those to try again. */
  const fetchAll = async (wanted: ReadonlyMap<Gid, string>): Promise<ReadonlyMap<Gid, string>> => {
    const failed = new Map<Gid, string>()
    for (const [type, objects] of Map.groupBy(wanted, ([, type]) => type)) {
      const gids = objects.map(([gid]) => gid)
      const before = startedReads
      const error = await fetch(type, gids).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error instanceof Failure && isTransient(error.status)) for (const gid of gids) failed.set(gid, type)
      else if (reads > 0) for (const gid of gids) doubtful.set(gid, type)
      else if (startedReads > before) for (const gid of gids) changed.set(gid, type)
      else for (const gid of gids) if (isPending(gid)) waiting.set(gid, type)
    }
    return failed
  }
  return {
    refresh,
    async during(read) {
      reads++
      startedReads++
      try {
        return await read
      } finally {
        if (--reads === 0) {
          const again = doubtful
          doubtful = new Map()
          refreshAll(again)
        }
      }
    },
    answered: () => {
      for (const [gid, type] of waiting) {
        if (isPending(gid)) continue
        waiting.delete(gid)
        refresh(type, gid)
      }
    },
    isReading: () => isFetching || reads > 0,
    stop: () => cancel?.(),
  }
}
