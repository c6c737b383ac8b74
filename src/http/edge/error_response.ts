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
  request: FailedRequest,
  error: unknown,
): ErrorResponse {
  const { method, url } = request
  const origin = originOf(publicUrl, request.protocol, request.headers.host)
  const responseHeaders: Record<string, string> = url.startsWith('/-/') ? { ...privateHeaders } : { ...headers }
  if (error instanceof ApiError) {
    if (error.retryAfter !== undefined) responseHeaders['retry-after'] = String(error.retryAfter)
    if (error.cause) log({ level: 'error', request: request.id, message: error.message, cause: String(error.cause) })
    if (error.status >= failure.unexpected) responseHeaders['x-request-id'] = request.id
    // A path outside the API has often lost the base path in the client.
    const lacksBasePath = error.topic === 'no-route' && !/^\/(?:api\/1\.0|-)\//.test(url)
    const shown = lacksBasePath ? noRoute('missing-base-path') : error
    return { status: error.status, headers: responseHeaders, text: JSON.stringify(errorBody(shown, origin)) }
  }
  const { id } = request
  const cause = error instanceof Error ? error.stack : String(error)
  log({ level: 'error', request: id, phrase: phrase(id), method, url, cause })
  responseHeaders['x-request-id'] = id
  const body = errorBody({ message: 'Server Error', topic: 'server-error' }, origin, id)
  return { status: failure.unexpected, headers: responseHeaders, text: JSON.stringify(body) }
}
