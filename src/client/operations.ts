/** The operations as methods of the client, from a table: one line for each. */
import { ApiClient, type HttpVerb } from './api_client.ts'
import { MAX_PAGE_SIZE, PagedList, type PageRequest, type ResultPage } from './paged_list.ts'
import type { RequestParts, ResponseBody } from './request.ts'

/** What a method returns: `data`, the list, or the whole body if it has members next to `data`. */
export type ResultKind = 'data' | 'list' | 'body'

/** An operation in the table: `getTask GET /tasks/{task_gid} data`. */
interface OperationLine {
  id: string
  verb: HttpVerb
  path: string
  kind: ResultKind
}

/** What a method takes after the parameters of the path. */
type OperationInput = Readonly<Record<string, unknown>> & { data?: unknown }

/** What every method takes as its last argument. */
export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** The call of an operation, with the path filled in. */
class OperationClient extends ApiClient {
  run({ id, verb, kind }: OperationLine, path: string, input: OperationInput, { signal }: CallOptions): unknown {
    const { data, ...query } = input
    const parts: RequestParts = { query, ...(signal && { signal }) }
    if (kind === 'list') return this.#list(id, path, parts)
    if (verb === 'POST' || verb === 'PUT') parts.data = data ?? {}
    const body = this.call(id, verb, path, parts)
    return kind === 'body' ? body : body.then(({ data }) => data)
  }

  #list(id: string, path: string, parts: RequestParts): PagedList<unknown> {
    const load = ({ limit, offset }: PageRequest): Promise<ResponseBody> => {
      const { limit: wanted = MAX_PAGE_SIZE, ...query } = parts.query ?? {}
      const page = { limit: limit ?? wanted, ...(offset !== undefined && { offset }) }
      return this.call(id, 'GET', path, { ...parts, query: { ...query, ...page } })
    }
    return new PagedList(load as (page: PageRequest) => Promise<ResultPage<unknown>>)
  }
}

/** Puts the arguments into the path. An empty one would lead to another operation. */
function filled({ id, path }: OperationLine, values: readonly unknown[]): string {
  let index = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[index++]
    if (typeof value !== 'string' || value === '') throw new TypeError(`${id} needs ${name}, a text that is not empty.`)
    return encodeURIComponent(value)
  })
}

function methodOf(line: OperationLine) {
  const count = line.path.split('{').length - 1
  return function (this: OperationClient, ...values: unknown[]): unknown {
    const [input = {}, options = {}] = values.slice(count) as [OperationInput?, CallOptions?]
    return this.run(line, filled(line, values), input, options)
  }
}

/** The class of a client with the operations of a table as its methods. */
export function clientWith(table: string): typeof ApiClient {
  class Workloom extends OperationClient {}
  for (const text of table.split('\n')) {
    const [id = '', verb, path = '', kind] = text.split(' ')
    const value = methodOf({ id, verb: verb as HttpVerb, path, kind: kind as ResultKind })
    Object.defineProperty(Workloom.prototype, id, { value, configurable: true, writable: true })
  }
  return Workloom
}
