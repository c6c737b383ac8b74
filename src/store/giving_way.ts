/**
 * The connection of a write in the background on the embedded store, whose statements block the process: between two of
 * them, other requests are served. They read the last commit, and other writes wait, as for any write.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Connection } from './db.ts'

/** A statement that starts later than this after the last turn of the event loop waits for the next turn. */
const MAX_TURN_MS = 1

/** A connection that lets other work run between its statements. */
export function givingWay(connection: Connection): Connection {
  let since = performance.now()
  const afterOthers = async <T>(run: () => Promise<T>): Promise<T> => {
    if (performance.now() - since > MAX_TURN_MS) {
      await turn()
      since = performance.now()
    }
    return run()
  }
  return {
    all: (sql, values) => afterOthers(() => connection.all(sql, values)),
    tuples: (sql, values) => afterOthers(() => connection.tuples(sql, values)),
    first: (sql, values) => afterOthers(() => connection.first(sql, values)),
    execute: (sql, values) => afterOthers(() => connection.execute(sql, values)),
  }
}
