/**
 * The way to the server: JSON inside `data` both ways, with the cookie of the session and the header that says that a page
 * of this server asks. What goes wrong is always a Failure, with a sentence for people.
 */

export class Failure extends Error {
  /** 0 when there was no answer. */
  readonly status: number
  /** What is wrong with a field, by the name of the field. */
  readonly fields: Record<string, string>
  /** Whether it means that the session has ended: then the page asks for a new one, and the text says nothing more. */
  endsSession = false

  constructor(status: number, message: string) {
    super(message)
    this.status = status
    // `field: text`, `field: [0]: text` about one of several, `field: member: text` about a part of it.
    const [, field, member, text] = /^(\w+): (?:\[\d+\]: |(\w+): )?(.+)$/s.exec(message) ?? []
    this.fields = field && text ? { [member ?? field]: text } : {}
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Body {
  data?: unknown
  next_page?: { offset: string } | null
  errors?: { message: string }[]
}

/** A part of a list, and where the next part starts. */
export interface Page<T> {
  items: T[]
  next: string | null
}

async function fetchBody(method: Method, path: string, data?: object): Promise<Body> {
  const headers: Record<string, string> = { 'x-requested-with': 'workloom', accept: 'application/json' }
  if (data) headers['content-type'] = 'application/json'
  const sent = { method, headers, ...(data ? { body: JSON.stringify({ data }) } : {}) }
  const response = await fetch(path, sent).catch(() => {
    throw new Failure(0, 'The server does not respond. Check that it is running and that you are connected.')
  })
  const body: Body = await response.json().catch(() => ({}))
  if (response.ok) return body
  const [first] = body.errors ?? []
  throw new Failure(response.status, withWait(first?.message, response.headers.get('retry-after')))
}

function withWait(
  message = 'The server sent an answer that this page cannot read. Reload the page.',
  seconds: string | null,
) {
  return seconds ? `${message} Try again in ${seconds} s.` : message
}

/** Calls the server and answers the member `data`. Throws a Failure. */
export async function call<T>(method: Method, path: string, data?: object): Promise<T> {
  return (await fetchBody(method, path, data)).data as T
}

/** Asks for a part of a list of the API. Throws a Failure. */
export async function callPage<T>(path: string, offset: string | null): Promise<Page<T>> {
  const from = offset ? `&offset=${encodeURIComponent(offset)}` : ''
  const { data, next_page } = await fetchBody('GET', path + from)
  return { items: data as T[], next: next_page?.offset ?? null }
}
