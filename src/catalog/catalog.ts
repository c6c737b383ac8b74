/**
 * The table of contents: every resource and every operation, resolved once. Routing, selection, the OpenAPI document,
 * the reference and the derived tests read only this. It needs no store.
 */
import { type Name, names } from '../names.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Resource } from '../vocabulary/resource.ts'
import { operations, resources } from './contents.ts'

export interface Catalog {
  resource(name: Name): Resource
  readonly resources: readonly Resource[]
  readonly operations: readonly Operation[]
}

/** Builds the catalog, refusing one that contradicts itself. */
export function createCatalog(
  nouns: Record<Name, Resource> = resources,
  verbs: readonly Operation[] = operations,
): Catalog {
  for (const name of names) {
    const { fields, name: own } = nouns[name]
    if (own !== name) throw new Error(`The resource ${own} stands under the name ${name}.`)
    for (const [field, { doc }] of Object.entries(fields)) {
      if (!doc) throw new Error(`${name}.${field} has no doc.`)
    }
  }
  unique(verbs.map(verb => verb.id))
  unique(verbs.map(verb => `${verb.method} ${verb.path.replace(/\{[^}]*\}/g, '{}')}`))
  return { resource: name => nouns[name], resources: Object.values(nouns), operations: verbs }
}

function unique(keys: string[]) {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice) throw new Error(`${twice} is declared twice.`)
}
