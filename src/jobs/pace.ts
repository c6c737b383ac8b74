/**
 * The pace of the steps of requested jobs in one process.
 * Invariants:
 * - one step runs at a time, so that other writers have a turn after each;
 * - the number of objects in a step follows its measured duration, so that other writers wait about `STEP_MS`;
 * - after a step during which requests arrived there is a pause, in which the process is idle for longer than it was busy:
 *   so most requests arrive at an idle process. Without requests there is no pause.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 40
const FIRST_ROWS = 100
/** A commit costs as much as many rows: smaller steps would make a busy machine busier. */
const MIN_ROWS = 50
const MAX_ROWS = 400
/** The idle time of a pause, as a multiple of the busy time: less is faster for the job, more for others. */
const IDLE_RATIO = 1.25
const MAX_PAUSE_MS = 150
/** A shorter pause is none: timers count whole milliseconds. */
const MIN_PAUSE_MS = 1
/** The channel on which Node.js announces each request that arrives. */
const ARRIVALS = 'http.server.request.start'

type AtPace = <T>(step: (rows: number) => Promise<T>) => Promise<T>

/** Returns a function that runs a step when it is its turn, with the number of objects that it can handle in time. */
export function createPace(): AtPace {
  let rows = FIRST_ROWS
  let last: Promise<unknown> = Promise.resolve()
  const run: AtPace = async step => {
    const [began, load, requests] = [performance.now(), performance.eventLoopUtilization(), countArrivals()]
    try {
      return await step(Math.round(rows))
    } finally {
      const elapsedMs = performance.now() - began
      // A step with few objects left is fast, so that the number grows slowly.
      const fitting = rows * Math.min(STEP_MS / elapsedMs, 1.2)
      rows = Math.min(Math.max(fitting, MIN_ROWS), MAX_ROWS)
      if (requests.end() > 0) await idleFor(performance.eventLoopUtilization(load).active)
    }
  }
  return step => {
    const turn = last.then(() => run(step))
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Counts the requests that arrive at this process, until `end` returns their number. */
function countArrivals() {
  let count = 0
  const onArrival = () => void count++
  subscribe(ARRIVALS, onArrival)
  return {
    end() {
      unsubscribe(ARRIVALS, onArrival)
      return count
    },
  }
}

/** Waits until the process has been idle in proportion to `busyMs`, and to what others made it work meanwhile. */
async function idleFor(busyMs: number): Promise<void> {
  const [began, load] = [performance.now(), performance.eventLoopUtilization()]
  for (;;) {
    const { active, idle } = performance.eventLoopUtilization(load)
    const owedMs = (busyMs + active) * IDLE_RATIO - idle
    const leftMs = Math.min(owedMs, began + MAX_PAUSE_MS - performance.now())
    if (leftMs < MIN_PAUSE_MS) return
    await pause(leftMs)
  }
}
