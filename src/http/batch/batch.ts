/**
 * Batch requests: several requests in one, run in parallel.
 *
 * Invariants:
 * - Each action has the rights, the limits and the response of a request of its own.
 * - If one action exceeds a limit, none runs.
 * - A failed action does not affect the others; its response is the error.
 */
import type { Actor } from '../../identity/actor.ts'
import { malformed, noRoute } from '../../lib/errors.ts'
import { type Utf8, utf8Of } from '../../lib/strings.ts'
import type { Permit } from '../../limits/limits.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import { body, EMPTY_OBJECT, indented, listOf } from '../envelope.ts'
import { failureOf } from '../failure.ts'
import { acquirePermit, requireJobSlots } from '../rate_limit.ts'
import type { Incoming, Kernel, Outgoing } from '../request.ts'
import type { Match } from '../router.ts'
import { type BatchAction, readBatch } from './actions.ts'
import { type LoadedRead, readTogether } from './reads.ts'

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
  const { actions, options } = await readBatch(kernel, incoming, operation, actor)
  const permits = await acquireAll(kernel, incoming, actor, operation, actions)
  const loaded = await readTogether(kernel, actions, actor, incoming.origin)
  const responding = actions.map((action, index) => {
    const [permit, read] = [permits[index] as Permit, loaded[index]]
    return read ? respondWith(kernel, action, permit, read) : respond(kernel, action, permit, run)
  })
  // A batch of loaded reads waits for nothing.
  const responses = loaded.includes(undefined) ? await Promise.all(responding) : (responding as ResponseMembers[])
  const { fields, pretty } = options
  const selected = fields === '' ? MEMBERS : membersIn(fields)
  const data = body(listOf(responses.map(response => show(response, selected))))
  return { status: operation.status, body: pretty ? indented(data) : data }
}

/** A response as an object with the selected members. */
function show(response: ResponseMembers, selected: readonly ResponseMember[]): Utf8 {
  let text = ''
  for (const name of selected) text += `${text === '' ? '{' : ','}"${name}":${response[name]}`
  return (text === '' ? EMPTY_OBJECT : `${text}}`) as Utf8
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
      const permit = acquirePermit(kernel, incoming, actor, match?.operation ?? operation)
      permits.push(permit instanceof Promise ? await permit : permit)
    }
    const starts = actions.filter(({ match }) => match?.operation.limit === 'job')
    if (starts.length > 0) await requireJobSlots(kernel, kernel.store.read, actor, starts.length)
    return permits
  } catch (error) {
    for (const permit of permits) kernel.limits.release(permit, undefined)
    throw error
  }
}

/** The response to a read that is loaded. */
function respondWith(kernel: Kernel, action: BatchAction, permit: Permit, { status, body, cost }: LoadedRead) {
  kernel.limits.release(permit, cost)
  return responseMembers(status, action.headers, action.method === 'HEAD' ? EMPTY_OBJECT : body)
}

/** The response to any other action, which runs by itself. */
async function respond(kernel: Kernel, action: BatchAction, permit: Permit, run: RunAction): Promise<ResponseMembers> {
  const { headers, match, method, path } = action
  try {
    const { status, body, location } = await runOrRefuse(kernel, action, permit, run)
    const all = location === undefined ? headers : { ...headers, location }
    return responseMembers(status, all, match && method === 'HEAD' ? EMPTY_OBJECT : body)
  } catch (error) {
    const { origin, execution } = action.incoming
    const failed = failureOf(kernel.log, { id: execution.id, method, url: path, origin }, error)
    return responseMembers(failed.status, { ...headers, ...failed.headers }, utf8Of(JSON.stringify(failed.body)))
  }
}

function runOrRefuse(kernel: Kernel, action: BatchAction, permit: Permit, run: RunAction): Promise<Outgoing> {
  const { match, isRefused } = action
  if (match && !isRefused) return run(action.incoming, match, permit)
  kernel.limits.release(permit, undefined)
  return Promise.reject(
    isRefused ? malformed('Batch requests cannot contain this action: send it by itself') : noRoute(),
  )
}

const MEMBERS = ['body', 'status_code', 'headers'] as const

type ResponseMember = (typeof MEMBERS)[number]

/** Each as JSON. */
type ResponseMembers = Record<ResponseMember, Utf8>

/** The members of each response that `opt_fields` names. */
function membersIn(fields: string): readonly ResponseMember[] {
  const named = new Set(fields.split(',').map(field => field.trim().split('.')[0]))
  return MEMBERS.filter(name => named.has(name))
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}

const responseMembers = (status: number, headers: Record<string, unknown>, body: Utf8): ResponseMembers => ({
  body,
  status_code: `${status}` as Utf8,
  headers: isEmpty(headers) ? EMPTY_OBJECT : utf8Of(JSON.stringify(headers)),
})
