/** Error responses for every way that a request can arrive: status, headers and text. */
import { ApiError, noRoute } from '../../lib/errors.ts'
import type { Log } from '../../observe/log.ts'
import { originOf, type RequestHead } from '../client.ts'
import { headers, privateHeaders } from '../envelope.ts'
import { failureOf } from '../failure.ts'

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
  const { id, method, url } = request
  const origin = originOf(publicUrl, request.protocol, request.headers.host)
  // A path outside the API has often lost the base path in the client.
  const isLost = error instanceof ApiError && error.topic === 'no-route' && !/^\/(?:api\/1\.0|-)\//.test(url)
  const failed = failureOf(log, { id, method, url, origin }, isLost ? noRoute('missing-base-path') : error)
  const common = url.startsWith('/-/') ? privateHeaders : headers
  return { status: failed.status, headers: { ...common, ...failed.headers }, text: JSON.stringify(failed.body) }
}
