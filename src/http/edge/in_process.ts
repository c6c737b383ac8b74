/**
 * In-process requests. Fastify's `inject` would bypass the listener of the server, and with it the API; this version
 * emits the `request` event of the Node server, like a network request.
 */
import type { FastifyInstance, InjectOptions } from 'fastify'

export function serveInProcess(server: FastifyInstance): void {
  const inject = async (request: InjectOptions | string) => {
    await server.ready()
    // Only tests and benchmarks use it.
    const { inject: send } = await import('light-my-request')
    return send((incoming, response) => void server.server.emit('request', incoming, response), request)
  }
  Object.assign(server, { inject })
}
