/** The server: which component serves which path. The API has its own listener; Fastify serves everything else. */
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Files } from '../files/files.ts'
import { publicSettings, signInSettings } from '../identity/sign_in_settings.ts'
import { ApiError, failure, headTooLarge, noRoute, tooLarge, tooSlow, unreadable } from '../lib/errors.ts'
import { STATUS_CODES } from '../lib/node_http.ts'
import { listeningAt } from './address.ts'
import { shutDownGracefully } from './connections/graceful_shutdown.ts'
import { type ConnectionLimits, createListener } from './connections/listener.ts'
import type { Console } from './console/route.ts'
import { serveConsole } from './console/serve.ts'
import { type ApiListener, BASE, hasOneHost, isApiRequest, otherRoutesOf, serveApi } from './edge/edge.ts'
import { errorResponse } from './edge/error_response.ts'
import { serveInProcess } from './edge/in_process.ts'
import { MAX_BODY_BYTES } from './edge/request_body.ts'
import { errorBody, headers, preflight } from './envelope.ts'
import { servePhotos } from './files/photos.ts'
import { serveFiles } from './files/serve.ts'
import { genReqId, type Instrumentation, instrumentServer } from './instrumentation.ts'
import { serveLive } from './live/live.ts'
import { serveOauth } from './oauth/serve.ts'
import { servePages, type WebAppOptions } from './pages.ts'
import { serveDocument } from './public/document.ts'
import { serveHealth } from './public/health.ts'
import { cacheBriefly } from './public/short_cache.ts'
import { serveUnsubscribe } from './public/unsubscribe.ts'
import type { Kernel } from './request.ts'

export interface HttpServerOptions
  extends Kernel,
    Omit<Console, 'linkBaseUrl' | 'signInMethods'>,
    WebAppOptions,
    Instrumentation {
  connections: ConnectionLimits
  /** Addresses of proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  /** Whether instances share their counters. */
  sharesLimits: boolean
  /** Writes the OpenAPI document, at the first request for it. */
  openapi(): string
  files: Files
  /** Whether the store responds. */
  ready(): Promise<boolean>
  /** Answers unknown paths that belong to another protocol; returns whether it did. */
  answerElsewhere(error: unknown, request: FastifyRequest, reply: FastifyReply): boolean
}

export async function createServer(options: HttpServerOptions): Promise<FastifyInstance> {
  let api: ApiListener | undefined
  const server = createFastify(options, fallback => (request, response) => {
    if (api && isApiRequest(request, otherRoutes)) api(request, response)
    else fallback(request, response)
  })
  const otherRoutes = otherRoutesOf(server)
  instrumentServer(server, options)
  await server.register(compress, { encodings: ['gzip', 'deflate'], threshold: 1024, globalDecompression: false })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', ({ raw }, _reply, done) => done(hasOneHost(raw.rawHeaders) ? undefined : unreadable()))
  server.setErrorHandler((error, request, reply) => sendError(options, reply, translated(error, request)))
  server.setNotFoundHandler(
    (request, reply) =>
      void (options.answerElsewhere(noRoute(), request, reply) || sendError(options, reply, noRoute())),
  )
  serveHealth(server, options)
  serveDocument(server, `${BASE}/openapi.json`, options.openapi)
  const console = consoleOf(options, server)
  serveConsole(server, console)
  server.addHook('onClose', () => Promise.all([options.mailer.settled(), options.limits.settled()]))
  serveOauth(server, options)
  serveLive(server, console)
  serveFiles(server, options)
  servePhotos(server, options)
  serveUnsubscribe(server, options)
  api = serveApi({ ...options, shutdown: shutDownGracefully(server) })
  await servePages(server, options)
  server.options('/*', (_request, reply) => reply.headers(preflight).code(failure.noContent).send())
  // A path that leads to the API only after decoding matches no route.
  server.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'],
    url: `${BASE}/*`,
    handler: () => Promise.reject(noRoute()),
  })
  serveInProcess(server)
  return server
}

/** The address of the server, as far as it is known without a request. */
const baseUrlOf = ({ publicUrl }: HttpServerOptions, { server }: FastifyInstance) =>
  publicUrl ?? listeningAt(server.address())

/** Routes have no Fastify schemas. Its schema compilers would be loaded at each start for nothing. */
function noSchema(): never {
  throw new Error('Routes cannot have Fastify schemas: the vocabulary validates input, and the routes validate output.')
}

/** Creates the server; `split` wraps the listener of Fastify. */
function createFastify(options: HttpServerOptions, split: (fallback: ApiListener) => ApiListener): FastifyInstance {
  const { connections, trustedProxies } = options
  const server: FastifyInstance = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    serverFactory: fallback => createListener(connections, split(fallback)),
    genReqId,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, baseUrlOf(options, server)),
    frameworkErrors: (error, request, reply) =>
      void (options.answerElsewhere(error, request, reply) || sendError(options, reply, translated(error, request))),
  })
  // Fastify does not close a server that never listened, which would keep its timer.
  server.addHook('onClose', () => void (server.server.listening || server.server.close()))
  return server
}

const consoleOf = (options: HttpServerOptions, instance: FastifyInstance): Console => ({
  ...options,
  linkBaseUrl: () => baseUrlOf(options, instance),
  signInMethods: cacheBriefly(options.clock, async () => publicSettings(await signInSettings(options.store.read))),
})

/** Translates errors of the HTTP library to errors of the API. */
function translated(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const { code, statusCode = failure.unexpected } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(routeOptions.bodyLimit)
  if (code === 'FST_ERR_BAD_URL') return noRoute()
  return error instanceof ApiError || statusCode >= failure.unexpected ? error : unreadable()
}

/** Bytes that are not an HTTP request reach no handler: the response is written to the socket itself. */
function refuseConnection({ code }: { code?: string }, socket: Socket, origin: string) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const error =
    code === 'HPE_HEADER_OVERFLOW' ? headTooLarge() : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : unreadable()
  const body = JSON.stringify(errorBody(error, origin))
  const head = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  // A client that was too slow may go on sending forever; it is disconnected.
  socket.once('finish', () => socket.destroySoon())
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`)
}

function sendError(options: HttpServerOptions, reply: FastifyReply, error: unknown) {
  const { status, headers: errorHeaders, text } = errorResponse(options, reply.request, error)
  return reply.code(status).headers(errorHeaders).send(text)
}
