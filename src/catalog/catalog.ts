/**
 * The catalog of all resources and operations. Routing, selection, the OpenAPI document, the reference and the derived
 * tests read only this. It needs no store.
 */
import { type Name, names } from '../names.ts'
import type { Right } from '../policy/rights.ts'
import type { Field, Fields } from '../vocabulary/field.ts'
import { type Operation, requiredRight } from '../vocabulary/operation.ts'
import type { Resource } from '../vocabulary/resource.ts'
import { operations, resources } from './contents.ts'

export interface Catalog {
  resource(name: Name): Resource
  readonly resources: readonly Resource[]
  readonly operations: readonly Operation[]
}

/** Creates the catalog. Throws when its declarations contradict each other. */
export function createCatalog(
  nouns: Record<Name, Resource> = resources,
  verbs: readonly Operation[] = operations,
): Catalog {
  for (const name of names) {
    const { fields, name: own } = nouns[name]
    if (own !== name) throw new Error(`The resource ${own} is listed under the name ${name}.`)
    for (const [field, { doc }] of Object.entries(fields)) {
      if (!doc) throw new Error(`${name}.${field} has no doc.`)
    }
  }
  for (const verb of verbs) checkNeeds(verb)
  checkUnique(verbs.map(verb => verb.id))
  checkUnique(verbs.map(verb => `${verb.method} ${verb.path.replace(/\{[^}]*\}/g, '{}')}`))
  return { resource: name => nouns[name], resources: Object.values(nouns), operations: verbs }
}

/** The rights that an operation requires on the objects that its path and its body name. */
export function needsOf(operation: Operation): [name: string, right: Right][] {
  const parameters = [...operation.path.matchAll(/\{([^}]*_gid)\}/g)].map(([, name = '']) => name)
  return [
    ...parameters.map((name): [string, Right] => [name, requiredRight(operation, name)]),
    ...referencesIn(operation.body).flatMap(([name, { need }]): [string, Right][] => (need ? [[name, need]] : [])),
  ]
}

/** The references in the input of an operation, with their names; inside a list of parts the name is `list.name`. */
export const referencesIn = (fields: Fields): [name: string, field: Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    if (field.kind === 'parts')
      return referencesIn(field.parts ?? {}).map(([inner, part]) => [`${name}.${inner}`, part])
    return field.types ? [[name, field]] : []
  })

/** A write must declare the right that it requires on each object that it names: no default would be safe for all. */
function checkNeeds({ id, method, path, needs, body }: Operation) {
  const stray = Object.keys(needs).find(name => !path.includes(`{${name}}`))
  if (stray !== undefined) throw new Error(`${id} declares a right on ${stray}, which is not in its path.`)
  if (method === 'GET') return
  // The operation itself resolves and checks a text that names a person.
  const silent = referencesIn(body).find(([, { kind, need }]) => kind !== 'text' && need === undefined)
  if (silent) throw new Error(`${id} must declare the right that it requires on ${silent[0]}.`)
}

function checkUnique(keys: string[]) {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice) throw new Error(`${twice} is declared twice.`)
}
