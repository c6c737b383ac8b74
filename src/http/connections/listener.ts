/**
 * Limits on connections and on the time that a request may take to arrive. They apply before authentication, so they
 * protect memory and file descriptors from anyone.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer } from '../../lib/node_http.ts'

export interface ConnectionLimits {
  /** The maximum number of open connections of this process; further ones are closed without a response. */
  maxOpen: number
  /** The time until the head of a request must have arrived, and then the time for each megabyte of its body. */
  headTimeoutMs: number
  requestTimeoutMs: number
  /** The interval of the check for slow connections. */
  checkIntervalMs: number
}

/** A megabyte takes a minute at 20 KB a second. */
export const defaultConnectionLimits: ConnectionLimits = {
  maxOpen: 4000,
  headTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 5000,
}

/** How long an idle connection stays open: slightly longer than proxies keep theirs. */
const IDLE_TIMEOUT_MS = 72_000

/** Creates a Node server with these limits. */
export function createListener(
  { maxOpen, headTimeoutMs, requestTimeoutMs, checkIntervalMs }: ConnectionLimits,
  listener: RequestListener,
): Server {
  const limits = { headersTimeout: headTimeoutMs, connectionsCheckingInterval: checkIntervalMs }
  const server: Server = createServer(limits, (request, response) => {
    if (sendsBody(request))
      limitBodyTime(request, requestTimeoutMs, error => server.emit('clientError', error, request.socket))
    listener(request, response)
  })
  // Without this, full workers would pass a connection to each other.
  const rest = { maxConnections: maxOpen, dropMaxConnection: true }
  // Node would limit the time of the whole request, with a file of any size.
  return Object.assign(server, { requestTimeout: 0, keepAliveTimeout: IDLE_TIMEOUT_MS, ...rest })
}

const sendsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** The bytes that must arrive in each period. Only uploads have more. */
const PERIOD_BYTES = 1024 * 1024

/** Calls `expire` unless the body ends, or a megabyte arrives, in each period. */
function limitBodyTime(request: IncomingMessage, periodMs: number, expire: (error: Error) => void): void {
  const { socket } = request
  let bytes = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - bytes < PERIOD_BYTES) expire(Object.assign(new Error('Slow body'), { code: SLOW_BODY }))
    bytes = socket.bytesRead
  }, periodMs)
  // It must not keep the process running.
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}

/** The code of Node for the same error. */
const SLOW_BODY = 'ERR_HTTP_REQUEST_TIMEOUT'
