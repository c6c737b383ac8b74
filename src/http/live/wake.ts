/**
 * When streams look for changes: at once after a change, and then not again before a pause that grows with the time that
 * they took. So a single change is sent without delay, and a burst costs a bounded part of the processor.
 */

/** The pause between two rounds, in milliseconds; within it, changes wait to be sent together. */
const PAUSE_MS = { min: 50, max: 1000 }
/** How much longer the pause is than the round before it: the streams use at most a fifth of the time. */
const PAUSE_RATIO = 4

export interface WakingRounds {
  /** Starts a round as soon as possible. */
  request(): void
  stop(): void
}

/** Runs `round` for each request, or once for all requests of a pause. `round` must not throw. */
export function createRounds(round: () => Promise<unknown>, now: () => number = () => performance.now()): WakingRounds {
  let isRequested = false
  let isRunning = false
  let pause: NodeJS.Timeout | undefined
  const run = async () => {
    ;[isRequested, isRunning] = [false, true]
    const begun = now()
    await round()
    isRunning = false
    const pauseMs = Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, PAUSE_RATIO * (now() - begun)))
    pause = setTimeout(end, pauseMs).unref()
  }
  const end = () => {
    pause = undefined
    if (isRequested) void run()
  }
  return {
    request() {
      isRequested = true
      if (!isRunning && !pause) void run()
    },
    stop() {
      clearTimeout(pause)
      isRequested = false
    },
  }
}
