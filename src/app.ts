/** Composition root: creates the components of the program and connects them. It contains no logic. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Catalog, createCatalog } from './catalog/catalog.ts'
import { openapi } from './catalog/openapi.ts'
import type { Files } from './files/files.ts'
import { folderFiles } from './files/folder.ts'
import { createDownloadLinks } from './files/links.ts'
import { temporaryFolder } from './files/location.ts'
import { createGraph } from './graph/graph.ts'
import { createOffsets } from './graph/page_tokens.ts'
import { createSyncTokens, DEFAULT_SYNC_TOKEN_HOURS } from './graph/sync_tokens.ts'
import { originOf } from './http/client.ts'
import { type ConnectionLimits, defaultConnectionLimits } from './http/connections/listener.ts'
import { createUploads } from './http/files/uploads.ts'
import { serveMetrics } from './http/metrics.ts'
import { createOperationRunner } from './http/operations.ts'
import { createRouter } from './http/router.ts'
import { createServer, type HttpServerOptions } from './http/server.ts'
import type { Deprecation } from './http/versioning.ts'
import { type Attempts, createAttempts } from './identity/attempts.ts'
import { createMailer, type MailTransport } from './identity/mail.ts'
import { createPasswords } from './identity/passwords.ts'
import { createProvider } from './identity/provider.ts'
import { createWebhookClient as createTargetPost } from './jobs/webhook_client.ts'
import type { Clock } from './lib/clock.ts'
import { derive, seal } from './lib/secret.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { type LimitOverrides, sizesOf } from './limits/sizes.ts'
import type { Log } from './observe/log.ts'
import type { Observer } from './observe/observer.ts'
import type { Policy } from './scim/policy.ts'
import { refuseAddress, serveScim } from './scim/server.ts'
import { type CounterStore, type Sharing, withCircuitBreaker } from './store/counters/counter_store.ts'
import type { Store } from './store/db.ts'
import { isPaid } from './store/queries/identity/plan.ts'
import { isAnswering } from './store/queries/settings.ts'
import type { HttpPost } from './vocabulary/outbound.ts'

export interface AppOptions {
  store: Store
  /** The contents of files; by default in a temporary folder. */
  files?: Files
  /** The maximum size of all files of an organization, in bytes; without it there is none. */
  filesQuota?: number | null
  clock: Clock
  /** Seals secrets and signs what clients send back; equal in all instances of one installation. */
  key: string
  publicUrl: string | null
  /** Addresses of proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  /** The folder of the web app; it may be absent. */
  web: string
  log: Log
  /** Metrics and traces; none by default. */
  observer?: Observer
  /** Whether each request is logged, and not only server errors. */
  logsRequests?: boolean
  /** Whether requests are warned of unknown names. */
  hints?: boolean
  /** Whether cached JSON is also written again, and requests fail if it differs: for tests. */
  verifiesCache?: boolean
  /** The token that GET /metrics requires at the address of the API; without it the metrics are not served there. */
  metricsToken?: string | undefined
  /** Sends e-mails; without it they are announced. */
  mail?: MailTransport | null
  /** Prints a message for the operator. */
  announce?(text: string): void
  /** Sizes of the rate limiters that differ from the defaults. */
  limits?: LimitOverrides
  /** The rate limiter, instead of one with these sizes. */
  limiter?: Limits
  /** The limits of sign-in attempts; by default new ones. */
  attempts?: Attempts
  /** Connection limits that differ from the defaults. */
  connections?: Partial<ConnectionLimits> | undefined
  /** The counter store that instances share; without it this instance counts alone. */
  counters?: CounterStore | null
  /** How long a request waits for the counter store, where it differs from the default. */
  counterTimeoutMs?: number
  /** Whether responses have rate limit headers. */
  rateLimitHeaders?: boolean
  /** How long sync tokens stay valid, in hours. */
  eventsHours?: number
  /** How webhooks are called; the default is HTTP, to public addresses only. */
  post?: HttpPost
  catalog?: Catalog
  /** API changes that clients can try before they become mandatory. */
  deprecations?: readonly Deprecation[]
  /** What identity providers can do, where it differs from the default. */
  provisioning?: Partial<Policy>
}

/** Creates the server, which can then listen or be called in process. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, clock, publicUrl, log, limits: overrides = {}, provisioning: policy = {} } = options
  const { counters, counterTimeoutMs: timeoutMs } = options
  const sharing = counters
    ? { counters: withCircuitBreaker(counters, { clock, log, timeoutMs }), instanceCount: store.instanceCount }
    : null
  const limits =
    options.limiter ??
    createLimits({ clock, sizes: sizesOf(overrides), isPaid: user => isPaid(store.read, user), sharing })
  const server = await createServer(serverOptions(options, limits, sharing))
  const origin = ({ protocol, headers }: FastifyRequest) => originOf(publicUrl, protocol, headers.host)
  const { observer, metricsToken } = options
  if (observer?.metrics && metricsToken) serveMetrics(server, observer.metrics, metricsToken)
  serveScim(server, { store, clock, limits, origin, policy, log })
  return server
}

function serverOptions(options: AppOptions, limits: Limits, sharing: Sharing | null): HttpServerOptions {
  const {
    store,
    files = folderFiles(temporaryFolder()),
    filesQuota = null,
    clock,
    key,
    publicUrl,
    trustedProxies,
    web,
    log,
  } = options
  const { mail = null, announce = message => log({ level: 'info', message }), catalog = createCatalog() } = options
  const { eventsHours = DEFAULT_SYNC_TOKEN_HOURS, post = createTargetPost({ allowPrivate: false }) } = options
  const { rateLimitHeaders = false, deprecations = [], logsRequests = false, hints = false } = options
  const { observer = { metrics: null, traces: null } } = options
  return {
    ...{ store, clock, key, publicUrl, trustedProxies, web, log, limits, rateLimitHeaders, deprecations },
    ...{ observer, logsRequests, hints, connections: { ...defaultConnectionLimits, ...options.connections } },
    passwords: createPasswords(),
    sharesLimits: sharing !== null,
    attempts: options.attempts ?? createAttempts(clock, sharing),
    provider: createProvider({ clock, key }),
    mailer: createMailer({ mail, announce, log }),
    router: createRouter(catalog.operations),
    readableTypes: catalog.operations.filter(({ direct }) => direct).map(({ type }) => type),
    graph: createGraph(catalog, options.verifiesCache),
    operations: createOperationRunner({ key, clock, catalog }),
    offsets: createOffsets(derive(key, 'offsets')),
    syncTokens: createSyncTokens(derive(key, 'syncs'), clock, eventsHours),
    ...{ files, filesQuota, uploads: createUploads({ store, files }) },
    downloads: createDownloadLinks(derive(key, 'downloads'), clock),
    outbound: { post, seal: text => seal(key, text) },
    openapi: () => JSON.stringify(openapi(catalog)),
    ready: () => isAnswering(store.read),
    answerElsewhere: (error, request, reply) => refuseAddress({ log }, error, request, reply),
  }
}
