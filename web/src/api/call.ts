/**
 * Requests to the server: JSON inside `data` in both directions, with the session cookie and the header against CSRF.
 * Invariant: every error is a Failure with a message for people.
 */

export class Failure extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** Error messages by the name of the field. */
  readonly fields: Record<string, string>
  /** Whether the session has ended. The page then shows the sign-in dialog instead of the message. */
  endsSession = false

  constructor(status: number, message: string) {
    super(message)
    this.status = status
    // `field: text`, `field: [0]: text` for one of several values, `field: member: text` for a member of an object.
    const [, field, member, text] = /^(\w+): (?:\[\d+\]: |(\w+): )?(.+)$/s.exec(message) ?? []
    this.fields = field && text ? { [member ?? field]: text } : {}
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface ResponseBody {
  data?: unknown
  next_page?: { offset: string } | null
  errors?: { message: string }[]
}

/** One page of a list, and the offset of the next page. */
export interface ListPage<T> {
  items: T[]
  next: string | null
}

/** Throws the Failure for a request without a response. For use with `catch`. */
export function throwNoResponse(): never {
  throw new Failure(0, 'The server does not respond. Check that it is running and that you are connected.')
}

async function fetchBody(method: Method, path: string, data?: object): Promise<ResponseBody> {
  const headers: Record<string, string> = { 'x-requested-with': 'workloom', accept: 'application/json' }
  if (data) headers['content-type'] = 'application/json'
  const request = { method, headers, ...(data ? { body: JSON.stringify({ data }) } : {}) }
  const response = await fetch(path, request).catch(throwNoResponse)
  const body: ResponseBody = await response.json().catch(() => ({}))
  if (response.ok) return body
  const [first] = body.errors ?? []
  throw new Failure(response.status, withRetryTime(first?.message, response.headers.get('retry-after')))
}

function withRetryTime(
  message = 'The server sent a response that this page cannot read. Reload the page.',
  seconds: string | null,
) {
  return seconds ? `${message} Try again in ${seconds} seconds.` : message
}

/** Sends a request and returns the member `data` of the response. Throws a Failure. */
export async function call<T>(method: Method, path: string, data?: object): Promise<T> {
  return (await fetchBody(method, path, data)).data as T
}

/** Requests one page of a list of the API. Throws a Failure. */
export async function callPage<T>(path: string, offset: string | null): Promise<ListPage<T>> {
  const from = offset ? `&offset=${encodeURIComponent(offset)}` : ''
  const { data, next_page } = await fetchBody('GET', path + from)
  return { items: data as T[], next: next_page?.offset ?? null }
}
