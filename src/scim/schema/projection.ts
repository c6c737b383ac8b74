/**
 * Projection: `attributes` names the attributes to return, `excludedAttributes` those to leave out. It applies to
 * answers only; what a request changes never depends on it.
 */

import { scimError } from '../errors.ts'
import type { ScimJson } from '../json.ts'
import { parsePathLeniently } from '../language/filter.ts'
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
  const path = parsePathLeniently(text)
  const ref = path && resolveName(kind, path.sub === null ? path.name : `${path.name}.${path.sub}`)
  return ref?.is === 'schema' ? ref.schema.id : ref?.is === 'attribute' ? ref.path : undefined
}

/**
 * Whether the answer has an attribute, or a part of it. `byDefault` applies when the request does not name what to return.
 */
export function includesAttribute(
  kind: ResourceKind,
  projection: AttributeProjection,
  attribute: string,
  byDefault: boolean,
): boolean {
  const paths = pathsOf(kind, projection)
  if (projection.mode === 'only') return paths.some(path => path === attribute || path.startsWith(`${attribute}.`))
  return byDefault && !paths.includes(attribute)
}

const ALWAYS = ['schemas', 'id']

/** Returns the function that applies a projection to resources of a kind. */
export function createProjector(kind: ResourceKind, projection: AttributeProjection): (resource: ScimJson) => ScimJson {
  if (projection.mode === 'all') return resource => resource
  const paths = pathsOf(kind, projection)
  const only = projection.mode === 'only'
  const project = (value: unknown, path: string): unknown => {
    if (paths.includes(path)) return only ? value : undefined
    const separator = path === ENTERPRISE ? ':' : '.'
    if (!paths.some(one => one.startsWith(path + separator))) return only ? undefined : value
    const inside = (object: ScimJson) => pickMembers(object, name => project(object[name], path + separator + name))
    return Array.isArray(value) ? value.map(inside) : inside(value as ScimJson)
  }
  return resource =>
    pickMembers(resource, name => (ALWAYS.includes(name) ? resource[name] : project(resource[name], name)))
}

/** The object with what `project` returns for each member; without the members for which it returns undefined. */
function pickMembers(object: ScimJson, project: (name: string) => unknown): ScimJson {
  const entries = Object.keys(object).map(name => [name, project(name)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
