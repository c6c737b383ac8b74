/**
 * Custom fields of tasks, projects, portfolios and users. The row of an object has only its values and its lists; the
 * definitions and the fields of each list are in the memory cache. This file combines both into rows of custom fields.
 */

import { type CallerKind, kindPerCaller } from '../store/cache/caller_kinds.ts'
import { type RowSource, sourceOf, type VisibleRow } from '../store/queries/cache/rows.ts'
import { type FieldView, fieldViews } from '../store/queries/fields.ts'
import { tableOf } from '../store/queries/objects.ts'
import type { RowShape, Slot } from '../store/queries/selection/shape.ts'
import { type Dependent, type SlotRow, sortByNumber } from './show.ts'

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

/** The source of a slot: a slot of the definition; if null, of the value or the object. */
interface SlotOrigin {
  definition: number | null
  value: number
}

export interface ValuesPlan {
  definition: RowSource
  origins: SlotOrigin[]
  /** The slots that come from the value or the object, with their source in that. */
  own: [at: number, from: number][]
  /** The number of slots of a row, with those of computed values. */
  size: number
  /** Whether the selected options of list values are needed. */
  choices: boolean
  /** The kind of the cached definitions of a list. */
  kind: CallerKind
}

type ChosenOption = [gid: number, rank: number]

/** The selected options of a value in the order that people gave them, if they were loaded and the value is a list. */
function chosenIn(value: FieldValueTuple): number[] {
  const choices = (value[CHOICES] as ChosenOption[] | null | undefined) ?? []
  return sortByNumber(choices, choice => choice[1]).map(choice => choice[0])
}

/** How to build rows with these slots, and with this number of computed values. */
export function valuesPlan(slots: readonly Slot[], computed: number): ValuesPlan {
  const shape: RowShape = { table: tableOf('custom_field'), guard: 'custom_field', trash: true, slots: [] }
  shape.slots.push({ kind: 'column', column: 'gid' })
  const ofDefinition = (slot: Slot): SlotOrigin => ({ definition: shape.slots.push(slot) - 1, value: 0 })
  const ofObject = (value: number): SlotOrigin => ({ definition: null, value })
  let choices = false
  const origins = slots.map((slot): SlotOrigin => {
    if (slot.kind === 'gids' && slot.through.table === 'custom_field_choices') {
      choices = true
      return ofObject(CHOICES)
    }
    if (slot.kind !== 'column') return ofDefinition(slot)
    if (slot.column === 'choices') {
      choices = true
      return ofObject(CHOICES)
    }
    if (slot.column === 'object') return ofObject(OBJECT)
    if (slot.column === 'enabled') return ofObject(ENABLED)
    const at = columns.indexOf(slot.column)
    return at > 0 ? ofObject(at) : ofDefinition(slot)
  })
  const own = origins.flatMap(({ definition, value }, at): [number, number][] =>
    definition === null ? [[at, value]] : [],
  )
  const size = slots.length + computed
  return { definition: sourceOf(shape), origins, own, size, choices, kind: kindPerCaller() }
}

/** Whether a slot of a part comes from the value or the object, and not only from the definition. */
export const isOfValue = ({ origins }: ValuesPlan, at: number): boolean => {
  const origin = origins[at]
  return origin === undefined || origin.definition === null
}

/** A custom field with its definition. */
export interface DefinedField {
  readonly gid: number
  readonly definition: VisibleRow
  /** Its row without a value; null if the reader cannot see it. */
  readonly row: SlotRow | null
}

/** Combines a custom field with its definition, for the objects that have it. */
export function definedField({ origins, size }: ValuesPlan, gid: number, definition: VisibleRow): DefinedField {
  const defined = definition.row
  if (!defined) return { gid, definition, row: null }
  const row: SlotRow = new Array(size).fill(null)
  for (const [at, { definition: from }] of origins.entries()) if (from !== null) row[at] = defined[from]
  return { gid, definition, row }
}

/** Custom fields, and those that apply to the objects of a list; undefined for those that must be loaded. */
export interface Definitions {
  of(field: number): DefinedField | undefined
  ofList(list: number): readonly DefinedField[] | undefined
}

/** A custom field of an object. */
class ObjectField {
  readonly defined: DefinedField
  /** Whether it applies to the object; if not, there is an older value. */
  readonly applies: boolean
  value: FieldValueTuple | undefined

  constructor(defined: DefinedField, applies: boolean, value?: FieldValueTuple) {
    this.defined = defined
    this.applies = applies
    this.value = value
  }
}

/** The custom fields of an object as rows. */
export class FieldRows implements Dependent {
  /** Those that the reader can see. */
  readonly rows: SlotRow[]
  readonly #fields: readonly ObjectField[]
  readonly #lists: readonly number[]

  constructor(rows: SlotRow[], fields: readonly ObjectField[], lists: readonly number[]) {
    this.rows = rows
    this.#fields = fields
    this.#lists = lists
  }

  /** Rarely needed. */
  get on(): number[] {
    const ofFields = this.#fields.flatMap(({ defined, value }) => {
      const { on } = defined.definition
      return value ? [...on, value[1] as number, ...chosenIn(value)] : on
    })
    return [...this.#lists, ...ofFields]
  }
}

/** Combines the values of an object with definitions; undefined if one is not known. */
export function composeFields(
  plan: ValuesPlan,
  values: FieldValues,
  definitions: Definitions,
  object: number,
): FieldRows | undefined {
  const fields = fieldsOf(values, definitions)
  return fields && new FieldRows(valueRows(plan, object, fields), fields, values[1])
}

/** The fields that apply to an object or that it has a value of, in the order of their gids. */
function fieldsOf([values, lists]: FieldValues, definitions: Definitions): ObjectField[] | undefined {
  const fields: ObjectField[] = []
  const find = (gid: number) => fields.find(({ defined }) => defined.gid === gid)
  for (const list of lists) {
    const listed = definitions.ofList(list)
    if (listed === undefined) return undefined
    for (const defined of listed) {
      if (lists.length === 1 || !find(defined.gid)) fields.push(new ObjectField(defined, true))
    }
  }
  for (const value of values) {
    const field = find(value[0])
    if (field) {
      field.value = value
      continue
    }
    const defined = definitions.of(value[0])
    if (defined === undefined) return undefined
    fields.push(new ObjectField(defined, false, value))
  }
  return sortByNumber(fields, ({ defined }) => defined.gid)
}

/** The rows of those fields that the reader can see. */
function valueRows({ own }: ValuesPlan, object: number, fields: readonly ObjectField[]): SlotRow[] {
  const rows: SlotRow[] = []
  for (const field of fields) {
    // To copy a row takes a fraction of the time that its slots take one by one.
    const row = field.defined.row?.slice()
    if (row === undefined) continue
    for (const [at, from] of own) row[at] = ofValue(from, object, field)
    rows.push(row)
  }
  return rows
}

function ofValue(from: number, object: number, { applies, value }: ObjectField): unknown {
  if (from === OBJECT) return object
  if (from === ENABLED) return applies ? 1 : 0
  if (from === CHOICES) return value ? chosenIn(value) : []
  return value?.[from] ?? null
}
