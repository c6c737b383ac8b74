/** Queries for custom fields: definitions, names, options, settings and the numbers of tasks. */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Builder, Reader, Statement, Writer } from '../db.ts'
import { statement } from '../statement.ts'
import type { CustomFieldTable } from '../tables/fields.ts'
import { atLeast } from './access.ts'

const byGids: Statement<CustomFieldTable> = statement((param, db) =>
  db
    .selectFrom('custom_fields')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids')))
    .where('deleted_at', 'is', null),
)

/** The fields with these gids that are not in the trash. */
export async function fieldsOf(reader: Reader, gids: readonly number[]): Promise<Map<number, CustomFieldTable>> {
  if (gids.length === 0) return new Map()
  const rows = await reader.all(byGids, { gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row]))
}

const named: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('custom_fields')
    .select('gid')
    .where('workspace', '=', param('workspace'))
    .where('name', '=', param('name'))
    .where('deleted_at', 'is', null)
    .limit(sql.lit(1)),
)

/** Whether a workspace has a field of this name, also one that the caller cannot see. */
export const hasFieldNamed = async (reader: Reader, workspace: number, name: string): Promise<boolean> =>
  (await reader.first(named, { workspace, name })) !== undefined

const namedAndSeen: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`select t.gid as gid from custom_fields t where t.workspace = ${param('workspace')}
    and t.name = ${param('name')} and t.gid <> ${param('except')} and t.deleted_at is null
    and ${atLeast('custom_field', 't', 1, param)} limit 1`,
)

interface FieldName {
  workspace: number
  name: string
  /** A field to ignore. */
  except?: number | undefined
}

/** Whether the caller can see a field of this name in a workspace. */
export const seesFieldNamed = async (reader: Reader, me: number, { workspace, name, except = 0 }: FieldName) =>
  (await reader.first(namedAndSeen, { me, workspace, name, except })) !== undefined

const prefixed: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('custom_fields')
    .select('gid')
    .where('workspace', '=', param('workspace'))
    .where('id_prefix', '=', param('prefix'))
    .where('deleted_at', 'is', null),
)

/** The field that numbers tasks with this prefix in a workspace. */
export const fieldOfPrefix = async (reader: Reader, workspace: number, prefix: string): Promise<number | undefined> =>
  (await reader.first(prefixed, { workspace, prefix }))?.gid

interface EnumOption {
  gid: number
  name: string
  enabled: number
  custom_field: number
}

const options: Statement<EnumOption> = statement((param, db) =>
  db
    .selectFrom('enum_options')
    .select(['gid', 'name', 'enabled', 'custom_field'])
    .where('custom_field', '=', param('field'))
    .orderBy('rank'),
)

/** All options of a field, in their order. */
export const optionsOf = (reader: Reader, field: number): Promise<EnumOption[]> => reader.all(options, { field })

const option: Statement<EnumOption> = statement((param, db) =>
  db.selectFrom('enum_options').select(['gid', 'name', 'enabled', 'custom_field']).where('gid', '=', param('gid')),
)

export const optionOf = (reader: Reader, gid: number): Promise<EnumOption | undefined> => reader.first(option, { gid })

interface FieldSetting {
  gid: number
  custom_field: number
  rank: string
}

const settings: Statement<FieldSetting> = statement((param, db) =>
  db
    .selectFrom('custom_field_settings as s')
    .innerJoin('custom_fields as f', 'f.gid', 's.custom_field')
    .select(['s.gid', 's.custom_field', 's.rank'])
    .where('s.parent', '=', param('parent'))
    .where('f.deleted_at', 'is', null)
    .orderBy('s.rank'),
)

/** The settings of a project, a portfolio or a team, in their order. */
export const settingsOf = (reader: Reader, parent: number): Promise<FieldSetting[]> => reader.all(settings, { parent })

const formulas: Statement<{ gid: number; formula: string }> = statement((param, db) =>
  db
    .selectFrom('custom_fields')
    .select(['gid', 'formula'])
    .$narrowType<{ formula: string }>()
    .where('workspace', '=', param('workspace'))
    .where('formula', 'is not', null)
    .where('deleted_at', 'is', null),
)

/** The formulas of a workspace, by field. */
export async function formulasOf(reader: Reader, workspace: number): Promise<Map<number, string>> {
  return new Map((await reader.all(formulas, { workspace })).map(row => [row.gid, row.formula]))
}

/** The views of the fields that apply to objects, each with the column of the object. */
export const fieldViews = {
  task_fields: 'task',
  item_fields: 'item',
  goal_fields: 'goal',
  user_fields: 'user',
} as const

export type FieldView = keyof typeof fieldViews

/** The types of objects that have values of custom fields, and the view of their fields. */
const viewOfType = {
  ...{ task: 'task_fields', project: 'item_fields', portfolio: 'item_fields', user: 'user_fields' },
  goal: 'goal_fields',
} as const satisfies Partial<Record<Name, FieldView>>

