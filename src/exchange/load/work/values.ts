/** Loads the custom field values of objects, for many objects at once. */
import { localDate, parseDate } from '../../../lib/date.ts'
import { roundHalfUp } from '../../../lib/formula_functions.ts'
import { digitsOf } from '../../../resources/fields/rules/numbers.ts'
import type { StoredValue } from '../../../resources/fields/rules/values.ts'
import { insertAll } from '../../../store/change.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { applyingFields } from '../../../store/queries/templates/new_tasks.ts'
import type { CustomFieldTable } from '../../../store/tables/fields.ts'
import { raw } from '../../../vocabulary/field.ts'
import { forEachObject, type GivenObject, type Loading } from '../given.ts'

/** A value of a field: a text, a number, a date, a time in milliseconds since the Unix epoch, the gid of an option, or those of people or objects. */
export type GivenValue = string | number | number[]

/** The input of the values of an object, by the gid of the field. */
export const valuesInput = { custom_fields: raw({ types: ['custom_field'], doc: 'Values, each by its custom field.' }) }

type Valued = GivenObject<{ custom_fields?: unknown }>

const givenValues = ({ values }: Valued) =>
  [...((values.custom_fields ?? []) as Map<number, GivenValue>)] as (readonly [number, GivenValue])[]

const BLANK = { text_value: null, number_value: null, enum_value: null, date_on: null, date_at: null }

/** Inserts the values of objects of one type. Refuses a value of a field that a task does not have. */
export async function insertValues(into: Loading, type: string, objects: readonly Valued[]): Promise<void> {
  const { tx, workspace } = into
  const valued = objects.filter(object => givenValues(object).length > 0)
  if (valued.length === 0) return
  const known = await fieldsOf(tx, [...new Set(valued.flatMap(object => givenValues(object).map(([field]) => field)))])
  const isOn = type === 'task' ? await fieldsOnTasks(into, valued, [...known.keys()]) : () => true
  const rows: { gid: number; object: number; custom_field: number; stored: StoredValue }[] = []
  await forEachObject(valued, object => {
    const within = into.gidsWithin({ gid: -object.gid })
    for (const [custom_field, value] of givenValues(object)) {
      const field = known.get(custom_field)
      if (!field || !isOn(object.gid, custom_field))
        throw new Error(`custom_fields: ${field?.name ?? custom_field} is not a field of any of its projects`)
      rows.push({ gid: within(), object: object.gid, custom_field, stored: storedValue(into, object, field, value) })
    }
  })
  await insertAll(
    tx,
    'custom_field_values',
    rows.map(({ gid, object, custom_field, stored: { choices, ...columns } }) => ({
      ...{ gid, object, object_type: type, custom_field, workspace, ...BLANK, ...columns },
    })),
  )
  const choices = rows.flatMap(({ gid: value, stored }) =>
    (stored.choices ?? []).map((choice, rank) => ({ value, choice, rank })),
  )
  await insertAll(tx, 'custom_field_choices', choices)
}

/** Whether a field is one of a task, by its projects. */
async function fieldsOnTasks({ tx }: Loading, tasks: readonly Valued[], fields: readonly number[]) {
  const pairs = new Set<string>()
  for (const [by, own] of Map.groupBy(tasks, object => object.by)) {
    const gids = own.map(({ gid }) => gid)
    for (const { task, custom_field } of await applyingFields(tx, by, gids, fields))
      pairs.add(`${task} ${custom_field}`)
  }
  return (task: number, field: number) => pairs.has(`${task} ${field}`)
}

function storedValue({ timeZones }: Loading, { by }: Valued, field: CustomFieldTable, value: GivenValue): StoredValue {
  if (field.formula !== null || field.id_prefix !== null) throw new Error(`custom_fields: ${field.name} is read-only`)
  switch (field.resource_subtype) {
    case 'text':
      return { text_value: String(value) }
    case 'number':
      return { number_value: String(roundHalfUp(Number(value), digitsOf(field))) }
    case 'enum':
      return { enum_value: Number(value) }
    case 'date': {
      if (typeof value !== 'number') return { date_on: parseDate('custom_fields', value), date_at: null }
      return { date_on: localDate(value, timeZones.get(by) ?? 'UTC'), date_at: value }
    }
    default:
      return { choices: [...new Set(value as number[])] }
  }
}
