/**
 * Limits on connections and on the time that a request may take to arrive. They apply before authentication, so they
 * protect memory and file descriptors from anyone.
 */
import type { RequestListener, Server } from 'node:http'
import { createServer } from '../../lib/node_http.ts'

export interface ConnectionLimits {
  /** The maximum number of open connections of this process; further ones are closed without a response. */
  maxOpen: number
  /** The time until the head of a request must have arrived, and the whole request. */
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
  // If the limit of the head is not below that of the request, Node exchanges the two.
  const server = createServer({ headersTimeout: headTimeoutMs, connectionsCheckingInterval: checkIntervalMs }, listener)
  // Without this, full workers would pass a connection to each other.
  const rest = { maxConnections: maxOpen, dropMaxConnection: true }
  return Object.assign(server, { requestTimeout: requestTimeoutMs, keepAliveTimeout: IDLE_TIMEOUT_MS, ...rest })
}
