/**
 * How the server leaves. What must always hold: a request that was sent before the server was asked to end is answered
 * with its result, whether it had been read by then or not; the last answer of each connection says that it is the last;
 * and no answer is cut off because its reader is slow.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long connections are still taken and listened to: what clients have sent is under way so long. */
const LINGER_MS = 200

/** What is known of a connection. */
interface Traffic {
  /** How many of its requests have no whole answer yet. */
  open: number
  /** The request that came last. */
  last: unknown
}

/** What an answer that is about to be sent must know. */
export interface Parting {
  /** Whether the server is about to end. */
  isEnding(): boolean
  /** Whether an answer must end its connection: no other request waits behind it. Only while the server is ending. */
  isLast(request: IncomingMessage): Promise<boolean>
}

/** Goes behind everything else that has something to do before the server closes. */
export function partWell(server: FastifyInstance): Parting {
  const connections = watchConnections(server.server)
  const isLast = async (request: IncomingMessage) => {
    // Requests that came in the same bytes are known only when all of these have been read.
    await turn()
    return connections.isLast(request)
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!connections.areEnding()) return done(null, payload)
    void isLast(request.raw).then(last => {
      // An answer that ends the connection would end the requests that wait behind it.
      if (last) reply.header('connection', 'close')
      else reply.raw.removeHeader('connection')
      done(null, payload)
    })
  })
  server.addHook('preClose', async () => {
    connections.end()
    if (!server.server.listening) return
    // In its first turns the system hands over connections that it has taken for us, in the next what came on them.
    await turn()
    await turn()
    if (connections.areNone()) return
    await pause(LINGER_MS)
    await turn()
  })
  return { isEnding: connections.areEnding, isLast }
}

function watchConnections(server: Server) {
  const known = new Map<Socket, Traffic>()
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
  // Called by `close`, once nothing is accepted. Node would also cut off an answer that waits for its reader.
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
