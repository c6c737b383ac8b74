/**
 * Watches requests from their head to their last byte: makes each an errand with an id, counts and times it, begins its
 * span and writes its line. What must always hold: nothing that a client sent becomes a label or the name of a span, and
 * no line holds a query, where secrets stand.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../lib/errors.ts'
import { randomId } from '../lib/secret.ts'
import { during, type Errand, errandOf, requestId } from '../observe/errand.ts'
import type { Log } from '../observe/log.ts'
import type { Observer } from '../observe/observer.ts'
import type { Span } from '../observe/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    errand: Errand
  }
}

export interface Watching {
  observer: Observer
  log: Log
  /** Whether each request has a line, and not only those that the program failed. */
  logsRequests: boolean
}

/** For the HTTP library: the id of a request. */
export const genReqId = ({ headers }: { headers: Record<string, string | string[] | undefined> }): string =>
  requestId(headers['x-request-id'], randomId)

export function watchRequests(server: FastifyInstance, watching: Watching): void {
  const { metrics, traces } = watching.observer
  server.decorateRequest('errand')
  server.addHook('onRequest', (request, reply, done) => {
    const began = performance.now()
    const { method, headers, protocol } = request
    const errand = errandOf('request', request.id)
    request.errand = errand
    const span = traces?.begin(
      'SERVER',
      method,
      {
        'http.request.method': method,
        'url.path': pathOf(request),
        'url.scheme': protocol,
        'workloom.request': errand.id,
      },
      traces.sentWith(headers),
    )
    if (span) Object.assign(errand, { span: span.context, trace: span.trace })
    metrics?.inFlight(1)
    reply.raw.once('close', () => ended(watching, request, reply, { began, span }))
    done()
  })
  // A body is read on behalf of nobody, so this is the first moment from which all that happens is the errand's.
  server.addHook('preHandler', ({ errand }, _reply, done) => during(errand, done))
}

/** The path; it holds gids, and what it should not hold is taken out of the log like everywhere. */
function pathOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

interface Begun {
  began: number
  span: Span | undefined
}

function ended(watching: Watching, request: FastifyRequest, reply: FastifyReply, { began, span }: Begun): void {
  const { method, errand } = request
  const { raw } = reply
  const took = performance.now() - began
  // Who goes before the head is sent gets no status.
  const status = raw.headersSent ? raw.statusCode : null
  const isFailure = status !== null && status >= failure.unexpected
  const { metrics } = watching.observer
  if (metrics) {
    metrics.inFlight(-1)
    metrics.request(errand.route?.id ?? patternOf(request), method, status, took / 1000)
  }
  if (span) {
    const route = errand.route ? `/api/1.0${errand.route.path}` : patternOf(request)
    const known = { 'http.route': route, ...(errand.route && { 'workloom.operation': errand.route.id }) }
    const more = { ...known, ...(status === null ? {} : { 'http.response.status_code': status }) }
    span.end(more, isFailure ? String(status) : undefined, `${method} ${route}`)
  }
  if (isFailure || watching.logsRequests) {
    watching.log({
      level: isFailure ? 'info' : 'debug',
      ...lineOf(request, reply.getHeader('content-length')),
      status,
      ms: Math.round(took * 10) / 10,
    })
  }
}

/** The pattern of the address as the program declares it, never the address itself. */
const patternOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'

function lineOf(request: FastifyRequest, length: number | string | string[] | undefined): Record<string, unknown> {
  const { method, errand } = request
  const { id, route, actor, trace } = errand
  return {
    ...{ message: 'A request was answered.', request: id, method, path: pathOf(request), operation: route?.id },
    ...(actor && { user: String(actor.gid), token_gid: String(actor.token) }),
    ...(length !== undefined && { bytes: Number(length) }),
    ...(trace !== null && { trace }),
  }
}
