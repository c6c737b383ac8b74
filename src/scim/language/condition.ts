/**
 * Compiler from filters to conditions of the store: names become columns, values take the types of their attributes.
 * An attribute without filter support is an error: clients would trust a list that ignores a part of its filter.
 */
import type { FilterCondition } from '../../store/queries/scim/filter.ts'
import { peopleFilterBy } from '../../store/queries/scim/people.ts'
import { teamsFilterBy } from '../../store/queries/scim/teams.ts'
import { excerpt, scimError } from '../errors.ts'
import { resolveName, subAttributeOf } from '../schema/attribute_refs.ts'
import type { ResourceKind, ScimAttribute } from '../schema/attributes.ts'
import type { ScimFilter } from './filter.ts'

const filterable = { User: peopleFilterBy, Group: teamsFilterBy }

/** Compiles a filter for a resource type. Throws 400 `invalidFilter`. */
export function conditionOf(kind: ResourceKind, filter: ScimFilter): FilterCondition {
  switch (filter.is) {
    case 'and':
    case 'or':
      return { is: filter.is === 'and' ? 'all' : 'any', of: filter.of.map(one => conditionOf(kind, one)) }
    case 'not':
      return { is: 'not', of: conditionOf(kind, filter.of) }
    default: {
      const { attribute, sub, path } = attributeOf(kind, filter.name)
      if (filter.is === 'entry') {
        if (!attribute.multiValued || sub) throw unsupportedFilter(filter.name)
        return { is: 'part', parts: path, where: inEntry(attribute, filter.where) }
      }
      if (attribute.multiValued) return ofEntry(attribute, sub, filter)
      const [leaf, at] = leafOf(attribute, sub, path)
      if (!filterable[kind.name](at)) throw unsupportedFilter(filter.name)
      return ofColumn(leaf, at, filter)
    }
  }
}

const unsupportedFilter = (name: string) => scimError('invalidFilter', `There is no filter by ${excerpt(name)}.`)

function attributeOf(kind: ResourceKind, name: string) {
  const ref = resolveName(kind, name)
  if (ref?.is !== 'attribute') throw unsupportedFilter(name)
  if (ref.attribute.multiValued && !filterable[kind.name](ref.attribute.name)) throw unsupportedFilter(name)
  return ref
}

/** For a complex attribute without a sub-attribute: its `value`, or its `formatted`. */
function leafOf(attribute: ScimAttribute, sub: ScimAttribute | null, path: string): [ScimAttribute, string] {
  if (sub || attribute.type !== 'complex') return [sub ?? attribute, path]
  const main = subAttributeOf(attribute, 'value') ?? subAttributeOf(attribute, 'formatted')
  return main ? [main, `${path}.${main.name}`] : [attribute, path]
}

type FilterTest = Extract<ScimFilter, { is: 'compared' | 'present' }>

function ofColumn(attribute: ScimAttribute, column: string, filter: FilterTest): FilterCondition {
  const present: FilterCondition = { is: 'present', column }
  if (filter.is === 'present') return present
  const { operator, value } = filter
  if (!value.quoted && value.text === 'null' && (operator === 'eq' || operator === 'ne')) {
    return operator === 'ne' ? present : { is: 'not', of: present }
  }
  return { is: 'compared', column, how: operator, value: comparable(attribute, filter) }
}

function comparable(
  { name, type }: ScimAttribute,
  { operator, value: { text } }: Extract<ScimFilter, { is: 'compared' }>,
) {
  if (type === 'boolean') {
    const word = text.toLowerCase()
    if (word !== 'true' && word !== 'false') throw scimError('invalidFilter', `${name} is compared with true or false.`)
    if (operator !== 'eq' && operator !== 'ne') throw scimError('invalidFilter', `${name} is compared by eq and ne.`)
    return word === 'true' ? 1 : 0
  }
  if (type !== 'dateTime') return text
  const moment = Date.parse(text)
  if (Number.isNaN(moment) || ['co', 'sw', 'ew'].includes(operator)) {
    throw scimError('invalidFilter', `${name} is compared with a moment, such as 2026-01-31T12:00:00Z.`)
  }
  return moment
}

/** A condition on one entry. Without a sub-attribute it tests `value`, or for `pr` that there is an entry. */
function ofEntry(attribute: ScimAttribute, sub: ScimAttribute | null, filter: FilterTest): FilterCondition {
  const parts = attribute.name
  if (!sub && filter.is === 'present') return { is: 'part', parts, where: null }
  const leaf = sub ?? subAttributeOf(attribute, 'value')
  if (!leaf) throw unsupportedFilter(filter.name)
  return { is: 'part', parts, where: inEntry(attribute, { ...filter, name: leaf.name }) }
}

function inEntry(attribute: ScimAttribute, filter: ScimFilter): FilterCondition {
  switch (filter.is) {
    case 'and':
    case 'or':
      return { is: filter.is === 'and' ? 'all' : 'any', of: filter.of.map(one => inEntry(attribute, one)) }
    case 'not':
      return { is: 'not', of: inEntry(attribute, filter.of) }
    case 'entry':
      throw unsupportedFilter(filter.name)
    default: {
      const sub = subAttributeOf(attribute, filter.name)
      if (!sub || sub.type === 'reference') throw unsupportedFilter(`${attribute.name}.${filter.name}`)
      return ofColumn(sub, sub.name, filter)
    }
  }
}
