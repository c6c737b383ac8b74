/** The store as background jobs see it: their gids do not depend on when requests take theirs, and vice versa. */
import { gids } from '../../lib/gid.ts'
import type { Store } from '../../store/db.ts'
import type { SqliteStore } from '../../store/sqlite.ts'

/** Call it once for each engine: each call begins with the same gids. */
export function inBackground(engine: SqliteStore): Store {
  // Requests have the node number 0.
  const gid = gids(engine.clock, 1, engine.unusedFrom)
  return { ...engine, write: (work, by, confirm) => engine.write(tx => work({ ...tx, gid }), by, confirm) }
}
