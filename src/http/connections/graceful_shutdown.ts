/**
 * Graceful shutdown of the HTTP server.
 *
 * Invariants:
 * - A request that was sent before the shutdown is answered with its result, even if it had not been read by then.
 * - The last response on each connection says `Connection: close`.
 * - No response is cut off because its client reads slowly.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long the server still accepts and reads connections, for requests that are already in transit. */
const LINGER_MS = 200

/** The state of a connection. */
interface ConnectionTraffic {
  /** The number of requests without a complete response. */
  open: number
  /** The most recent request. */
  last: unknown
}

/** What the code that sends a response must know. */
export interface GracefulShutdown {
  /** Whether the server is shutting down. */
  isShuttingDown(): boolean
  /** Whether a response must close its connection, because no other request is waiting on it. Only during shutdown. */
  isLast(request: IncomingMessage): Promise<boolean>
}

/** Registers the shutdown hooks. Call it after all other `preClose` hooks. */
export function shutDownGracefully(server: FastifyInstance): GracefulShutdown {
  const connections = trackConnections(server.server)
  const isLast = async (request: IncomingMessage) => {
    // Pipelined requests are known only when all bytes that arrived together have been parsed.
    await turn()
    return connections.isLast(request)
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!connections.areEnding()) return done(null, payload)
    void isLast(request.raw).then(last => {
      // A response that closes the connection would drop the requests that wait on it.
      if (last) reply.header('connection', 'close')
      else reply.raw.removeHeader('connection')
      done(null, payload)
    })
  })
  server.addHook('preClose', async () => {
    connections.end()
    if (!server.server.listening) return
    // In the first turns the system delivers connections that it has already accepted, in the next turn their data.
    await turn()
    await turn()
    if (connections.areNone()) return
    await pause(LINGER_MS)
    await turn()
  })
  return { isShuttingDown: connections.areEnding, isLast }
}

function trackConnections(server: Server) {
  const known = new Map<Socket, ConnectionTraffic>()
  let isEnding = false
  const endIdle = (socket: Socket) => {
    if (!server.listening && known.get(socket)?.open === 0) socket.destroySoon()
  }
  server.on('connection', socket => {
    known.set(socket, { open: 0, last: undefined })
    socket.once('close', () => known.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const traffic = known.get(socket)
    if (!traffic) return
    traffic.open++
    traffic.last = request
    response.once('close', () => {
      traffic.open--
      if (isEnding) endIdle(socket)
    })
  })
  // `close` calls this once nothing is accepted any more. Node's own version would also cut off a response that a slow
  // client is still reading.
  server.closeIdleConnections = () => {
    setImmediate(() => {
      for (const socket of known.keys()) endIdle(socket)
    })
  }
  return {
    end: () => {
      isEnding = true
    },
    areEnding: () => isEnding,
    areNone: () => known.size === 0,
    isLast: (request: { socket: Socket }) => known.get(request.socket)?.last === request,
  }
}
