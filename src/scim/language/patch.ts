/**
 * PATCH of a person: computes the values after the operations from the values before them (`values.ts`). It writes
 * nothing, so a request applies as a whole or not at all.
 *
 * Extensions of the standard on which providers rely:
 * - A path whose filter matches no entry creates the entry that it describes.
 * - A null value removes the attribute.
 * - Attributes of the standard that the server does not store are ignored.
 */

import { brief, refusal } from '../errors.ts'
import type { Attribute, Kind, Schema } from '../schema/attributes.ts'
import { type Place, placeIn, placeOf, subOf } from '../schema/names.ts'
import {
  copied,
  holderOf,
  isObject,
  mustBeFew,
  noValues,
  put,
  read,
  readParts,
  saysNothing,
  type Value,
  type Values,
} from '../schema/values.ts'
import { meets, mustFit, seedOf, sizeOf } from './entries.ts'
import { type Filter, type Path, parsePath } from './filter.ts'
import { attributesIn, mustBeSame, type Operation } from './operations.ts'

type AttributePlace = Extract<Place, { is: 'attribute' }>

interface Target {
  place: AttributePlace
  where: Filter | null
  sub: Attribute | null
}

export interface Patched {
  values: Values
  /** The sub-attributes of `name` that the operations set; the others are derived from them. */
  named: ReadonlySet<string>
}

/** Comparisons of an entry with a filter term or with another entry, in one request. */
const MOST_STEPS = 100_000

/** The values after the operations; `before` is not modified. Throws 400, also when the work exceeds `steps`. */
export function patched(
  kind: Kind,
  id: string,
  before: Values,
  operations: readonly Operation[],
  steps = { left: MOST_STEPS },
): Patched {
  const draft = { kind, id, values: copied(before), named: new Set<string>(), steps }
  for (const operation of operations) {
    if (operation.path === null) applyAll(draft, operation)
    else applyAt(draft, operation, operation.path)
  }
  return draft
}

interface Draft {
  kind: Kind
  id: string
  values: Values
  named: Set<string>
  steps: { left: number }
}

/** Without a path each name in the value is a path of its own. Unknown names are ignored. */
function applyAll(draft: Draft, operation: Operation): void {
  for (const [name, value] of attributesIn(operation)) {
    const path = readable(name)
    const place = path && placeOf(draft.kind, path.name)
    if (place?.is === 'schema') applySchema(draft, { ...operation, value }, place.schema)
    else if (path && place?.is === 'attribute') apply(draft, { ...operation, value }, targetOf(draft.kind, place, path))
  }
}

function readable(name: string) {
  try {
    return parsePath(name)
  } catch {
    return undefined
  }
}

function applyAt(draft: Draft, operation: Operation, text: string): void {
  const path = parsePath(text)
  const place = placeOf(draft.kind, path.name)
  if (!place) throw refusal('invalidPath', `There is no attribute ${brief(path.name)}.`)
  if (place.is === 'attribute') apply(draft, operation, targetOf(draft.kind, place, path))
  if (place.is === 'schema') applySchema(draft, operation, place.schema)
}

/** A path that names a schema means all of it; the names in its value are those of attributes. */
function applySchema(draft: Draft, operation: Operation, schema: Schema): void {
  if (isRemoval(operation) && schema === draft.kind.extension) {
    delete draft.values[schema.id]
    return
  }
  for (const [name, value] of attributesIn(operation)) {
    const place = placeIn(draft.kind, schema, name)
    if (place?.is === 'attribute') apply(draft, { ...operation, value }, { place, where: null, sub: place.sub })
  }
}

/** Resolves a path; undefined for a sub-attribute that is not stored. */
function targetOf(kind: Kind, place: AttributePlace, { where, sub }: Omit<Path, 'name'>): Target | undefined {
  const { attribute } = place
  if (where && !attribute.many) throw refusal('invalidPath', `${attribute.name} has no entries to choose from.`)
  if (where) mustFit(attribute, where)
  if (sub === null) return { place, where, sub: place.sub }
  const part = subOf(attribute, sub)
  if (part) return { place, where, sub: part }
  if (placeOf(kind, `${attribute.name}.${sub}`)) return undefined
  throw refusal('invalidPath', `${attribute.name} has no ${brief(sub)}.`)
}

function apply(draft: Draft, operation: Operation, target: Target | undefined): void {
  if (!target) return
  const { attribute } = target.place
  if (attribute.name === 'id') mustBeSame('id', draft.id, operation.value)
  else if (attribute.mutability === 'readOnly') {
    if (operation.path !== null) throw refusal('mutability', `${attribute.name} cannot be changed.`)
  } else if (attribute.many) applyEntries(draft, operation, target)
  else if (attribute.type === 'complex') applyComplex(draft, operation, target)
  else set(draft, target, isRemoval(operation) ? undefined : read(attribute, unwrapped(operation.value)))
}

