/** Calls of webhook targets that a rule delays, by the clock of the world. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../lib/clock.ts'

export interface DelayedCalls {
  /** Makes a call later, in the context of the present job. */
  add(delayMs: number, call: () => Promise<unknown>): void
  /** The time of the next call. */
  next(): number | undefined
  /** Makes the calls that are due. */
  run(): Promise<void>
  clear(): void
}

interface DelayedCall {
  at: number
  call(): Promise<unknown>
}

export function createDelayedCalls(clock: Clock): DelayedCalls {
  let calls: DelayedCall[] = []
  const run = async () => {
    for (;;) {
      const [first] = calls
      if (!first || first.at > clock()) return
      calls.shift()
      await first.call().catch(() => undefined)
    }
  }
  return {
    add(delayMs, call) {
      const inContext = AsyncLocalStorage.snapshot()
      calls = [...calls, { at: clock() + delayMs, call: () => inContext(call) }].toSorted((a, b) => a.at - b.at)
      // A clock that is held then runs nothing here.
      setTimeout(run, delayMs).unref()
    },
    next: () => calls[0]?.at,
    run,
    clear() {
      calls = []
    },
  }
}
