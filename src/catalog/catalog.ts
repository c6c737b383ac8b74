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
  byName: Record<Name, Resource> = resources,
  all: readonly Operation[] = operations,
): Catalog {
  for (const name of names) {
    const { fields, name: own } = byName[name]
    if (own !== name) throw new Error(`The resource ${own} is listed under the name ${name}.`)
    for (const [field, { doc }] of Object.entries(fields)) {
      if (!doc) throw new Error(`${name}.${field} has no doc.`)
    }
  }
  for (const operation of all) checkNeeds(operation)
  checkUnique(all.map(({ id }) => id))
  checkUnique(all.map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`))
  return { resource: name => byName[name], resources: Object.values(byName), operations: all }
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
  const unknown = Object.keys(needs).find(name => !path.includes(`{${name}}`))
  if (unknown !== undefined) throw new Error(`${id} declares a right on ${unknown}, which is not in its path.`)
  if (method === 'GET') return
  // The operation itself resolves and checks a text that names a person.
  const undeclared = referencesIn(body).find(([, { kind, need }]) => kind !== 'text' && need === undefined)
  if (undeclared) throw new Error(`${id} must declare the right that it requires on ${undeclared[0]}.`)
}

function checkUnique(keys: string[]) {
  const duplicate = keys.find((key, index) => keys.indexOf(key) !== index)
  if (duplicate) throw new Error(`${duplicate} is declared twice.`)
}
