/** Error responses for every way that a request can arrive: the body for the client, and the log entry. */
import { ApiError, failure, noRoute } from '../../lib/errors.ts'
import { phrase } from '../../lib/phrase.ts'
import type { Log } from '../../observe/log.ts'
import { originOf, type RequestHead } from '../client.ts'
import { errorBody, headers, privateHeaders } from '../envelope.ts'

export interface FailedRequest extends RequestHead {
  /** The id of the request in the log. */
  readonly id: string
  readonly method: string
  readonly url: string
}

interface ErrorResponse {
  status: number
  headers: Record<string, string>
  text: string
}

/** The response to a failed request. Server errors are logged. */
export function errorResponse(
  { publicUrl, log }: { publicUrl: string | null; log: Log },
  refused: FailedRequest,
  error: unknown,
): ErrorResponse {
  const { method, url } = refused
  const origin = originOf(publicUrl, refused.protocol, refused.headers.host)
  const said: Record<string, string> = url.startsWith('/-/') ? { ...privateHeaders } : { ...headers }
  if (error instanceof ApiError) {
    if (error.retryAfter !== undefined) said['retry-after'] = String(error.retryAfter)
    if (error.cause) log({ level: 'error', request: refused.id, message: error.message, cause: String(error.cause) })
    if (error.status >= failure.unexpected) said['x-request-id'] = refused.id
    // A path outside the API has often lost the base path in the client.
    const isLost = error.topic === 'no-route' && !/^\/(?:api\/1\.0|-)\//.test(url)
    const told = isLost ? noRoute('missing-base-path') : error
    return { status: error.status, headers: said, text: JSON.stringify(errorBody(told, origin)) }
  }
  const { id } = refused
  const cause = error instanceof Error ? error.stack : String(error)
  log({ level: 'error', request: id, phrase: phrase(id), method, url, cause })
  said['x-request-id'] = id
  const body = errorBody({ message: 'Server Error', topic: 'server-error' }, origin, id)
  return { status: failure.unexpected, headers: said, text: JSON.stringify(body) }
}
