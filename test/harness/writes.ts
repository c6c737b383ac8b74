/** Writes that no answer waits for: a test holds them up, or waits for them. */
import type { Store } from '../../src/store/db.ts'

export interface Writes {
  /** Holds whoever wants to write, until the answered function is called. */
  heldUp(): () => void
  /** Waits for every write that was asked for, also for those that nobody waits for. */
  written(): Promise<void>
}

/** The writes of a store from now on. */
export function writesOf(store: Store): Writes {
  const { write } = store
  const asked: Promise<unknown>[] = []
  let gate = Promise.resolve()
  store.write = (...all) => {
    const done = gate.then(() => write(...all))
    asked.push(done)
    return done
  }
  return {
    heldUp() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    written: async () => void (await Promise.allSettled(asked)),
  }
}