const isRemoval = ({ op, value }: Operation) => op === 'remove' || value === null

// wire: older connectors of Entra ID send a single value as a list of objects
function unwrapped(value: unknown): unknown {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : undefined
  return isObject(only) && Object.hasOwn(only, 'value') ? only.value : value
}

function set(draft: Draft, { place }: Target, value: Value | undefined): void {
  const { required, name } = place.attribute
  if (value === undefined && required && name === 'active') return
  if (value === undefined && required) throw refusal('mutability', `${name} cannot be taken away.`)
  put(draft.kind, draft.values, place, value)
}

function applyComplex(draft: Draft, operation: Operation, { place, sub }: Target): void {
  const { attribute, schema } = place
  const holder = holderOf(draft.kind, draft.values, schema)
  const values = (holder[attribute.name] as Values | undefined) ?? noValues()
  const said = (name: string) => void (attribute.name === 'name' && draft.named.add(name))
  if (sub) {
    if (sub.type === 'reference') return
    assign(values, sub, isRemoval(operation) ? undefined : read(sub, unwrapped(operation.value)))
    said(sub.name)
  } else {
    const given = isRemoval(operation) ? undefined : readParts(attribute, unwrapped(operation.value))
    if (!given) for (const name of Object.keys(values)) delete values[name]
    for (const [name, value] of Object.entries(given ?? {})) {
      values[name] = value
      said(name)
    }
  }
  if (saysNothing(attribute, values)) delete holder[attribute.name]
  else holder[attribute.name] = values
}

function assign(values: Values, sub: Attribute, value: Value | undefined): void {
  if (value === undefined) delete values[sub.name]
  else values[sub.name] = value
}

function applyEntries(draft: Draft, operation: Operation, { place, where, sub }: Target): void {
  const { attribute } = place
  const before = (draft.values[attribute.name] as Values[] | undefined) ?? []
  const { value } = operation
  draft.steps.left -= (before.length + 1) * (where ? sizeOf(where) : Array.isArray(value) ? value.length : 1)
  if (draft.steps.left < 0) throw refusal('invalidValue', 'The operations are too many for one request.')
  const after =
    where || sub ? changedEntries(attribute, before, operation, where, sub) : allEntries(attribute, before, operation)
  const kept = after.filter(one => !saysNothing(attribute, one))
  mustBeFew(attribute, kept)
  put(draft.kind, draft.values, place, kept.length > 0 ? kept : undefined)
}

/** An operation on the attribute as a whole: adds, replaces or removes entries. */
function allEntries(attribute: Attribute, before: Values[], { op, value }: Operation): Values[] {
  const given = (read(attribute, value) as Values[] | undefined) ?? []
  if (op === 'replace') return given
  if (op === 'remove') {
    if (value === undefined || value === null) return []
    return before.filter(one => !given.some(gone => isMeant(one, gone)))
  }
  const fresh: Values[] = []
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
function isMeant(entry: Values, said: Values): boolean {
  if (said.value !== undefined) return String(entry.value).toLowerCase() === String(said.value).toLowerCase()
  return Object.keys(said).every(name => entry[name] === said[name])
}

/** An operation on selected entries, or on one sub-attribute of them. */
function changedEntries(
  attribute: Attribute,
  before: Values[],
  operation: Operation,
  where: Filter | null,
  sub: Attribute | null,
): Values[] {
  const chosen = before.filter(one => !where || meets(attribute, one, where))
  if (isRemoval(operation)) {
    if (!sub) return before.filter(one => !chosen.includes(one))
    for (const one of chosen) delete one[sub.name]
    return before
  }
  const given = sub ? undefined : readParts(attribute, unwrapped(operation.value))
  const value = sub ? read(sub, unwrapped(operation.value)) : undefined
  const made = chosen.length === 0 ? [seedOf(attribute, where)] : []
  const changed = [...chosen, ...made]
  for (const one of changed) {
    if (sub) assign(one, sub, value)
    else Object.assign(one, given)
  }
  const winner = (sub ? sub.name === 'primary' && value === true : given?.primary === true) ? changed.at(-1) : undefined
  return preferring([...before, ...made], winner ?? made.find(one => one.primary === true))
}

/** Makes `winner` the only primary entry. */
function preferring(entries: Values[], winner: Values | undefined): Values[] {
  if (winner) for (const one of entries) if (one !== winner && one.primary === true) one.primary = false
  return entries
}
