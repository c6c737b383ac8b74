/**
 * The pace of the steps of requested jobs in one process.
 * Invariants:
 * - one step runs at a time, so that other writers have a turn after each;
 * - the number of objects in a step follows its measured duration, so that other writers wait about `STEP_MS`;
 * - after each step there is a pause for other requests, in proportion to the time that the process was busy.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 40
const FIRST_ROWS = 100
/** A commit costs as much as many rows: smaller steps would make a busy machine busier. */
const MIN_ROWS = 50
const MAX_ROWS = 400
/** The pause after a step, as a part of the time that the process was busy: less is faster for the job, more for others. */
const PAUSE_RATIO = 0.5
const MAX_PAUSE_MS = 50

type AtPace = <T>(step: (rows: number) => Promise<T>) => Promise<T>

/** Returns a function that runs a step when it is its turn, with the number of objects that it can handle in time. */
export function createPace(): AtPace {
  let rows = FIRST_ROWS
  let last: Promise<unknown> = Promise.resolve()
  const run: AtPace = async step => {
    const [began, load] = [performance.now(), performance.eventLoopUtilization()]
    try {
      return await step(Math.round(rows))
    } finally {
      const elapsedMs = performance.now() - began
      // A step with few objects left is fast, so that the number grows slowly.
      const fitting = rows * Math.min(STEP_MS / elapsedMs, 1.2)
      rows = Math.min(Math.max(fitting, MIN_ROWS), MAX_ROWS)
      await pause(Math.min(performance.eventLoopUtilization(load).active * PAUSE_RATIO, MAX_PAUSE_MS))
    }
  }
  return step => {
    const turn = last.then(() => run(step))
    last = turn.catch(() => undefined)
    return turn
  }
}
