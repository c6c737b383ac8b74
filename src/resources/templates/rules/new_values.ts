/** Custom field values of new tasks: those that their fields accept now. */
import { allows, rights } from '../../../policy/rights.ts'
import { insertAll } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { workspacesOf } from '../../../store/queries/field_values.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { applyingFields, enabledOptions } from '../../../store/queries/templates/new_tasks.ts'
import { referable, type StoredValue } from '../../fields/rules/values.ts'

interface TaskValues {
  gid: number
  custom_fields: Readonly<Record<string, StoredValue>>
}

interface ValueTerms {
  user: number
  workspace: number
}

const BLANK = { text_value: null, number_value: null, enum_value: null, date_on: null, date_at: null }

/** Inserts the values of tasks whose fields apply to them. Of the chosen objects, only those that can be chosen now. */
export async function insertValues(
  tx: Writer,
  { user, workspace }: ValueTerms,
  tasks: readonly TaskValues[],
  people: ReadonlySet<number>,
): Promise<void> {
  const valued = new Map(tasks.map(({ gid, custom_fields }) => [gid, custom_fields]))
  const named = new Set(tasks.flatMap(({ custom_fields }) => Object.keys(custom_fields).map(Number)))
  const pairs = await applyingFields(tx, user, [...valued.keys()], [...named])
  const values = pairs.flatMap(({ task, custom_field }) => {
    const stored = valued.get(task)?.[custom_field]
    return stored ? { task, custom_field, stored } : []
  })
  if (values.length === 0) return
  const chooses = await choosable(
    tx,
    user,
    people,
    values.map(({ stored }) => stored),
  )
  const types = await fieldsOf(tx, [...named])
  const rows = values.flatMap(({ task, custom_field, stored: { choices = [], ...columns } }) => {
    const type = types.get(custom_field)?.resource_subtype ?? ''
    const kept = choices.filter(choice => chooses(type, choice))
    const isLost =
      choices.length > 0 ? kept.length === 0 : columns.enum_value !== undefined && !chooses(type, columns.enum_value)
    if (isLost) return []
    return {
      row: { gid: tx.gid(), object: task, object_type: 'task', custom_field, workspace, ...BLANK, ...columns },
      kept,
    }
  })
  await insertAll(
    tx,
    'custom_field_values',
    rows.map(({ row }) => row),
  )
  const choices = rows.flatMap(({ row, kept }) => kept.map((choice, rank) => ({ value: row.gid, choice, rank })))
  await insertAll(tx, 'custom_field_choices', choices)
}

/** Whether an object can be chosen as a value of a field of this type. */
export async function choosable(tx: Reader, user: number, people: ReadonlySet<number>, values: readonly StoredValue[]) {
  const gids = values.flatMap(({ enum_value, choices = [] }) => (enum_value === undefined ? choices : [enum_value]))
  const chosen = [...new Set(gids)]
  const options = await enabledOptions(tx, chosen)
  const others = chosen.filter(gid => !options.has(gid) && !people.has(gid))
  const objects = await workspacesOf(tx, others)
  const seen = new Set<number>()
  for (const type of objects.size === 0 ? [] : referable) {
    for (const [gid, right] of await rights(tx, user, type, [...objects.keys()]))
      if (allows(right, 'view')) seen.add(gid)
  }
  const allowed: Record<string, ReadonlySet<number>> = { people, reference: seen, enum: options, multi_enum: options }
  return (type: string, gid: number): boolean => allowed[type]?.has(gid) ?? false
}
