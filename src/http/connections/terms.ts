/**
 * How many connections there may be, and how long a request may take to arrive: before it is known who asks, memory and
 * descriptors are anybody's.
 */
import type { RequestListener, Server } from 'node:http'
import { createServer } from '../../lib/node_http.ts'

export interface Connections {
  /** How many are open at once, of this process; one too many is closed without an answer. */
  most: number
  /** Milliseconds in which the head of a request must have arrived, and the whole of it. */
  headMs: number
  requestMs: number
  /** How often it is looked for those that are too slow. */
  lookMs: number
}

/** A megabyte arrives in a minute at 20 KB a second. */
export const usualConnections: Connections = { most: 4000, headMs: 20_000, requestMs: 60_000, lookMs: 5000 }

/** How long a connection is kept on which nothing is asked: a little longer than proxies keep theirs. */
const IDLE_MS = 72_000

/** The server of Node on these terms. */
export function listenerOn({ most, headMs, requestMs, lookMs }: Connections, listener: RequestListener): Server {
  // Without a limit of the head that is below the other, Node takes the one for the other.
  const server = createServer({ headersTimeout: headMs, connectionsCheckingInterval: lookMs }, listener)
  // Workers that are full would hand a connection round among themselves.
  const rest = { maxConnections: most, dropMaxConnection: true }
  return Object.assign(server, { requestTimeout: requestMs, keepAliveTimeout: IDLE_MS, ...rest })
}
