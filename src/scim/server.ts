/**
 * SCIM 2.0: a second interface to the people and teams of the REST API. It uses no SCIM library, because those
 * - patch a group by loading, rewriting and storing all of its members;
 * - answer a fault of the store with 404, as if the user were deleted.
 *
 * The rest, a filter language and a table of attributes, must handle tenants and guests in any case.
 *
 * Steps of a request: authenticate, acquire a permit, authorize, find the verb, read the body, execute, reply.
 */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, originOf } from '../identity/actor.ts'
import { authenticate } from '../identity/tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { ApiError, failure, notFoundText, tooLarge, unreadable, wrongMethod } from '../lib/errors.ts'
import type { Limits } from '../limits/limits.ts'
import { setActor } from '../observe/context.ts'
import type { Store } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { authorizeCaller } from './authorize.ts'
import { readBody } from './body.ts'
import { errorBody, excerpt } from './errors.ts'
import { listQueryFromBody, listQueryFromUrl } from './list_query.ts'
import { type Policy, policyOf } from './policy.ts'
import { routes, type ScimCall, type ScimMethod, type ScimReply, type ScimVerbs } from './routes.ts'
import { MAX_BODY_BYTES } from './schema/discovery.ts'

const SCIM_BASE = '/api/1.0/scim'

interface ScimDependencies {
  store: Store
  clock: Clock
  limits: Limits
  /** The origin under which the client reached the server: `https://host`, without a trailing slash. */
  origin(request: FastifyRequest): string
  policy: Partial<Policy>
  log(line: Record<string, unknown>): void
}

/** Registers the routes. All errors below the base path have the form of SCIM. */
export function serveScim(server: FastifyInstance, dependencies: ScimDependencies): void {
  for (const url of [SCIM_BASE, `${SCIM_BASE}/*`]) {
    server.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'],
      url,
      bodyLimit: MAX_BODY_BYTES,
      handler: (request, reply) => serve(dependencies, request, reply),
      errorHandler: (error, request, reply) => sendError(dependencies, error, request, reply),
    })
  }
}

async function serve(dependencies: ScimDependencies, request: FastifyRequest, reply: FastifyReply) {
  const { store, limits } = dependencies
  const { authorization } = request.headers
  const actor = await authenticate(store, { authorization, session: undefined }, dependencies.clock())
  setActor(actor)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const weight = { reads: isRead ? 1 : 0, writes: isRead ? 0 : 1, searches: 0, jobs: 0, costs: null }
  const permit = await limits.acquire(actor.token, actor.gid, weight)
  const release = () => limits.release(permit, 0)
  try {
    return sendReply(reply, await execute(dependencies, request, actor), release)
  } catch (error) {
    release()
    throw error
  }
}

