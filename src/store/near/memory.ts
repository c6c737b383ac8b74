/**
 * What is kept in memory of a store. What must always hold: everything that can be read from memory at one moment is as
 * it was in one state of the store, the last one of which this process knows.
 *
 * Every value names the objects that it was made from, by their gids. Every transaction notes the objects that it touches
 * (`marks.ts`), and they are published: time goes on by one, and each of them has changed at that time. So a value that
 * was loaded at a time holds as long as none of its objects has changed later. `EVERYTHING` stands for a change of which
 * nobody knows what depends on it; every value depends on it.
 */

/** Changed with whatever says of nothing in particular what depends on it. No object has this gid. */
export const EVERYTHING = 0

/** Changed with whatever may take a right away from somebody. No object has this gid. */
export const RIGHTS = -1

/** Bytes that are kept, about, and changes that are known, before all are forgotten. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_CHANGES = 100_000
/** What a value takes beside its text, about. */
const BYTES_OF_VALUE = 400

type Key = number | string

interface Value {
  value: unknown
  bytes: number
  /** The time at which it is known to hold. */
  at: number
  on: readonly number[]
}

/** A value that was loaded, and is kept if it still holds. */
interface Loaded {
  kind: string
  key: Key
  value: unknown
  on: readonly number[]
  since: number
  bytes: number
}

/** The objects that a transaction has touched. */
export class Marks extends Set<number> {
  readonly #pending = new Set<Promise<unknown>>()

  /** Whether there are writes of which it is not known yet what they touch. */
  get isOpen(): boolean {
    return this.#pending.size > 0
  }

  /** Something is being found out: until then, everything is taken for touched. */
  wait(finding: Promise<unknown>): void {
    const over = () => void this.#pending.delete(waiting)
    const waiting: Promise<unknown> = finding.then(over, over)
    this.#pending.add(waiting)
  }

  /** Resolves when it is known what was touched. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }
}

/** Values that are kept, as a reader sees them. */
export interface Near {
  /** Whether what is read is committed; within a transaction, it may be what only that one sees. */
  readonly isCommitted: boolean
  /**
   * Resolves when memory knows everything that was committed before the call; undefined where it always does. To be
   * awaited before anything is shown from memory.
   */
  catchUp(): Promise<void> | undefined
  /** The time, which goes on with every commit. What is loaded afterwards is as it was at this time, or later. */
  now(): number
  /** Whether none of these objects has changed since a time, as far as memory knows. */
  holds(on: readonly number[], since: number): boolean
  /** The value that a kind has under a key; undefined when there is none, or it does not hold any more. */
  get(kind: string, key: Key): unknown
  /** The objects that such a value was made from. */
  on(kind: string, key: Key): readonly number[]
  /** Keeps a value that was made from the objects `on`, all of which were loaded after `since`. `bytes` of text are in it. */
  put(kind: string, key: Key, value: unknown, on: readonly number[], since: number, bytes?: number): void
}

/** For a reader that keeps nothing. */
export const nothingNear: Near = {
  ...{ isCommitted: false, catchUp: () => undefined, now: () => 0, holds: () => true },
  ...{ get: () => undefined, on: () => [], put: () => undefined },
}

/** The memory of one process. */
export class Memory {
  readonly #kinds = new Map<string, Map<Key, Value>>()
  readonly #changed = new Map<number, number>()
  #bytes = 0
  #time = 1
  /** What is not in `#changed` may have changed at this time. */
  #floor = 1
  #isOff = false
  /** What was loaded since memory last heard of commits; null where it hears of each at once. */
  #loaded: Loaded[] | null
  readonly #catchUp: Near['catchUp']

  /**
   * With `catchUp`, what was committed is heard of later than it can be read. Then a value that was loaded may be newer
   * than memory is, and waits until that has caught up: see `heard`.
   */
  constructor(catchUp?: Near['catchUp']) {
    this.#loaded = catchUp ? [] : null
    this.#catchUp = catchUp ?? (() => undefined)
  }

  /** For those who read what is committed. */
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

  /** For a transaction that has touched `marks`: it must not be shown as they were, and nobody else as they are. */
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

  /** Objects have changed. Called in the moment in which that can be read, or when it was heard of. */
  publish(marks: ReadonlySet<number>): void {
    if (marks.size === 0) return
    if (this.#changed.size + marks.size > MOST_CHANGES) this.forget(this.#isOff ? 'off' : undefined)
    this.#time++
    for (const gid of marks) this.#changed.set(gid, this.#time)
  }

  /** What was loaded so far; to be given to `heard` when memory has heard of everything that was committed until now. */
  take(): Loaded[] {
    return this.#loaded?.splice(0) ?? []
  }

  /** Keeps of what was taken that which still holds. */
  heard(loaded: readonly Loaded[]): void {
    for (const one of loaded) this.#put(one)
  }

  /** Forgets everything; `off`, and keeps nothing from now on until it is called again. */
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
