/**
 * Resolution of the names that clients send to attributes: with or without the schema prefix, in any case, and with
 * the schema names of the drafts. A name resolves to an attribute of the table or to nothing, never to a property of an
 * object.
 */
import { commonAttributes, type ResourceKind, type ScimAttribute, type ScimSchema } from './attributes.ts'

export interface ResolvedAttribute {
  is: 'attribute'
  /** Null for the attributes of every resource. */
  schema: ScimSchema | null
  attribute: ScimAttribute
  sub: ScimAttribute | null
  path: string
}

/** What a name refers to. */
export type AttributeRef =
  | ResolvedAttribute
  | { is: 'schema'; schema: ScimSchema }
  /** An attribute of the standard that is not stored. */
  | { is: 'ignored' }

// wire: OneLogin and older connectors name the schemas of drafts
const DRAFTS = {
  core: ['urn:scim:schemas:core:1.0', 'urn:scim:schemas:core:2.0'],
  extension: 'urn:scim:schemas:extension',
}

const drafts = (name: string) => ({
  core: DRAFTS.core.flatMap(urn => [`${urn}:${name}`, urn]),
  extension: [`${DRAFTS.extension}:enterprise:2.0:${name}`, `${DRAFTS.extension}:enterprise:1.0`],
})

interface NameTable {
  /** Names of the schemas in lower case, the longest first. */
  schemas: [urn: string, schema: ScimSchema][]
  attributes: Map<ScimSchema | null, Map<string, ScimAttribute>>
  ignored: Set<string>
}

const byName = (attributes: readonly ScimAttribute[]) => new Map(attributes.map(one => [one.name.toLowerCase(), one]))

function buildTable({ name, core, extension, ignored }: ResourceKind): NameTable {
  const old = drafts(name)
  const names = [
    ...[core.id, ...old.core].map((urn): [string, ScimSchema] => [urn.toLowerCase(), core]),
    ...(extension
      ? [extension.id, ...old.extension].map((urn): [string, ScimSchema] => [urn.toLowerCase(), extension])
      : []),
  ]
  const attributes = new Map<ScimSchema | null, Map<string, ScimAttribute>>([
    [core, byName([...commonAttributes, ...core.attributes])],
  ])
  if (extension) attributes.set(extension, byName(extension.attributes))
  return {
    schemas: names.sort(([a], [b]) => b.length - a.length),
    attributes,
    ignored: new Set(ignored.map(one => one.toLowerCase())),
  }
}

const tables = new Map<ResourceKind, NameTable>()

function nameTableOf(kind: ResourceKind): NameTable {
  const table = tables.get(kind) ?? buildTable(kind)
  tables.set(kind, table)
  return table
}

/** Resolves a name for a resource type; undefined for an unknown one. */
export function resolveName(kind: ResourceKind, name: string): AttributeRef | undefined {
  const table = nameTableOf(kind)
  const lower = name.toLowerCase()
  for (const [urn, schema] of table.schemas) {
    if (lower === urn) return { is: 'schema', schema }
    if (lower.startsWith(`${urn}:`)) return resolveInSchema(table, schema, lower.slice(urn.length + 1))
  }
  return resolveInSchema(table, kind.core, lower)
}

/** Resolves a name inside a schema. */
export const resolveNameIn = (kind: ResourceKind, schema: ScimSchema, name: string): AttributeRef | undefined =>
  resolveInSchema(nameTableOf(kind), schema, name.toLowerCase())

function resolveInSchema(
  { attributes, ignored }: NameTable,
  schema: ScimSchema,
  lower: string,
): AttributeRef | undefined {
  const [first = '', second, ...more] = lower.split('.')
  if (ignored.has(first) || ignored.has(lower)) return { is: 'ignored' }
  const attribute = attributes.get(schema)?.get(first)
  if (!attribute || more.length > 0) return undefined
  const sub = second === undefined ? null : subAttributeOf(attribute, second)
  if (sub === undefined) return undefined
  const isCommon = commonAttributes.includes(attribute)
  const prefix = schema.id.includes(':extension:') ? `${schema.id}:` : ''
  const path = `${prefix}${attribute.name}${sub ? `.${sub.name}` : ''}`
  return { is: 'attribute', schema: isCommon ? null : schema, attribute, sub, path }
}

/** A sub-attribute by its name in any case. */
export const subAttributeOf = ({ subAttributes = [] }: ScimAttribute, name: string): ScimAttribute | undefined =>
  subAttributes.find(one => one.name.toLowerCase() === name.toLowerCase())
