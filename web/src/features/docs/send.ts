/** Sends a request of the reference with the session cookie of the signed-in person. */
import { throwNoResponse } from '../../data/call.ts'
import type { SampleRequest } from './example.ts'

export interface TryItResponse {
  status: number
  statusText: string
  milliseconds: number
  headers: [name: string, value: string][]
  /** The body; JSON is indented. */
  body: string
  /** The error of an unsuccessful response. */
  error: { message: string; help: string | undefined } | undefined
}

/** The response headers that the page shows. */
const SHOWN_HEADERS =
  /^(?:content-type|location|retry-after|x-request-id|x-workloom-warning|asana-change|x-ratelimit-\w+|deprecation)$/

/** Returns any response, also an error. Throws a Failure without a response. */
export async function send({ method, path, body }: SampleRequest): Promise<TryItResponse> {
  const headers: Record<string, string> = { 'x-requested-with': 'workloom', accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const started = performance.now()
  const request: RequestInit = { method, headers, ...(body === undefined ? {} : { body }) }
  const response = await fetch(path, request).catch(throwNoResponse)
  const text = await response.text()
  const json = parseJson(text)
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
