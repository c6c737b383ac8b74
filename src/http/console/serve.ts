/** Registers the routes of the console with the HTTP server. */
import { stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, originOf } from '../../identity/actor.ts'
import { SESSION_TTL_MS, sessionCookie } from '../../identity/sessions.ts'
import { authenticate, withLockedToken } from '../../identity/tokens.ts'
import { ApiError, noRoute, unauthorized } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { setActor } from '../../observe/context.ts'
import type { Right } from '../../policy/rights.ts'
import { requirePermission } from '../../policy/standing.ts'
import type { Reader, Store, WriteOrigin } from '../../store/db.ts'
import { parseInput, type Reference } from '../../vocabulary/input.ts'
import { decodeBody } from '../body.ts'
import { type ClientInfo, clientInfo, isSameOrigin } from '../client.ts'
import { privateHeaders, READ_METHODS } from '../envelope.ts'
import { queryOf } from '../options.ts'
import { resolve } from '../resolve.ts'
import { sendLines } from './records/lines.ts'
import type { Console, ConsoleReply, ConsoleRoute, SessionCall } from './route.ts'
import { routes } from './routes.ts'

export function serveConsole(server: FastifyInstance, console: Console): void {
  for (const route of routes) {
    server.route({
      // A page may sign a person in, so it does not answer HEAD.
      method: route.method === 'GET' && !route.page ? READ_METHODS : route.method,
      url: `/-${route.path}`,
      bodyLimit: route.maxBodyBytes,
      ...(route.takesBytes && { onRequest: request => checkSender(console, request) }),
      handler: async (request, reply) => {
        const client = clientInfo(console, request)
        return sendReply(reply, client, await serveRoute(console, route, request, client))
      },
    })
  }
}

/** Throws 401 without a session, before a long body is read. */
async function checkSender(console: Console, request: FastifyRequest): Promise<void> {
  if (!isSameOrigin(console, request)) throw unauthorized()
  const { session } = clientInfo(console, request)
  await authenticate(console.store, { authorization: undefined, session }, console.clock())
}

async function serveRoute(
  console: Console,
  route: ConsoleRoute,
  request: FastifyRequest,
  client: ClientInfo,
): Promise<SentReply> {
  if (!route.page && !isSameOrigin(console, request)) throw unauthorized()
  if (route.access === 'public') return callRoute(console, route, request, client)
  const { store, limits } = console
  const credentials = { authorization: undefined, session: client.session }
  const actor = await authenticate(store, credentials, console.clock()).catch(error => {
    if (route.page && error instanceof ApiError) return undefined
    throw error
  })
  // A person who opens the page signs in first.
  if (!actor) return { location: `/sign_in?return_to=${encodeURIComponent(request.url)}` }
  setActor(actor)
  const reads = route.method === 'GET' ? 1 : 0
  const permit = await limits.acquire(actor.token, actor.gid, {
    ...{ reads, writes: 1 - reads, searches: route.searches, jobs: 0, costs: null },
  })
  const release = () => limits.release(permit, undefined)
  let isSent = true
  try {
    const reply = await callRoute({ ...console, store: withLockedToken(store, actor) }, route, request, client, actor)
    isSent = reply.lines === undefined
    return isSent ? reply : { ...reply, onEnd: release }
  } finally {
    // A response of many parts holds its permit until it ends.
    if (isSent) release()
  }
}

/** The reply to a request; `onEnd` is called when the last line is sent, or the client has disconnected. */
type SentReply = ConsoleReply & { onEnd?: () => void }

async function callRoute(
  console: Console,
  route: ConsoleRoute,
  request: FastifyRequest,
  client: ClientInfo,
  actor?: Actor,
) {
  const content = request.body as Buffer | undefined
  const { data } = decodeBody(route.takesBytes ? undefined : content, request.headers['content-type'])
  const path: Record<string, number> = {}
  for (const [name, text] of Object.entries(request.params as Record<string, string>)) {
    const gid = parseGid(text)
    if (gid === undefined) throw noRoute()
    path[name] = gid
  }
  const { url } = request
  const query = queryOf(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const references: Reference[] = []
  const body = parseInput(route.body, data, references)
  if (route.permission && actor)
    await requirePermission(console.store.read, actor, route.permission, path.organization_gid)
  const signed = { ...console, store: withOrigin(console.store, originOf(actor, client)) }
  return route.execute({
    console: signed,
    actor,
    path,
    query,
    body,
    bytes: (route.takesBytes && content) || Buffer.alloc(0),
    client,
    resolve: reader => resolveAll(reader, actor, references),
  } as SessionCall)
}

/** Resolves the references of a body. Returns the caller's rights by position. */
async function resolveAll(reader: Reader, actor: Actor | undefined, references: readonly Reference[]) {
  if (!actor) throw unauthorized()
  const rights: Record<string, Right> = {}
  const set = (at: string) => (right: Right) => void Object.assign(rights, { [at]: right })
  await resolve(
    reader,
    actor,
    references.map(reference => ({ ...reference, inPath: false, setRight: set(reference.at) })),
  )
  return rights
}

/** The store with writes that record the caller. */
const withOrigin = (store: Store, by: WriteOrigin): Store => ({
  ...store,
  write: (work, _by, confirm) => store.write(work, by, confirm),
})

function sendReply(
  reply: FastifyReply,
  { secure }: ClientInfo,
  { status, data, text, lines, session, cookies, location, onEnd }: SentReply,
) {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const setCookie = (name: string, text: string, seconds: number) =>
    reply.header('set-cookie', stringifySetCookie({ name, value: text, ...options, maxAge: seconds }))
  if (session) setCookie(sessionCookie(secure), session, SESSION_TTL_MS / 1000)
  if (session === null) setCookie(sessionCookie(secure), '', 0)
  for (const [name, { text, seconds }] of Object.entries(cookies ?? {})) {
    setCookie(name, text, seconds)
  }
  reply.headers(privateHeaders)
  if (location !== undefined) return reply.redirect(location)
  if (status) reply.code(status)
  if (lines) return sendLines(reply, lines, () => onEnd?.())
  return reply.send(text ?? JSON.stringify({ data: data ?? {} }))
}