async function execute(
  { store, policy, origin }: ScimDependencies,
  request: FastifyRequest,
  actor: Actor,
): Promise<ScimReply> {
  const caller = await authorizeCaller(store.read, actor)
  const [path = '', query = ''] = splitAt(request.url, '?')
  const { verbs, id } = findRoute(path)
  const verb = verbs[(request.method === 'HEAD' ? 'GET' : request.method) as ScimMethod]
  if (!verb) throw wrongMethod(`${excerpt(path)} has ${Object.keys(verbs).join(', ')} alone.`)
  caller.mustHaveScopes(verb.scopes)
  const body = verb.hasBody ? readBody(request.body as Buffer | undefined, request.headers['content-type']) : {}
  const queryParameters = listQueryFromUrl(query)
  const listQuery = verb.hasBody && !verb.writes ? listQueryFromBody(body) : queryParameters
  const returnsRepresentation =
    queryParameters.projection.mode !== 'all' || /\breturn=representation\b/i.test(String(request.headers.prefer))
  const call: ScimCall = { id, listQuery, body, returnsRepresentation }
  const tenant = { workspace: caller.workspace, base: origin(request) + SCIM_BASE, policy: policyOf(policy) }
  if (!verb.writes) return verb.execute({ ...tenant, reader: store.read }, call)
  const by = originOf(actor, { address: request.ip, agent: request.headers['user-agent'] ?? '' })
  return store.write(async tx => {
    // people: the verb decides by the people it reads (create, change or conflict), so they must not change meanwhile.
    await advisoryLock(tx, 'people', tenant.workspace)
    return verb.execute({ ...tenant, reader: tx, tx }, call)
  }, by)
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Finds the verbs of a path; repeated slashes count as one. Throws 404. */
function findRoute(path: string): { verbs: ScimVerbs; id: string } {
  const routeAt = (name: string) => (Object.hasOwn(routes, name) ? routes[name] : undefined)
  const parts = path.slice(SCIM_BASE.length).split('/').filter(Boolean)
  const exact = routeAt(`/${parts.join('/')}`)
  if (exact) return { verbs: exact, id: '' }
  const [first, id] = parts
  const verbs = parts.length === 2 ? routeAt(`/${first}/:id`) : undefined
  if (!verbs || id === undefined) throw notFoundText(`There is nothing at ${excerpt(path)}.`)
  return { verbs, id: decodeSegment(id) }
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const headers = {
  'content-type': 'application/scim+json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Sends a reply and calls `release` when the client has read all of it, or has disconnected. */
function sendReply(reply: FastifyReply, { status, location, body }: ScimReply, release: () => void) {
  const isStream = typeof body === 'object' && Symbol.asyncIterator in body
  // A reply to HEAD has no body, so nothing would read the stream.
  if (isStream && reply.request.method !== 'HEAD') {
    const stream = Readable.from(body as AsyncIterable<string>)
    stream.once('close', release)
    return reply.headers(headers).send(stream)
  }
  release()
  if (body === undefined) return reply.code(failure.noContent).send()
  reply.headers(headers)
  if (status) reply.code(status)
  if (location) reply.header('location', location)
  return reply.send(typeof body === 'string' ? body : isStream ? '' : JSON.stringify(body))
}

/** Answers a request without a route if its address is below the base path. Returns whether it is. */
export function refuseAddress(
  dependencies: Pick<ScimDependencies, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isScim = request.url.startsWith(`${SCIM_BASE}/`)
  if (isScim) sendError(dependencies, error, request, reply)
  return isScim
}

/** Sends an error in the form of SCIM. */
function sendError(
  dependencies: Pick<ScimDependencies, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const apiError = apiErrorOf(error)
  const { status, message, retryAfter } = apiError ?? { status: failure.unexpected, message: 'Server Error' }
  reply.code(status).headers(headers)
  if (!apiError || apiError.cause) logFailure(dependencies, error, request, reply)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (status === failure.unauthorized) reply.header('www-authenticate', 'Bearer')
  if (status === failure.wrongMethod) {
    const [path = ''] = splitAt(request.url, '?')
    reply.header('allow', Object.keys(findRoute(path).verbs).join(', '))
  }
  // Clients of the REST API read `errors`; strict SCIM clients refuse members that they do not know.
  const accept = request.headers.accept ?? ''
  const isRestClient = accept.includes('application/json') && !accept.includes('scim+json')
  return reply.send(JSON.stringify(errorBody({ status, message }, error, isRestClient)))
}

/** The client error that an error stands for; undefined for a fault of the server. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code, statusCode = failure.unexpected } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(MAX_BODY_BYTES)
  if (code === 'FST_ERR_BAD_URL') return notFoundText('There is nothing at this address.')
  return statusCode < failure.unexpected ? unreadable() : undefined
}

function logFailure(
  { log }: Pick<ScimDependencies, 'log'>,
  error: unknown,
  { id: request, method, url }: FastifyRequest,
  reply: FastifyReply,
) {
  const cause = error instanceof ApiError ? String(error.cause) : error instanceof Error ? error.stack : String(error)
  log({ level: 'error', request, method, url, cause })
  reply.header('x-request-id', request)
}
