/** A request and its response as the kernel sees them: independent of the HTTP library. */

import type { DownloadLinks } from '../files/links.ts'
import type { Graph } from '../graph/graph.ts'
import type { Offsets } from '../graph/page_tokens.ts'
import type { Clock } from '../lib/clock.ts'
import type { Utf8 } from '../lib/strings.ts'
import type { Limits } from '../limits/limits.ts'
import type { ExecutionContext } from '../observe/context.ts'
import type { Log } from '../observe/log.ts'
import type { Store } from '../store/db.ts'
import type { Outbound } from '../vocabulary/outbound.ts'
import type { SyncTokens } from '../vocabulary/sync_tokens.ts'
import type { RequestBody } from './body.ts'
import type { ReceivedFile, Uploads } from './files/uploads.ts'
import type { Query } from './options.ts'
import type { Router } from './router.ts'
import type { ApiChangeOptIn, Deprecation } from './versioning.ts'

/** What the kernel needs from the program. */
export interface Kernel {
  store: Store
  clock: Clock
  router: Router
  graph: Graph
  offsets: Offsets
  syncTokens: SyncTokens
  outbound: Outbound
  uploads: Uploads
  downloads: DownloadLinks
  /** The maximum size of all files of an organization, in bytes; null for none. */
  filesQuota: number | null
  limits: Limits
  /** Whether responses have rate limit headers. */
  rateLimitHeaders: boolean
  deprecations: readonly Deprecation[]
  /** Whether a request is warned of unknown names: for developers of clients, not for production. */
  hints: boolean
  log: Log
}

/**
 * Reads a multipart form and returns its fields. `onFile` gets each file with the fields before it, and must read the
 * stream.
 */
export type FormReader = (
  onFile: (file: ReceivedFile, before: Record<string, string>) => Promise<void>,
) => Promise<Record<string, string>>

export interface Incoming {
  method: string
  /** The path below the base of the API, without the query. */
  path: string
  query: Query
  authorization: string | undefined
  /** The secret of the session, from the cookie of a page of this server. */
  session: string | undefined
  /** The IP address and the user agent of the client. */
  address: string
  agent: string
  /** What the page of the web app calls itself. */
  page: string | undefined
  /** The header `Idempotency-Key` of a POST. */
  idempotencyKey: string | undefined
  body(): RequestBody
  /** Reads a multipart body; undefined for any other. */
  form: FormReader | undefined
  /** The API changes that the client enables or disables. */
  apiChanges: ApiChangeOptIn
  /** Adds headers to the response, also if the request fails. */
  addHeaders(headers: Record<string, string | string[]>): void
  /** The origin that the client used, `https://host`, without a slash at the end. */
  origin: string
  /** What logs and traces record of the request. */
  execution: ExecutionContext
}

export interface Outgoing {
  status: number
  /** JSON. */
  body: Utf8
  /** The path of the new object. */
  location?: string
  /** Whether it is the response to an earlier request with the same key. */
  isRepeated?: true
}
