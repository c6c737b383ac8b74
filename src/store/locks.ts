/** Advisory locks on invariants, which a transaction holds until its end: see `INVARIANTS`. SQLite has one writer and takes none. */
import type { Writer } from './db.ts'
import type { Invariant } from './dialect.ts'
import { awaitUnlessPipelined } from './tracking/row_writes.ts'

/** Stands for the installation itself in `advisoryLock`. */
export const INSTALLATION = 0

/** Locks an invariant of objects. Later statements run after the locks are acquired, so they see the commits of earlier holders. */
export const advisoryLock = (tx: Writer, invariant: Invariant, ...gids: number[]): Promise<void> =>
  lock(tx, invariant, gids, false)

/** The same locks, but several transactions can hold them at once as shared ones. */
export const sharedLock = (tx: Writer, invariant: Invariant, ...gids: number[]): Promise<void> =>
  lock(tx, invariant, gids, true)

async function lock(tx: Writer, invariant: Invariant, gids: number[], isShared: boolean): Promise<void> {
  // In ascending order, to avoid deadlocks.
  const taking = tx.db.dialect.advisoryLock?.(
    invariant,
    gids.toSorted((a, b) => a - b),
    isShared,
  )
  if (taking) await awaitUnlessPipelined(tx, tx.connection.all(taking.text, taking.values))
}
