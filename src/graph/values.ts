/**
 * Custom fields of tasks, projects, portfolios and users. The row of an object has only its values and its lists; the
 * definitions and the fields of each list are in the memory cache. This file combines both into rows of custom fields.
 */

import { type RowSource, sourceOf } from '../store/queries/cache/rows.ts'
import { type FieldView, fieldViews } from '../store/queries/fields.ts'
import { tableOf } from '../store/queries/objects.ts'
import type { RowShape, Slot } from '../store/queries/select.ts'
import type { SlotRow } from './show.ts'

/** Whether a list of parts contains the custom fields of objects: its table is the view of the fields that apply to them. */
export const isFieldView = (table: string): table is FieldView => Object.hasOwn(fieldViews, table)

/** The value of a field, as the store returns it. */
type FieldValueTuple = [field: number, ...rest: unknown[]]

/** The slot of an object's values: the values, and the lists whose fields apply. */
export type FieldValues = [values: FieldValueTuple[], lists: number[]]

/** The columns of a value. */
const columns = ['gid', 'value', 'text_value', 'number_value', 'enum_value', 'date_on', 'date_at']
const CHOICES = columns.length
const OBJECT = -1
const ENABLED = -2

/** The source of a slot: a slot of the definition, or of the value or the object. */
type SlotOrigin = { definition: number } | { value: number }

export interface ValuesPlan {
  definition: RowSource
  origins: SlotOrigin[]
  /** Whether the selected options of list values are needed. */
  choices: boolean
}

type ChosenOption = [gid: number, rank: number]

/** The selected options of a value in the order that people gave them, if they were loaded and the value is a list. */
export function chosenIn(value: FieldValueTuple): number[] {
  const choices = (value[CHOICES] as ChosenOption[] | null | undefined) ?? []
  if (choices.length > 1) choices.sort(([, a], [, b]) => a - b)
  return choices.map(([gid]) => gid)
}

/** How to build rows with these slots. */
export function valuesPlan(slots: readonly Slot[]): ValuesPlan {
  const shape: RowShape = { table: tableOf('custom_field'), guard: 'custom_field', trash: true, slots: [] }
  shape.slots.push({ kind: 'column', column: 'gid' })
  const addToDefinition = (slot: Slot): SlotOrigin => ({ definition: shape.slots.push(slot) - 1 })
  let choices = false
  const origins = slots.map((slot): SlotOrigin => {
    if (slot.kind === 'gids' && slot.through.table === 'custom_field_choices') {
      choices = true
      return { value: CHOICES }
    }
    if (slot.kind !== 'column') return addToDefinition(slot)
    if (slot.column === 'choices') {
      choices = true
      return { value: CHOICES }
    }
    if (slot.column === 'object') return { value: OBJECT }
    if (slot.column === 'enabled') return { value: ENABLED }
    const at = columns.indexOf(slot.column)
    return at > 0 ? { value: at } : addToDefinition(slot)
  })
  return { definition: sourceOf(shape), origins, choices }
}

/** Whether a slot of a part comes from the value or the object, and not only from the definition. */
export const isOfValue = ({ origins }: ValuesPlan, at: number): boolean => {
  const origin = origins[at]
  return origin === undefined || 'value' in origin
}

/** The rows of all fields that apply to an object or that it has a value of, in the order of their gids. */
export function valueRows(
  { origins }: ValuesPlan,
  object: number,
  [values]: FieldValues,
  applying: ReadonlySet<number>,
  definition: (field: number) => SlotRow | null,
): SlotRow[] {
  const byField = new Map(values.map(value => [value[0], value]))
  const fields = [...new Set([...applying, ...byField.keys()])].sort((a, b) => a - b)
  const rows: SlotRow[] = []
  for (const field of fields) {
    const defined = definition(field)
    if (defined === null) continue
    const value = byField.get(field)
    rows.push(
      origins.map(from => {
        if ('definition' in from) return defined[from.definition]
        if (from.value === OBJECT) return object
        if (from.value === ENABLED) return applying.has(field) ? 1 : 0
        if (from.value === CHOICES) return value ? chosenIn(value) : []
        return value?.[from.value] ?? null
      }),
    )
  }
  return rows
}
