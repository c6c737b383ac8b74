/**
 * Values that several copies of the program change together, over a shelf. What must always hold: each change is made to
 * what all changes before it have left, whichever copy made them; of one value at most one swap is on its way from each
 * copy, and what wants to change it meanwhile goes together with the next one.
 *
 * What a copy has last seen of a value it expects to find again. So one swap is enough while nobody else changes it; of
 * copies that race one comes through at each try, and the others learn what it has left.
 */
import type { Clock } from '../lib/clock.ts'
import { type Shelf, ShelfDown } from './shelf.ts'

/** What one kind of values is like. */
export interface Form<T> {
  fresh(now: number): T
  /** The value of a text, which anything may have written: undefined, or throws, when it is none. */
  parse(text: string, now: number): T | undefined
  print(value: T): string
  /** Milliseconds until the value is as good as a fresh one. */
  lasts(value: T, now: number): number
}

/** Changes a value, and answers something. May be called several times, each time with the value as it is then. */
type Act<T, R> = (value: T, now: number) => R

export interface Shared<T> {
  /** Answers, or throws, what `act` did, once all copies will find it done. Throws what the shelf throws. */
  change<R>(name: string, act: Act<T, R>): Promise<R>
  /** Answers what `read` finds in a value that is at most a second old. */
  look<R>(name: string, read: Act<T, R>): Promise<R>
  /** The names of the values that this copy has seen and that are not over. */
  names(): string[]
}

interface Terms<T> {
  shelf: Shelf
  clock: Clock
  /** Stands before the names: tells kinds apart. */
  kind: string
  form: Form<T>
}

interface Waiting<T> {
  act: Act<T, unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** What was last seen. */
interface Seen<T> {
  version: number
  text: string
  at: number
  /** When it will be over. */
  until: number
  waiting: Waiting<T>[]
  isBusy: boolean
}

/**
 * Values are kept for so much longer than they last: then they are found again, with one swap, by who comes now and then.
 * A copy relies on that for half of it, because clocks differ.
 */
const MARGIN = 60_000
/** A clock that is behind the last change by no more than this waits; one that is further behind was set back. */
const APART = 60_000
const YOUNG = 1000
const SWEEP = 60_000
/** So many values are remembered; of others one asks twice. */
const MOST = 10_000
/** Among so many tries one comes through, unless something is wrong with what stands there. */
const MOST_TRIES = 100

export function createShared<T>(terms: Terms<T>): Shared<T> {
  const { clock } = terms
  const seen = new Map<string, Seen<T>>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweep = (now: number) => {
    if (now >= sweptAt && now - sweptAt < SWEEP) return
    sweptAt = now
    for (const [name, one] of seen) if (!one.isBusy && one.until <= now) seen.delete(name)
  }
  const seenOf = (name: string): Seen<T> => {
    sweep(clock())
    const known = seen.get(name)
    if (known) return known
    const [oldest] = seen.keys()
    if (seen.size >= MOST && oldest !== undefined) seen.delete(oldest)
    const unknown = { version: 0, text: '', at: Number.NEGATIVE_INFINITY, until: 0, waiting: [], isBusy: false }
    seen.set(name, unknown)
    return unknown
  }
  const change = <R>(name: string, act: Act<T, R>) =>
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
      const isYoung = one && now >= one.at && now - one.at <= YOUNG
      return isYoung ? read(...opened(terms.form, one.text, now)) : change(name, read)
    },
    names: () => [...seen].filter(([, one]) => one.until > clock()).map(([name]) => name),
  }
}

/** Makes all the changes that wait for one value, and those that come meanwhile. */
async function settle<T>({ shelf, clock, kind, form }: Terms<T>, name: string, one: Seen<T>): Promise<void> {
  let changes = one.waiting.splice(0)
  let tries = 0
  try {
    while (changes.length > 0) {
      if (++tries > MOST_TRIES) throw new ShelfDown('Others were always faster.')
      const at = clock()
      // What is over may have gone from the shelf, and then come anew with the same version.
      if (one.until <= at) Object.assign(one, { version: 0, text: '' })
      const [value, now] = opened(form, one.text, at)
      const done = changes.map(({ act, ...waiting }) => ({ ...waiting, ...outcome(() => act(value, now)) }))
      const text = `${now}:${form.print(value)}`
      const lasts = form.lasts(value, now)
      const found = await shelf.swap(`${kind}:${name}`, one.version, text, lasts + MARGIN)
      if (found) {
        // How long it lasts, whoever put it there knows; it is seen now, so it is not over before it is used.
        Object.assign(one, { ...found, at, until: Number.POSITIVE_INFINITY })
      } else {
        Object.assign(one, { version: one.version + 1, text, at, until: at + lasts + MARGIN / 2 })
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

/** The value of a text, and the moment that it is: for the copies together, time does not go back. */
function opened<T>(form: Form<T>, text: string, own: number): [value: T, now: number] {
  const colon = text.indexOf(':')
  const at = Number(text.slice(0, colon))
  const now = at > own && at - own <= APART ? at : own
  return [parsed(form, text.slice(colon + 1), now) ?? form.fresh(now), now]
}

function parsed<T>(form: Form<T>, text: string, now: number): T | undefined {
  try {
    return form.parse(text, now)
  } catch {
    return undefined
  }
}
