/**
 * The table of contents: every resource and every operation, resolved once. Routing, selection, the OpenAPI document,
 * the reference and the derived tests read only this. It needs no store.
 */
import { type Name, names } from '../names.ts'
import type { Right } from '../policy/rights.ts'
import type { Field, Fields } from '../vocabulary/field.ts'
import { neededOn, type Operation } from '../vocabulary/operation.ts'
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
  for (const verb of verbs) mustSayNeeds(verb)
  unique(verbs.map(verb => verb.id))
  unique(verbs.map(verb => `${verb.method} ${verb.path.replace(/\{[^}]*\}/g, '{}')}`))
  return { resource: name => nouns[name], resources: Object.values(nouns), operations: verbs }
}

/** The right that an operation needs on each object that its path and its body name. */
export function needsOf(operation: Operation): [name: string, right: Right][] {
  const parameters = [...operation.path.matchAll(/\{([^}]*_gid)\}/g)].map(([, name = '']) => name)
  return [
    ...parameters.map((name): [string, Right] => [name, neededOn(operation, name)]),
    ...referencesIn(operation.body).flatMap(([name, { need }]): [string, Right][] => (need ? [[name, need]] : [])),
  ]
}

/** References in what a client may send, with their names; those inside a list of parts are `list.name`. */
export const referencesIn = (fields: Fields): [name: string, field: Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    if (field.kind === 'parts')
      return referencesIn(field.parts ?? {}).map(([inner, part]) => [`${name}.${inner}`, part])
    return field.types ? [[name, field]] : []
  })

/** A write says which right it needs on each object that it names, because a default would be too little for some. */
function mustSayNeeds({ id, method, path, needs, body }: Operation) {
  const stray = Object.keys(needs).find(name => !path.includes(`{${name}}`))
  if (stray !== undefined) throw new Error(`${id} needs a right on ${stray}, which is not in its path.`)
  if (method === 'GET') return
  // A text that names a person is resolved by the operation, which also checks it.
  const silent = referencesIn(body).find(([, { kind, need }]) => kind !== 'text' && need === undefined)
  if (silent) throw new Error(`${id} must say which right it needs on ${silent[0]}.`)
}

function unique(keys: string[]) {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice) throw new Error(`${twice} is declared twice.`)
}
