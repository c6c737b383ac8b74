/** What a failed request returns: the status and the body for the client, and the log entry of a server error. */
import { ApiError, failure } from '../lib/errors.ts'
import { phrase } from '../lib/phrase.ts'
import type { Log } from '../observe/log.ts'
import { type ErrorBody, errorBody } from './envelope.ts'

export interface FailedCall {
  /** The id of the request in the log. */
  id: string
  method: string
  url: string
  /** The origin that the client used. */
  origin: string
}

export interface FailureContent {
  status: number
  /** The headers that belong to this failure. */
  headers: Record<string, string>
  body: ErrorBody
}

/** The response to a failure. Server errors are logged. */
export function failureOf(log: Log, { id, method, url, origin }: FailedCall, error: unknown): FailureContent {
  if (error instanceof ApiError) {
    const { status, retryAfter, message, cause } = error
    if (cause) log({ level: 'error', request: id, message, cause: String(cause) })
    return {
      status,
      headers: {
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
        ...(status >= failure.unexpected ? { 'x-request-id': id } : {}),
      },
      body: errorBody(error, origin),
    }
  }
  const cause = error instanceof Error ? error.stack : String(error)
  log({ level: 'error', request: id, phrase: phrase(id), method, url, cause })
  const body = errorBody({ message: 'Server Error', topic: 'server-error' }, origin, id)
  return { status: failure.unexpected, headers: { 'x-request-id': id }, body }
}
