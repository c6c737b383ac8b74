/** What a job reads to create the tasks of a template, for many tasks at once. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'
import type { OrderedList } from '../order.ts'
import type { TemplateLink } from './contents.ts'

const copies: Statement<{ position: number; copy: number }> = statement((param, db) =>
  db
    .selectFrom('job_copies')
    .select(['position', 'copy'])
    .where('job', '=', param('job'))
    .where(eb => db.dialect.isAmong(eb.ref('position'), param('positions'))),
)

/** The objects that a job made, by position. */
export async function copiesAt(
  reader: Reader,
  job: number,
  positions: readonly number[],
): Promise<Map<number, number>> {
  if (positions.length === 0) return new Map()
  const rows = await reader.all(copies, { job, positions: reader.db.dialect.set(positions) })
  return new Map(rows.map(({ position, copy }) => [position, copy]))
}

interface LastRank {
  list: number
  rank: string
}

const lastRankStatements = new Map<OrderedList, Statement<LastRank>>()

function lastRankStatement(list: OrderedList): Statement<LastRank> {
  const known = lastRankStatements.get(list)
  if (known) return known
  const group = sql.ref(list.group)
  const made = statement<LastRank>(
    (param, db) => sql<LastRank>`select ${group} as list, max(rank) as rank from ${sql.table(list.table)}
      where ${db.dialect.isAmong(group, param('groups'))} group by ${group}`,
  )
  lastRankStatements.set(list, made)
  return made
}

/** The last rank of each of these lists that has one. The caller has their `positions` locks. */
export async function lastRanks(
  reader: Reader,
  list: OrderedList,
  groups: readonly number[],
): Promise<Map<number, string>> {
  if (groups.length === 0) return new Map()
  const rows = await reader.all(lastRankStatement(list), { groups: reader.db.dialect.set(groups) })
  return new Map(rows.map(row => [row.list, row.rank]))
}

const liveTag: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('tags')
    .select('gid')
    .where('workspace', '=', param('workspace'))
    .where('deleted_at', 'is', null)
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids'))),
)

/** Those of these tags that are in the workspace and not in the trash. */
export async function liveTags(reader: Reader, workspace: number, gids: readonly number[]): Promise<Set<number>> {
  if (gids.length === 0) return new Set()
  const rows = await reader.all(liveTag, { workspace, gids: reader.db.dialect.set(gids) })
  return new Set(rows.map(({ gid }) => gid))
}

const liveTask: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('tasks')
    .select('gid')
    .where('deleted_at', 'is', null)
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids'))),
)

/** Those of these tasks that are not in the trash. */
export async function liveTasks(reader: Reader, gids: readonly number[]): Promise<Set<number>> {
  if (gids.length === 0) return new Set()
  const rows = await reader.all(liveTask, { gids: reader.db.dialect.set(gids) })
  return new Set(rows.map(({ gid }) => gid))
}

const applying: Statement<Tables['task_fields']> = statement(
  (param, db) => sql<Tables['task_fields']>`select distinct r.task as task, r.custom_field as custom_field
    from task_fields r join custom_fields f on f.gid = r.custom_field and f.deleted_at is null
      and f.formula is null and f.id_prefix is null
    where ${db.dialect.isAmong(sql.ref('r.task'), param('tasks'))}
      and ${db.dialect.isAmong(sql.ref('f.gid'), param('fields'))} and ${atLeast('custom_field', 'f', 1, param)}`,
)

/** Those of these fields that apply to each task, that the caller can see and that clients can set. */
export const applyingFields = async (
  reader: Reader,
  me: number,
  tasks: readonly number[],
  fields: readonly number[],
): Promise<Tables['task_fields'][]> => {
  const { set } = reader.db.dialect
  return fields.length === 0 ? [] : reader.all(applying, { me, tasks: set(tasks), fields: set(fields) })
}

const enabled: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('enum_options')
    .select('gid')
    .where('enabled', '=', 1)
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids'))),
)

/** Those of these options that can be chosen. */
export async function enabledOptions(reader: Reader, gids: readonly number[]): Promise<Set<number>> {
  if (gids.length === 0) return new Set()
  const rows = await reader.all(enabled, { gids: reader.db.dialect.set(gids) })
  return new Set(rows.map(({ gid }) => gid))
}

const links: Statement<TemplateLink> = statement(
  (param, db) => sql<TemplateLink>`select d.template as template, d.position as position, d.dependency as dependency
    from template_dependencies d where d.template = ${param('template')}
      and (d.position, d.dependency) > (${param('position')}, ${param('dependency')})
    order by d.position, d.dependency ${db.dialect.limit(param('limit'))}`,
)

/** The dependencies of a template after one of them, in order. */
export const templateLinks = (
  reader: Reader,
  template: number,
  after: Pick<TemplateLink, 'position' | 'dependency'>,
  limit: number,
): Promise<TemplateLink[]> =>
  reader.all(links, { template, position: after.position, dependency: after.dependency, limit })
