/** Composition: the parts of the program, put together. Nothing here decides anything. */
import type { FastifyInstance } from 'fastify'
import { createCatalog } from './catalog/catalog.ts'
import { openapi } from './catalog/openapi.ts'
import { createGraph } from './graph/graph.ts'
import { createOffsets } from './graph/page.ts'
import { createRouter } from './http/router.ts'
import { createServer } from './http/server.ts'
import type { Clock } from './lib/clock.ts'
import type { Store } from './store/db.ts'
import { answers } from './store/queries/settings.ts'

export interface AppOptions {
  store: Store
  clock: Clock
  /** Signs offset tokens; the same in all copies of one installation. */
  secret: string
  publicUrl: string | null
  log(line: Record<string, unknown>): void
}

/** The server, ready to listen or to be called in process. */
export function createApp({ store, clock, secret, publicUrl, log }: AppOptions): Promise<FastifyInstance> {
  const catalog = createCatalog()
  return createServer({
    store,
    clock,
    publicUrl,
    log,
    router: createRouter(catalog.operations),
    graph: createGraph(catalog),
    offsets: createOffsets(secret),
    openapi: JSON.stringify(openapi(catalog)),
    ready: () => answers(store.read),
  })
}
