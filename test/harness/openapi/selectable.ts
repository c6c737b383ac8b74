/** The paths that a client can ask for in `opt_fields`. Edges lead on for ever, so they are followed to a depth. */
import type { Name } from '../names.ts'
import type { Fields, Shape } from '../vocabulary/field.ts'
import type { Catalog } from './catalog.ts'

/** The paths of at most `depth` terms below a type, in the order of its declaration. */
export function selectable(catalog: Catalog, type: Name, depth: number): string[] {
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

const ofShape = (shape: Shape | undefined, depth: number): string[] =>
  depth === 0
    ? []
    : Object.entries(shape ?? {}).flatMap(([name, below]) => [
        name,
        ...(below === true ? [] : ofShape(below, depth - 1).map(path => `${name}.${path}`)),
      ])
