/** What the rows of a list of tasks show and the API lacks: counts of comments and attachments, and what blocks a task. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { isVisible } from '../page.ts'

const columns = {
  num_comments: () => sql`(select count(*) from stories s0
    where s0.target = t0.gid and s0.type = 'comment' and s0.deleted_at is null)`,
  num_attachments: () => sql`(select count(*) from attachments a0 where a0.parent = t0.gid and a0.deleted_at is null)`,
  // A task that the caller cannot see blocks nothing that they see: the sign would reveal its state.
  is_blocked: param => sql`(select count(*) from task_dependencies d0 cross join tasks b0
    where d0.task = t0.gid and b0.gid = d0.dependency and b0.completed = 0 and b0.deleted_at is null
    and ${isVisible('task', 'b0', param)})`,
} as const satisfies Record<string, (param: ParamFn) => RawBuilder<unknown>>

export type TaskCount = keyof typeof columns

/** The names of the counts. */
export const taskCounts = Object.keys(columns) as TaskCount[]

const statements = new Map<string, Statement<[gid: number, ...number[]]>>()

/** The counts of each of these tasks, in the order of their names. Rights on the tasks themselves are not checked. */
export async function countsOfTasks(
  reader: Reader,
  me: number,
  gids: readonly number[],
  names: readonly TaskCount[],
): Promise<Map<number, number[]>> {
  const key = names.join()
  let known = statements.get(key)
  if (!known) {
    known = statement(
      (param, db) => sql`select t0.gid, ${sql.join(names.map(name => columns[name](param)))} from tasks t0
        where ${db.dialect.isAmong(sql.ref('t0.gid'), param('gids'))}`,
    )
    statements.set(key, known)
  }
  const rows = await reader.tuples(known, { me, gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(([gid, ...counts]) => [gid, counts]))
}
