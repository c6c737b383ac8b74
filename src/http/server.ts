/**
 * The edge: Fastify takes the bytes, the kernel does the rest. Headers and bodies are made here and nowhere deeper.
 */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { offered, signInSettings } from '../identity/sign_in_settings.ts'
import { ApiError, failure, headTooLarge, noRoute, tooLarge, tooSlow, unreadable } from '../lib/errors.ts'
import { phrase } from '../lib/phrase.ts'
import { listeningAt } from './address.ts'
import { decodeBody } from './body.ts'
import { partWell } from './connections/parting.ts'
import { type Connections, patienceOf } from './connections/terms.ts'
import type { Console } from './console/route.ts'
import { serveConsole } from './console/serve.ts'
import { errorBody, headers, preflight, privateHeaders } from './envelope.ts'
import { dispatch } from './kernel.ts'
import { serveLive } from './live/live.ts'
import { serveOauth } from './oauth/serve.ts'
import { queryOf } from './options.ts'
import { type Pages, servePages } from './pages.ts'
import { serveDocument } from './public/document.ts'
import { serveHealth } from './public/health.ts'
import { forAMoment } from './public/moment.ts'
import type { Kernel } from './request.ts'
import { fromOurPage, originOf, visitOf } from './visit.ts'
import { genReqId, type Watching, watchRequests } from './watch.ts'

const BASE = '/api/1.0'
const LARGEST_BODY = 1024 * 1024

export interface Edge extends Kernel, Omit<Console, 'home' | 'offered'>, Pages, Watching {
  connections: Connections
  /** Addresses of proxies that are believed when they say where a request came from. */
  trustedProxies: string[]
  /** Writes the OpenAPI document, once somebody asks for it. */
  openapi(): string
  /** Whether the store answers. */
  ready(): Promise<boolean>
  /** Answers for an address that leads nowhere, if it belongs to another surface; tells whether it did. */
  elsewhere(error: unknown, request: FastifyRequest, reply: FastifyReply): boolean
}

export async function createServer(edge: Edge): Promise<FastifyInstance> {
  const server = listener(edge)
  watchRequests(server, edge)
  await server.register(compress, { encodings: ['gzip', 'deflate'], threshold: 1024, globalDecompression: false })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', ({ raw }, _reply, done) => done(hasOneHost(raw.rawHeaders) ? undefined : unreadable()))
  server.setErrorHandler((error, request, reply) => sendError(edge, reply, translated(error, request)))
  server.setNotFoundHandler(
    (request, reply) => void (edge.elsewhere(noRoute(), request, reply) || sendError(edge, reply, noRoute())),
  )
  serveHealth(server, edge)
  serveDocument(server, `${BASE}/openapi.json`, edge.openapi)
  const console = consoleOf(edge, server)
  serveConsole(server, console)
  server.addHook('onClose', () => Promise.all([edge.post.settled(), edge.limits.settled()]))
  serveOauth(server, edge)
  serveLive(server, console)
  partWell(server)
  await servePages(server, edge)
  server.options('/*', (_request, reply) => reply.headers(preflight).code(failure.noContent).send())
  server.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'],
    url: `${BASE}/*`,
    handler: (request, reply) => serve(edge, request, reply),
  })
  return server
}

/** Where people reach the server, as far as it knows without a request. */
const homeOf = ({ publicUrl }: Edge, { server }: FastifyInstance) => publicUrl ?? listeningAt(server.address())

function listener(edge: Edge): FastifyInstance {
  const { connections, trustedProxies } = edge
  const server: FastifyInstance = Fastify({
    bodyLimit: LARGEST_BODY,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...patienceOf(connections),
    genReqId,
    clientErrorHandler: (error, socket) => refuseBytes(error, socket, homeOf(edge, server)),
    frameworkErrors: (error, request, reply) =>
      void (edge.elsewhere(error, request, reply) || sendError(edge, reply, translated(error, request))),
  })
  // Workers that are full would hand a connection round among themselves.
  Object.assign(server.server, { maxConnections: connections.most, dropMaxConnection: true })
  return server
}

const consoleOf = (edge: Edge, instance: FastifyInstance): Console => ({
  ...edge,
  home: () => homeOf(edge, instance),
  offered: forAMoment(edge.clock, async () => offered(await signInSettings(edge.store.read))),
})

/** With two of them a proxy may have looked at the other one. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1
}

async function serve(edge: Edge, request: FastifyRequest, reply: FastifyReply) {
  const { url, method } = request
  const mark = url.indexOf('?')
  const path = mark < 0 ? url.slice(BASE.length) : url.slice(BASE.length, mark)
  const answer = await dispatch(edge, {
    method,
    path,
    query: queryOf(mark < 0 ? '' : url.slice(mark + 1)),
    authorization: request.headers.authorization,
    session: fromOurPage(edge, request) ? visitOf(edge, request).session : undefined,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    body: () => decodeBody(request.body as Buffer | undefined, request.headers['content-type']),
    wish: { enable: lineOf(request.headers['asana-enable']), disable: lineOf(request.headers['asana-disable']) },
    tell: told => void reply.headers(told),
    origin: originOf(edge.publicUrl, request.protocol, request.headers.host),
  })
  reply.code(answer.status).headers(headers)
  // wire: recorded 2014 and 2026: a path, not an address
  if (answer.location) reply.header('location', answer.location)
  return reply.send(answer.text)
}

/** A header that may come several times, as one line. */
const lineOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header)

/** Failures of the HTTP library, in the words of the API. */
function translated(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const { code, statusCode = failure.unexpected } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(routeOptions.bodyLimit)
  if (code === 'FST_ERR_BAD_URL') return noRoute()
  return error instanceof ApiError || statusCode >= failure.unexpected ? error : unreadable()
}

/** Bytes that are no request of HTTP reach no handler: the answer is written to the socket itself. */
function refuseBytes({ code }: { code?: string }, socket: Socket, origin: string) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const error =
    code === 'HPE_HEADER_OVERFLOW' ? headTooLarge() : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : unreadable()
  const body = JSON.stringify(errorBody(error, origin))
  const head = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  // Whoever was too slow may go on for ever: nobody listens any more.
  socket.once('finish', () => socket.destroySoon())
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`)
}

function sendError(edge: Edge, reply: FastifyReply, error: unknown) {
  const { id, method, url, protocol } = reply.request
  const origin = originOf(edge.publicUrl, protocol, reply.request.headers.host)
  reply.headers(url.startsWith('/-/') ? privateHeaders : headers)
  if (error instanceof ApiError) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    if (error.cause) edge.log({ level: 'error', request: id, message: error.message, cause: String(error.cause) })
    if (error.status >= failure.unexpected) reply.header('x-request-id', id)
    // An address outside the API has often lost the base on its way into a client.
    const isLost = error.topic === 'no-route' && !/^\/(?:api\/1\.0|-)\//.test(url)
    const told = isLost ? noRoute('missing-base-path') : error
    return reply.code(error.status).send(JSON.stringify(errorBody(told, origin)))
  }
  const cause = error instanceof Error ? error.stack : String(error)
  edge.log({ level: 'error', request: id, phrase: phrase(id), method, url, cause })
  reply.header('x-request-id', id)
  const body = errorBody({ message: 'Server Error', topic: 'server-error' }, origin, id)
  return reply.code(failure.unexpected).send(JSON.stringify(body))
}
