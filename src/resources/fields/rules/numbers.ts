/**
 * The numbers of number fields: stored, or computed by a formula on read, so that they are never stale. All formulas of
 * a response share one set of statements, for any number of objects.
 */
import { evaluateFormula, type FormulaName } from '../../../lib/formula.ts'
import { type FormulaDate, type FormulaValue, roundHalfUp } from '../../../lib/formula_functions.ts'
import { allows, rights } from '../../../policy/rights.ts'
import type { Reader } from '../../../store/db.ts'
import {
  type FormulaObject,
  formulaObjectsOf,
  type StoredFieldValue,
  valuesOf,
} from '../../../store/queries/field_values.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import type { LoadContext, LoadMany, Row } from '../../../vocabulary/field.ts'
import { formulaOf } from './formulas.ts'

/** The columns that the number of a field needs. */
export const numberNeeds = ['object', 'formula', 'number_value', 'precision', 'format', 'resource_subtype'] as const

/** The number of each row; null if the row has no number. Returns a promise only if a row has a formula. */
export function numbersOf(rows: Row[], context: LoadContext): Promise<(number | null)[]> | (number | null)[] {
  const computed = rows.filter(row => row.formula !== null)
  if (computed.length === 0) return rows.map(storedNumber)
  return computer(context, computed).then(compute =>
    rows.map(row => (row.formula === null ? storedNumber(row) : compute(row))),
  )
}

/** The number of a field without a formula. */
export const storedNumber = ({ number_value: stored }: Row): number | null => (stored === null ? null : Number(stored))

export const loadNumbers: LoadMany = (rows, context) => numbersOf(rows, context)

/** The digits to store: a percentage is stored as a fraction, so it has two more than its precision. */
export const digitsOf = ({ precision, format }: { precision: number | null; format: string | null }): number =>
  (precision ?? 0) + (format === 'percentage' ? 2 : 0)

async function computer({ reader, actor }: LoadContext, rows: Row[]): Promise<(row: Row) => number | null> {
  const gids = [...new Set(rows.map(row => row.object as number))]
  const objects = await formulaObjectsOf(reader, gids)
  const fields = await visibleFields(reader, actor.gid, await loadFormulaFields(reader, rows))
  const found = await valuesOf(reader, gids, [...fields.keys()])
  const values = new Map(found.map(value => [`${value.object} ${value.custom_field}`, value]))
  // Each formula is evaluated once for each object, however many other formulas use it.
  const known = new Map<string, number | null>()
  const evaluate = (object: number, text: string): number | null => {
    const formula = formulaOf(text)
    if (formula.fields.some(gid => !fields.has(Number(gid)))) return null
    return evaluateFormula(formula, {
      field: gid => fieldOn(object, gid),
      name: name => objectValue(name, objects.get(object)),
    })
  }
  const fieldOn = (object: number, gid: string): FormulaValue => {
    const key = `${object} ${gid}`
    const text = fields.get(Number(gid)) ?? null
    if (text === null) return fieldValue(values.get(key))
    // Formulas have no cycles (checked on write), so the recursion ends.
    const value = known.get(key)
    if (value !== undefined) return value
    const result = evaluate(object, text)
    known.set(key, result)
    return result
  }
  return row => {
    const result = evaluate(row.object as number, row.formula as string)
    const digits = digitsOf({ precision: row.precision as number | null, format: row.format as string | null })
    return result === null ? null : roundHalfUp(result, digits)
  }
}

/** The fields that the formulas of these rows depend on, transitively, with their formulas. */
async function loadFormulaFields(reader: Reader, rows: Row[]): Promise<Map<number, string | null>> {
  const found = new Map<number, string | null>()
  const visited = new Set<number>()
  let next = [...new Set(rows.flatMap(row => formulaOf(row.formula as string).fields.map(Number)))]
  while (next.length > 0) {
    for (const gid of next) visited.add(gid)
    const fields = [...(await fieldsOf(reader, next)).values()]
    for (const { gid, formula } of fields) found.set(gid, formula)
    next = fields.flatMap(({ formula }) => (formula === null ? [] : formulaOf(formula).fields.map(Number)))
    next = [...new Set(next)].filter(gid => !visited.has(gid))
  }
  return found
}

/**
 * The fields that a reader can see, without formulas that depend on a field that the reader cannot see: a result
 * would reveal its inputs.
 */
async function visibleFields(reader: Reader, me: number, fields: Map<number, string | null>) {
  const fieldRights = await rights(reader, me, 'custom_field', [...fields.keys()])
  const hidden = new Set([...fields.keys()].filter(gid => !allows(fieldRights.get(gid), 'view')))
  const readsHidden = (formula: string) => formulaOf(formula).fields.some(gid => hidden.has(Number(gid)))
  // The loop ends after a few passes: the depth of formulas is limited, and the last pass adds nothing.
  for (let before = -1; before < hidden.size; ) {
    before = hidden.size
    for (const [gid, formula] of fields) if (formula !== null && readsHidden(formula)) hidden.add(gid)
  }
  return new Map([...fields].filter(([gid]) => !hidden.has(gid)))
}

function fieldValue(value: StoredFieldValue | undefined): FormulaValue {
  if (!value) return null
  if (value.number_value !== null) return Number(value.number_value)
  if (value.date_on !== null) return { date: value.date_on, at: value.date_at }
  if (value.choices > 0) return new Array(value.choices).fill(true)
  return value.text_value ?? value.enum_name
}

const when = (on: string | null, at: number | null): FormulaDate | null => (on === null ? null : { date: on, at })

const moment = (at: number | null): FormulaDate | null =>
  at === null ? null : { date: new Date(at).toISOString().slice(0, 10), at }

function objectValue(name: FormulaName, object: FormulaObject | undefined): FormulaValue {
  if (!object) return null
  const known: Record<FormulaName, () => FormulaValue> = {
    due: () => when(object.due_on, object.due_at),
    start: () => when(object.start_on, object.start_at),
    created: () => moment(object.created_at),
    completed: () => moment(object.completed_at),
    is_completed: () => (object.completed === null ? null : object.completed === 1),
    num_subtasks: () => object.num_subtasks,
    num_likes: () => object.num_likes,
  }
  return known[name]()
}
