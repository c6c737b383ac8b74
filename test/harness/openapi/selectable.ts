/** The paths that a client can request in `opt_fields`. Edges form cycles, so they are followed to a limited depth. */

import type { Catalog } from '../../../src/catalog/catalog.ts'
import type { Name } from '../../../src/names.ts'
import type { Fields, JsonShape } from '../../../src/vocabulary/field.ts'

/** The paths of at most `depth` terms below a type, in the order of its declaration. */
export function selectablePaths(catalog: Catalog, type: Name, depth: number): string[] {
  return [...new Set(ofFields(catalog, catalog.resource(type).fields, depth))]
}

function ofFields(catalog: Catalog, fields: Fields, depth: number): string[] {
  if (depth === 0) return []
  return Object.entries(fields).flatMap(([name, { types, parts, shape }]) => {
    const below = parts
      ? ofFields(catalog, parts, depth - 1)
      : (types ?? []).flatMap(type => ofFields(catalog, catalog.resource(type).fields, depth - 1))
    return [name, ...[...below, ...ofShape(shape, depth - 1)].map(path => `${name}.${path}`)]
  })
}

const ofShape = (shape: JsonShape | undefined, depth: number): string[] =>
  depth === 0
    ? []
    : Object.entries(shape ?? {}).flatMap(([name, below]) => [
        name,
        ...(typeof below === 'object' ? ofShape(shapeIn(below), depth - 1).map(path => `${name}.${path}`) : []),
      ])

/** The shape of an object, or of each element of a list. */
export const shapeIn = (below: JsonShape | readonly [JsonShape]): JsonShape =>
  '0' in below ? (below[0] as JsonShape) : below
