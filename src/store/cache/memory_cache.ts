/**
 * The memory cache of a store.
 *
 * Invariant: all values that can be read from the cache at one moment belong to one state of the store, the last that this
 * process knows.
 *
 * A value names its dependencies: the gids of the objects that it was made from. A transaction collects the objects that
 * it changes (`invalidations.ts`). Its commit advances the time of the cache by one and records that time for each of
 * them. A value loaded at a time is valid until one of its dependencies changes at a later time. `EVERYTHING` is a
 * dependency of every value: it stands for a change whose dependents are unknown.
 */

/** Changes when the dependents of a change are unknown. No object has this gid. */
export const EVERYTHING = 0

/** Changes when a write may end a right. No object has this gid. */
export const RIGHTS = -1

/** The approximate size of the cache, and the number of recorded changes, at which it is cleared. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_CHANGES = 100_000
/** The approximate size of a value without its text. */
const VALUE_OVERHEAD_BYTES = 400

type CacheKey = number | string

/** A value with the objects that it depends on. */
export interface CacheEntry {
  readonly value: unknown
  readonly on: readonly number[]
}

interface CachedValue extends CacheEntry {
  bytes: number
  /** The time at which it was last known to be valid. */
  at: number
}

/** A loaded value, which is cached if it is still valid. */
interface PendingValue {
  kind: string
  key: CacheKey
  value: unknown
  on: readonly number[]
  since: number
  bytes: number
}

/** The gids of the objects that a transaction has changed. */
export class Invalidations extends Set<number> {
  readonly #pending = new Set<Promise<unknown>>()

  /** Whether the objects of a write are not known yet. */
  get isPending(): boolean {
    return this.#pending.size > 0
  }

  /** Treats every object as changed until `finding` settles. */
  defer(finding: Promise<unknown>): void {
    const over = () => void this.#pending.delete(waiting)
    const waiting: Promise<unknown> = finding.then(over, over)
    this.#pending.add(waiting)
  }

  /** Resolves when all changed objects are known. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }
}

/** The cache as one reader sees it. */
export interface CacheView {
  /** Whether values are committed. In a transaction, they may be visible to it alone. */
  readonly isCommitted: boolean
  /**
   * Resolves when the cache knows every commit that preceded the call; undefined where it always does. Await it before
   * using a cached value.
   */
  catchUp(): Promise<void> | undefined
  /** The time of the cache, which advances with every commit. A value loaded after the call is at least as recent. */
  now(): number
  /** Whether none of these objects has changed since a time, as far as the cache knows. */
  isUnchanged(dependencies: readonly number[], since: number): boolean
  /** The value of a kind under a key; undefined when there is none or it is no longer valid. */
  get(kind: string, key: CacheKey): unknown
  /** That value with its dependencies. */
  find(kind: string, key: CacheKey): CacheEntry | undefined
  /** The dependencies of the last value, also if it is no longer valid. */
  on(kind: string, key: CacheKey): readonly number[]
  /** Caches a value with the dependencies `on`, all loaded after the time `since`. `bytes` is the size of its text. */
  set(kind: string, key: CacheKey, value: unknown, on: readonly number[], since: number, bytes?: number): void
}

/** A view that caches nothing. */
export const noCache: CacheView = {
  ...{ isCommitted: false, catchUp: () => undefined, now: () => 0, isUnchanged: () => true },
  ...{ get: () => undefined, find: () => undefined, on: () => [], set: () => undefined },
}

/** The cache of one process. */
export class MemoryCache {
  readonly #kinds = new Map<string, Map<CacheKey, CachedValue>>()
  readonly #changed = new Map<number, number>()
  #bytes = 0
  #time = 1
  /** The time at which objects that are not in `#changed` may have changed. */
  #floor = 1
  #isOff = false
  /** Values loaded since the last synchronization; null where the cache learns of each commit at once. */
  #loaded: PendingValue[] | null
  readonly #catchUp: CacheView['catchUp']

  /**
   * With `catchUp`, a commit can be read before the cache learns of it. A loaded value may then be newer than the cache, and
   * waits for the next synchronization: see `admit`.
   */
  constructor(catchUp?: CacheView['catchUp']) {
    this.#loaded = catchUp ? [] : null
    this.#catchUp = catchUp ?? (() => undefined)
  }

