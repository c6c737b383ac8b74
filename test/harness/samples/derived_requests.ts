/** Requests that follow from the declarations: for operations of plain resources, which `requests.ts` need not list. */
import type { Catalog } from '../../../src/catalog/catalog.ts'
import type { Name } from '../../../src/names.ts'
import type { Field, Fields } from '../../../src/vocabulary/field.ts'
import type { Operation } from '../../../src/vocabulary/operation.ts'
import type { SampleRequest } from '../sample.ts'
import type { Json } from '../world.ts'

/** The gids of the objects that requests may name. */
export type Known = Partial<Record<Name, string>>

let count = 0

/** A value of a field; undefined where none can be derived. */
function sampleValue({ kind, types = [], values = [] }: Field, known: Known): unknown {
  switch (kind) {
    case 'text':
      return types.length > 0 ? undefined : `Sample ${++count}`
    case 'number':
    case 'amount':
      return 1
    case 'flag':
      return true
    case 'date':
      return '2026-01-07'
    case 'timestamp':
      return '2026-01-07T09:00:00.000Z'
    case 'oneOf':
      return values[0]
    case 'one':
      return types[0] && known[types[0]]
    default:
      return undefined
  }
}

/** Values of these fields; undefined where one of them has none. */
function sampleValues(fields: [string, Field][], known: Known): Json | undefined {
  const found = fields.map(([name, field]) => [name, sampleValue(field, known)] as const)
  return found.every(([, value]) => value !== undefined) ? Object.fromEntries(found) : undefined
}

const isText = ({ kind, types }: Field): boolean => kind === 'text' && types === undefined

const bodyFields = ({ path, body }: Operation): [string, Field][] =>
  Object.entries(body).filter(([name, field]) => (field.required || isText(field)) && !path.includes(`{${name}_gid}`))

const requiredFields = (fields: Fields) => Object.entries(fields).filter(([, { required }]) => required)

/** The operation that creates an object of a type from its required fields. */
const creationOf = ({ operations }: Catalog, type: Name): Operation | undefined =>
  operations.find(one => one.method === 'POST' && one.status === 201 && one.of === type && one.type === type)

/** The request that creates an object of a type, with its operation; undefined where it cannot be derived. */
export function derivedCreation(
  catalog: Catalog,
  type: Name,
  known: Known,
): { operation: Operation; request: SampleRequest } | undefined {
  const operation = creationOf(catalog, type)
  const body = operation && sampleValues(bodyFields(operation), known)
  if (!operation || !body) return undefined
  const parameters = [...operation.path.matchAll(/\{(\w+)_gid\}/g)].map(([, name]) => name as Name)
  const path = Object.fromEntries(parameters.map(name => [`${name}_gid`, known[name] ?? '']))
  return { operation, request: { path, body } }
}

/** The query and the body of an operation on objects that exist; undefined where they cannot be derived. */
export function derivedRequest(operation: Operation, known: Known): SampleRequest | undefined {
  const query = sampleValues(requiredFields(operation.query), known)
  if (operation.method === 'GET') return query && { query }
  const isStandard = operation.method === 'PUT' || operation.status === 201
  const body = isStandard ? sampleValues(bodyFields(operation), known) : undefined
  return body && query && { query, body }
}
