/**
 * Compiler of a group PATCH: operations become one change. It loads no members, so the time depends on the length of
 * the request and not on the size of the team. What no operation names stays the same.
 */

import { brief, refusal } from '../errors.ts'
import { externalId, groupKind } from '../schema/attributes.ts'
import { placeOf } from '../schema/names.ts'
import { isObject, read } from '../schema/values.ts'
import { type Filter, parsePath } from './filter.ts'
import { attributesIn, mustBeSame, type Operation } from './operations.ts'

export interface GroupChange {
  displayName?: string
  /** Null removes it. */
  externalId?: string | null
  /** Whether all members except those to `add` are removed. */
  replaceMembers: boolean
  /** The last operation on each id. */
  members: Map<string, 'add' | 'remove'>
  /** Every id that an operation adds, also when a later one removes it: each must exist. */
  named: Set<string>
}

/** Compiles the operations into one change. Throws 400. */
export function compileGroupPatch(id: string, operations: readonly Operation[]): GroupChange {
  const change: GroupChange = { replaceMembers: false, members: new Map(), named: new Set() }
  for (const operation of operations) {
    if (operation.path === null || placeOf(groupKind, operation.path)?.is === 'schema') {
      for (const [name, value] of attributesIn(operation)) apply(change, id, { ...operation, value }, name, true)
    } else apply(change, id, operation, operation.path, false)
  }
  return change
}

function apply(change: GroupChange, id: string, operation: Operation, text: string, lenient: boolean): void {
  const path = lenient ? readable(text) : parsePath(text)
  const place = path && placeOf(groupKind, path.name)
  if (!place) {
    if (lenient) return
    throw refusal('invalidPath', `There is no attribute ${brief(text)}.`)
  }
  if (place.is !== 'attribute') return
  const { attribute } = place
  if (attribute.name === 'members') changeMembers(change, operation, path.where)
  else if (path.where) throw refusal('invalidPath', `${attribute.name} has no entries to choose from.`)
  else if (attribute.name === 'id') mustBeSame('id', id, operation.value)
  else if (attribute.name === 'displayName') change.displayName = displayNameOf(operation)
  else if (attribute.name === 'externalId') {
    change.externalId = operation.op === 'remove' ? null : externalIdOf(operation.value)
  } else if (!lenient) throw refusal('mutability', `${attribute.name} cannot be changed.`)
}

function readable(text: string) {
  try {
    return parsePath(text)
  } catch {
    return undefined
  }
}

function displayNameOf({ op, value }: Operation): string {
  if (op === 'remove' || value === null) throw refusal('mutability', 'displayName cannot be taken away.')
  return nameOf(value)
}

/** The identifier that the provider gave a group; null for none. Throws 400. */
export const externalIdOf = (sent: unknown): string | null => (read(externalId, sent) as string | undefined) ?? null

const LONGEST_NAME = 255

/** Trims a name. Throws 400 for an empty or invalid one. */
export function nameOf(sent: unknown): string {
  const name = typeof sent === 'string' ? sent.trim() : ''
  if (name === '') throw refusal('invalidValue', 'displayName is required.')
  if (!name.isWellFormed() || name.includes('\0'))
    throw refusal('invalidValue', 'displayName must be Unicode, without U+0000.')
  if (name.length > LONGEST_NAME)
    throw refusal('invalidValue', `displayName is longer than ${LONGEST_NAME} characters.`)
  return name
}

function changeMembers(change: GroupChange, { op, value }: Operation, where: Filter | null): void {
  const chosen = where ? idsIn(where) : undefined
  if (op === 'remove') {
    if (!chosen && (value === undefined || value === null)) clear(change)
    for (const id of chosen ?? idsOf(value)) change.members.set(id, 'remove')
    return
  }
  if (op === 'replace' && !chosen) clear(change)
  for (const id of chosen ?? idsOf(value)) {
    change.named.add(id)
    change.members.set(id, 'add')
  }
}

function clear(change: GroupChange): void {
  change.replaceMembers = true
  change.members.clear()
}

/** The ids of members in the forms that clients send. Only `value` of an entry counts. Throws 400. */
export function idsOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]).filter(one => one !== null).map(idOf)
}

function idOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const raw = isObject(entry) ? Object.entries(entry).map(([key, inner]) => [key.toLowerCase(), inner] as const) : []
  const { value, type } = Object.fromEntries(raw)
  if (typeof type === 'string' && type.toLowerCase() === 'group') {
    throw refusal('invalidValue', 'A group cannot be a member of a group: teams hold people.')
  }
  if (typeof value !== 'string') throw refusal('invalidValue', 'A member must have a value, the id of a user.')
  return value
}

/** The ids in a filter of `members`, such as `value eq "1" or value eq "2"`. Throws 400 for any other filter. */
function idsIn(filter: Filter): string[] {
  if (filter.is === 'or') return filter.of.flatMap(idsIn)
  if (filter.is === 'compared' && filter.how === 'eq' && filter.name.toLowerCase() === 'value')
    return [filter.value.text]
  throw refusal('invalidPath', 'Members are chosen by value eq "<id>" alone.')
}
