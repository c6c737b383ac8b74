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

/** Browsers limit the sum of the bodies that outlive their page. */
const MAX_KEPT_LENGTH = 8_000

/** Whether a request goes on when its page is closed: small writes do. */
export const outlivesPage = (method: Method, body?: string | Blob): boolean =>
  method !== 'GET' && (body === undefined || (typeof body === 'string' && body.length < MAX_KEPT_LENGTH))

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface ResponseBody {
  data?: unknown
  next_page?: { offset: string } | null
  /** The cursor of the next page, in lists of the console. */
  next?: string | null
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

let world: string | null = null

/** The world of the emulator that has sent the last response; null if the server is no emulator. */
export const emulatedWorld = (): string | null => world

export async function fetchBody(method: Method, path: string, data?: object): Promise<ResponseBody> {
  const headers: Record<string, string> = { 'x-requested-with': 'workloom', accept: 'application/json' }
  if (data) headers['content-type'] = data instanceof Blob ? data.type : 'application/json'
  const content = data && (data instanceof Blob ? data : JSON.stringify({ data }))
  const keepalive = outlivesPage(method, content)
  const request = { method, headers, keepalive, ...(content && { body: content }) }
  const response = await fetch(path, request).catch(throwNoResponse)
  world = response.headers.get('x-workloom-emulator')
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

/** Sends a request, with JSON or a file, and returns the member `data` of the response. Throws a Failure. */
export async function call<T>(method: Method, path: string, data?: object): Promise<T> {
  return (await fetchBody(method, path, data)).data as T
}

/** Requests one page of a list of the API. Throws a Failure. */
export async function callPage<T>(path: string, offset: string | null): Promise<ListPage<T>> {
  const from = offset ? `&offset=${encodeURIComponent(offset)}` : ''
  const { data, next_page } = await fetchBody('GET', path + from)
  return { items: data as T[], next: next_page?.offset ?? null }
}

/** Requests one page of a list of the console, whose path has the cursor. Throws a Failure. */
export async function callWithCursor<T>(path: string): Promise<{ data: readonly T[]; next: string | null }> {
  const { data, next = null } = await fetchBody('GET', path)
  return { data: data as T[], next }
}
