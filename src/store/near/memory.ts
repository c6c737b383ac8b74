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
const MOST_BYTES = 64 * 1024 * 1024
const MOST_CHANGES = 100_000
/** The approximate size of a value without its text. */
const BYTES_OF_VALUE = 400

type Key = number | string

interface Value {
  value: unknown
  bytes: number
  /** The time at which it was last known to be valid. */
  at: number
  on: readonly number[]
}

/** A loaded value, which is cached if it is still valid. */
interface Loaded {
  kind: string
  key: Key
  value: unknown
  on: readonly number[]
  since: number
  bytes: number
}

/** The gids of the objects that a transaction has changed. */
export class Marks extends Set<number> {
  readonly #pending = new Set<Promise<unknown>>()

  /** Whether the objects of a write are not known yet. */
  get isOpen(): boolean {
    return this.#pending.size > 0
  }

  /** Treats every object as changed until `finding` settles. */
  wait(finding: Promise<unknown>): void {
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
export interface Near {
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
  holds(on: readonly number[], since: number): boolean
  /** The value of a kind under a key; undefined when there is none or it is no longer valid. */
  get(kind: string, key: Key): unknown
  /** The dependencies of that value. */
  on(kind: string, key: Key): readonly number[]
  /** Caches a value with the dependencies `on`, all loaded after the time `since`. `bytes` is the size of its text. */
  put(kind: string, key: Key, value: unknown, on: readonly number[], since: number, bytes?: number): void
}

/** A view that caches nothing. */
export const nothingNear: Near = {
  ...{ isCommitted: false, catchUp: () => undefined, now: () => 0, holds: () => true },
  ...{ get: () => undefined, on: () => [], put: () => undefined },
}

/** The cache of one process. */
export class Memory {
  readonly #kinds = new Map<string, Map<Key, Value>>()
  readonly #changed = new Map<number, number>()
  #bytes = 0
  #time = 1
  /** The time at which objects that are not in `#changed` may have changed. */
  #floor = 1
  #isOff = false
  /** Values loaded since the last synchronization; null where the cache learns of each commit at once. */
  #loaded: Loaded[] | null
  readonly #catchUp: Near['catchUp']

  /**
   * With `catchUp`, a commit can be read before the cache learns of it. A loaded value may then be newer than the cache, and
   * waits for the next synchronization: see `admit`.
   */
  constructor(catchUp?: Near['catchUp']) {
    this.#loaded = catchUp ? [] : null
    this.#catchUp = catchUp ?? (() => undefined)
  }

  /** For readers of committed state. */
  get near(): Near {
    return {
      isCommitted: true,
      catchUp: this.#catchUp,
      now: () => this.#time,
      holds: (on, since) => this.#holds(on, since),
      get: (kind, key) => this.#get(kind, key),
      on: (kind, key) => this.#kinds.get(kind)?.get(key)?.on ?? [],
      put: (kind, key, value, on, since, bytes = 0) => {
        const one = { kind, key, value, on, since, bytes: bytes + BYTES_OF_VALUE }
        if (this.#loaded) this.#loaded.push(one)
        else this.#put(one)
      },
    }
  }

  /** For a transaction: it must not see the earlier state of the objects that it changed, nor share their new state. */
  within(marks: Marks): Near {
    const { near } = this
    const isTouched = (on: readonly number[]) =>
      marks.isOpen || (marks.size > 0 && (marks.has(EVERYTHING) || on.some(gid => marks.has(gid))))
    return {
      ...near,
      isCommitted: false,
      catchUp: () => undefined,
      holds: (on, since) => !isTouched(on) && near.holds(on, since),
      get(kind, key) {
        const value = near.get(kind, key)
        return value === undefined || isTouched(near.on(kind, key)) ? undefined : value
      },
      put(kind, key, value, on, since, bytes) {
        if (!isTouched(on)) near.put(kind, key, value, on, since, bytes)
      },
    }
  }

  /** Records that objects have changed. Call it when the commit becomes readable, or when this process learns of it. */
  publish(marks: ReadonlySet<number>): void {
    if (marks.size === 0) return
    if (this.#changed.size + marks.size > MOST_CHANGES) this.forget(this.#isOff ? 'off' : undefined)
    this.#time++
    for (const gid of marks) this.#changed.set(gid, this.#time)
  }

  /** Returns the values loaded so far. Pass them to `admit` when the cache knows every commit that preceded this call. */
  take(): Loaded[] {
    return this.#loaded?.splice(0) ?? []
  }

  /** Caches those values that are still valid. */
  heard(loaded: readonly Loaded[]): void {
    for (const one of loaded) this.#put(one)
  }

  /** Removes all values. With `off`, the cache stays disabled until the next call without it. */
  forget(off?: 'off'): void {
    this.#kinds.clear()
    this.#changed.clear()
    this.take()
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

  #get(kind: string, key: Key): unknown {
    const values = this.#kinds.get(kind)
    const found = values?.get(key)
    if (values === undefined || found === undefined) return undefined
    if (found.at === this.#time) return found.value
    if (this.#holds(found.on, found.at)) {
      found.at = this.#time
      return found.value
    }
    values.delete(key)
    if (values.size === 0) this.#kinds.delete(kind)
    this.#bytes -= found.bytes
    return undefined
  }

  /** Lets go of what is kept; what is asked for again comes back. */
  #letGo(): void {
    this.#kinds.clear()
    this.#bytes = 0
  }

  #put({ kind, key, value, on, since, bytes }: Loaded): void {
    if (this.#isOff || !this.#holds(on, since)) return
    if (this.#bytes >= MOST_BYTES) this.#letGo()
    let values = this.#kinds.get(kind)
    if (values === undefined) {
      values = new Map()
      this.#kinds.set(kind, values)
    }
    this.#bytes += bytes - (values.get(key)?.bytes ?? 0)
    values.set(key, { value, bytes, at: this.#time, on })
  }
}
