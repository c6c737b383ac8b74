/** A request and its answer as the kernel sees them: free of the HTTP library. */
import type { Graph } from '../graph/graph.ts'
import type { Offsets } from '../graph/page.ts'
import type { Clock } from '../lib/clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { ExecutionContext } from '../observe/context.ts'
import type { Store } from '../store/db.ts'
import type { Syncs } from '../vocabulary/operation.ts'
import type { Outside } from '../vocabulary/outside.ts'
import type { Body } from './body.ts'
import type { Query } from './options.ts'
import type { Router } from './router.ts'
import type { Deprecation, Wish } from './versioning.ts'

/** What the kernel needs of the program. */
export interface Kernel {
  store: Store
  clock: Clock
  router: Router
  graph: Graph
  offsets: Offsets
  syncs: Syncs
  outside: Outside
  limits: Limits
  /** Whether answers say what is left of the minute. */
  rateLimitHeaders: boolean
  deprecations: readonly Deprecation[]
  /** Whether a request is told which of its names mean nothing: for those who write a client, not for production. */
  hints: boolean
  log(line: Record<string, unknown>): void
}

export interface Incoming {
  method: string
  /** Below the API's base, without the query. */
  path: string
  query: Query
  authorization: string | undefined
  /** The secret of the session that the page of this server sent. */
  session: string | undefined
  /** The address of the client, and what it says of itself. */
  address: string
  agent: string
  body(): Body
  /** Which changes of the API the client wants, or does not want yet. */
  wish: Wish
  /** Adds headers to the answer, whatever becomes of the request. */
  tell(headers: Record<string, string | string[]>): void
  /** Where the client reached the program, `https://host`, without a slash at the end. */
  origin: string
  /** What is noted of the request, for those who watch. */
  execution: ExecutionContext
}

export interface Outgoing {
  status: number
  /** The body, as JSON. */
  text: string
  /** The path of what was made. */
  location?: string
}
