/**
 * What is kept in memory of a store. What must always hold: a value is shown only while nothing that it was made from has
 * changed since it was loaded.
 *
 * Every value names the objects it was made from, by their gids. Every transaction notes the objects that it touches
 * (`marks.ts`), and with its commit they are published: time goes on by one, and each of them has changed at that time.
 * So a value that was loaded at a time holds as long as none of its objects has changed later. `EVERYTHING` stands for a
 * change of which nobody knows what depends on it; every value depends on it.
 */

/** Changed with whatever says of nothing in particular what depends on it. No object has this gid. */
export const EVERYTHING = 0

/** So many values are kept, and so many changes known, before all are forgotten. */
const MOST_VALUES = 100_000
const MOST_CHANGES = 100_000

interface Value {
  value: unknown
  /** The time at which it is known to hold. */
  at: number
  on: readonly number[]
}

/** Values that are kept, as a reader sees them. */
export interface Near {
  /** The time, which goes on with every commit. What is loaded afterwards holds at this time, or at a later one. */
  now(): number
  /** Whether none of these objects has changed since a time, as far as this reader sees. */
  holds(on: readonly number[], since: number): boolean
  /** The value that a shelf has under a key; undefined when there is none, or it does not hold any more. */
  get(shelf: string, key: number | string): unknown
  /** Keeps a value that was made from the objects `on`, which were loaded after `since`. */
  put(shelf: string, key: number | string, value: unknown, on: readonly number[], since: number): void
}

/** What a store does with it. */
export interface Memory {
  /** For those who read what is committed. */
  readonly near: Near
  /** The same for a transaction that has touched `marks`, which it must not be shown as they were. */
  within(marks: ReadonlySet<number>): Near
  /** Objects have changed. Called in the same moment as the change can be read. */
  publish(marks: ReadonlySet<number>): void
  /** Forgets everything; `off`, and keeps nothing from now on until it is called again. */
  forget(off?: 'off'): void
}

/** For a reader that keeps nothing. */
export const nothingNear: Near = {
  now: () => 0,
  holds: () => false,
  get: () => undefined,
  put: () => undefined,
}

export function createMemory(): Memory {
  const shelves = new Map<string, Map<number | string, Value>>()
  const changed = new Map<number, number>()
  let count = 0
  let time = 1
  /** What is not in `changed` may have changed at this time. */
  let floor = 1
  let isOff = false
  const forget: Memory['forget'] = off => {
    shelves.clear()
    changed.clear()
    count = 0
    isOff = off !== undefined
    floor = ++time
  }
  const holds = (on: readonly number[], since: number): boolean => {
    if (since === time) return true
    if (since < floor || (changed.get(EVERYTHING) ?? 0) > since) return false
    for (const gid of on) if ((changed.get(gid) ?? 0) > since) return false
    return true
  }
  const get: Near['get'] = (shelf, key) => {
    const values = shelves.get(shelf)
    const found = values?.get(key)
    if (values === undefined || found === undefined) return undefined
    if (found.at === time) return found.value
    if (holds(found.on, found.at)) {
      found.at = time
      return found.value
    }
    values.delete(key)
    count--
    return undefined
  }
  const put: Near['put'] = (shelf, key, value, on, since) => {
    if (isOff || !holds(on, since)) return
    if (count >= MOST_VALUES) return forget()
    let values = shelves.get(shelf)
    if (values === undefined) {
      values = new Map()
      shelves.set(shelf, values)
    }
    if (!values.has(key)) count++
    values.set(key, { value, at: time, on })
  }
  return {
    near: { now: () => time, holds, get, put },
    within(marks) {
      const isTouched = (on: readonly number[]) =>
        marks.size > 0 && (marks.has(EVERYTHING) || on.some(gid => marks.has(gid)))
      return {
        now: () => time,
        holds: (on, since) => !isTouched(on) && holds(on, since),
        get(shelf, key) {
          const value = get(shelf, key)
          return value === undefined || isTouched(shelves.get(shelf)?.get(key)?.on ?? []) ? undefined : value
        },
        put: (shelf, key, value, on, since) => void (isTouched(on) || put(shelf, key, value, on, since)),
      }
    },
    publish(marks) {
      if (marks.size === 0) return
      if (changed.size + marks.size > MOST_CHANGES) forget(isOff ? 'off' : undefined)
      time++
      for (const gid of marks) changed.set(gid, time)
    },
    forget,
  }
}
