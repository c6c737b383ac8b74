/** Forgetting changes. Their numbers never come again, so whoever has read up to one is not misled. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Heard } from './streams.ts'

const oldest: Statement<Heard> = statement(
  (param, db) =>
    sql<Heard>`select c.gid as gid, c.at as at from changes c order by c.gid ${db.dialect.limit(param('limit'))}`,
)

const silencing: Statement<never> = statement((param, db) => {
  const rows = db.dialect.spread(
    { table: 'changes', key: 'gid', list: 'heard_by' },
    { first: param('first'), last: param('last') },
  )
  return sql`delete from streams where (resource, change) in (${rows})`
})

const forgetting: Statement<never> = statement(param => {
  return sql`delete from changes where gid between ${param('first')} and ${param('last')}`
})

/**
 * Forgets changes from before a moment, the first ones first, at most `limit` of them, in every stream that holds them.
 * Answers how many they were: fewer than `limit` when there are no more.
 */
export async function pruneChanges(tx: Writer, before: number, limit: number): Promise<number> {
  const rows = await tx.all(oldest, { limit })
  // A clock that was set back must not take what came after a change that is still young.
  const young = rows.findIndex(({ at }) => at >= before)
  const old = young < 0 ? rows : rows.slice(0, young)
  const [first, last] = [old[0]?.gid, old.at(-1)?.gid]
  if (first === undefined || last === undefined) return 0
  await tx.all(silencing, { first, last })
  await tx.all(forgetting, { first, last })
  return old.length
}
