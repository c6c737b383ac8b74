/** Filters of custom fields: `custom_fields.{gid}.value` and others. Each type has operators of its own. */

import type { Actor } from '../../../identity/actor.ts'
import { parseDate } from '../../../lib/date.ts'
import { invalid, malformed } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { Reader } from '../../../store/db.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { type ValueComparison, valueFilter } from '../../../store/queries/search/field_values.ts'
import type { SearchFilter } from '../../../store/queries/search/filter.ts'
import type { CustomFieldTable } from '../../../store/tables/fields.ts'
import type { DottedValue } from '../../../vocabulary/field.ts'

interface Operator {
  comparison: ValueComparison
  parse(at: string, text: string, actor: Actor): string | number
}

const asText = (_at: string, text: string) => text.toLowerCase()
const asNumber = (at: string, text: string) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw invalid(at, `Not a number: ${text.slice(0, 100)}`)
  return number
}
const asGid = (at: string, text: string, actor: Actor) => {
  const gid = text === 'me' ? actor.gid : parseGid(text)
  if (gid === undefined) throw invalid(at, `Not a recognized ID: ${text.slice(0, 100)}`, 'unknown-reference')
  return gid
}

const choice = { value: { comparison: 'choice', parse: asGid } } as const

// wire: contract: the operators of each type. Those of several choices are ours.
const operators: Record<string, Record<string, Operator>> = {
  text: {
    value: { comparison: 'text', parse: asText },
    starts_with: { comparison: 'starts_with', parse: asText },
    ends_with: { comparison: 'ends_with', parse: asText },
    contains: { comparison: 'contains', parse: asText },
  },
  number: {
    value: { comparison: 'number', parse: asNumber },
    less_than: { comparison: 'less_than', parse: asNumber },
    greater_than: { comparison: 'greater_than', parse: asNumber },
  },
  date: {
    value: { comparison: 'date', parse: parseDate },
    before: { comparison: 'before', parse: parseDate },
    after: { comparison: 'after', parse: parseDate },
  },
  enum: { value: { comparison: 'option', parse: asGid } },
  ...{ multi_enum: choice, people: choice, reference: choice },
}

const flags: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false }

/** The filters of custom fields, whose definitions the caller can see. Throws 400. */
export async function fieldFilters(
  reader: Reader,
  actor: Actor,
  given: readonly DottedValue[],
): Promise<SearchFilter[]> {
  if (given.length === 0) return []
  const fields = await fieldsOf(
    reader,
    given.map(({ gid }) => gid),
  )
  const exact = given.filter(({ member }) => member === 'value').map(({ gid }) => gid)
  // wire: contract: several exact values of one field are not possible
  if (new Set(exact).size < exact.length) throw malformed('custom_fields: Several values of one field')
  return given.map(value => fieldFilter(fields.get(value.gid), value, actor))
}

function fieldFilter(
  field: CustomFieldTable | undefined,
  { gid, member, text }: DottedValue,
  actor: Actor,
): SearchFilter {
  const at = `custom_fields.${gid}.${member.slice(0, 40)}`
  if (field?.formula) throw invalid(at, 'Formula fields cannot be searched')
  if (member === 'is_set') {
    const isSet = flags[text]
    if (isSet === undefined) throw invalid(at, `Not true or false: ${text.slice(0, 100)}`)
    return valueFilter(gid, 'is_set', null, isSet ? undefined : 'not')
  }
  // wire: docs of 2018: nothing, or null, searches for objects without a value
  if (member === 'value' && (text === '' || text === 'null')) return valueFilter(gid, 'is_set', null, 'not')
  const known = operators[field?.resource_subtype ?? '']
  const operator = known && Object.hasOwn(known, member) ? known[member] : undefined
  if (!operator) throw invalid(at, `Not an operator of a field of type ${field?.resource_subtype}`)
  return valueFilter(gid, operator.comparison, operator.parse(at, text, actor))
}
