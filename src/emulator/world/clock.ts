/**
 * The clock of a world: real time with an offset, or held at an instant.
 * Invariant: it moves backwards only by `restore`, that is when the whole world is replaced.
 */
import type { Clock } from '../../lib/clock.ts'

/** The state of a clock, as a snapshot stores it. A held clock has `at`, a running one the difference to real time. */
export type ClockState =
  | { mode: 'held'; at: number; tickMs: number }
  | { mode: 'real'; offsetMs: number; tickMs: number }

export interface WorldClock {
  now: Clock
  /** Advances a held clock by its tick, so that the next write has a later time. */
  tick(): void
  state(): ClockState
  restore(state: ClockState): void
  freeze(at?: number): void
  /** Moves the clock to a later time. */
  set(at: number): void
  /** Follows real time, or the time that is already reached if that is later. */
  run(): void
  setTick(tickMs: number): void
}

/** The milliseconds by which each write advances a held clock. */
const DEFAULT_TICK_MS = 1

export const heldAt = (at: number): ClockState => ({ mode: 'held', at, tickMs: DEFAULT_TICK_MS })

export const realTime: ClockState = { mode: 'real', offsetMs: 0, tickMs: DEFAULT_TICK_MS }

export function createWorldClock(real: Clock, initial: ClockState): WorldClock {
  let state = initial
  const now = () => (state.mode === 'held' ? state.at : real() + state.offsetMs)
  return {
    now,
    tick() {
      if (state.mode === 'held') state = { ...state, at: state.at + state.tickMs }
    },
    state: () => state,
    restore(next) {
      state = next
    },
    freeze(at = now()) {
      state = { mode: 'held', at, tickMs: state.tickMs }
    },
    set(at) {
      state = state.mode === 'held' ? { ...state, at } : { ...state, offsetMs: at - real() }
    },
    run() {
      const offsetMs = Math.max(0, now() - real())
      state = { mode: 'real', offsetMs, tickMs: state.tickMs }
    },
    setTick(tickMs) {
      state = { ...state, tickMs }
    },
  }
}
