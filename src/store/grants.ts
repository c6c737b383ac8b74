/**
 * The keeper of access grants. `change.ts` remembers the containers on whose rows it wrote; here their grants are derived
 * again, and what differs is written.
 *
 * What must always hold: grants are right whenever somebody asks for rights, also inside the transaction that changed
 * them, and whenever it is committed, be anything told of it or not. No operation knows of it.
 */
import { hold, insertAll, unlinkRows } from './change.ts'
import type { Statement, Writer } from './db.ts'
import { type Differing, differingAmong, differingGrants } from './queries/access/difference.ts'

/** A writer that finds the rights as it has made them. */
export function keepingGrants(tx: Writer): Writer {
  const isLate = (statement: Statement<unknown>) =>
    (tx.stale.size > 0 || tx.stale.pending.length > 0) && statement.compile(tx.db).sql.includes('access_grants')
  return {
    ...tx,
    all: (statement, values) =>
      isLate(statement) ? settleGrants(tx).then(() => tx.all(statement, values)) : tx.all(statement, values),
    tuples: (statement, values) =>
      isLate(statement) ? settleGrants(tx).then(() => tx.tuples(statement, values)) : tx.tuples(statement, values),
    first: (statement, values) =>
      isLate(statement) ? settleGrants(tx).then(() => tx.first(statement, values)) : tx.first(statement, values),
  }
}

/** Derives the grants of what was written on: before rights are asked for, and before the transaction is committed. */
export async function settleGrants(tx: Writer): Promise<void> {
  while (tx.stale.pending.length > 0) await Promise.all(tx.stale.pending.splice(0))
  if (tx.stale.size === 0) return
  const objects = [...tx.stale]
  const known = objects.filter(([, { isNew }]) => !isNew).map(([gid]) => gid)
  const pairs = objects.flatMap(([gid, { principals }]) => [...principals].map(one => [gid, one] as const))
  tx.stale.clear()
  // grants: somebody else may be writing on the same container; the last one has to see what all have written.
  if (known.length > 0) await hold(tx, 'grants', ...new Set(known.map(gid => gid % SHARES)))
  await correct(tx, await differingAmong(tx, pairs))
}

/**
 * Containers share locks: a person who leaves may have been in thousands of projects, and a database has room for so many
 * locks only.
 */
const SHARES = 251

/** Derives all grants again; answers how many were wrong. */
export async function repairGrants(tx: Writer): Promise<number> {
  await hold(tx, 'grants', ...Array(SHARES).keys())
  const wrong = await differingGrants(tx)
  await correct(tx, wrong)
  return wrong.length
}

async function correct(tx: Writer, wrong: readonly Differing[]): Promise<void> {
  const [gone, due] = [0, 1].map(which => wrong.filter(({ is_due }) => is_due === which).map(({ grant }) => grant))
  const keys = (gone ?? []).map(({ object, kind, principal }) => ({ object, kind, principal }))
  await unlinkRows(tx, 'access_grants', keys)
  await insertAll(tx, 'access_grants', due ?? [])
}
