/** Writes that no response waits for: a test delays them, or waits for them. */
import type { Store } from '../../../src/store/db.ts'

export interface WriteControl {
  /** Delays all writes until the returned function is called. */
  pause(): () => void
  /** Waits for every write so far, also for those that no response waits for. */
  settled(): Promise<void>
}

/** Controls the writes of a store from now on. */
export function controlWrites(store: Store): WriteControl {
  const { write } = store
  const requested: Promise<unknown>[] = []
  let gate = Promise.resolve()
  store.write = (...all) => {
    const done = gate.then(() => write(...all))
    requested.push(done)
    return done
  }
  return {
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    settled: async () => void (await Promise.allSettled(requested)),
  }
}
