/**
 * Compiler of a group PATCH: operations become one change. It loads no members, so the time depends on the length of
 * the request and not on the size of the team. What no operation names stays the same.
 */

import { excerpt, scimError } from '../errors.ts'
import { isObject } from '../json.ts'
import { resolveName } from '../schema/attribute_refs.ts'
import { externalId, groupKind } from '../schema/attributes.ts'
import { readValue } from '../schema/values.ts'
import { parsePath, parsePathLeniently, type ScimFilter } from './filter.ts'
import { attributesIn, mustNotChange, type PatchOperation } from './operations.ts'

export interface GroupChange {
  displayName?: string
  /** Null removes it. */
  externalId?: string | null
  /** Whether all members except those to `add` are removed. */
  replaceMembers: boolean
  /** The last operation on each id. */
  members: Map<string, 'add' | 'remove'>
  /** Every id that an operation adds, also when a later one removes it: each must exist. */
  referencedIds: Set<string>
}

/** Compiles the operations into one change. Throws 400. */
export function compileGroupPatch(id: string, operations: readonly PatchOperation[]): GroupChange {
  const change: GroupChange = { replaceMembers: false, members: new Map(), referencedIds: new Set() }
  for (const operation of operations) {
    if (operation.path === null || resolveName(groupKind, operation.path)?.is === 'schema') {
      for (const [name, value] of attributesIn(operation))
        compileOperation(change, id, { ...operation, value }, name, true)
    } else compileOperation(change, id, operation, operation.path, false)
  }
  return change
}

function compileOperation(
  change: GroupChange,
  id: string,
  operation: PatchOperation,
  text: string,
  lenient: boolean,
): void {
  const path = lenient ? parsePathLeniently(text) : parsePath(text)
  const ref = path && resolveName(groupKind, path.name)
  if (!ref) {
    if (lenient) return
    throw scimError('invalidPath', `There is no attribute ${excerpt(text)}.`)
  }
  if (ref.is !== 'attribute') return
  const { attribute } = ref
  if (attribute.name === 'members') compileMembers(change, operation, path.where)
  else if (path.where) throw scimError('invalidPath', `${attribute.name} has no entries to choose from.`)
  else if (attribute.name === 'id') mustNotChange('id', id, operation.value)
  else if (attribute.name === 'displayName') change.displayName = displayNameOf(operation)
  else if (attribute.name === 'externalId') {
    change.externalId = operation.op === 'remove' ? null : externalIdOf(operation.value)
  } else if (!lenient) throw scimError('mutability', `${attribute.name} cannot be changed.`)
}

function displayNameOf({ op, value }: PatchOperation): string {
  if (op === 'remove' || value === null) throw scimError('mutability', 'displayName cannot be taken away.')
  return nameOf(value)
}

/** The identifier that the provider gave a group; null for none. Throws 400. */
export const externalIdOf = (sent: unknown): string | null =>
  (readValue(externalId, sent) as string | undefined) ?? null

const MAX_NAME_CHARACTERS = 255

/** Trims a name. Throws 400 for an empty or invalid one. */
export function nameOf(sent: unknown): string {
  const name = typeof sent === 'string' ? sent.trim() : ''
  if (name === '') throw scimError('invalidValue', 'displayName is required.')
  if (!name.isWellFormed() || name.includes('\0'))
    throw scimError('invalidValue', 'displayName must be Unicode, without U+0000.')
  if (name.length > MAX_NAME_CHARACTERS)
    throw scimError('invalidValue', `displayName is longer than ${MAX_NAME_CHARACTERS} characters.`)
  return name
}

function compileMembers(change: GroupChange, { op, value }: PatchOperation, where: ScimFilter | null): void {
  const chosen = where ? idsInFilter(where) : undefined
  if (op === 'remove') {
    if (!chosen && (value === undefined || value === null)) clearMembers(change)
    for (const id of chosen ?? memberIds(value)) change.members.set(id, 'remove')
    return
  }
  if (op === 'replace' && !chosen) clearMembers(change)
  for (const id of chosen ?? memberIds(value)) {
    change.referencedIds.add(id)
    change.members.set(id, 'add')
  }
}

function clearMembers(change: GroupChange): void {
  change.replaceMembers = true
  change.members.clear()
}

/** The ids of members in the forms that clients send. Only `value` of an entry counts. Throws 400. */
export function memberIds(value: unknown): string[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]).filter(one => one !== null).map(memberId)
}

function memberId(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const raw = isObject(entry) ? Object.entries(entry).map(([key, inner]) => [key.toLowerCase(), inner] as const) : []
  const { value, type } = Object.fromEntries(raw)
  if (typeof type === 'string' && type.toLowerCase() === 'group') {
    throw scimError('invalidValue', 'A group cannot be a member of a group: teams hold people.')
  }
  if (typeof value !== 'string') throw scimError('invalidValue', 'A member must have a value, the id of a user.')
  return value
}

/** The ids in a filter of `members`, such as `value eq "1" or value eq "2"`. Throws 400 for any other filter. */
function idsInFilter(filter: ScimFilter): string[] {
  if (filter.is === 'or') return filter.of.flatMap(idsInFilter)
  if (filter.is === 'compared' && filter.operator === 'eq' && filter.name.toLowerCase() === 'value')
    return [filter.value.text]
  throw scimError('invalidPath', 'Members are chosen by value eq "<id>" alone.')
}
