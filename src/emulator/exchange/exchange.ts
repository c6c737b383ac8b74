/** A request to a world and its response, as fault rules, checks and the log see them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Match, Router } from '../../http/router.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import type { Caller } from './callers.ts'

const API = '/api/1.0'

/** Nothing changes the query of an exchange. */
const NO_QUERY = new URLSearchParams()

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly kind: 'reads' | 'writes'
  /** The path and the query, as the world gets them. */
  readonly url: string
  readonly path: string
  /** The text after the question mark. */
  readonly queryText: string
  readonly isApi: boolean
  /** Undefined for paths that belong to no operation. */
  readonly match: Match | undefined
  /** The caller, when `identify` has found it. */
  caller: Caller | undefined
  #query: URLSearchParams | undefined

  constructor(router: Router, request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    this.method = request.method ?? 'GET'
    this.kind = this.method === 'GET' || this.method === 'HEAD' ? 'reads' : 'writes'
    this.url = request.url ?? '/'
    const at = this.url.indexOf('?')
    this.path = at < 0 ? this.url : this.url.slice(0, at)
    this.queryText = at < 0 ? '' : this.url.slice(at + 1)
    const method = this.method === 'HEAD' ? 'GET' : this.method
    this.isApi = this.path.startsWith(`${API}/`)
    this.match = this.isApi ? router.match(method, this.path.slice(API.length)) : undefined
  }

  get operation(): Operation | undefined {
    return this.match?.operation
  }

  get query(): URLSearchParams {
    this.#query ??= this.queryText === '' ? NO_QUERY : new URLSearchParams(this.queryText)
    return this.#query
  }

  /** The path below the base of the API; the whole path of any other request. */
  get apiPath(): string {
    return this.isApi ? this.path.slice(API.length) : this.path
  }

  /** Whether the path or the query names this object. */
  names(gid: string): boolean {
    return this.path.split('/').includes(gid) || [...this.query.values()].includes(gid)
  }
}
