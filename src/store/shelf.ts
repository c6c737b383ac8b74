/**
 * The shelf: where copies of the program keep small values that they change together, such as what a token has used.
 * What must always hold: a swap is whole; nobody waits long for a shelf that does not answer; nothing durable stands on
 * it, so whoever uses it must be able to go on without.
 */
import { atMost, type Clock } from '../lib/clock.ts'
import { reason } from '../lib/errors.ts'

export interface Shelf {
  /**
   * Puts `text` in the place of what had this `version`, to be kept for so many milliseconds; what is put in the place of
   * version n has the version n + 1. Where nothing stands, or no longer, any version is as good as 0. Answers null when
   * that is done, otherwise what is there now.
   */
  swap(name: string, version: number, text: string, keep: number): Promise<Found | null>
}

/** What stands on the shelf; version 0 is nothing. */
export interface Found {
  version: number
  text: string
}

/** What several copies count together needs both. */
export interface Sharing {
  shelf: Shelf
  /** How many copies there are, as far as is known: each has its part of what they cannot share. */
  copies(): number
}

/** The shelf does not answer, or not in time. */
export class ShelfDown extends Error {}

/** How long somebody waits for a swap, in milliseconds. */
const PATIENCE = 500
/** How often a shelf that is down is tried again, in milliseconds. */
const AGAIN = 1000

interface Watch {
  clock: Clock
  log(line: Record<string, unknown>): void
}

/**
 * A shelf whose swaps throw `ShelfDown` instead of taking long. While it is down they do so at once, and it is tried
 * beside them, as long as somebody asks. The log has a line when that begins and one when it ends.
 */
export function watched(shelf: Shelf, { clock, log }: Watch): Shelf {
  /** When it was last tried; null while it answers. */
  let triedAt: number | null = null
  const fall = (cause: unknown) => {
    if (triedAt === null) {
      const message = 'The limits are not shared for now: each copy of the program keeps to its part of them.'
      log({ level: 'error', message, cause: reason(cause) })
    }
    triedAt = clock()
  }
  const rise = () => {
    if (triedAt !== null) log({ level: 'notice', message: 'The limits are shared again.' })
    triedAt = null
  }
  const tryAgain = (last: number) => {
    const now = clock()
    if (now >= last && now - last < AGAIN) return
    triedAt = now
    inTime(() => shelf.swap('try', 0, '', AGAIN)).then(rise, () => undefined)
  }
  return {
    async swap(name, version, text, keep) {
      if (triedAt !== null) {
        tryAgain(triedAt)
        throw new ShelfDown()
      }
      try {
        return await inTime(() => shelf.swap(name, version, text, keep))
      } catch (cause) {
        fall(cause)
        throw new ShelfDown(undefined, { cause })
      }
    },
  }
}

const LATE = Symbol('late')

async function inTime<T>(run: () => Promise<T>): Promise<T> {
  const answer = await atMost(PATIENCE, run(), LATE)
  if (answer === LATE) throw new Error(`There was no answer within ${PATIENCE} ms.`)
  return answer
}
