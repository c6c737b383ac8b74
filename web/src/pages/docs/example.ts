/** Examples of requests and answers, made of the schemas: what a client would send first, and what comes back by default. */
import { dataOf, flatten, type Operation, type Parameter, type Reference, type Schema } from './document.ts'

/** What an object shows of itself where it is not the one that was asked for. */
const BRIEF = ['gid', 'resource_type', 'resource_subtype', 'name']
const MAX_DEPTH = 4

/** Names of things, so that an answer reads as if it were one. */
const NAMES: Record<string, string> = {
  ...{ task: 'Water the plants', project: 'Garden', section: 'To do', tag: 'urgent', custom_field: 'Priority' },
  ...{ user: 'Ann Miller', team: 'Gardeners', workspace: 'Example', user_task_list: 'My Tasks', enum_option: 'High' },
}

/** A gid that differs from type to type. */
function sampleGid(wire: string): string {
  const sum = [...wire].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_000, 7)
  return `1207430${String(sum).padStart(6, '0')}`
}

/** Such a field is no part of a usual answer. */
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

/** A value that the schema allows. `depth` says how far it is from what was asked for. */
function sample(reference: Reference, schema: Schema, name: string, depth: number): unknown {
  const flat = flatten(reference.document, schema)
  const given = examplesOf(flat)
  if (given !== undefined) return given
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
  const isBrief = depth > 0 && properties.gid !== undefined && properties.resource_type !== undefined
  const usual = names.filter(name => !ON_REQUEST.test(properties[name]?.description ?? ''))
  const shown = depth > MAX_DEPTH ? [] : isBrief ? names.filter(name => BRIEF.includes(name)) : usual
  const type = properties.resource_type?.const
  const own: Record<string, unknown> = typeof type === 'string' ? { gid: sampleGid(type), name: NAMES[type] } : {}
  return Object.fromEntries(
    shown.map(name => [name, own[name] ?? sample(reference, properties[name] ?? {}, name, depth + 1)] as const),
  )
}

/** What the server answers when all goes well. The objects of a list are brief, as they are without `opt_fields`. */
export function sampleAnswer(reference: Reference, schema: Schema | undefined): unknown {
  if (!schema) return undefined
  const { document } = reference
  const { properties } = flatten(document, schema)
  if (!properties?.data) return sample(reference, schema, '', 0)
  const data = flatten(document, properties.data)
  const list = data.items && [sample(reference, data.items, 'data', 1)]
  const beside = Object.entries(properties).filter(([name]) => name !== 'data')
  return {
    data: list ?? sample(reference, properties.data, 'data', 0),
    ...Object.fromEntries(beside.map(([name, one]) => [name, sample(reference, one, name, 1)])),
  }
}

/** The fields of the body that a first request has: what is required, or else what says what it is and where. */
const USUAL = ['name', 'text', 'workspace']

/** What an operation needs although no field of it alone is required. */
const NEEDED: Record<string, string[]> = {
  createCustomField: ['resource_subtype'],
  insertSectionForProject: ['before_section'],
  insertEnumOptionForCustomField: ['before_enum_option'],
}

/** Values of fields whose schema says nothing of them. */
const FREE: Record<string, unknown> = {
  filters: [{ resource_type: 'task', action: 'changed', fields: ['due_on'] }],
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')

/** A text of which nothing else is known is a gid, and so is what may be anything. */
function sampleInput(reference: Reference, schema: Schema, name: string): unknown {
  const flat = flatten(reference.document, schema)
  const known = FREE[name] ?? sample(reference, schema, name, 0)
  if (flat.items) return [sampleInput(reference, flat.items, singular(name))]
  const isFree = typeof known === 'object' && !Array.isArray(known) && flat.type === undefined && !flat.properties
  return known === '…' || isFree ? `${name.toUpperCase()}_GID` : known
}

export function sampleBody(reference: Reference, { id, body, method }: Operation): Record<string, unknown> | undefined {
  const data = dataOf(reference.document, body)
  if (!data) return undefined
  const { properties = {}, required = [] } = flatten(reference.document, data)
  const names = Object.keys(properties)
  const usual = USUAL.filter(name => names.includes(name) && (method === 'POST' || name !== 'workspace'))
  const found = [...new Set([...required, ...usual, ...(NEEDED[id] ?? [])])]
  const shown = found.length > 0 ? found : names.slice(0, 1)
  return Object.fromEntries(shown.map(name => [name, sampleInput(reference, properties[name] ?? {}, name)]))
}

/** Parameters that say how the answer looks, not what is asked for. */
const isOption = ({ name }: Parameter) => /^opt_/.test(name) || name === 'limit' || name === 'offset'

/** The parameters that the first request has, with a text that stands for their value. */
export function sampleParameters({ parameters, path, method }: Operation): Record<string, string> {
  const needed = parameters.filter(one => one.in === 'path' || (one.in === 'query' && one.required))
  const own = parameters.filter(one => one.in === 'query' && !isOption(one))
  // A list of nothing in particular is refused: the first thing that it can be a list of stands first.
  const first =
    method === 'GET' && !path.includes('{') && !needed.some(one => one.in === 'query') ? own.slice(0, 1) : []
  return Object.fromEntries([...needed, ...first].map(one => [one.name, placeholder(one)]))
}

function placeholder({ name, in: place, example, schema }: Parameter): string {
  const given = example ?? (schema && examplesOf(schema))
  if (typeof given === 'string' || typeof given === 'number') return String(given)
  if (schema?.enum) return String(schema.enum[0])
  if (name === 'user_gid') return 'me'
  return place === 'path' ? name.toUpperCase() : `${name.toUpperCase()}_GID`
}

export interface SampleRequest {
  method: string
  /** With the query, from the root of the server. */
  path: string
  /** As JSON, ready to be sent. */
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

/** The same as a line for a shell, in which `$TOKEN` is an access token. */
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
