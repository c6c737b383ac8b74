/**
 * Values that several instances change together, in a counter store.
 * Invariants:
 * - each change applies to the result of all earlier changes by all instances;
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
  remainingMs(value: T, now: number): number
}

/** Changes a value and returns a result. May run several times, each time with the current value. */
type ValueChange<T, R> = (value: T, now: number) => R

export interface SharedValues<T> {
  /** Returns or throws what `act` did, once every instance can see it. Throws what the counter store throws. */
  change<R>(name: string, act: ValueChange<T, R>): Promise<R>
  /** Returns what `act` finds in a value that is at most `MAX_AGE_MS` old. It must not change the value. */
  read<R>(name: string, act: ValueChange<T, R>): Promise<R>
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
/** A clock that is at most this much earlier than the last change uses the time of the change. A larger gap means that it was set back. */
const MAX_CLOCK_SKEW_MS = 60_000
const MAX_AGE_MS = 1000
const SWEEP_INTERVAL_MS = 60_000
/** The number of cached values; any other one costs a second round trip. */
const MAX_VALUES = 10_000
/** A compare-and-swap that fails this often means that the stored value is broken. */
const MAX_ATTEMPTS = 100

export function createSharedValues<T>(options: SharedValueOptions<T>): SharedValues<T> {
  const { clock } = options
  const values = new Map<string, LocalValue<T>>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (now: number) => {
    if (now >= sweptAt && now - sweptAt < SWEEP_INTERVAL_MS) return
    sweptAt = now
    for (const [name, one] of values) if (!one.isBusy && one.expiresAt <= now) values.delete(name)
  }
  const localValue = (name: string): LocalValue<T> => {
    sweep(clock())
    const known = values.get(name)
    if (known) return known
    const [oldest] = values.keys()
    if (values.size >= MAX_VALUES && oldest !== undefined) values.delete(oldest)
    const created = { version: 0, text: '', at: Number.NEGATIVE_INFINITY, expiresAt: 0, waiting: [], isBusy: false }
    values.set(name, created)
    return created
  }
  const change = <R>(name: string, act: ValueChange<T, R>) =>
    new Promise<R>((resolve, reject) => {
      const one = localValue(name)
      one.waiting.push({ act, resolve: answer => resolve(answer as R), reject })
      if (one.isBusy) return
      one.isBusy = true
      void settle(options, name, one).then(() => {
        if (one.version === 0 && !one.isBusy && values.get(name) === one) values.delete(name)
      })
    })
  return {
    change,
    async read(name, act) {
      const now = clock()
      const one = values.get(name)
      const isFresh = one && now >= one.at && now - one.at <= MAX_AGE_MS
      return isFresh ? act(...readValue(options.format, one.text, now)) : change(name, act)
    },
    names: () => [...values].filter(([, one]) => one.expiresAt > clock()).map(([name]) => name),
  }
}

/** Applies all queued changes of one value, and those that arrive meanwhile. */
async function settle<T>(
  { counters, clock, kind, format }: SharedValueOptions<T>,
  name: string,
  one: LocalValue<T>,
): Promise<void> {
  let changes = one.waiting.splice(0)
  let attempts = 0
  try {
    while (changes.length > 0) {
      if (++attempts > MAX_ATTEMPTS)
        throw new CounterStoreUnavailable('Every compare-and-swap lost against another instance.')
      const at = clock()
      // An expired value may have been deleted and recreated with the same version.
      if (one.expiresAt <= at) Object.assign(one, { version: 0, text: '' })
      const [value, now] = readValue(format, one.text, at)
      const results = changes.map(({ act, ...waiting }) => ({ ...waiting, ...outcome(() => act(value, now)) }))
      const text = `${now}:${format.print(value)}`
      const ttlMs = format.remainingMs(value, now)
      const found = await counters.compareAndSwap(`${kind}:${name}`, one.version, text, ttlMs + EXPIRY_MARGIN_MS)
      if (found) {
        // Its expiry is unknown here; it is used at once, so it cannot expire before that.
        Object.assign(one, { ...found, at, expiresAt: Number.POSITIVE_INFINITY })
      } else {
        Object.assign(one, { version: one.version + 1, text, at, expiresAt: at + ttlMs + EXPIRY_MARGIN_MS / 2 })
        for (const { resolve, reject, answer, error } of results) error === undefined ? resolve(answer) : reject(error)
        changes = []
        attempts = 0
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

/** The value of a text and its time. Time never goes back, at any instance. */
function readValue<T>(format: ValueFormat<T>, text: string, localTime: number): [value: T, now: number] {
  const colon = text.indexOf(':')
  const changedAt = Number(text.slice(0, colon))
  const now = changedAt > localTime && changedAt - localTime <= MAX_CLOCK_SKEW_MS ? changedAt : localTime
  return [parseValue(format, text.slice(colon + 1), now) ?? format.fresh(now), now]
}

function parseValue<T>(format: ValueFormat<T>, text: string, now: number): T | undefined {
  try {
    return format.parse(text, now)
  } catch {
    return undefined
  }
}
