/**
 * `GET /metrics` for Prometheus: on its own port, or on the port of the API for clients with the token. Invariant:
 * without the token, if one is set, the path responds like any unknown path.
 */
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { noRoute, serviceUnavailable } from '../lib/errors.ts'
import { createServer as createHttpServer } from '../lib/node_http.ts'
import { digest, sameText } from '../lib/secret.ts'
import type { Metrics } from '../observe/metrics.ts'
import { listeningAt } from './address.ts'
import { READ_METHODS } from './envelope.ts'

const PATH = '/metrics'

/** Whether a request has the token. Digests are compared, because they have equal length. */
function hasToken(token: string, authorization = ''): boolean {
  const [, given = ''] = /^bearer +(.*)$/i.exec(authorization) ?? []
  return sameText(digest(given), digest(token))
}

/** Serves the metrics on the port of the API. */
export function serveMetrics(server: FastifyInstance, metrics: Metrics, token: string): void {
  server.route({
    method: READ_METHODS,
    url: PATH,
    handler: async ({ headers }, reply) => {
      if (!hasToken(token, headers.authorization)) throw noRoute()
      return reply
        .header('content-type', metrics.contentType)
        .header('cache-control', 'no-store')
        .send(await metrics.text())
    },
  })
}

/** Creates a server for metrics only, not yet listening. With a token, it requires that token. */
export function createMetricsServer(metrics: Metrics, token: string | undefined) {
  const server = createHttpServer((request, reply) => {
    const [path] = (request.url ?? '').split('?')
    const isKnown = token === undefined || hasToken(token, request.headers.authorization)
    const answer = (status: number, type: string, body: string) =>
      reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const refuse = ({ status, message }: { status: number; message: string }) => answer(status, 'text/plain', message)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || path !== PATH || !isKnown) return refuse(noRoute())
    metrics.text().then(
      body => answer(reply.statusCode, metrics.contentType, body),
      cause => refuse(serviceUnavailable(cause)),
    )
  })
  return {
    server,
    async listen(address: { host: string; port: number }): Promise<string> {
      // Each worker has its own port.
      server.listen({ ...address, exclusive: true })
      await once(server, 'listening')
      return listeningAt(server.address())
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      // A client in the middle of a scrape retries elsewhere; the server does not wait for it.
      server.closeAllConnections()
      await closed
    },
  }
}
