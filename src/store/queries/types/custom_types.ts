/** Queries for custom types and their status options that writes need. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export type CustomTypeRow = Tables['custom_types']

const typeByGid = statement<CustomTypeRow>((param, db) =>
  db.selectFrom('custom_types').selectAll().where('gid', '=', param('gid')),
)

/** A custom type, also one in the trash; undefined for any other gid. */
export const customTypeOf = (reader: Reader, gid: number): Promise<CustomTypeRow | undefined> =>
  reader.first(typeByGid, { gid })

const typeCount = statement<{ count: number }>(
  param => sql<{ count: number }>`select count(*) as count from custom_types t
    where t.project = ${param('project')} and t.deleted_at is null`,
)

/** The number of custom types of a project that are not in the trash. */
export const customTypeCount = async (reader: Reader, project: number): Promise<number> =>
  Number((await reader.first(typeCount, { project }))?.count ?? 0)

export type StatusOptionRow = Tables['custom_type_status_options']

const statuses = statement<StatusOptionRow>((param, db) =>
  db.selectFrom('custom_type_status_options').selectAll().where('custom_type', '=', param('type')).orderBy('rank'),
)

/** All status options of a custom type, in their order. */
export const statusOptionsOf = (reader: Reader, type: number): Promise<StatusOptionRow[]> =>
  reader.all(statuses, { type })

const statusByGid = statement<StatusOptionRow>((param, db) =>
  db.selectFrom('custom_type_status_options').selectAll().where('gid', '=', param('gid')),
)

export const statusOptionOf = (reader: Reader, gid: number): Promise<StatusOptionRow | undefined> =>
  reader.first(statusByGid, { gid })

const memberOf = statement<{ task: number }>((param, db) =>
  db
    .selectFrom('task_memberships')
    .select('task')
    .where('project', '=', param('project'))
    .where(eb => db.dialect.isAmong(eb.ref('task'), param('tasks')))
    .limit(sql.lit(1)),
)

/** Whether one of these tasks is in a project. */
export const isAnyInProject = async (reader: Reader, tasks: readonly number[], project: number): Promise<boolean> =>
  (await reader.first(memberOf, { tasks: reader.db.dialect.set(tasks), project })) !== undefined

const firstStatuses = statement<{ custom_type: number; gid: number }>(
  (param, db) => sql<{ custom_type: number; gid: number }>`select o.custom_type as custom_type, o.gid as gid
    from custom_type_status_options o where ${db.dialect.isAmong(sql.ref('o.custom_type'), param('types'))}
    and o.rank = (select min(x.rank) from custom_type_status_options x
      where x.custom_type = o.custom_type and x.enabled = 1 and x.completion_state = 'Incomplete')`,
)

/** The status of a new task of each of these types. */
export async function firstStatusesOf(reader: Reader, types: readonly number[]): Promise<Map<number, number>> {
  if (types.length === 0) return new Map()
  const rows = await reader.all(firstStatuses, { types: reader.db.dialect.set(types) })
  return new Map(rows.map(row => [row.custom_type, row.gid]))
}

const typesIn = statement<CustomTypeRow>((param, db) =>
  db
    .selectFrom('custom_types')
    .selectAll()
    .where('project', '=', param('project'))
    .where('deleted_at', 'is', null)
    .orderBy('gid'),
)

/** The custom types of a project that are not in the trash. */
export const typesOfProject = (reader: Reader, project: number): Promise<CustomTypeRow[]> =>
  reader.all(typesIn, { project })

const optionsAmong = statement<StatusOptionRow>((param, db) =>
  db
    .selectFrom('custom_type_status_options')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('custom_type'), param('types')))
    .orderBy('custom_type')
    .orderBy('rank'),
)

/** The status options of custom types. */
export const optionsOfTypes = (reader: Reader, types: readonly number[]): Promise<StatusOptionRow[]> =>
  reader.all(optionsAmong, { types: reader.db.dialect.set(types) })
