/**
 * Keeps access grants up to date. `change.ts` collects the containers whose rows a transaction wrote; this file derives
 * their grants again and writes the differences.
 *
 * Invariant: grants are current for every access check, also inside the transaction that changed them, and at every
 * commit. No operation maintains grants itself.
 */
import { deleteRows, insertAll } from './change.ts'
import type { Statement, Writer } from './db.ts'
import { advisoryLock } from './locks.ts'
import {
  type GrantDifference,
  grantDifferences,
  grantDifferencesOf,
  type Inheritor,
  inheritorsOf,
} from './queries/access/difference.ts'
import type { StaleContainer } from './tracking/stale_grants.ts'

/** A writer whose access checks see its own changes. */
export function withCurrentGrants<Tx extends Writer>(tx: Tx): Tx {
  const isLate = (statement: Statement<unknown>) =>
    (tx.staleGrants.size > 0 || tx.staleGrants.pending.length > 0) &&
    statement.compile(tx.db).sql.includes('access_grants')
  return {
    ...tx,
    all: (statement, values) =>
      isLate(statement) ? deriveStaleGrants(tx).then(() => tx.all(statement, values)) : tx.all(statement, values),
    tuples: (statement, values) =>
      isLate(statement) ? deriveStaleGrants(tx).then(() => tx.tuples(statement, values)) : tx.tuples(statement, values),
    first: (statement, values) =>
      isLate(statement) ? deriveStaleGrants(tx).then(() => tx.first(statement, values)) : tx.first(statement, values),
  }
}

/** Derives the grants of the containers that were written: before an access check and before the commit. */
export async function deriveStaleGrants(tx: Writer): Promise<void> {
  while (tx.staleGrants.pending.length > 0) await Promise.all(tx.staleGrants.pending.splice(0))
  if (tx.staleGrants.size === 0) return
  const objects = [...tx.staleGrants]
  tx.staleGrants.clear()
  const below = await lockContainers(tx, objects)
  const stale = new Map(objects)
  const pairs = [...objects.map(([gid]) => ({ gid, above: gid })), ...below].flatMap(({ gid, above }) =>
    [...(stale.get(above)?.principals ?? [])].map(one => [gid, one] as const),
  )
  await correctGrants(tx, await grantDifferencesOf(tx, pairs))
}

/**
 * Containers share locks: the removal of one person can concern thousands of projects, and the lock table of a database is
 * limited.
 */
const LOCK_SHARDS = 251

/** Locks containers and those that inherit their grants; returns the latter. */
async function lockContainers(tx: Writer, objects: readonly [number, StaleContainer][]): Promise<Inheritor[]> {
  const known = objects.filter(([, { isNew }]) => !isNew)
  const above = known.filter(([, { isInherited }]) => isInherited).map(([gid]) => gid)
  const locked = new Set<number>()
  for (;;) {
    const below = above.length > 0 ? await inheritorsOf(tx, above) : []
    const shards = [...known.map(([gid]) => gid), ...below.map(({ gid }) => gid)].map(gid => gid % LOCK_SHARDS)
    const free = new Set(shards.filter(shard => !locked.has(shard)))
    if (free.size === 0) return below
    // grants: another transaction may write the same container; the last one must see all of their rows.
    await advisoryLock(tx, 'grants', ...free)
    if (above.length === 0 || tx.db.dialect.forNoKeyUpdate === '') return below
    for (const shard of free) locked.add(shard)
  }
}

/** Derives all grants again. Returns the number of wrong ones. */
export async function repairGrants(tx: Writer): Promise<number> {
  await advisoryLock(tx, 'grants', ...Array(LOCK_SHARDS).keys())
  const differences = await grantDifferences(tx)
  await correctGrants(tx, differences)
  return differences.length
}

async function correctGrants(tx: Writer, differences: readonly GrantDifference[]): Promise<void> {
  const [extra, missing] = [0, 1].map(which =>
    differences.filter(({ is_missing }) => is_missing === which).map(({ grant }) => grant),
  )
  const keys = (extra ?? []).map(({ object, kind, principal }) => ({ object, kind, principal }))
  await deleteRows(tx, 'access_grants', keys)
  await insertAll(tx, 'access_grants', missing ?? [])
}
