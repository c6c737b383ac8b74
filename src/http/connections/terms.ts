/**
 * Limits on connections and on the time that a request may take to arrive. They apply before authentication, so they
 * protect memory and file descriptors from anyone.
 */
import type { RequestListener, Server } from 'node:http'
import { createServer } from '../../lib/node_http.ts'

export interface Connections {
  /** The maximum number of open connections of this process; further ones are closed without a response. */
  most: number
  /** The time until the head of a request must have arrived, and the whole request. */
  headMs: number
  requestMs: number
  /** The interval of the check for slow connections. */
  lookMs: number
}

/** A megabyte takes a minute at 20 KB a second. */
export const usualConnections: Connections = { most: 4000, headMs: 20_000, requestMs: 60_000, lookMs: 5000 }

/** How long an idle connection stays open: slightly longer than proxies keep theirs. */
const IDLE_MS = 72_000

/** Creates a Node server with these limits. */
export function listenerOn({ most, headMs, requestMs, lookMs }: Connections, listener: RequestListener): Server {
  // If the limit of the head is not below that of the request, Node exchanges the two.
  const server = createServer({ headersTimeout: headMs, connectionsCheckingInterval: lookMs }, listener)
  // Without this, full workers would pass a connection to each other.
  const rest = { maxConnections: most, dropMaxConnection: true }
  return Object.assign(server, { requestTimeout: requestMs, keepAliveTimeout: IDLE_MS, ...rest })
}
