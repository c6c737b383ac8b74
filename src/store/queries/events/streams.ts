/**
 * Queries of the change log: the changes in the stream of an object or in a workspace, in the order of their commits.
 */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { tableOf, trashable } from '../objects.ts'
import { isVisible } from '../page.ts'

/** How far a job has read the log of a workspace. */
export interface LogPosition {
  workspace: number
  /** The last change that was read; 0 if none was. */
  after: number
  /** The setting with that change, as it was read; null if there is none. */
  position: string | null
}

/** A range of the log of a workspace: the changes after `after`, up to and including `until`. */
export interface LogRange {
  workspace: number
  after: number
  until: number
}

/** The gid and the time of a change. */
export interface LoggedChange {
  gid: number
  at: number
}

const ofObject: Statement<LoggedChange> = statement(
  (param, db) => sql<LoggedChange>`select s.change as gid, c.at as at from streams s join changes c on c.gid = s.change
    where s.resource = ${param('resource')} and s.change > ${param('after')} order by s.change ${db.dialect.limit(param('limit'))}`,
)

/** The changes in the stream of an object after the change `after`. */
export const changesInStream = (
  reader: Reader,
  resource: number,
  after: number,
  limit: number,
): Promise<LoggedChange[]> => reader.all(ofObject, { resource, after, limit })

const ofWorkspace: Statement<LoggedChange> = statement(
  (param, db) => sql<LoggedChange>`select c.gid as gid, c.at as at from changes c
    where c.workspace = ${param('workspace')} and c.gid > ${param('after')}
    and ${db.dialect.isAmong(sql`c.resource_type || ' ' || c.action`, param('kinds'))}
    order by c.gid ${db.dialect.limit(param('limit'))}`,
)

/** The changes in a workspace after the change `after`; `kinds` are types with actions, such as `task added`. */
export const changesInWorkspace = (
  reader: Reader,
  workspace: number,
  kinds: readonly string[],
  after: number,
  limit: number,
): Promise<LoggedChange[]> => reader.all(ofWorkspace, { workspace, kinds: reader.db.dialect.set(kinds), after, limit })

const step: Statement<{ until: number | null }> = statement(
  (param, db) => sql<{ until: number | null }>`select max(n.gid) as until from (
    select c.gid as gid from changes c where c.workspace = ${param('workspace')} and c.gid > ${param('after')}
    order by c.gid ${db.dialect.limit(param('limit'))}) n`,
)

/** The last of the next `limit` changes of a workspace; undefined when there are none. */
export const batchEnd = async (
  reader: Reader,
  workspace: number,
  after: number,
  limit: number,
): Promise<number | undefined> => (await reader.first(step, { workspace, after, limit }))?.until ?? undefined

const last: Statement<{ gid: number | null }> = statement(param => {
  return sql<{ gid: number | null }>`select max(c.gid) as gid from changes c where c.workspace = ${param('workspace')}`
})

/**
 * The gid of the last change in a workspace; 0 when there is none. Changes that are committed there later have a larger
 * gid.
 */
export const lastChange = async (reader: Reader, workspace: number): Promise<number> =>
  (await reader.first(last, { workspace }))?.gid ?? 0

const lastInStream: Statement<{ gid: number | null }> = statement(param => {
  return sql<{ gid: number | null }>`select max(s.change) as gid from streams s where s.resource = ${param('resource')}`
})

/** The gid of the last change in the stream of an object; 0 when there is none. */
export const lastChangeInStream = async (reader: Reader, resource: number): Promise<number> =>
  (await reader.first(lastInStream, { resource }))?.gid ?? 0

const owner: Statement<{ owner: number }> = statement(param => {
  return sql<{ owner: number }>`select l.owner as owner from user_task_lists l where l.gid = ${param('gid')}`
})

/** The owner of a My Tasks list; undefined for any other gid. */
export const ownerOfMyTasks = async (reader: Reader, gid: number): Promise<number | undefined> =>
  (await reader.first(owner, { gid }))?.owner

/** An object that is the value of a change. */
export interface ChangeValue {
  gid: number
  type: Name
  name: string
  /** Only tasks and custom fields have one. */
  subtype: string | null
}

/** The types of objects that can be the value of a change. */
export const changeValueTypes = [
  ...(['user', 'task', 'project', 'portfolio', 'goal', 'team', 'tag', 'custom_field', 'enum_option'] as const),
  ...(['custom_type', 'custom_type_status_option', 'time_tracking_category', 'time_period'] as const),
] as const
const subtyped: readonly Name[] = ['task', 'custom_field']

/** Types without an access check: anyone who can see the changed object can see the names of its people, tags and type. */
const UNCHECKED_TYPES: readonly Name[] = [
  'user',
  'tag',
  'custom_type',
  'custom_type_status_option',
  'time_tracking_category',
]

/** The column with the name of an object. */
const nameColumnOf = (type: Name): string => (type === 'time_period' ? 't.display_name' : 't.name')

const changeValues: Statement<ChangeValue> = statement((param, db) => {
  const parts = changeValueTypes.map(type => {
    const subtype = subtyped.includes(type) ? sql`t.resource_subtype` : sql`cast(null as text)`
    return sql`select t.gid as gid, ${sql.lit(type)} as type, ${sql.ref(nameColumnOf(type))} as name, ${subtype} as subtype
      from ${sql.table(tableOf(type))} as t where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}
      ${trashable(type) ? sql`and t.deleted_at is null` : sql``}
      ${UNCHECKED_TYPES.includes(type) ? sql`` : sql`and ${isVisible(type, 't', param)}`}`
  })
  return sql<ChangeValue>`${sql.join(parts, sql` union all `)}`
})

/** Those of `gids` that the caller can see, by gid. */
export async function changeValuesOf(
  reader: Reader,
  me: number,
  gids: readonly number[],
): Promise<Map<number, ChangeValue>> {
  if (gids.length === 0) return new Map()
  const found = await reader.all(changeValues, { me, gids: reader.db.dialect.set(gids) })
  return new Map(found.map(one => [one.gid, one]))
}
