/**
 * PATCH of a person: computes the values after the operations from the values before them (`values.ts`). It writes
 * nothing, so a request applies as a whole or not at all.
 *
 * Extensions of the standard on which providers rely:
 * - A path whose filter matches no entry creates the entry that it describes.
 * - A null value removes the attribute.
 * - Attributes of the standard that the server does not store are ignored.
 */

import { excerpt, scimError } from '../errors.ts'
import { type AttributeRef, resolveName, resolveNameIn, subAttributeOf } from '../schema/attribute_refs.ts'
import type { ResourceKind, ScimAttribute, ScimSchema } from '../schema/attributes.ts'
import {
  containerOf,
  copyValues,
  emptyValues,
  isEmptyValue,
  isObject,
  mustNotExceedEntries,
  readComplex,
  readValue,
  type ScimValue,
  type ScimValues,
  setAttribute,
} from '../schema/values.ts'
import { comparisonCount, entryFromFilter, matchesFilter, mustMatchAttribute } from './entries.ts'
import { type PatchPath, parsePath, type ScimFilter } from './filter.ts'
import { attributesIn, mustNotChange, type PatchOperation } from './operations.ts'

type ResolvedAttribute = Extract<AttributeRef, { is: 'attribute' }>

interface PatchTarget {
  ref: ResolvedAttribute
  where: ScimFilter | null
  sub: ScimAttribute | null
}

export interface PatchResult {
  values: ScimValues
  /** The sub-attributes of `name` that the operations set; the others are derived from them. */
  nameParts: ReadonlySet<string>
}

/** Comparisons of an entry with a filter term or with another entry, in one request. */
const MAX_STEPS = 100_000

/** The values after the operations; `before` is not modified. Throws 400, also when the work exceeds `steps`. */
export function patchValues(
  kind: ResourceKind,
  id: string,
  before: ScimValues,
  operations: readonly PatchOperation[],
  steps = { left: MAX_STEPS },
): PatchResult {
  const draft = { kind, id, values: copyValues(before), nameParts: new Set<string>(), steps }
  for (const operation of operations) {
    if (operation.path === null) applyAll(draft, operation)
    else applyAt(draft, operation, operation.path)
  }
  return draft
}

interface PatchDraft {
  kind: ResourceKind
  id: string
  values: ScimValues
  nameParts: Set<string>
  steps: { left: number }
}

/** Without a path each name in the value is a path of its own. Unknown names are ignored. */
function applyAll(draft: PatchDraft, operation: PatchOperation): void {
  for (const [name, value] of attributesIn(operation)) {
    const path = parsePathLeniently(name)
    const place = path && resolveName(draft.kind, path.name)
    if (place?.is === 'schema') applySchema(draft, { ...operation, value }, place.schema)
    else if (path && place?.is === 'attribute') apply(draft, { ...operation, value }, targetOf(draft.kind, place, path))
  }
}

function parsePathLeniently(name: string) {
  try {
    return parsePath(name)
  } catch {
    return undefined
  }
}

function applyAt(draft: PatchDraft, operation: PatchOperation, text: string): void {
  const path = parsePath(text)
  const place = resolveName(draft.kind, path.name)
  if (!place) throw scimError('invalidPath', `There is no attribute ${excerpt(path.name)}.`)
  if (place.is === 'attribute') apply(draft, operation, targetOf(draft.kind, place, path))
  if (place.is === 'schema') applySchema(draft, operation, place.schema)
}

/** A path that names a schema means all of it; the names in its value are those of attributes. */
function applySchema(draft: PatchDraft, operation: PatchOperation, schema: ScimSchema): void {
  if (isRemoval(operation) && schema === draft.kind.extension) {
    delete draft.values[schema.id]
    return
  }
  for (const [name, value] of attributesIn(operation)) {
    const place = resolveNameIn(draft.kind, schema, name)
    if (place?.is === 'attribute') apply(draft, { ...operation, value }, { ref: place, where: null, sub: place.sub })
  }
}

/** Resolves a path; undefined for a sub-attribute that is not stored. */
function targetOf(
  kind: ResourceKind,
  place: ResolvedAttribute,
  { where, sub }: Omit<PatchPath, 'name'>,
): PatchTarget | undefined {
  const { attribute } = place
  if (where && !attribute.multiValued)
    throw scimError('invalidPath', `${attribute.name} has no entries to choose from.`)
  if (where) mustMatchAttribute(attribute, where)
  if (sub === null) return { ref: place, where, sub: place.sub }
  const part = subAttributeOf(attribute, sub)
  if (part) return { ref: place, where, sub: part }
  if (resolveName(kind, `${attribute.name}.${sub}`)) return undefined
  throw scimError('invalidPath', `${attribute.name} has no ${excerpt(sub)}.`)
}

function apply(draft: PatchDraft, operation: PatchOperation, target: PatchTarget | undefined): void {
  if (!target) return
  const { attribute } = target.ref
  if (attribute.name === 'id') mustNotChange('id', draft.id, operation.value)
  else if (attribute.mutability === 'readOnly') {
    if (operation.path !== null) throw scimError('mutability', `${attribute.name} cannot be changed.`)
  } else if (attribute.multiValued) applyEntries(draft, operation, target)
  else if (attribute.type === 'complex') applyComplex(draft, operation, target)
  else set(draft, target, isRemoval(operation) ? undefined : readValue(attribute, unwrapped(operation.value)))
}

