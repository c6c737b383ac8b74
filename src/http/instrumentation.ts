/**
 * Instruments requests from the head to the last byte: creates the execution context with the request id, counts and
 * measures, starts the span and writes the log entry.
 *
 * Invariants:
 * - Client input never becomes a metric label or the name of a span.
 * - No log entry contains a query, which can hold secrets.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { failure } from '../lib/errors.ts'
import { randomId } from '../lib/secret.ts'
import { createContext, type ExecutionContext, requestId, runInContext } from '../observe/context.ts'
import type { Log } from '../observe/log.ts'
import type { Observer } from '../observe/observer.ts'
import type { Span } from '../observe/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    execution: ExecutionContext
  }
}

export interface Instrumentation {
  observer: Observer
  log: Log
  /** Whether each request is logged, and not only server errors. */
  logsRequests: boolean
}

/** The request id, for the HTTP library. */
export const genReqId = ({ headers }: { headers: IncomingHttpHeaders }): string =>
  requestId(headers['x-request-id'], randomId)

/** The properties that instrumentation reads. */
interface ObservableRequest {
  readonly method: string
  readonly url: string
  readonly protocol: string
  readonly headers: IncomingHttpHeaders
}

/** A request in progress. */
export interface ObservedRequest {
  request: ObservableRequest
  execution: ExecutionContext
  /** The start, by a monotonic clock. */
  startedAt: number
  span: Span | undefined
}

/** How a request ended. */
interface RequestOutcome {
  /** Null if the client disconnected before the head of the response was sent. */
  status: number | null
  /** The length of the response, if it is known. */
  bytes: number | string | string[] | undefined
  /** The pattern of the path as the program declares it, never the path itself. */
  pattern: string
}

/** Whether the end of each request is recorded, and not only that of server errors. */
export const observesEachRequest = ({ observer: { metrics, traces }, logsRequests }: Instrumentation): boolean =>
  metrics !== null || traces !== null || logsRequests

/** Starts a request. */
export function startRequest(
  { observer }: Instrumentation,
  request: ObservableRequest,
  execution: ExecutionContext,
): ObservedRequest {
  const { metrics, traces } = observer
  const startedAt = performance.now()
  const span = traces?.begin(
    'SERVER',
    request.method,
    {
      'http.request.method': request.method,
      'url.path': pathOf(request),
      'url.scheme': request.protocol,
      'workloom.request': execution.id,
    },
    traces.remoteParent(request.headers),
  )
  if (span) Object.assign(execution, { span: span.context, trace: span.trace })
  metrics?.inFlight(1)
  return { request, execution, startedAt, span }
}

/** Finishes a request: its last byte was sent, or the client disconnected. */
export function finishRequest(
  { observer, log, logsRequests }: Instrumentation,
  observed: ObservedRequest,
  outcome: RequestOutcome,
): void {
  const { request, execution, startedAt, span } = observed
  const { status, pattern } = outcome
  const tookMs = performance.now() - startedAt
  const isFailure = status !== null && status >= failure.unexpected
  const { metrics } = observer
  if (metrics) {
    metrics.inFlight(-1)
    metrics.request(execution.route?.id ?? pattern, request.method, status, tookMs / 1000)
  }
  if (span) {
    const route = execution.route ? `/api/1.0${execution.route.path}` : pattern
    const routeAttributes = {
      'http.route': route,
      ...(execution.route && { 'workloom.operation': execution.route.id }),
    }
    const attributes = { ...routeAttributes, ...(status === null ? {} : { 'http.response.status_code': status }) }
    span.end(attributes, isFailure ? String(status) : undefined, `${request.method} ${route}`)
  }
  if (isFailure || logsRequests) {
    log({
      level: isFailure ? 'info' : 'debug',
      ...logEntry(observed, outcome.bytes),
      status,
      ms: Math.round(tookMs * 10) / 10,
    })
  }
}

/** The path. It contains gids; the log redacts secrets as everywhere. */
function pathOf({ url }: ObservableRequest): string {
  const queryAt = url.indexOf('?')
  return queryAt < 0 ? url : url.slice(0, queryAt)
}

function logEntry({ request, execution }: ObservedRequest, length: RequestOutcome['bytes']): Record<string, unknown> {
  const { id, route, actor, trace } = execution
  return {
    ...{ message: 'A request was answered.', request: id, method: request.method, path: pathOf(request) },
    operation: route?.id,
    ...(actor && { user: String(actor.gid), token_gid: String(actor.token) }),
    ...(length !== undefined && { bytes: Number(length) }),
    ...(trace !== null && { trace }),
  }
}

/** The status that was sent; null if the client disconnected before the head. */
export const sentStatus = (response: ServerResponse): number | null =>
  response.headersSent ? response.statusCode : null

/** Instruments the requests that the HTTP library serves. */
export function instrumentServer(server: FastifyInstance, instrumentation: Instrumentation): void {
  server.decorateRequest('execution')
  server.addHook('onRequest', (request, reply, done) => {
    const execution = createContext('request', request.id)
    request.execution = execution
    const observed = startRequest(instrumentation, request, execution)
    reply.raw.once('close', () =>
      finishRequest(instrumentation, observed, {
        status: sentStatus(reply.raw),
        bytes: reply.getHeader('content-length'),
        pattern: request.routeOptions.url ?? 'unknown',
      }),
    )
    done()
  })
  // Body parsing runs outside the request's context, so this is the first hook from which the execution context covers
  // everything.
  server.addHook('preHandler', ({ execution }, _reply, done) => runInContext(execution, done))
}
