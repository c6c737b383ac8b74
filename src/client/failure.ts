/** The error of a request that the API refused, or that did not reach it. */

export interface ApiProblem {
  message: string
  help?: string
  phrase?: string
  error?: string
  user_message?: string
}

interface ErrorContents {
  status: number
  errors: ApiProblem[]
  retryAfter?: number | null
  sync?: string | null
  requestId?: string | null
  operation: string
  cause?: unknown
}

export class WorkloomError extends Error {
  /** The HTTP status; 0 if no complete response arrived. */
  readonly status: number
  /** The errors of the response; at least one. */
  readonly errors: readonly ApiProblem[]
  /** Seconds after which the same request may succeed, if the response says so. */
  readonly retryAfter: number | null
  /** Of a 412: the sync token from which a stream of events continues. */
  readonly sync: string | null
  /** The id of the request in the log of the server. */
  readonly requestId: string | null
  /** The id of the operation, or the method and path of a `request`. */
  readonly operation: string

  constructor({ status, errors, operation, cause, ...rest }: ErrorContents) {
    const text = errors.map(({ message }) => message).join(' ')
    super(`${operation}: ${text}${status > 0 ? ` (${status})` : ''}`, cause === undefined ? {} : { cause })
    this.name = 'WorkloomError'
    this.status = status
    this.errors = errors
    this.retryAfter = rest.retryAfter ?? null
    this.sync = rest.sync ?? null
    this.requestId = rest.requestId ?? null
    this.operation = operation
  }
}

/** The error of a response that is no success, or not JSON. */
export function failureOf(response: Response, text: string, operation: string): WorkloomError {
  const { status, headers } = response
  const { errors, sync } = problemsIn(text)
  const wait = headers.get('retry-after') ?? ''
  const fallback = response.ok
    ? 'The response is not JSON. Check that the URL is that of the API.'
    : `The server answered ${status} ${response.statusText}`.trim()
  return new WorkloomError({
    ...{ status, operation, sync, requestId: headers.get('x-request-id') },
    errors: errors.length > 0 ? errors : [{ message: fallback }],
    retryAfter: /^\d+(\.\d+)?$/.test(wait) ? Number(wait) : null,
  })
}

/** A load balancer answers in HTML. */
function problemsIn(text: string): { errors: ApiProblem[]; sync: string | null } {
  try {
    const { errors, sync } = JSON.parse(text) as { errors?: unknown; sync?: unknown }
    return { errors: Array.isArray(errors) ? errors : [], sync: typeof sync === 'string' ? sync : null }
  } catch {
    return { errors: [], sync: null }
  }
}
