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
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
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
    await nextTurn()
    return connections.isLast(request)
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!connections.isShuttingDown()) return done(null, payload)
    void isLast(request.raw).then(last => {
      // A response that closes the connection would drop the requests that wait on it.
      if (last) reply.header('connection', 'close')
      else reply.raw.removeHeader('connection')
      done(null, payload)
    })
  })
  server.addHook('preClose', async () => {
    connections.startShutdown()
    if (!server.server.listening) return
    // In the first turns the system delivers connections that it has already accepted, in the next turn their data.
    await nextTurn()
    await nextTurn()
    if (connections.isEmpty()) return
    await sleep(LINGER_MS)
    await nextTurn()
  })
  return { isShuttingDown: connections.isShuttingDown, isLast }
}

function trackConnections(server: Server) {
  const traffics = new Map<Socket, ConnectionTraffic>()
  let isShuttingDown = false
  const closeIfIdle = (socket: Socket) => {
    if (!server.listening && traffics.get(socket)?.open === 0) socket.destroySoon()
  }
  server.on('connection', socket => {
    traffics.set(socket, { open: 0, last: undefined })
    socket.once('close', () => traffics.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const traffic = traffics.get(socket)
    if (!traffic) return
    traffic.open++
    traffic.last = request
    response.once('close', () => {
      traffic.open--
      if (isShuttingDown) closeIfIdle(socket)
    })
  })
  // `close` calls this once nothing more is accepted. Node's own version would also cut off a response that a slow
  // client is still reading.
  server.closeIdleConnections = () => {
    setImmediate(() => {
      for (const socket of traffics.keys()) closeIfIdle(socket)
    })
  }
  return {
    startShutdown: () => {
      isShuttingDown = true
    },
    isShuttingDown: () => isShuttingDown,
    isEmpty: () => traffics.size === 0,
    isLast: (request: { socket: Socket }) => traffics.get(request.socket)?.last === request,
  }
}
