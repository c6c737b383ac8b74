/** Sends a request of the reference as the person who is signed in: by the cookie of the session, as the other pages do. */
import { Failure } from '../../api/call.ts'
import type { SampleRequest } from './example.ts'

export interface TryItResponse {
  status: number
  statusText: string
  milliseconds: number
  headers: [name: string, value: string][]
  /** As text, indented when it is JSON. */
  body: string
  /** What went wrong, when something did. */
  error: { message: string; help: string | undefined } | undefined
}

/** The headers that tell something of this one answer. */
const SHOWN_HEADERS =
  /^(?:content-type|location|retry-after|x-request-id|x-workloom-warning|asana-change|x-ratelimit-\w+|deprecation)$/

/** Answers whatever the server did, errors too. Throws a Failure when it did nothing. */
export async function send({ method, path, body }: SampleRequest): Promise<TryItResponse> {
  const headers: Record<string, string> = { 'x-requested-with': 'workloom', accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const started = performance.now()
  const sent: RequestInit = { method, headers, ...(body === undefined ? {} : { body }) }
  const response = await fetch(path, sent).catch(() => {
    throw new Failure(0, 'The server does not answer. Check that it runs and that you are connected.')
  })
  const text = await response.text()
  const json = parsed(text)
  const [first] = (json as { errors?: { message: string; help?: string }[] } | undefined)?.errors ?? []
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - started),
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name)),
    body: json === undefined ? text : JSON.stringify(json, null, 2),
    error: response.ok ? undefined : { message: first?.message ?? response.statusText, help: first?.help },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
