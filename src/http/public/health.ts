/** Health checks for supervisors and proxies, without authentication: liveness and readiness. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import { failure } from '../../lib/errors.ts'
import { READ_METHODS } from '../envelope.ts'
import { cacheBriefly } from './short_cache.ts'

interface Health {
  clock: Clock
  /** Whether the store answers. */
  ready(): Promise<boolean>
}

/** Caches that the store answers for a second. It never caches that the store does not answer. */
export function serveHealth(server: FastifyInstance, { clock, ready }: Health): void {
  const isReady = cacheBriefly(clock, ready, answer => answer)
  server.route({ method: READ_METHODS, url: '/healthz', handler: (_request, reply) => reply.send({ status: 'ok' }) })
  server.route({
    method: READ_METHODS,
    url: '/readyz',
    handler: async (_request, reply) => {
      const answer = await isReady()
      return reply.code(answer ? 200 : failure.notReady).send({ status: answer ? 'ok' : 'store does not answer' })
    },
  })
}
