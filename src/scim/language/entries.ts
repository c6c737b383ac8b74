/** Entries of a multi-valued attribute, and the filters in a path that select among them. */

import { excerpt, scimError } from '../errors.ts'
import { subAttributeOf } from '../schema/attribute_refs.ts'
import type { ScimAttribute } from '../schema/attributes.ts'
import { emptyValues, type ScimValues } from '../schema/values.ts'
import type { FilterLiteral, FilterOperator, ScimFilter } from './filter.ts'

/** Throws 400 `invalidPath` unless the filter names sub-attributes of the attribute only. */
export function mustMatchAttribute(attribute: ScimAttribute, filter: ScimFilter): void {
  if ('of' in filter) for (const one of [filter.of].flat()) mustMatchAttribute(attribute, one)
  else if (filter.is === 'entry' || !subAttributeOf(attribute, filter.name)) {
    throw scimError('invalidPath', `${attribute.name} has no ${excerpt(filter.name)}.`)
  }
}

/** The number of comparisons that a filter makes at most. */
export const comparisonCount = (filter: ScimFilter): number =>
  'of' in filter ? [filter.of].flat().reduce((sum, one) => sum + comparisonCount(one), 0) : 1

/** The entries that match a filter. */
export const matchingEntries = (attribute: ScimAttribute, entries: readonly ScimValues[], filter: ScimFilter) =>
  entries.filter(entry => matchesFilter(attribute, entry, filter))

function matchesFilter(attribute: ScimAttribute, entry: ScimValues, filter: ScimFilter): boolean {
  switch (filter.is) {
    case 'and':
      return filter.of.every(one => matchesFilter(attribute, entry, one))
    case 'or':
      return filter.of.some(one => matchesFilter(attribute, entry, one))
    case 'not':
      return !matchesFilter(attribute, entry, filter.of)
    case 'entry':
      return false
    default: {
      const sub = subAttributeOf(attribute, filter.name)
      const value = sub && entry[sub.name]
      if (filter.is === 'present') return value !== undefined
      const isNull = !filter.value.quoted && filter.value.text === 'null'
      if (isNull)
        return filter.operator === 'eq' ? value === undefined : filter.operator === 'ne' && value !== undefined
      if (value === undefined) return filter.operator === 'ne'
      return compare(filter.operator, foldCase(sub, String(value)), foldCase(sub, filter.value.text))
    }
  }
}

const foldCase = (sub: ScimAttribute | undefined, text: string) => (sub?.caseExact ? text : text.toLowerCase())

function compare(operator: FilterOperator, is: string, operand: string): boolean {
  switch (operator) {
    case 'eq':
      return is === operand
    case 'ne':
      return is !== operand
    case 'co':
      return is.includes(operand)
    case 'sw':
      return is.startsWith(operand)
    case 'ew':
      return is.endsWith(operand)
    case 'gt':
      return is > operand
    case 'ge':
      return is >= operand
    case 'lt':
      return is < operand
    case 'le':
      return is <= operand
  }
}

/** A new entry that matches the filter. Throws 400 `noTarget` when the filter does not define one. */
export function entryFromFilter(attribute: ScimAttribute, filter: ScimFilter | null): ScimValues {
  const seed = emptyValues()
  for (const [name, value] of filter ? requiredValues(filter) : []) {
    const sub = subAttributeOf(attribute, name)
    const lower = value.text.toLowerCase()
    if (sub)
      seed[sub.name] =
        sub.type === 'boolean' ? lower === 'true' : sub.canonicalValues?.includes(lower) ? lower : value.text
  }
  return seed
}

function requiredValues(filter: ScimFilter): [name: string, value: FilterLiteral][] {
  if (filter.is === 'and') return filter.of.flatMap(requiredValues)
  if (filter.is === 'compared' && filter.operator === 'eq') return [[filter.name, filter.value]]
  throw scimError('noTarget', 'No entry is meant by the path, and none can be made of it.')
}
