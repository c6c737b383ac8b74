/**
 * Batch requests: several requests in one, run in parallel.
 *
 * Invariants:
 * - Each action has the rights, the limits and the response of a request of its own.
 * - If one action exceeds a limit, none runs.
 * - A failed action does not affect the others; its response is the error.
 */
import type { Actor } from '../identity/actor.ts'
import { invalid, malformed, noRoute } from '../lib/errors.ts'
import type { Permit } from '../limits/limits.ts'
import { parseInput } from '../vocabulary/input.ts'
import type { Operation } from '../vocabulary/operation.ts'
import { members } from './body.ts'
import { indented } from './envelope.ts'
import { failureOf } from './failure.ts'
import { optionsOf, type Query } from './options.ts'
import { acquirePermit, requireJobSlots } from './rate_limit.ts'
import type { Incoming, Kernel, Outgoing } from './request.ts'
import type { Match } from './router.ts'

const MAX_ACTIONS = 10

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'])

// wire: contract: uploads, exports of organizations, provisioning and other batches are refused
const REFUSED_PATHS = /^\/(?:attachments|organization_exports|scim|batch)(?:\/|$)/

interface BatchAction {
  incoming: Incoming
  headers: Record<string, string | string[]>
  match: Match | undefined
}

/** Runs one action that holds a permit, and releases that. */
type RunAction = (action: Incoming, match: Match, permit: Permit) => Promise<Outgoing>

/** Serves a batch request. Throws 400 for an invalid batch, 429 when an action exceeds a limit. */
export async function runBatch(
  kernel: Kernel,
  incoming: Incoming,
  { operation }: Match,
  actor: Actor,
  run: RunAction,
): Promise<Outgoing> {
  const actions = await readActions(kernel, incoming, operation, actor)
  const permits = await acquireAll(kernel, incoming, actor, operation, actions)
  const responses = await Promise.all(
    actions.map((action, index) => respond(kernel, action, permits[index] as Permit, run)),
  )
  const { fields, pretty } = optionsOf(incoming.query, incoming.body())
  const selected = fields === '' ? MEMBERS : membersIn(fields)
  let data = ''
  for (const response of responses) {
    let members = ''
    for (const name of selected) members += `${members && ','}"${name}":${response[name]}`
    data += `${data && ','}{${members}}`
  }
  const text = `{"data":[${data}]}`
  return { status: operation.status, text: pretty ? indented(text) : text }
}

/** Reads the actions. An invalid batch counts as one request, so that it cannot be repeated without limit. */
async function readActions(
  kernel: Kernel,
  incoming: Incoming,
  operation: Operation,
  actor: Actor,
): Promise<BatchAction[]> {
  try {
    const { actions } = parseInput(operation.body, incoming.body().data, []) as { actions: ActionInput[] }
    // wire: recordings: both texts
    if (actions.length === 0) throw malformed('Batch requests must contain at least one action')
    if (actions.length > MAX_ACTIONS) {
      throw malformed(`Batch requests must contain no more than ${MAX_ACTIONS} actions`)
    }
    return actions.map((action, index) => readAction(kernel, incoming, action, `actions: [${index}]`))
  } catch (error) {
    kernel.limits.release(await acquirePermit(kernel, incoming, actor, operation), undefined)
    throw error
  }
}

interface ActionInput {
  relative_path: string
  method: string
  data?: unknown
  options?: unknown
}

function readAction(kernel: Kernel, incoming: Incoming, input: ActionInput, at: string): BatchAction {
  const method = input.method.toUpperCase()
  if (!METHODS.has(method)) throw invalid(`${at}: method`, 'Not one of get, post, put, delete, patch, head')
  if (/[?#]/.test(input.relative_path)) throw invalid(`${at}: relative_path`, 'Put the query into data')
  const path = input.relative_path.startsWith('/') ? input.relative_path : `/${input.relative_path}`
  const data = members(`${at}: data`, input.data)
  const { limit, offset, ...options } = members(`${at}: options`, input.options)
  const reads = method === 'GET' || method === 'HEAD'
  const query: Query = Object.assign(Object.create(null), queryIn({ ...(reads ? data : {}), limit, offset }, at))
  const headers: BatchAction['headers'] = {}
  const body = { data: reads ? {} : data, options }
  return {
    headers,
    match: kernel.router.match(method === 'HEAD' ? 'GET' : method, path),
    incoming: {
      ...incoming,
      ...{
        method,
        path,
        query,
        body: () => body,
        form: undefined,
        addHeaders: more => void Object.assign(headers, more),
      },
    },
  }
}

/** Parameters of a query, from JSON values. A list becomes a comma-separated text. */
function queryIn(values: Record<string, unknown>, at: string): Query {
  const query: Query = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    const items = Array.isArray(value) ? value : [value]
    if (items.some(item => typeof item === 'object')) throw invalid(`${at}: ${name}`, 'Not a text, a number or a list')
    query[name] = items.join(',')
  }
  return query
}

/** Acquires a permit for each action, or for none. */
async function acquireAll(
  kernel: Kernel,
  incoming: Incoming,
  actor: Actor,
  operation: Operation,
  actions: readonly BatchAction[],
): Promise<Permit[]> {
  const permits: Permit[] = []
  try {
    // One after the other: each one counts those before it.
    for (const { match } of actions) {
      permits.push(await acquirePermit(kernel, incoming, actor, match?.operation ?? operation))
    }
    const starts = actions.filter(({ match }) => match?.operation.limit === 'job')
    await requireJobSlots(kernel, kernel.store.read, actor, starts.length)
    return permits
  } catch (error) {
    for (const permit of permits) kernel.limits.release(permit, undefined)
    throw error
  }
}

/** The members of a response, as JSON. */
async function respond(kernel: Kernel, action: BatchAction, permit: Permit, run: RunAction) {
  const { incoming, headers, match } = action
  try {
    const { status, text, location } = await runOrRefuse(kernel, action, permit, run)
    const all = location === undefined ? headers : { ...headers, location }
    return responseMembers(status, all, match && incoming.method === 'HEAD' ? '{}' : text)
  } catch (error) {
    const { method, path, origin, execution } = incoming
    const failed = failureOf(kernel.log, { id: execution.id, method, url: path, origin }, error)
    return responseMembers(failed.status, { ...headers, ...failed.headers }, JSON.stringify(failed.body))
  }
}

function runOrRefuse(kernel: Kernel, action: BatchAction, permit: Permit, run: RunAction): Promise<Outgoing> {
  const { incoming, match } = action
  const isRefused = REFUSED_PATHS.test(incoming.path)
  if (match && !isRefused) return run(incoming, match, permit)
  kernel.limits.release(permit, undefined)
  return Promise.reject(
    isRefused ? malformed('Batch requests cannot contain this action: send it by itself') : noRoute(),
  )
}

const MEMBERS = ['body', 'status_code', 'headers'] as const

/** The members of each response that `opt_fields` names. */
function membersIn(fields: string): readonly (typeof MEMBERS)[number][] {
  const named = new Set(fields.split(',').map(field => field.trim().split('.')[0]))
  return MEMBERS.filter(name => named.has(name))
}

const responseMembers = (
  status: number,
  headers: Record<string, unknown>,
  body: string,
): Record<(typeof MEMBERS)[number], string> => ({
  body,
  status_code: String(status),
  headers: JSON.stringify(headers),
})
