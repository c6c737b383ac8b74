/** Writes that no response waits for: a test delays them, or waits for them. */
import type { Store } from '../../src/store/db.ts'

export interface Writes {
  /** Delays all writes until the returned function is called. */
  heldUp(): () => void
  /** Waits for every write so far, also for those that no response waits for. */
  written(): Promise<void>
}

/** Controls the writes of a store from now on. */
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
