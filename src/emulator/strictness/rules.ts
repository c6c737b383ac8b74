/**
 * The rules of strictness: what the real service leaves undefined, or what only works here. `docs/emulator.md` has the
 * source of each. S08 is in `search.ts`, because it depends on the response.
 */

import { parsePaths, type SelectionTree } from '../../graph/parse.ts'
import { unknownNamesIn } from '../../http/unknown_names.ts'
import { isPublic } from '../../jobs/addresses.ts'
import type { Name } from '../../names.ts'
import type { Field } from '../../vocabulary/field.ts'
import { type CheckedRequest, NOTHING } from './request.ts'

export interface StrictnessRule {
  id: string
  /** Whether it checks only parameters and bodies: most requests have none. */
  checksInput?: true
  /** What is wrong with a request; undefined if nothing is. */
  check(request: CheckedRequest): string | undefined
}

const first = (texts: readonly string[], noun: string): string | undefined =>
  texts.length > 0 ? `${noun} ${texts.join(' ')}` : undefined

const namesIn = ({ operation, query, data }: CheckedRequest) =>
  unknownNamesIn(operation, Object.fromEntries(query), data)

/** Fields by type that the real service calls deprecated, in bodies and selections. */
const DEPRECATED: Partial<Record<Name, readonly string[]>> = {
  project: ['public', 'current_status'],
  task: ['hearted', 'hearts', 'num_hearts', 'assignee_status'],
  story: ['hearted', 'hearts', 'num_hearts'],
}

function deprecatedIn({ operation, data, query }: CheckedRequest): string | undefined {
  const names = new Set([...Object.keys(data), ...(query.get('opt_fields') ?? '').split(',').map(one => one.trim())])
  const found = DEPRECATED[operation.type]?.find(name => names.has(name))
  if (found) return `${found} is deprecated.`
  return operation.id === 'updateProject' && names.has('team') ? 'team of a project is deprecated.' : undefined
}

function unknownField({ operation, catalog, query }: CheckedRequest): string | undefined {
  const text = query.get('opt_fields')
  if (!text) return undefined
  try {
    const types = operation.types ?? [operation.type]
    const unknown = unknownIn(parsePaths(text), types, name => catalog.resource(name).fields)
    return unknown && `opt_fields has an unknown field ${unknown}.`
  } catch {
    // The answer of the world says what is wrong.
    return undefined
  }
}

type FieldsOf = (name: Name) => Readonly<Record<string, Field>>

/** The first path of a selection that none of these types has. */
function unknownIn(tree: SelectionTree, types: readonly Name[], fieldsOf: FieldsOf): string | undefined {
  for (const [name, below] of tree) {
    if (['gid', 'id', 'resource_type', 'resource_subtype', ''].includes(name)) continue
    const fields = types.flatMap(type => fieldsOf(type)[name] ?? [])
    if (fields.length === 0) return /^\w{1,60}$/.test(name) ? name : 'with a strange name'
    const next = fields.flatMap(field => field.types ?? [])
    const unknown = next.length > 0 && below.size > 0 ? unknownIn(below, next, fieldsOf) : undefined
    if (unknown !== undefined) return `${name}.${unknown}`
  }
  return undefined
}

function numberAsGid({ operation, data }: CheckedRequest): string | undefined {
  const found = Object.entries(operation.body).find(
    ([name, field]) => field.types && [data[name]].flat().some(value => typeof value === 'number'),
  )
  return found && `${found[0]} is a JSON number. Send gids as texts.`
}

function webhookTarget({ operation, data: { target } }: CheckedRequest): string | undefined {
  if (operation.id !== 'createWebhook' || typeof target !== 'string') return undefined
  const url = URL.parse(target)
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isLocal = host === 'localhost' || (/^[\d.]+$|:/.test(host) && !isPublic(host))
  return url?.protocol === 'https:' && !isLocal ? undefined : 'target must be an https address that is public.'
}

/** What says to which workspace a new object belongs. */
const PLACES = ['workspace', 'projects', 'project', 'parent', 'team', 'memberships', 'section', 'portfolio', 'goal']

