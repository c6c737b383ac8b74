/**
 * Projection: `attributes` names the attributes to return, `excludedAttributes` those to leave out. It applies to
 * answers only; what a request changes never depends on it.
 */

import { scimError } from '../errors.ts'
import { parsePath } from '../language/filter.ts'
import { resolveName } from './attribute_refs.ts'
import { ENTERPRISE, type ResourceKind } from './attributes.ts'

export interface AttributeProjection {
  mode: 'all' | 'only' | 'but'
  /** Names as the client sent them. */
  names: string[]
}

/** Throws 400 when a request has both. */
export function readProjection(attributes: string[], excluded: string[]): AttributeProjection {
  if (attributes.length > 0 && excluded.length > 0) {
    throw scimError('invalidValue', 'attributes and excludedAttributes exclude each other.')
  }
  if (attributes.length > 0) return { mode: 'only', names: attributes }
  return excluded.length > 0 ? { mode: 'but', names: excluded } : { mode: 'all', names: [] }
}

/** The paths of the named attributes, without unknown names. */
function pathsOf(kind: ResourceKind, { names }: AttributeProjection): string[] {
  return [...new Set(names.flatMap(name => pathOf(kind, name) ?? []))]
}

function pathOf(kind: ResourceKind, text: string): string | undefined {
  try {
    const { name, sub } = parsePath(text)
    const place = resolveName(kind, sub === null ? name : `${name}.${sub}`)
    return place?.is === 'schema' ? place.schema.id : place?.is === 'attribute' ? place.path : undefined
  } catch {
    return undefined
  }
}

/** Whether the answer has an attribute, or a part of it; `unsaid` is the default. */
export function includesAttribute(
  kind: ResourceKind,
  projection: AttributeProjection,
  attribute: string,
  unsaid: boolean,
): boolean {
  const paths = pathsOf(kind, projection)
  if (projection.mode === 'only') return paths.some(path => path === attribute || path.startsWith(`${attribute}.`))
  return unsaid && !paths.includes(attribute)
}

type ScimJson = Record<string, unknown>

const ALWAYS = ['schemas', 'id']

/** Returns the function that applies a projection to resources of a kind. */
export function createProjector(kind: ResourceKind, projection: AttributeProjection): (shown: ScimJson) => ScimJson {
  if (projection.mode === 'all') return shown => shown
  const paths = pathsOf(kind, projection)
  const only = projection.mode === 'only'
  const shape = (value: unknown, path: string): unknown => {
    if (paths.includes(path)) return only ? value : undefined
    const joint = path === ENTERPRISE ? ':' : '.'
    if (!paths.some(one => one.startsWith(path + joint))) return only ? undefined : value
    const inside = (object: ScimJson) => pickMembers(object, name => shape(object[name], path + joint + name))
    return Array.isArray(value) ? value.map(inside) : inside(value as ScimJson)
  }
  return shown => pickMembers(shown, name => (ALWAYS.includes(name) ? shown[name] : shape(shown[name], name)))
}

/** The object with what `left` returns for each member; without the members for which it returns undefined. */
function pickMembers(object: ScimJson, left: (name: string) => unknown): ScimJson {
  const entries = Object.keys(object).map(name => [name, left(name)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
