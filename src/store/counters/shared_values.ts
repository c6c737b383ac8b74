/**
 * Values that several instances change together, in a counter store.
 * Invariants:
 * - each change applies to the result of all earlier changes, whichever instance made them;
 * - each instance has at most one compare-and-swap of a value in flight; changes requested meanwhile join the next one.
 *
 * An instance caches the version that it saw last, so one compare-and-swap suffices while no other instance changes the
 * value. When instances race, one succeeds in each round and the others receive its result.
 */
import type { Clock } from '../../lib/clock.ts'
import { type CounterStore, CounterStoreUnavailable } from './counter_store.ts'

/** The operations of one kind of values. */
export interface ValueFormat<T> {
  fresh(now: number): T
  /** Parses a stored text, which may come from anywhere. Returns undefined or throws when it is invalid. */
  parse(text: string, now: number): T | undefined
  print(value: T): string
  /** Milliseconds until the value equals a fresh one. */
  lasts(value: T, now: number): number
}

/** Changes a value and returns a result. May run several times, each time with the current value. */
type ValueChange<T, R> = (value: T, now: number) => R

export interface SharedValues<T> {
  /** Returns or throws what `act` did, once every instance can see it. Throws what the counter store throws. */
  change<R>(name: string, act: ValueChange<T, R>): Promise<R>
  /** Returns what `read` finds in a value that is at most `MAX_AGE_MS` old. */
  look<R>(name: string, read: ValueChange<T, R>): Promise<R>
  /** The names of the unexpired values that this instance has seen. */
  names(): string[]
}

interface SharedValueOptions<T> {
  counters: CounterStore
  clock: Clock
  /** The prefix of all names, which separates kinds of values. */
  kind: string
  format: ValueFormat<T>
}

interface PendingChange<T> {
  act: ValueChange<T, unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** The last known state of a value. */
interface LocalValue<T> {
  version: number
  text: string
  at: number
  /** The time at which it expires. */
  expiresAt: number
  waiting: PendingChange<T>[]
  isBusy: boolean
}

/**
 * Values are stored this much longer than they last, so that an occasional caller finds them with one compare-and-swap. An
 * instance relies on half of it, because clocks differ.
 */
const EXPIRY_MARGIN_MS = 60_000
/** A clock behind the last change by at most this uses the time of the change; one further behind was set back. */
const MAX_CLOCK_SKEW_MS = 60_000
const MAX_AGE_MS = 1000
const SWEEP_INTERVAL_MS = 60_000
/** The number of cached values; any other one costs a second round trip. */
const MAX_VALUES = 10_000
/** A compare-and-swap that fails this often means that the stored value is broken. */
const MAX_ATTEMPTS = 100

export function createSharedValues<T>(terms: SharedValueOptions<T>): SharedValues<T> {
  const { clock } = terms
  const seen = new Map<string, LocalValue<T>>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (now: number) => {
    if (now >= sweptAt && now - sweptAt < SWEEP_INTERVAL_MS) return
    sweptAt = now
    for (const [name, one] of seen) if (!one.isBusy && one.expiresAt <= now) seen.delete(name)
  }
  const seenOf = (name: string): LocalValue<T> => {
    sweep(clock())
    const known = seen.get(name)
    if (known) return known
    const [oldest] = seen.keys()
    if (seen.size >= MAX_VALUES && oldest !== undefined) seen.delete(oldest)
    const unknown = { version: 0, text: '', at: Number.NEGATIVE_INFINITY, expiresAt: 0, waiting: [], isBusy: false }
    seen.set(name, unknown)
    return unknown
  }
  const change = <R>(name: string, act: ValueChange<T, R>) =>
    new Promise<R>((resolve, reject) => {
      const one = seenOf(name)
      one.waiting.push({ act, resolve: answer => resolve(answer as R), reject })
      if (one.isBusy) return
      one.isBusy = true
      void settle(terms, name, one).then(() => {
        if (one.version === 0 && !one.isBusy && seen.get(name) === one) seen.delete(name)
      })
    })
  return {
    change,
    async look(name, read) {
      const now = clock()
      const one = seen.get(name)
      const isYoung = one && now >= one.at && now - one.at <= MAX_AGE_MS
      return isYoung ? read(...readValue(terms.format, one.text, now)) : change(name, read)
    },
    names: () => [...seen].filter(([, one]) => one.expiresAt > clock()).map(([name]) => name),
  }
}

/** Applies all queued changes of one value, and those that arrive meanwhile. */
async function settle<T>(
  { counters, clock, kind, format }: SharedValueOptions<T>,
  name: string,
  one: LocalValue<T>,
): Promise<void> {
  let changes = one.waiting.splice(0)
  let tries = 0
  try {
    while (changes.length > 0) {
      if (++tries > MAX_ATTEMPTS)
        throw new CounterStoreUnavailable('Every compare-and-swap lost against another instance.')
      const at = clock()
      // An expired value may have been deleted and recreated with the same version.
      if (one.expiresAt <= at) Object.assign(one, { version: 0, text: '' })
      const [value, now] = readValue(format, one.text, at)
      const done = changes.map(({ act, ...waiting }) => ({ ...waiting, ...outcome(() => act(value, now)) }))
      const text = `${now}:${format.print(value)}`
      const lasts = format.lasts(value, now)
      const found = await counters.compareAndSwap(`${kind}:${name}`, one.version, text, lasts + EXPIRY_MARGIN_MS)
      if (found) {
        // Its expiry is unknown here; it is used at once, so it cannot expire before that.
        Object.assign(one, { ...found, at, expiresAt: Number.POSITIVE_INFINITY })
      } else {
        Object.assign(one, { version: one.version + 1, text, at, expiresAt: at + lasts + EXPIRY_MARGIN_MS / 2 })
        for (const { resolve, reject, answer, error } of done) error === undefined ? resolve(answer) : reject(error)
        changes = []
        tries = 0
      }
      changes.push(...one.waiting.splice(0))
    }
  } catch (error) {
    one.version = 0
    for (const { reject } of [...changes, ...one.waiting.splice(0)]) reject(error)
  } finally {
    one.isBusy = false
  }
}

function outcome(act: () => unknown): { answer?: unknown; error?: unknown } {
  try {
    return { answer: act() }
  } catch (error) {
    return { error }
  }
}

/** The value of a text and its time. Time never goes back, whichever instance reads it. */
function readValue<T>(form: ValueFormat<T>, text: string, own: number): [value: T, now: number] {
  const colon = text.indexOf(':')
  const at = Number(text.slice(0, colon))
  const now = at > own && at - own <= MAX_CLOCK_SKEW_MS ? at : own
  return [parseValue(form, text.slice(colon + 1), now) ?? form.fresh(now), now]
}

function parseValue<T>(form: ValueFormat<T>, text: string, now: number): T | undefined {
  try {
    return form.parse(text, now)
  } catch {
    return undefined
  }
}