  /** For readers of committed state. */
  get view(): CacheView {
    return {
      isCommitted: true,
      catchUp: this.#catchUp,
      now: () => this.#time,
      isUnchanged: (on, since) => this.#holds(on, since),
      get: (kind, key) => this.#valid(kind, key)?.value,
      find: (kind, key) => this.#valid(kind, key),
      on: (kind, key) => this.#kinds.get(kind)?.get(key)?.on ?? [],
      set: (kind, key, value, on, since, bytes = 0) => {
        const one = { kind, key, value, on, since, bytes: bytes + VALUE_OVERHEAD_BYTES }
        if (this.#loaded) this.#loaded.push(one)
        else this.#put(one)
      },
    }
  }

  /** For a transaction: it must not see the earlier state of the objects that it changed, nor share their new state. */
  viewWithin(invalidations: Invalidations): CacheView {
    const { view } = this
    const isTouched = (on: readonly number[]) =>
      invalidations.isPending ||
      (invalidations.size > 0 && (invalidations.has(EVERYTHING) || on.some(gid => invalidations.has(gid))))
    const find = (kind: string, key: CacheKey) => {
      const found = this.#valid(kind, key)
      return found === undefined || isTouched(found.on) ? undefined : found
    }
    return {
      ...view,
      isCommitted: false,
      catchUp: () => undefined,
      isUnchanged: (on, since) => !isTouched(on) && view.isUnchanged(on, since),
      get: (kind, key) => find(kind, key)?.value,
      find,
      set(kind, key, value, on, since, bytes) {
        if (!isTouched(on)) view.set(kind, key, value, on, since, bytes)
      },
    }
  }

  /** Records that objects have changed. Call it when the commit becomes readable, or when this process learns of it. */
  invalidate(invalidations: ReadonlySet<number>): void {
    if (invalidations.size === 0) return
    if (this.#changed.size + invalidations.size > MAX_CHANGES) this.clear(this.#isOff ? 'off' : undefined)
    this.#time++
    for (const gid of invalidations) this.#changed.set(gid, this.#time)
  }

  /** Returns the values loaded so far. Pass them to `admit` when the cache knows every commit that preceded this call. */
  takePending(): PendingValue[] {
    return this.#loaded?.splice(0) ?? []
  }

  /** Caches those values that are still valid. */
  admit(loaded: readonly PendingValue[]): void {
    for (const one of loaded) this.#put(one)
  }

  /** Removes all values. With `off`, the cache stays disabled until the next call without it. */
  clear(off?: 'off'): void {
    this.#kinds.clear()
    this.#changed.clear()
    this.takePending()
    this.#bytes = 0
    this.#isOff = off !== undefined
    this.#time++
    this.#floor = this.#time
  }

  #holds(on: readonly number[], since: number): boolean {
    if (since === this.#time) return true
    if (since < this.#floor || (this.#changed.get(EVERYTHING) ?? 0) > since) return false
    for (const gid of on) if ((this.#changed.get(gid) ?? 0) > since) return false
    return true
  }

  #valid(kind: string, key: CacheKey): CachedValue | undefined {
    const values = this.#kinds.get(kind)
    const found = values?.get(key)
    if (values === undefined || found === undefined) return undefined
    if (found.at === this.#time) return found
    if (this.#holds(found.on, found.at)) {
      found.at = this.#time
      return found
    }
    values.delete(key)
    if (values.size === 0) this.#kinds.delete(kind)
    this.#bytes -= found.bytes
    return undefined
  }

  /** Removes all values. Those that are read again are loaded again. */
  #removeAll(): void {
    this.#kinds.clear()
    this.#bytes = 0
  }

  #put({ kind, key, value, on, since, bytes }: PendingValue): void {
    if (this.#isOff || !this.#holds(on, since)) return
    if (this.#bytes >= MAX_BYTES) this.#removeAll()
    let values = this.#kinds.get(kind)
    if (values === undefined) {
      values = new Map()
      this.#kinds.set(kind, values)
    }
    this.#bytes += bytes - (values.get(key)?.bytes ?? 0)
    values.set(key, { value, bytes, at: this.#time, on })
  }
}
