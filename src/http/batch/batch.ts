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
import type { Permit } from '../../limits/limits.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import { indented } from '../envelope.ts'
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
  const loaded = await readTogether(kernel, actions, actor)
  const responses = await Promise.all(
    actions.map((action, index) => respond(kernel, action, permits[index] as Permit, loaded.get(action), run)),
  )
  const { fields, pretty } = options
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
async function respond(
  kernel: Kernel,
  action: BatchAction,
  permit: Permit,
  read: LoadedRead | undefined,
  run: RunAction,
): Promise<ResponseMembers> {
  const { incoming, headers, match } = action
  if (read) kernel.limits.release(permit, read.cost)
  try {
    const { status, text, location } = read?.outgoing ?? (await runOrRefuse(kernel, action, permit, run))
    const all = location === undefined ? headers : { ...headers, location }
    return responseMembers(status, all, match && incoming.method === 'HEAD' ? '{}' : text)
  } catch (error) {
    const { method, path, origin, execution } = incoming
    const failed = failureOf(kernel.log, { id: execution.id, method, url: path, origin }, error)
    return responseMembers(failed.status, { ...headers, ...failed.headers }, JSON.stringify(failed.body))
  }
}

function runOrRefuse(kernel: Kernel, action: BatchAction, permit: Permit, run: RunAction): Promise<Outgoing> {
  const { incoming, match, isRefused } = action
  if (match && !isRefused) return run(incoming, match, permit)
  kernel.limits.release(permit, undefined)
  return Promise.reject(
    isRefused ? malformed('Batch requests cannot contain this action: send it by itself') : noRoute(),
  )
}

const MEMBERS = ['body', 'status_code', 'headers'] as const

/** Each as JSON. */
type ResponseMembers = Record<(typeof MEMBERS)[number], string>

/** The members of each response that `opt_fields` names. */
function membersIn(fields: string): readonly (typeof MEMBERS)[number][] {
  const named = new Set(fields.split(',').map(field => field.trim().split('.')[0]))
  return MEMBERS.filter(name => named.has(name))
}

const responseMembers = (status: number, headers: Record<string, unknown>, body: string): ResponseMembers => ({
  body,
  status_code: String(status),
  headers: JSON.stringify(headers),
})