function omittedWorkspace({ operation, data, query, workspaceCount, exchange }: CheckedRequest): string | undefined {
  if (workspaceCount < 2 || exchange.path.includes('{')) return undefined
  const isWrite = operation.method === 'POST'
  const takes = isWrite ? operation.body : operation.query
  const isTold = PLACES.some(name => (isWrite ? data[name] !== undefined : query.has(name)))
  const isMeant = takes.workspace !== undefined && !operation.path.includes('{') && !isTold
  return isMeant ? 'workspace is missing, and there are several.' : undefined
}

const MAX_IN_FLIGHT = { reads: 50, writes: 15 }

function tooManyInFlight({ exchange: { method }, inFlight }: CheckedRequest): string | undefined {
  const kind = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes'
  if (inFlight[kind] <= MAX_IN_FLIGHT[kind]) return undefined
  return `More than ${MAX_IN_FLIGHT[kind]} ${kind} are in flight.`
}

/** The objects that several writing actions of a batch change. */
function repeatedInBatch({ operation, data: { actions } }: CheckedRequest): string | undefined {
  if (operation.answers !== 'batch' || !Array.isArray(actions)) return undefined
  const writes = (actions as { method?: unknown; relative_path?: unknown }[]).filter(
    one => typeof one === 'object' && one !== null && !/^get$/i.test(String(one.method)),
  )
  const gids = writes.flatMap(({ relative_path }) => /\/(\d+)/.exec(String(relative_path))?.[1] ?? [])
  return new Set(gids).size < gids.length ? 'Several actions of the batch change one object.' : undefined
}

function repeated({ query }: CheckedRequest): string | undefined {
  const names = [...query.keys()].filter(name => !/\[\d*\]$/.test(name))
  const name = names.find((one, index) => names.indexOf(one) !== index)
  return name && (/^\w{1,60}$/.test(name) ? `${name} is repeated.` : 'A parameter is repeated.')
}

function extensionIn({ operation, data, query }: CheckedRequest): string | undefined {
  if (operation.limit === 'search' && query.has('offset')) return 'Searches of the real service have no offset.'
  const isFormula = /^(?:create|update)CustomField$/.test(operation.id) && Object.hasOwn(data, 'formula')
  return isFormula ? 'The real service does not accept definitions of formulas.' : undefined
}

const STRICTNESS_RULES: readonly StrictnessRule[] = [
  {
    id: 'S01',
    check: ({ operation, query }) =>
      operation.answers === 'page' && operation.limit !== 'search' && !query.has('limit')
        ? 'The list has no limit: the real service returns an error for more than 1,000 objects.'
        : undefined,
  },
  {
    id: 'S02',
    checksInput: true,
    check: request =>
      request.query.size > 0 ? first(namesIn(request).parameters, 'The query has an unknown parameter') : undefined,
  },
  {
    id: 'S03',
    checksInput: true,
    check: request =>
      request.data === NOTHING ? undefined : first(namesIn(request).members, 'data has an unknown member'),
  },
  { id: 'S04', checksInput: true, check: unknownField },
  { id: 'S05', checksInput: true, check: deprecatedIn },
  { id: 'S06', checksInput: true, check: extensionIn },
  { id: 'S07', checksInput: true, check: repeated },
  { id: 'S09', checksInput: true, check: numberAsGid },
  { id: 'S10', checksInput: true, check: webhookTarget },
  {
    id: 'S11',
    checksInput: true,
    check: ({ query }) => (query.has('offset') && !query.has('limit') ? 'offset needs limit.' : undefined),
  },
  { id: 'S12', check: omittedWorkspace },
  { id: 'S13', check: tooManyInFlight },
  { id: 'S14', checksInput: true, check: repeatedInBatch },
]

const RULES_WITHOUT_INPUT = STRICTNESS_RULES.filter(({ checksInput }) => !checksInput)

/** What the rules say about a request, as `S07; text`. */
export function warningsOf(request: CheckedRequest): string[] {
  const hasInput = request.query.size > 0 || request.data !== NOTHING
  const warnings: string[] = []
  for (const { id, check } of hasInput ? STRICTNESS_RULES : RULES_WITHOUT_INPUT) {
    const text = check(request)
    if (text !== undefined) warnings.push(`${id}; ${text}`)
  }
  return warnings
}
