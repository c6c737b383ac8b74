/** Examples of requests and responses, generated from the schemas. */
import { dataOf, flatten, type Operation, type Parameter, type Reference, type Schema } from './document.ts'

/** The fields of a compact object. */
const COMPACT_FIELDS = ['gid', 'resource_type', 'resource_subtype', 'name']
const MAX_DEPTH = 4

/** Sample names of objects, by type. */
const NAMES: Record<string, string> = {
  ...{ task: 'Water the plants', project: 'Garden', section: 'To do', tag: 'urgent', custom_field: 'Priority' },
  ...{ user: 'Ann Miller', team: 'Gardeners', workspace: 'Example', user_task_list: 'My Tasks', enum_option: 'High' },
}

/** A sample gid, different for each type. */
function sampleGid(wire: string): string {
  const sum = [...wire].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_000, 7)
  return `1207430${String(sum).padStart(6, '0')}`
}

/** Matches descriptions of fields that are returned only on request. */
const ON_REQUEST = /only when asked for/i

const SAMPLES: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00.000Z',
  uri: 'https://example.com/',
  email: 'ann@example.com',
}

const TEXTS: Record<string, string> = {
  name: 'Water the plants',
  text: 'Done by noon.',
  notes: 'Twice a week.',
  html_notes: '<body>Twice a week.</body>',
  email: 'ann@example.com',
  target: 'https://example.com/hooks',
  sync: '9c4de2f07b61…',
}

const examplesOf = ({ example, examples }: Schema): unknown => example ?? examples?.[0]

/** A value that the schema allows. `depth` is the nesting below the requested object. */
function sample(reference: Reference, schema: Schema, name: string, depth: number): unknown {
  const flat = flatten(reference.document, schema)
  const example = examplesOf(flat)
  if (example !== undefined) return example
  if (flat.const !== undefined) return flat.const
  if (flat.enum) return flat.enum[0]
  if (flat.items) return depth > MAX_DEPTH ? [] : [sample(reference, flat.items, singular(name), depth)]
  if (flat.properties) return sampleObject(reference, flat.properties, depth)
  const [choice] = flat.choices
  if (choice) return sample(reference, choice, name, depth)
  const type = Array.isArray(flat.type) ? flat.type[0] : flat.type
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return flat.minimum ?? 1
  if (type === 'object' || type === undefined) return {}
  return SAMPLES[flat.format ?? ''] ?? TEXTS[name] ?? (/(^|_)gid$/.test(name) ? sampleGid(name) : '…')
}

function sampleObject(reference: Reference, properties: Record<string, Schema>, depth: number): object {
  const names = Object.keys(properties)
  const isCompact = depth > 0 && properties.gid !== undefined && properties.resource_type !== undefined
  const usual = names.filter(name => !ON_REQUEST.test(properties[name]?.description ?? ''))
  const shown = depth > MAX_DEPTH ? [] : isCompact ? names.filter(name => COMPACT_FIELDS.includes(name)) : usual
  const type = properties.resource_type?.const
  const own: Record<string, unknown> = typeof type === 'string' ? { gid: sampleGid(type), name: NAMES[type] } : {}
  return Object.fromEntries(
    shown.map(name => [name, own[name] ?? sample(reference, properties[name] ?? {}, name, depth + 1)] as const),
  )
}

/** A sample response. The objects of a list are compact, as they are without `opt_fields`. */
export function sampleResponse(reference: Reference, schema: Schema | undefined): unknown {
  if (!schema) return undefined
  const { document } = reference
  const { properties } = flatten(document, schema)
  if (!properties?.data) return sample(reference, schema, '', 0)
  const data = flatten(document, properties.data)
  const list = data.items && [sample(reference, data.items, 'data', 1)]
  const siblings = Object.entries(properties).filter(([name]) => name !== 'data')
  return {
    data: list ?? sample(reference, properties.data, 'data', 0),
    ...Object.fromEntries(siblings.map(([name, one]) => [name, sample(reference, one, name, 1)])),
  }
}

