/**
 * When to read ahead: after a person has rested on a link for a moment. A pointer that crosses a list reads nothing.
 *
 * Invariants:
 * - Few reads at once, and a limited number in a minute, however much a person points at.
 * - What is no longer pointed at is given up, unless it is being opened.
 */

/** How long a person rests on what they will probably open. The focus passes what stands before its target. */
export const REST_MS = { pointer: 100, focus: 250 } as const

const MAX_READS = 2
const MAX_READS_PER_MINUTE = 30
const MINUTE_MS = 60_000

interface SchedulerOptions {
  /** Whether reading ahead is wanted now. */
  isAllowed(): boolean
  /** Reads what the screen of an address needs. */
  read(address: string, signal: AbortSignal): Promise<void>
  now(): number
  /** Runs once after a time in milliseconds; returns what cancels it. */
  delay(run: () => void, ms: number): () => void
}

interface Pointed {
  readonly address: string
  readonly end: AbortController
  /** Whether the person has rested on it. */
  isRested: boolean
}

export interface Scheduler {
  /** The person points at the link to an address, or at none. */
  point(address: string | undefined, by: keyof typeof REST_MS): void
  /** The person opens something: what is being read stays. */
  keep(): void
}

export function createScheduler({ isAllowed, read, now, delay }: SchedulerOptions): Scheduler {
  /** The readings that began in the last minute. */
  let begun: (Pick<Pointed, 'address' | 'end'> & { readonly at: number; isDone: boolean })[] = []
  let pointed: Pointed | undefined
  let cancelRest = () => {}
  let running = 0

  const begin = async (): Promise<void> => {
    const target = pointed
    begun = begun.filter(({ at }) => now() - at < MINUTE_MS)
    if (!target?.isRested || running >= MAX_READS || begun.length >= MAX_READS_PER_MINUTE || !isAllowed()) return
    const { address, end } = target
    if (begun.some(one => one.address === address && (one.isDone || !one.end.signal.aborted))) return
    const reading = { at: now(), address, end, isDone: false }
    begun.push(reading)
    running++
    // A page that opens reports what fails.
    await read(address, end.signal).catch(() => {})
    running--
    reading.isDone = !end.signal.aborted
    void begin()
  }
  const leave = () => {
    cancelRest()
    pointed = undefined
  }
  return {
    point: (address, by) => {
      if (address === pointed?.address) return
      pointed?.end.abort()
      leave()
      if (address === undefined) return
      const target: Pointed = { address, end: new AbortController(), isRested: false }
      pointed = target
      cancelRest = delay(() => {
        target.isRested = true
        void begin()
      }, REST_MS[by])
    },
    keep: leave,
  }
}
