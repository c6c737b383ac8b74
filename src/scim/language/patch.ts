/**
 * Application of a compiled PATCH (`patch_compiler.ts`) to the values of a person: computes the values after the changes
 * from the values before them. It writes nothing, so a request applies as a whole or not at all.
 *
 * Beyond the standard, because providers rely on it: a path whose filter matches no entry creates the entry that the
 * filter describes.
 */

import { scimError } from '../errors.ts'
import type { ResourceKind, ScimAttribute } from '../schema/attributes.ts'
import {
  copyEntries,
  copyValues,
  emptyValues,
  getAttribute,
  type ScimValue,
  type ScimValues,
  setAttribute,
} from '../schema/values.ts'
import { entryFromFilter, matchingEntries } from './entries.ts'
import type { AttributeChange, PatchChange } from './patch_compiler.ts'

export interface PatchResult {
  values: ScimValues
  /** The sub-attributes of `name` that the operations set; the others are derived from them. */
  nameParts: ReadonlySet<string>
}

/** Comparisons of an entry with a filter term or with another entry, in one request. */
const MAX_STEPS = 100_000

/** Applies the changes; `before` is not modified. Throws 400, also when the work exceeds `steps`. */
export function applyPatch(
  kind: ResourceKind,
  before: ScimValues,
  changes: readonly PatchChange[],
  steps = { left: MAX_STEPS },
): PatchResult {
  const values = copyValues(before)
  const nameParts = new Set<string>()
  for (const change of changes) {
    if (change.is === 'attribute') {
      const { ref } = change.target
      const isScalar = ref.attribute.type !== 'complex'
      const after = isScalar ? change.value : valueAfter(change, getAttribute(kind, values, ref), steps)
      setAttribute(kind, values, ref, after)
      for (const part of namePartsIn(change)) nameParts.add(part)
    } else delete values[change.schema.id]
  }
  return { values, nameParts }
}

function namePartsIn({ target: { ref, sub }, value }: AttributeChange): string[] {
  if (ref.attribute.name !== 'name') return []
  return sub ? [sub.name] : Object.keys(value ?? {})
}

/** The value of a complex attribute after a change of it; undefined or empty for none. */
const valueAfter = (change: AttributeChange, before: ScimValue | undefined, steps: { left: number }) =>
  change.target.ref.attribute.multiValued
    ? entriesAfter(change, (before as ScimValues[] | undefined) ?? [], steps)
    : complexAfter(change, before as ScimValues | undefined)

function complexAfter({ target: { sub }, value }: AttributeChange, before = emptyValues()): ScimValues | undefined {
  if (sub) return withSubAttribute(before, sub, value)
  return value === undefined ? undefined : Object.assign(before, value)
}

function withSubAttribute(values: ScimValues, sub: ScimAttribute, value: ScimValue | undefined): ScimValues {
  if (value === undefined) delete values[sub.name]
  else values[sub.name] = value
  return values
}

function entriesAfter(change: AttributeChange, before: ScimValues[], steps: { left: number }): ScimValues[] {
  const { where, sub } = change.target
  steps.left -= (before.length + 1) * change.comparisons
  if (steps.left < 0) throw scimError('invalidValue', 'The operations are too many for one request.')
  return where || sub ? changeSelected(change, before) : changeAll(change, before)
}

/** A change of the attribute as a whole: adds, replaces or removes entries. */
function changeAll({ op, value }: AttributeChange, before: ScimValues[]): ScimValues[] {
  if (value === undefined) return []
  const given = copyEntries(value as ScimValues[])
  if (op === 'replace') return given
  if (op === 'remove') return before.filter(one => !given.some(removed => isMeant(one, removed)))
  const added: ScimValues[] = []
  for (const one of given) {
    const present = before.find(old => isMeant(old, one) && (one.type === undefined || one.type === old.type))
    if (present) Object.assign(present, one)
    else added.push(one)
  }
  const all = [...before, ...added]
  return withPrimary(
    all,
    all.findLast(one => given.some(sent => sent.primary === true && isMeant(one, sent))),
  )
}

/** Whether an entry is the one that the client names: by its `value`, or by all members that the client sent. */
function isMeant(entry: ScimValues, sent: ScimValues): boolean {
  if (sent.value !== undefined) return String(entry.value).toLowerCase() === String(sent.value).toLowerCase()
  return Object.keys(sent).every(name => entry[name] === sent[name])
}

/** A change of selected entries, or of one sub-attribute of them. */
function changeSelected({ op, target: { ref, where, sub }, value }: AttributeChange, before: ScimValues[]) {
  const selected = where ? matchingEntries(ref.attribute, before, where) : before
  if (op === 'remove') {
    if (!sub) return before.filter(one => !selected.includes(one))
    for (const one of selected) delete one[sub.name]
    return before
  }
  const created = selected.length === 0 ? [entryFromFilter(ref.attribute, where)] : []
  const changed = [...selected, ...created]
  for (const one of changed) {
    if (sub) withSubAttribute(one, sub, value)
    else Object.assign(one, value)
  }
  const isPrimary = sub ? sub.name === 'primary' && value === true : (value as ScimValues | undefined)?.primary === true
  const winner = isPrimary ? changed.at(-1) : undefined
  return withPrimary([...before, ...created], winner ?? created.find(one => one.primary === true))
}

/** Makes `winner` the only primary entry. */
function withPrimary(entries: ScimValues[], winner: ScimValues | undefined): ScimValues[] {
  if (winner) for (const one of entries) if (one !== winner && one.primary === true) one.primary = false
  return entries
}
