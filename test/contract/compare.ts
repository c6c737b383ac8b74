/** Compares the published contract with the catalog, as one key for each part: `path getTask tags.name`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Fields, JsonShape } from '../../src/vocabulary/field.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { shapeIn } from '../harness/openapi/selectable.ts'

/** A value, an input or a type of the contract. */
export interface Described {
  ref?: string
  type?: string
  format?: string
  enum?: (string | null)[]
  nullable?: boolean
  items?: Described
  fields?: Record<string, Described>
  anyOf?: Described[]
  readOnly?: boolean
}

export interface Published {
  id: string
  tag: string
  method: string
  path: string
  params: { name: string; in: 'path' | 'query' }[]
  body?: Record<string, Described>
  response: { status: number; envelope: string[]; data: Described }
  opt_fields?: string[]
  /** The scopes of which any one is enough; if there are none, full permission. */
  scopes?: string[]
}

interface Contract {
  scopes: string[]
  operations: Published[]
  schemas: Record<string, Described>
}

export const contract = JSON.parse(readFileSync(join(import.meta.dirname, 'contract.json'), 'utf8')) as Contract

export const kinds = ['operation', 'parameter', 'body', 'path'] as const

/** The number of parts of each kind in the contract, and the missing ones. */
export interface Comparison {
  counts: Record<(typeof kinds)[number], number>
  missing: string[]
}

/** Members of `next_page`, which the contract lists among the fields of the objects. */
const ofPages = new Set(['offset', 'path', 'uri'])

/** The selectable paths of an operation. */
export const pathsOf = ({ opt_fields: paths = [] }: Published): string[] => paths.filter(one => !ofPages.has(one))

export function compare(catalog: Catalog, published: Published): Comparison {
  const { id, method, path, params, response } = published
  const found = catalog.operations.find(one => one.method === method && one.path === path)
  const query = params.filter(one => one.in === 'query' && !one.name.startsWith('opt_')).map(({ name }) => name)
  const body = bodyOf(published)
  const paths = pathsOf(published)
  const counts = { operation: 1, parameter: query.length, body: body.length, path: paths.length }
  if (!found) return { counts, missing: [`operation ${id}`] }
  const known = new Set([
    ...Object.keys(found.query),
    ...(found.answers === 'page' ? ['limit', 'offset'] : []),
    ...found.ignored,
  ])
  const accepted = new Set([...Object.keys(found.body), ...found.refused, ...found.ignored])
  const missing = [
    ...(found.id === id ? [] : [`id ${id} (it is called ${found.id})`]),
    ...(found.status === response.status ? [] : [`status ${id} ${response.status}`]),
    ...(found.answers === 'nothing' && paths.length > 0 ? [`answer ${id}`] : []),
    ...query.filter(name => !known.has(name)).map(name => `parameter ${id} ${name}`),
    ...body.filter(name => !accepted.has(name)).map(name => `body ${id} ${name}`),
    ...paths.filter(one => !selects(catalog, found, one)).map(one => `path ${id} ${one}`),
  ]
  return { counts, missing }
}

function bodyOf({ body }: Published): string[] {
  return Object.values(body ?? {}).flatMap(said => {
    const { fields = {} } = said.ref ? (contract.schemas[said.ref] ?? {}) : said
    return Object.keys(fields).filter(name => !fields[name]?.readOnly)
  })
}

/** Whether `opt_fields` of an operation accepts a path. */
function selects(catalog: Catalog, { type }: Operation, path: string): boolean {
  return hasPath(catalog, catalog.resource(type).fields, path.split('.'))
}

function hasPath(catalog: Catalog, fields: Fields, [name = '', ...rest]: string[]): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) return name === 'gid' || name === 'resource_type'
  if (rest.length === 0) return true
  if (field.shape) return inShape(field.shape, rest)
  const below = field.parts ? [field.parts] : (field.types ?? []).map(type => catalog.resource(type).fields)
  return below.some(one => hasPath(catalog, one, rest))
}

function inShape(shape: JsonShape, [name = '', ...rest]: string[]): boolean {
  const member = Object.hasOwn(shape, name) ? shape[name] : undefined
  return rest.length === 0 || member === undefined
    ? member !== undefined
    : typeof member === 'object' && inShape(shapeIn(member), rest)
}
