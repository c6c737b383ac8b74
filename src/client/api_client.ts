/**
 * The client without the operations: requests with retries, pages and events. It runs wherever `fetch` exists, and has
 * no dependencies.
 */
import { WorkloomError } from './failure.ts'
import { type FollowOptions, follow } from './follow.ts'
import { apiUrl, attempt, bodyOf, queryText, type RequestParts, type ResponseBody } from './request.ts'
import { delayBefore, type RetryOptions, sleepFor } from './retry.ts'
import type { Full, Path, Result } from './selection.ts'

export interface WorkloomOptions extends RetryOptions {
  /** The URL of the API; an address without a path gets `/api/1.0`. */
  url: string
  /** The access token, or a function that returns the current one. */
  token?: string | (() => string | Promise<string>) | undefined
  /** Aborts every request and every wait of this client. */
  signal?: AbortSignal | undefined
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Sends requests, instead of the global `fetch`. */
  fetch?: typeof fetch | undefined
}

export type HttpVerb = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `Event` is the schema of the events that it reads. */
export class ApiClient<Event = never> {
  readonly #options: WorkloomOptions
  readonly #url: string

  constructor(options: WorkloomOptions) {
    this.#options = options
    this.#url = apiUrl(options.url)
  }

  /** Sends any request, such as `request('GET', '/tasks', { query })`. Returns the whole body. */
  request<T = unknown>(method: HttpVerb, path: string, parts: RequestParts = {}): Promise<ResponseBody<T>> {
    return this.call(`${method} ${path}`, method, path, parts) as Promise<ResponseBody<T>>
  }

  /** The events of an object, from `sync` or from now. The stream ends when the program leaves the loop. */
  events<P extends Path<Event> = never>(
    resource: string,
    options: FollowOptions & { opt_fields?: readonly P[] | undefined } = {},
  ): AsyncGenerator<Result<Event, P, Full<Event>>, never, undefined> {
    const { opt_fields, signal } = options
    const load = (sync: string | undefined) =>
      this.call('getEvents', 'GET', '/events', { query: { resource, sync, opt_fields }, signal })
    const { sleep = sleepFor } = this.#options
    const wait = (milliseconds: number) => sleep(milliseconds, this.#signalWith(signal))
    return follow(load as never, wait, options)
  }

  /** Sends a request of an operation, and repeats it as `retry.ts` says. */
  protected async call(operation: string, method: HttpVerb, path: string, parts: RequestParts): Promise<ResponseBody> {
    const { fetch: send = fetch, sleep = sleepFor, onRetry } = this.#options
    const url = `${this.#url}${path}${queryText(parts.query)}`
    const signal = this.#signalWith(parts.signal)
    const { headers, body } = bodyOf(parts.data)
    for (let count = 1; ; count++) {
      const init = { method, headers: { ...headers, ...(await this.#headers()) }, ...(body && { body }) }
      const result = await attempt(send, url, signal ? { ...init, signal } : init, operation)
      if (!(result instanceof WorkloomError)) return result
      const delay = delayBefore(result, method, count, this.#options)
      if (delay === null || onRetry?.({ attempt: count, delay, error: result, operation }) === false) throw result
      await sleep(delay, signal)
    }
  }

  async #headers(): Promise<Record<string, string>> {
    const { token, headers } = this.#options
    const current = typeof token === 'function' ? await token() : token
    return { ...(current && { authorization: `Bearer ${current}` }), ...headers }
  }

  /** The signal of the client, of the request, or of both. */
  #signalWith(signal: AbortSignal | undefined): AbortSignal | undefined {
    const { signal: general } = this.#options
    return general && signal ? AbortSignal.any([general, signal]) : (signal ?? general)
  }
}
