/**
 * Resolution of the names that clients send to attributes: with or without the schema prefix, in any case, and with
 * the schema names of the drafts. A name resolves to an attribute of the table or to nothing, never to a property of an
 * object.
 */
import { type Attribute, common, type Kind, type Schema } from './attributes.ts'

/** What a name refers to. */
export type Place =
  | { is: 'attribute'; schema: Schema | null; attribute: Attribute; sub: Attribute | null; path: string }
  | { is: 'schema'; schema: Schema }
  /** An attribute of the standard that is not stored. */
  | { is: 'passed' }

// wire: OneLogin and older connectors name the schemas of drafts
const DRAFTS = {
  core: ['urn:scim:schemas:core:1.0', 'urn:scim:schemas:core:2.0'],
  extension: 'urn:scim:schemas:extension',
}

const drafts = (name: string) => ({
  core: DRAFTS.core.flatMap(urn => [`${urn}:${name}`, urn]),
  extension: [`${DRAFTS.extension}:enterprise:2.0:${name}`, `${DRAFTS.extension}:enterprise:1.0`],
})

interface Table {
  /** Names of the schemas in lower case, the longest first. */
  schemas: [urn: string, schema: Schema][]
  attributes: Map<Schema | null, Map<string, Attribute>>
  passed: Set<string>
}

const byName = (attributes: readonly Attribute[]) => new Map(attributes.map(one => [one.name.toLowerCase(), one]))

function tableOf({ name, core, extension, passedOver }: Kind): Table {
  const old = drafts(name)
  const names = [
    ...[core.id, ...old.core].map((urn): [string, Schema] => [urn.toLowerCase(), core]),
    ...(extension
      ? [extension.id, ...old.extension].map((urn): [string, Schema] => [urn.toLowerCase(), extension])
      : []),
  ]
  const attributes = new Map<Schema | null, Map<string, Attribute>>([[core, byName([...common, ...core.attributes])]])
  if (extension) attributes.set(extension, byName(extension.attributes))
  return {
    schemas: names.sort(([a], [b]) => b.length - a.length),
    attributes,
    passed: new Set(passedOver.map(one => one.toLowerCase())),
  }
}

const tables = new Map<Kind, Table>()

function known(kind: Kind): Table {
  const table = tables.get(kind) ?? tableOf(kind)
  tables.set(kind, table)
  return table
}

/** Resolves a name for a resource type; undefined for an unknown one. */
export function placeOf(kind: Kind, name: string): Place | undefined {
  const table = known(kind)
  const lower = name.toLowerCase()
  for (const [urn, schema] of table.schemas) {
    if (lower === urn) return { is: 'schema', schema }
    if (lower.startsWith(`${urn}:`)) return inSchema(table, schema, lower.slice(urn.length + 1))
  }
  return inSchema(table, kind.core, lower)
}

/** Resolves a name inside a schema. */
export const placeIn = (kind: Kind, schema: Schema, name: string): Place | undefined =>
  inSchema(known(kind), schema, name.toLowerCase())

function inSchema({ attributes, passed }: Table, schema: Schema, lower: string): Place | undefined {
  const [first = '', second, ...more] = lower.split('.')
  if (passed.has(first) || passed.has(lower)) return { is: 'passed' }
  const attribute = attributes.get(schema)?.get(first)
  if (!attribute || more.length > 0) return undefined
  const sub = second === undefined ? null : subOf(attribute, second)
  if (sub === undefined) return undefined
  const isCommon = common.includes(attribute)
  const prefix = schema.id.includes(':extension:') ? `${schema.id}:` : ''
  const path = `${prefix}${attribute.name}${sub ? `.${sub.name}` : ''}`
  return { is: 'attribute', schema: isCommon ? null : schema, attribute, sub, path }
}

/** A sub-attribute by its name in any case. */
export const subOf = ({ sub = [] }: Attribute, name: string): Attribute | undefined =>
  sub.find(one => one.name.toLowerCase() === name.toLowerCase())
