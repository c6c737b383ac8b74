/** Entries of a multi-valued attribute, and the filters in a path that select among them. */

import { brief, refusal } from '../errors.ts'
import type { Attribute } from '../schema/attributes.ts'
import { subOf } from '../schema/names.ts'
import { noValues, type Values } from '../schema/values.ts'
import type { Filter, Literal, Operator } from './filter.ts'

/** Throws 400 `invalidPath` unless the filter names sub-attributes of the attribute only. */
export function mustFit(attribute: Attribute, filter: Filter): void {
  if ('of' in filter) for (const one of [filter.of].flat()) mustFit(attribute, one)
  else if (filter.is === 'entry' || !subOf(attribute, filter.name)) {
    throw refusal('invalidPath', `${attribute.name} has no ${brief(filter.name)}.`)
  }
}

/** The number of comparisons that a filter makes at most. */
export const sizeOf = (filter: Filter): number =>
  'of' in filter ? [filter.of].flat().reduce((sum, one) => sum + sizeOf(one), 0) : 1

/** Whether an entry matches a filter. */
export function meets(attribute: Attribute, entry: Values, filter: Filter): boolean {
  switch (filter.is) {
    case 'and':
      return filter.of.every(one => meets(attribute, entry, one))
    case 'or':
      return filter.of.some(one => meets(attribute, entry, one))
    case 'not':
      return !meets(attribute, entry, filter.of)
    case 'entry':
      return false
    default: {
      const sub = subOf(attribute, filter.name)
      const value = sub && entry[sub.name]
      if (filter.is === 'present') return value !== undefined
      const isNull = !filter.value.quoted && filter.value.text === 'null'
      if (isNull) return filter.how === 'eq' ? value === undefined : filter.how === 'ne' && value !== undefined
      if (value === undefined) return filter.how === 'ne'
      return isTrue(filter.how, folded(sub, String(value)), folded(sub, filter.value.text))
    }
  }
}

const folded = (sub: Attribute | undefined, text: string) => (sub?.caseExact ? text : text.toLowerCase())

function isTrue(how: Operator, is: string, wanted: string): boolean {
  switch (how) {
    case 'eq':
      return is === wanted
    case 'ne':
      return is !== wanted
    case 'co':
      return is.includes(wanted)
    case 'sw':
      return is.startsWith(wanted)
    case 'ew':
      return is.endsWith(wanted)
    case 'gt':
      return is > wanted
    case 'ge':
      return is >= wanted
    case 'lt':
      return is < wanted
    case 'le':
      return is <= wanted
  }
}

/** A new entry that matches the filter. Throws 400 `noTarget` when the filter does not define one. */
export function seedOf(attribute: Attribute, filter: Filter | null): Values {
  const seed = noValues()
  for (const [name, value] of filter ? described(filter) : []) {
    const sub = subOf(attribute, name)
    const lower = value.text.toLowerCase()
    if (sub)
      seed[sub.name] = sub.type === 'boolean' ? lower === 'true' : sub.usual?.includes(lower) ? lower : value.text
  }
  return seed
}

function described(filter: Filter): [name: string, value: Literal][] {
  if (filter.is === 'and') return filter.of.flatMap(described)
  if (filter.is === 'compared' && filter.how === 'eq') return [[filter.name, filter.value]]
  throw refusal('noTarget', 'No entry is meant by the path, and none can be made of it.')
}
