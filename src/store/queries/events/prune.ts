/** Prunes the change log. Gids of changes are never reused, so the cursor of a reader stays exact. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { LoggedChange } from './streams.ts'

const oldest: Statement<LoggedChange> = statement(
  (param, db) =>
    sql<LoggedChange>`select c.gid as gid, c.at as at from changes c order by c.gid ${db.dialect.limit(param('limit'))}`,
)

const streamDeletion: Statement<never> = statement((param, db) => {
  const rows = db.dialect.unnest(
    { table: 'changes', key: 'gid', list: 'streams' },
    { first: param('first'), last: param('last') },
  )
  return sql`delete from streams where (resource, change) in (${rows})`
})

const changeDeletion: Statement<never> = statement(param => {
  return sql`delete from changes where gid between ${param('first')} and ${param('last')}`
})

/**
 * Deletes at most `limit` changes from before `before`, the oldest first, from the log and from their streams. Returns
 * how many: fewer than `limit` when no more are left.
 */
export async function pruneChanges(tx: Writer, before: number, limit: number): Promise<number> {
  const rows = await tx.all(oldest, { limit })
  // After a clock was set back, an older time may follow a younger one: stop at the first young change.
  const young = rows.findIndex(({ at }) => at >= before)
  const old = young < 0 ? rows : rows.slice(0, young)
  const [first, last] = [old[0]?.gid, old.at(-1)?.gid]
  if (first === undefined || last === undefined) return 0
  await tx.all(streamDeletion, { first, last })
  await tx.all(changeDeletion, { first, last })
  return old.length
}
