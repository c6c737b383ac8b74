/**
 * Custom fields of tasks. The row of a task has its values alone, and the lists that it is in; definitions, and which
 * fields apply to a list, are kept near. Here both are put together to rows of the columns of `task_custom_fields`.
 */

import { type Source, sourceOf } from '../store/queries/near/rows.ts'
import { tableOf } from '../store/queries/objects.ts'
import type { Place, Shape } from '../store/queries/select.ts'
import type { Row } from './show.ts'

/** The table of which parts are the custom fields of a task. No statement reads it. */
export const VALUES = 'task_custom_fields'

/** The value of a field, in the order in which the store gives it. */
type Value = [field: number, ...rest: unknown[]]

/** What the place of a task's values holds: the values, and the lists of which fields apply. */
export type Values = [values: Value[], lists: number[]]

/** The places in a value. */
const columns = ['gid', 'value', 'text_value', 'number_value', 'enum_value', 'date_on', 'date_at']
const CHOICES = columns.length
const TASK = -1
const ENABLED = -2

/** Where a place of a part comes from: a place of the definition, or one of the value or of the task. */
type Origin = { definition: number } | { value: number }

export interface ValuesPlan {
  definition: Source
  origins: Origin[]
  /** Whether what is chosen in values that are lists is asked for. */
  choices: boolean
}

type Choice = [gid: number, rank: number]

/** What is chosen in a value, in the order in which people gave it, if that was asked for and the value is a list. */
export function chosenIn(value: Value): number[] {
  const choices = (value[CHOICES] as Choice[] | null | undefined) ?? []
  if (choices.length > 1) choices.sort(([, a], [, b]) => a - b)
  return choices.map(([gid]) => gid)
}

/** How rows with these places are put together. */
export function valuesPlan(places: readonly Place[]): ValuesPlan {
  const shape: Shape = { table: tableOf('custom_field'), guard: 'custom_field', trash: true, places: [] }
  shape.places.push({ kind: 'column', column: 'gid' })
  const define = (place: Place): Origin => ({ definition: shape.places.push(place) - 1 })
  let choices = false
  const origins = places.map((place): Origin => {
    if (place.kind === 'gids' && place.through.table === 'custom_field_choices') {
      choices = true
      return { value: CHOICES }
    }
    if (place.kind !== 'column') return define(place)
    if (place.column === 'choices') {
      choices = true
      return { value: CHOICES }
    }
    if (place.column === 'task') return { value: TASK }
    if (place.column === 'enabled') return { value: ENABLED }
    const at = columns.indexOf(place.column)
    return at > 0 ? { value: at } : define(place)
  })
  return { definition: sourceOf(shape), origins, choices }
}

/** Whether what stands at a place of a part comes from the value or the task, and not from the definition alone. */
export const isOfValue = ({ origins }: ValuesPlan, at: number): boolean => {
  const origin = origins[at]
  return origin === undefined || 'value' in origin
}

/** The rows of the fields that a task has a value of, and of those that apply to it, in the order of their gids. */
export function valueRows(
  { origins }: ValuesPlan,
  task: number,
  [values]: Values,
  applying: ReadonlySet<number>,
  definition: (field: number) => Row | null,
): Row[] {
  const byField = new Map(values.map(value => [value[0], value]))
  const fields = [...new Set([...applying, ...byField.keys()])].sort((a, b) => a - b)
  const rows: Row[] = []
  for (const field of fields) {
    const defined = definition(field)
    if (defined === null) continue
    const value = byField.get(field)
    rows.push(
      origins.map(from => {
        if ('definition' in from) return defined[from.definition]
        if (from.value === TASK) return task
        if (from.value === ENABLED) return applying.has(field) ? 1 : 0
        if (from.value === CHOICES) return value ? chosenIn(value) : []
        return value?.[from.value] ?? null
      }),
    )
  }
  return rows
}
