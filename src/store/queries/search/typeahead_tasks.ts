/**
 * Where a typeahead looks for tasks: first around the caller and among those modified last. Then, if these are not enough, in
 * the text index for a prefix that few tasks have, or in the projects of the caller.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import type { ParamFn } from '../../statement.ts'
import { grantedContainers } from './visible.ts'

/** The maximum number of tasks that were modified last. */
const MAX_LATEST = 200
/** The maximum number of tasks that the caller follows, and of those that are assigned to the caller. */
const MAX_OWN = 100
/** The maximum number by the text index, and in the projects of the caller. */
const MAX_FAR = 500

type Select = (param: ParamFn, dialect: Dialect) => RawBuilder<unknown>

const some = (gids: RawBuilder<unknown>, name: string, limit: number) =>
  sql`select gid from (${gids} limit ${sql.lit(limit)}) ${sql.id(name)}`

const latest: Select = param =>
  some(
    sql`select gid from tasks where workspace = ${param('workspace')} order by modified_at desc, gid desc`,
    'latest',
    MAX_LATEST,
  )

const assigned: Select = param =>
  some(
    sql`select gid from tasks where assignee = ${param('me')} and workspace = ${param('workspace')} order by gid desc`,
    'assigned',
    MAX_OWN,
  )

const followed: Select = param =>
  some(
    sql`select task as gid from task_followers where "user" = ${param('me')} order by task desc`,
    'followed',
    MAX_OWN,
  )

export const taskSources = {
  latest,
  around: (param, dialect) =>
    sql`${assigned(param, dialect)} union ${followed(param, dialect)} union ${latest(param, dialect)}`,
  indexed: (param, dialect) => some(dialect.textsWith(param('words')), 'indexed', MAX_FAR),
  granted: param =>
    some(
      sql`select m.task as gid from task_memberships m where m.project in (${grantedContainers(param)})`,
      'granted',
      MAX_FAR,
    ),
} satisfies Record<string, Select>

export type TaskOrigin = Exclude<keyof typeof taskSources, 'latest'>

/** Whether each prefix is the beginning of a word of the name of a task. */
export function isCandidateTask(
  task: RawBuilder<unknown>,
  count: number,
  param: ParamFn,
  dialect: Dialect,
): RawBuilder<unknown> {
  const parts = Array.from({ length: count }, (_, at) => dialect.contains(sql`' ' || x.title`, param(`part${at}`)))
  return sql`exists (select 1 from search_texts x where x.gid = ${task} and ${sql.join(parts, sql` and `)})`
}
