/** The actions of a batch request, as requests of their own. */
import type { Actor } from '../../identity/actor.ts'
import { invalid, malformed } from '../../lib/errors.ts'
import { parseInput } from '../../vocabulary/input.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import { members, type RequestBody } from '../body.ts'
import { keyOfAction } from '../idempotency/idempotency.ts'
import { type OutputOptions, optionsOf, type Query } from '../options.ts'
import { acquirePermit } from '../rate_limit.ts'
import type { Incoming, Kernel } from '../request.ts'
import type { Match } from '../router.ts'
import type { ApiChangeOptIn } from '../versioning.ts'

const MAX_ACTIONS = 10

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'])

// wire: contract: uploads, exports of organizations, provisioning and other batches are refused
const REFUSED_PATHS = /^\/(?:attachments|organization_exports|scim|batch)(?:\/|$)/

/** An action of a batch. */
export class BatchAction {
  readonly method: string
  readonly path: string
  readonly query: Query
  readonly body: RequestBody
  readonly match: Match | undefined
  /** The headers of its response that were added while it was processed. */
  readonly headers: Record<string, string | string[]> = {}
  readonly #batch: Incoming
  readonly #index: number
  #incoming: Incoming | undefined

  constructor(
    { method, path, query, body }: Pick<BatchAction, 'method' | 'path' | 'query' | 'body'>,
    match: Match | undefined,
    batch: Incoming,
    index: number,
  ) {
    this.method = method
    this.path = path
    this.query = query
    this.body = body
    this.match = match
    this.#batch = batch
    this.#index = index
  }

  /** Whether it can only be a request of its own. */
  get isRefused(): boolean {
    return REFUSED_PATHS.test(this.path)
  }

  /** The action as a request; most reads need none. */
  get incoming(): Incoming {
    this.#incoming ??= {
      ...this.#batch,
      ...{ method: this.method, path: this.path, query: this.query, form: undefined },
      idempotencyKey: keyOfAction(this.#batch.idempotencyKey, this.#index),
      body: () => this.body,
      addHeaders: more => this.addHeaders(more),
    }
    return this.#incoming
  }

  get apiChanges(): ApiChangeOptIn {
    return this.#batch.apiChanges
  }

  addHeaders(headers: BatchAction['headers']): void {
    Object.assign(this.headers, headers)
  }
}

/** A batch as the client sent it. */
interface BatchInput {
  actions: BatchAction[]
  /** What the response shows of each action. */
  options: OutputOptions
}

/** Reads a batch. An invalid one counts as one request, so that it cannot be repeated without limit. */
export async function readBatch(
  kernel: Kernel,
  incoming: Incoming,
  operation: Operation,
  actor: Actor,
): Promise<BatchInput> {
  try {
    const body = incoming.body()
    const { actions } = parseInput(operation.body, body.data, []) as { actions: ActionInput[] }
    // wire: recordings: both texts
    if (actions.length === 0) throw malformed('Batch requests must contain at least one action')
    if (actions.length > MAX_ACTIONS) {
      throw malformed(`Batch requests must contain no more than ${MAX_ACTIONS} actions`)
    }
    return {
      actions: actions.map((action, index) => readAction(kernel, incoming, action, index)),
      options: optionsOf(incoming.query, body),
    }
  } catch (error) {
    kernel.limits.release(await acquirePermit(kernel, incoming, actor, operation), undefined)
    throw error
  }
}

interface ActionInput {
  relative_path: string
  method: string
  data?: unknown
  options?: unknown
}

function readAction(kernel: Kernel, batch: Incoming, input: ActionInput, index: number): BatchAction {
  const at = `actions: [${index}]`
  const method = input.method.toUpperCase()
  if (!METHODS.has(method)) throw invalid(`${at}: method`, 'Not one of get, post, put, delete, patch, head')
  if (/[?#]/.test(input.relative_path)) throw invalid(`${at}: relative_path`, 'Put the query into data')
  const path = input.relative_path.startsWith('/') ? input.relative_path : `/${input.relative_path}`
  const data = members(`${at}: data`, input.data)
  const { limit, offset, ...options } = members(`${at}: options`, input.options)
  const reads = method === 'GET' || method === 'HEAD'
  const asked = reads ? data : {}
  const query = queryIn({ ...asked, limit: limit ?? asked.limit, offset: offset ?? asked.offset }, at)
  const match = kernel.router.match(method === 'HEAD' ? 'GET' : method, path)
  return new BatchAction({ method, path, query, body: { data: reads ? {} : data, options } }, match, batch, index)
}

const noQuery: Query = Object.freeze(Object.create(null))

/** Parameters of a query, from JSON values. A list becomes a comma-separated text. */
function queryIn(values: Record<string, unknown>, at: string): Query {
  let query: Query | undefined
  for (const name in values) {
    const value = values[name]
    if (value === undefined || value === null) continue
    const items = Array.isArray(value) ? value : [value]
    if (items.some(item => typeof item === 'object')) throw invalid(`${at}: ${name}`, 'Not a text, a number or a list')
    query ??= Object.create(null) as Query
    query[name] = items.join(',')
  }
  return query ?? noQuery
}