/** Optional fields that the sample body contains if the schema has them. */
const COMMON_FIELDS = ['name', 'text', 'workspace']

/** Fields that an operation requires although the schema marks none of them as required. */
const REQUIRED_TOGETHER: Record<string, string[]> = {
  createCustomField: ['resource_subtype'],
  insertSectionForProject: ['before_section'],
  insertEnumOptionForCustomField: ['before_enum_option'],
}

/** Values of fields whose schema allows any value. */
const UNTYPED_SAMPLES: Record<string, unknown> = {
  filters: [{ resource_type: 'task', action: 'changed', fields: ['due_on'] }],
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')

/** A sample of an input. A string without a format, and a value without a type, become a gid placeholder. */
function sampleInput(reference: Reference, schema: Schema, name: string): unknown {
  const flat = flatten(reference.document, schema)
  const value = UNTYPED_SAMPLES[name] ?? sample(reference, schema, name, 0)
  if (flat.items) return [sampleInput(reference, flat.items, singular(name))]
  const isFree = typeof value === 'object' && !Array.isArray(value) && flat.type === undefined && !flat.properties
  return value === '…' || isFree ? `${name.toUpperCase()}_GID` : value
}

export function sampleBody(reference: Reference, { id, body, method }: Operation): Record<string, unknown> | undefined {
  const data = dataOf(reference.document, body)
  if (!data) return undefined
  const { properties = {}, required = [] } = flatten(reference.document, data)
  const names = Object.keys(properties)
  const usual = COMMON_FIELDS.filter(name => names.includes(name) && (method === 'POST' || name !== 'workspace'))
  const included = [...new Set([...required, ...usual, ...(REQUIRED_TOGETHER[id] ?? [])])]
  const shown = included.length > 0 ? included : names.slice(0, 1)
  return Object.fromEntries(shown.map(name => [name, sampleInput(reference, properties[name] ?? {}, name)]))
}

/** Whether a parameter selects the form of the response only. */
const isOption = ({ name }: Parameter) => /^opt_/.test(name) || name === 'limit' || name === 'offset'

/** The parameters of a first request, with placeholders as values. */
export function sampleParameters({ parameters, path, method }: Operation): Record<string, string> {
  const required = parameters.filter(one => one.in === 'path' || (one.in === 'query' && one.required))
  const own = parameters.filter(one => one.in === 'query' && !isOption(one))
  // The server refuses a list without a filter, so the first filter is included.
  const first =
    method === 'GET' && !path.includes('{') && !required.some(one => one.in === 'query') ? own.slice(0, 1) : []
  return Object.fromEntries([...required, ...first].map(one => [one.name, placeholder(one)]))
}

function placeholder({ name, in: location, example, schema }: Parameter): string {
  const value = example ?? (schema && examplesOf(schema))
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (schema?.enum) return String(schema.enum[0])
  if (name === 'user_gid') return 'me'
  return location === 'path' ? name.toUpperCase() : `${name.toUpperCase()}_GID`
}

export interface SampleRequest {
  method: string
  /** The path on the server, with the query. */
  path: string
  /** JSON text. */
  body: string | undefined
}

export function requestOf(
  { base }: Reference,
  { method, path, parameters }: Operation,
  values: Record<string, string>,
  body: string | undefined,
): SampleRequest {
  const filled = path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(values[name] || `{${name}}`))
  const query = parameters
    .filter(one => one.in === 'query' && values[one.name])
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? '').replaceAll('%2C', ',')}`)
  return { method, path: base + filled + (query.length > 0 ? `?${query.join('&')}` : ''), body }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a curl command, in which `$TOKEN` is an access token. */
export function curlOf(origin: string, { method, path, body }: SampleRequest): string {
  const url = origin + path
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `
  const lines = [
    `curl ${verb}-H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
    /[^\w./:-]/.test(url) ? quoted(url) : url,
  ]
  return lines.join(' \\\n  ')
}
