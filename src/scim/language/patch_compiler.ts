/**
 * Compiler of a person PATCH: operations become changes of attributes, with their paths resolved and their values read.
 * It knows no person, so every error that does not depend on one is thrown before the first change is applied.
 *
 * Extensions of the standard on which providers rely:
 * - A null value removes the attribute.
 * - Attributes of the standard that the server does not store are ignored.
 */

import { excerpt, scimError } from '../errors.ts'
import {
  type AttributeRef,
  type ResolvedAttribute,
  resolveName,
  resolveNameIn,
  subAttributeOf,
} from '../schema/attribute_refs.ts'
import type { ResourceKind, ScimAttribute, ScimSchema } from '../schema/attributes.ts'
import { readOperand, readValue, type ScimValue } from '../schema/values.ts'
import { comparisonCount, mustMatchAttribute } from './entries.ts'
import { type PatchPath, parsePath, parsePathLeniently, type ScimFilter } from './filter.ts'
import { attributesIn, mustNotChange, type PatchOperation } from './operations.ts'

/** What an operation changes: an attribute, entries of it, or a sub-attribute. */
export interface PatchTarget {
  ref: ResolvedAttribute
  where: ScimFilter | null
  sub: ScimAttribute | null
}

export interface AttributeChange {
  is: 'attribute'
  /** `remove` also for a null value, except for `add` and `replace` of all entries. */
  op: PatchOperation['op']
  target: PatchTarget
  /** Undefined for none. For a multi-valued attribute as a whole: the entries, or undefined for all. */
  value: ScimValue | undefined
  /** How many comparisons each entry takes. */
  comparisons: number
}

export type PatchChange = AttributeChange | { is: 'extension removal'; schema: ScimSchema }

interface PatchContext {
  kind: ResourceKind
  id: string
}

/** Compiles the operations of a PATCH of the resource with this id. Throws 400. */
export const compilePatch = (kind: ResourceKind, id: string, operations: readonly PatchOperation[]): PatchChange[] =>
  operations.flatMap(operation => compileOperation({ kind, id }, operation))

function compileOperation(context: PatchContext, operation: PatchOperation): PatchChange[] {
  if (operation.path === null) {
    return attributesIn(operation).flatMap(([name, value]) => compileNamed(context, { ...operation, value }, name))
  }
  const path = parsePath(operation.path)
  const ref = resolveName(context.kind, path.name)
  if (!ref) throw scimError('invalidPath', `There is no attribute ${excerpt(path.name)}.`)
  return compileAt(context, operation, ref, path)
}

/** Without a path each name in the value is a path of its own. Unknown names are ignored. */
function compileNamed(context: PatchContext, operation: PatchOperation, name: string): PatchChange[] {
  const path = parsePathLeniently(name)
  const ref = path && resolveName(context.kind, path.name)
  return ref ? compileAt(context, operation, ref, path) : []
}

function compileAt(
  context: PatchContext,
  operation: PatchOperation,
  ref: AttributeRef,
  path: PatchPath,
): PatchChange[] {
  if (ref.is === 'ignored') return []
  if (ref.is === 'schema') return compileSchema(context, operation, ref.schema)
  const target = targetOf(context.kind, ref, path)
  return target ? compileTarget(context, operation, target) : []
}

/** A path that names a schema means all of it; the names in its value are those of attributes. */
function compileSchema(context: PatchContext, operation: PatchOperation, schema: ScimSchema): PatchChange[] {
  if (isRemoval(operation) && schema === context.kind.extension) return [{ is: 'extension removal', schema }]
  return attributesIn(operation).flatMap(([name, value]) => {
    const ref = resolveNameIn(context.kind, schema, name)
    if (ref?.is !== 'attribute') return []
    return compileTarget(context, { ...operation, value }, { ref, where: null, sub: ref.sub })
  })
}

/** Resolves a path; undefined for a sub-attribute that is not stored. */
function targetOf(kind: ResourceKind, ref: ResolvedAttribute, { where, sub }: PatchPath): PatchTarget | undefined {
  const { attribute } = ref
  if (where && !attribute.multiValued) {
    throw scimError('invalidPath', `${attribute.name} has no entries to choose from.`)
  }
  if (where) mustMatchAttribute(attribute, where)
  if (sub === null) return { ref, where, sub: ref.sub }
  const subAttribute = subAttributeOf(attribute, sub)
  if (subAttribute) return { ref, where, sub: subAttribute }
  if (resolveName(kind, `${attribute.name}.${sub}`)) return undefined
  throw scimError('invalidPath', `${attribute.name} has no ${excerpt(sub)}.`)
}

function compileTarget({ id }: PatchContext, operation: PatchOperation, target: PatchTarget): PatchChange[] {
  const { attribute } = target.ref
  if (attribute.name === 'id') {
    mustNotChange('id', id, operation.value)
    return []
  }
  if (attribute.mutability === 'readOnly') {
    if (operation.path !== null) throw scimError('mutability', `${attribute.name} cannot be changed.`)
    return []
  }
  return attribute.multiValued ? [changeOfEntries(operation, target)] : changeOfValue(operation, target)
}

const isRemoval = ({ op, value }: PatchOperation) => op === 'remove' || value === null

function changeOfValue(operation: PatchOperation, target: PatchTarget): AttributeChange[] {
  const { attribute } = target.ref
  // The server derives references.
  if (target.sub?.type === 'reference') return []
  const op = isRemoval(operation) ? 'remove' : operation.op
  const value = op === 'remove' ? undefined : readOperand(attribute, target.sub, operation.value)
  if (value === undefined && attribute.required) {
    if (attribute.name === 'active') return []
    throw scimError('mutability', `${attribute.name} cannot be taken away.`)
  }
  return [{ is: 'attribute', op, target, value, comparisons: 0 }]
}

function changeOfEntries(operation: PatchOperation, target: PatchTarget): AttributeChange {
  const { ref, where, sub } = target
  const { value: raw } = operation
  const comparisons = where ? comparisonCount(where) : Array.isArray(raw) ? raw.length : 1
  if (!where && !sub) {
    const isAll = operation.op === 'remove' && (raw === undefined || raw === null)
    const entries = isAll ? undefined : (readValue(ref.attribute, raw) ?? [])
    return { is: 'attribute', op: operation.op, target, value: entries, comparisons }
  }
  const op = isRemoval(operation) ? 'remove' : operation.op
  const value = op === 'remove' ? undefined : readOperand(ref.attribute, sub, raw)
  return { is: 'attribute', op, target, value, comparisons }
}