const isRemoval = ({ op, value }: PatchOperation) => op === 'remove' || value === null

// wire: older connectors of Entra ID send a single value as a list of objects
function unwrapped(value: unknown): unknown {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : undefined
  return isObject(only) && Object.hasOwn(only, 'value') ? only.value : value
}

function set(draft: PatchDraft, { ref }: PatchTarget, value: ScimValue | undefined): void {
  const { required, name } = ref.attribute
  if (value === undefined && required && name === 'active') return
  if (value === undefined && required) throw scimError('mutability', `${name} cannot be taken away.`)
  setAttribute(draft.kind, draft.values, ref, value)
}

function applyComplex(draft: PatchDraft, operation: PatchOperation, { ref, sub }: PatchTarget): void {
  const { attribute, schema } = ref
  const holder = containerOf(draft.kind, draft.values, schema)
  const values = (holder[attribute.name] as ScimValues | undefined) ?? emptyValues()
  const said = (name: string) => void (attribute.name === 'name' && draft.nameParts.add(name))
  if (sub) {
    if (sub.type === 'reference') return
    assign(values, sub, isRemoval(operation) ? undefined : readValue(sub, unwrapped(operation.value)))
    said(sub.name)
  } else {
    const given = isRemoval(operation) ? undefined : readComplex(attribute, unwrapped(operation.value))
    if (!given) for (const name of Object.keys(values)) delete values[name]
    for (const [name, value] of Object.entries(given ?? {})) {
      values[name] = value
      said(name)
    }
  }
  if (isEmptyValue(attribute, values)) delete holder[attribute.name]
  else holder[attribute.name] = values
}

function assign(values: ScimValues, sub: ScimAttribute, value: ScimValue | undefined): void {
  if (value === undefined) delete values[sub.name]
  else values[sub.name] = value
}

function applyEntries(draft: PatchDraft, operation: PatchOperation, { ref, where, sub }: PatchTarget): void {
  const { attribute } = ref
  const before = (draft.values[attribute.name] as ScimValues[] | undefined) ?? []
  const { value } = operation
  draft.steps.left -= (before.length + 1) * (where ? comparisonCount(where) : Array.isArray(value) ? value.length : 1)
  if (draft.steps.left < 0) throw scimError('invalidValue', 'The operations are too many for one request.')
  const after =
    where || sub ? changedEntries(attribute, before, operation, where, sub) : allEntries(attribute, before, operation)
  const kept = after.filter(one => !isEmptyValue(attribute, one))
  mustNotExceedEntries(attribute, kept)
  setAttribute(draft.kind, draft.values, ref, kept.length > 0 ? kept : undefined)
}

/** An operation on the attribute as a whole: adds, replaces or removes entries. */
function allEntries(attribute: ScimAttribute, before: ScimValues[], { op, value }: PatchOperation): ScimValues[] {
  const given = (readValue(attribute, value) as ScimValues[] | undefined) ?? []
  if (op === 'replace') return given
  if (op === 'remove') {
    if (value === undefined || value === null) return []
    return before.filter(one => !given.some(gone => isMeant(one, gone)))
  }
  const fresh: ScimValues[] = []
  for (const one of given) {
    const there = before.find(old => isMeant(old, one) && (one.type === undefined || one.type === old.type))
    if (there) Object.assign(there, one)
    else fresh.push(one)
  }
  const all = [...before, ...fresh]
  return preferring(
    all,
    all.findLast(one => given.some(said => said.primary === true && isMeant(one, said))),
  )
}

/** Whether an entry is the one that the client names: by its `value`, or by all members that the client sent. */
function isMeant(entry: ScimValues, said: ScimValues): boolean {
  if (said.value !== undefined) return String(entry.value).toLowerCase() === String(said.value).toLowerCase()
  return Object.keys(said).every(name => entry[name] === said[name])
}

/** An operation on selected entries, or on one sub-attribute of them. */
function changedEntries(
  attribute: ScimAttribute,
  before: ScimValues[],
  operation: PatchOperation,
  where: ScimFilter | null,
  sub: ScimAttribute | null,
): ScimValues[] {
  const chosen = before.filter(one => !where || matchesFilter(attribute, one, where))
  if (isRemoval(operation)) {
    if (!sub) return before.filter(one => !chosen.includes(one))
    for (const one of chosen) delete one[sub.name]
    return before
  }
  const given = sub ? undefined : readComplex(attribute, unwrapped(operation.value))
  const value = sub ? readValue(sub, unwrapped(operation.value)) : undefined
  const made = chosen.length === 0 ? [entryFromFilter(attribute, where)] : []
  const changed = [...chosen, ...made]
  for (const one of changed) {
    if (sub) assign(one, sub, value)
    else Object.assign(one, given)
  }
  const winner = (sub ? sub.name === 'primary' && value === true : given?.primary === true) ? changed.at(-1) : undefined
  return preferring([...before, ...made], winner ?? made.find(one => one.primary === true))
}

/** Makes `winner` the only primary entry. */
function preferring(entries: ScimValues[], winner: ScimValues | undefined): ScimValues[] {
  if (winner) for (const one of entries) if (one !== winner && one.primary === true) one.primary = false
  return entries
}
