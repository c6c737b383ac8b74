/** One request as `fetch` sends it: the URL, the body, and the response or its error. */
import { failureOf, WorkloomError } from './failure.ts'

/** The parts of a request in addition to its method and path. */
export interface RequestParts {
  /** Lists are sent with commas; undefined members are omitted. */
  query?: Readonly<Record<string, unknown>> | undefined
  /** The members of `data`. With a `Blob` among them the body is a form, which can carry a file. */
  data?: unknown
  signal?: AbortSignal | undefined
}

/** The body of a response. */
export interface ResponseBody<T = unknown> {
  data: T
  [member: string]: unknown
}

/** The URL of the API: an address without a path gets the usual one. */
export function apiUrl(url: string): string {
  const trimmed = url.replace(/\/+$/, '')
  return new URL(trimmed).pathname === '/' ? `${trimmed}/api/1.0` : trimmed
}

export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) pairs.append(name, String(Array.isArray(value) ? value.map(String) : value))
  }
  const text = pairs.toString()
  return text && `?${text}`
}

/** The body as a form, if it has a file. */
function formOf(data: object): FormData | null {
  const members = Object.entries(data).filter(([, value]) => value !== undefined)
  if (!members.some(([, value]) => value instanceof Blob)) return null
  const form = new FormData()
  for (const [name, value] of members) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

/** The body and the headers that describe it. */
export function bodyOf(data: unknown): { body?: string | FormData; headers: Record<string, string> } {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (data === undefined) return { headers }
  const form = typeof data === 'object' && data !== null ? formOf(data) : null
  if (form) return { body: form, headers }
  return { body: JSON.stringify({ data }), headers: { ...headers, 'content-type': 'application/json' } }
}

/** Sends a request once. Returns its error instead of throwing it; throws only the reason of the signal. */
export async function attempt(
  send: typeof fetch,
  url: string,
  init: RequestInit & { signal?: AbortSignal | null },
  operation: string,
): Promise<ResponseBody | WorkloomError> {
  try {
    const response = await send(url, init)
    const text = await response.text()
    const body = response.ok ? parsed(text) : null
    return body ?? failureOf(response, text, operation)
  } catch (cause) {
    if (init.signal?.aborted) throw init.signal.reason
    const reason = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause).message : String(cause)
    return new WorkloomError({ status: 0, errors: [{ message: `The connection failed: ${reason}` }], operation, cause })
  }
}

function parsed(text: string): ResponseBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as ResponseBody) : null
  } catch {
    return null
  }
}
