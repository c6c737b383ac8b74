/**
 * Requests in process: `inject` of Fastify would go round the listener of the server, and with it round the API. These
 * take the way of those that come by the network, from the event on that Node tells.
 */
import type { FastifyInstance, InjectOptions } from 'fastify'

export function takeInProcess(server: FastifyInstance): void {
  const inject = async (request: InjectOptions | string) => {
    await server.ready()
    // Only tests and measurements ask for it.
    const { inject: send } = await import('light-my-request')
    return send((asked, answer) => void server.server.emit('request', asked, answer), request)
  }
  Object.assign(server, { inject })
}