/** An object that has values of custom fields. */
export interface FieldOwner {
  type: keyof typeof viewOfType
  gid: number
}

/** A field, and whether one object has it. */
export interface FieldOnObject extends CustomFieldTable {
  enabled: number
  value: number | null
}

const onObject = (view: FieldView): Statement<FieldOnObject> =>
  statement(
    (param, db) => sql<FieldOnObject>`select f.*,
    exists (select 1 from ${sql.raw(view)} r where ${sql.ref(`r.${fieldViews[view]}`)} = ${param('object')} and r.custom_field = f.gid) as enabled,
    (select v.gid from custom_field_values v where v.object = ${param('object')} and v.custom_field = f.gid) as value
    from custom_fields f where ${db.dialect.isAmong(sql.ref('f.gid'), param('gids'))} and f.deleted_at is null`,
  )

const onObjects = {
  task_fields: onObject('task_fields'),
  item_fields: onObject('item_fields'),
  goal_fields: onObject('goal_fields'),
  user_fields: onObject('user_fields'),
}

/** Fields by gid, each with whether it applies to an object and the gid of its value there. */
export async function fieldsOn(
  reader: Reader,
  { type, gid }: FieldOwner,
  gids: readonly number[],
): Promise<Map<number, FieldOnObject>> {
  if (gids.length === 0) return new Map()
  const found = onObjects[viewOfType[type]]
  const rows = await reader.all(found, { object: gid, gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row]))
}

/** A task that a field with a prefix applies to and that has no number of it. */
export interface UnnumberedTask {
  task: number
  custom_field: number
  workspace: number
}

const unnumbered = (condition: (gid: unknown, db: Builder) => RawBuilder<unknown>): Statement<UnnumberedTask> =>
  statement((param, db) => {
    const which = condition(param('gid'), db)
    return sql<UnnumberedTask>`select distinct m.task as task, f.gid as custom_field, f.workspace as workspace
      from task_memberships m join custom_field_settings s on s.parent = m.project
      join custom_fields f on f.gid = s.custom_field and f.id_prefix is not null and f.deleted_at is null
      join tasks t on t.gid = m.task and t.deleted_at is null
      where ${which} and not exists (select 1 from custom_field_values v
        where v.object = m.task and v.custom_field = f.gid) order by m.task, f.gid`
  })

const unnumberedOf = {
  task: unnumbered(gid => sql`m.task = ${gid}`),
  project: unnumbered(gid => sql`m.project = ${gid}`),
  custom_field: unnumbered(gid => sql`s.custom_field = ${gid}`),
}

const unnumberedAmong = unnumbered((gids, { dialect }) => dialect.isAmong(sql.ref('m.task'), gids))

/** Those among some tasks that still need a number. */
export const tasksToNumberAmong = (reader: Reader, tasks: readonly number[]): Promise<UnnumberedTask[]> =>
  reader.all(unnumberedAmong, { gid: reader.db.dialect.set(tasks) })

/** Which tasks to number: one task, those of a project, or all tasks that the field applies to. */
export type NumberingScope = keyof typeof unnumberedOf

/** The tasks that still need a number from a field with a prefix. */
export const tasksToNumber = (reader: Reader, owner: NumberingScope, gid: number): Promise<UnnumberedTask[]> =>
  reader.all(unnumberedOf[owner], { gid })

const sectionLock = (which: (gid: unknown) => RawBuilder<unknown>): Statement<never> =>
  statement((param, db) => {
    return sql`select s.gid from sections s where s.project ${which(param('gid'))} order by s.gid ${sql.raw(db.dialect.forUpdate)}`
  })

const sectionLocks = {
  project: sectionLock(gid => sql`= ${gid}`),
  custom_field: sectionLock(
    gid => sql`in (select x.parent from custom_field_settings x where x.custom_field = ${gid})`,
  ),
}

/**
 * Locks the sections of a project, or of the projects of a field, until the transaction ends. It waits for transactions
 * that are adding tasks to them and blocks new ones. So a task that a query does not find yet will find the field.
 */
export const lockLists = async (tx: Writer, owner: keyof typeof sectionLocks, gid: number): Promise<void> =>
  void (await tx.all(sectionLocks[owner], { gid }))

/** The index contains only the first 64 characters of a text: ids are short. */
const byId: Statement<{ task: number }> = statement(
  param => sql<{ task: number }>`select v.object as task from custom_fields f
    join custom_field_values v on v.custom_field = f.gid and substr(v.text_value, 1, 64) = ${param('id')}
    join tasks t on t.gid = v.object where f.workspace = ${param('workspace')} and f.id_prefix is not null
    and f.deleted_at is null and t.deleted_at is null limit 1`,
)

/** The task to which a field of the workspace gave this id, such as `PREFIX-7`. */
export const taskOfId = async (reader: Reader, workspace: number, id: string): Promise<number | undefined> =>
  (await reader.first(byId, { workspace, id }))?.task
