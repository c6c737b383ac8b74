/**
 * Keeps access grants up to date. `change.ts` collects the containers whose rows a transaction wrote; this file derives
 * their grants again and writes the differences.
 *
 * Invariant: grants are current for every access check, also inside the transaction that changed them, and at every
 * commit. No operation maintains grants itself.
 */
import { hold, insertAll, unlinkRows } from './change.ts'
import type { Statement, Writer } from './db.ts'
import { type Differing, differingAmong, differingGrants } from './queries/access/difference.ts'

/** A writer whose access checks see its own changes. */
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

/** Derives the grants of the containers that were written: before an access check and before the commit. */
export async function settleGrants(tx: Writer): Promise<void> {
  while (tx.stale.pending.length > 0) await Promise.all(tx.stale.pending.splice(0))
  if (tx.stale.size === 0) return
  const objects = [...tx.stale]
  const known = objects.filter(([, { isNew }]) => !isNew).map(([gid]) => gid)
  const pairs = objects.flatMap(([gid, { principals }]) => [...principals].map(one => [gid, one] as const))
  tx.stale.clear()
  // grants: another transaction may write the same container; the last one must see all of their rows.
  if (known.length > 0) await hold(tx, 'grants', ...new Set(known.map(gid => gid % SHARES)))
  await correct(tx, await differingAmong(tx, pairs))
}

/**
 * Containers share locks: the removal of one person can concern thousands of projects, and the lock table of a database is
 * limited.
 */
const SHARES = 251

/** Derives all grants again. Returns the number of wrong ones. */
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
