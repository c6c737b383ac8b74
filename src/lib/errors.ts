/**
 * Every error of the API, in one table: a constructor for each meaning. Only this file and `vocabulary/operation.ts`
 * contain status codes. Texts marked `wire` are those of the real service; the others are ours and stable.
 */

/** The topics of errors. Each is a heading of `docs/errors.md`, to which the response links. */
export const topics = [
  ...['missing-input', 'invalid-value', 'read-only-field', 'unknown-reference', 'unknown-object', 'not-a-gid'],
  ...['unwrapped-body', 'unreadable-body', 'unreadable-request', 'invalid-request', 'selection-too-large'],
  ...['page-token', 'webhook-filters', 'missing-date'],
  ...['missing-token', 'no-bearer', 'wrong-token', 'expired-token', 'session-ended', 'sign-in-failed'],
  ...['plan-too-low', 'no-access', 'not-allowed', 'missing-scope', 'expired-link'],
  ...['no-route', 'missing-base-path', 'not-found', 'deleted-object', 'provisioning'],
  ...['stale-sync', 'rate-limit', 'too-large', 'headers-too-large', 'too-slow', 'server-error', 'unavailable'],
] as const

export type Topic = (typeof topics)[number]

interface ApiErrorOptions extends ErrorOptions {
  retryAfter?: number
  extras?: Record<string, unknown>
  code?: string
}

/** An error response. `message` is shown to the client; `cause` is only logged. */
export class ApiError extends Error {
  readonly status: number
  /** A heading of `docs/errors.md` that explains it. */
  readonly topic: Topic
  /** The number of seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined
  /** Members of the body next to `errors`. */
  readonly extras: Record<string, unknown> | undefined
  /** A machine-readable name of the error. */
  readonly code: string | undefined
  constructor(
    status: number,
    topic: Topic,
    message: string,
    { retryAfter, extras, code, ...options }: ApiErrorOptions = {},
  ) {
    super(message, options)
    this.status = status
    this.topic = topic
    this.retryAfter = retryAfter
    this.extras = extras
    this.code = code
  }
}

/** The underlying cause, which clients do not get: the first one of an AggregateError. */
export function causeOf(error: unknown): unknown {
  const cause = error instanceof ApiError && error.cause !== undefined ? error.cause : error
  return cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors[0] : cause
}

/** The cause as a text for the log. */
export const reason = (error: unknown): string => String(causeOf(error))

/** 400: the value of `field` is invalid. The field may be a chain such as `projects: [0]`. */
export const invalid = (field: string, text: string, topic: Topic = 'invalid-value') =>
  new ApiError(400, topic, `${field}: ${text}`)

/** 400 about the request as a whole, if no single field is at fault. */
export const malformed = (text: string, topic: Topic = 'invalid-request') => new ApiError(400, topic, text)

// wire: docs "Errors"; a required field is absent
export const missingInput = (field: string) => invalid(field, 'Missing input', 'missing-input')

// wire: forum t/10481; the same for a member of an object in the body
export const missingMember = (at: string) => invalid(at, 'Missing required field', 'missing-input')

// wire: forum t/77626; a known property that this operation may not write
export const readOnly = (field: string) => invalid(field, 'Cannot write this property', 'read-only-field')

// wire: recordings 2024 to 2026; a gid in a body or query that names nothing the caller can see
export const unrecognized = (field: string, value: string) =>
  invalid(field, `Not a recognized ID: ${value}`, 'unknown-reference')

// wire: forum t/72142; the gid is known, but the object was deleted or is not valid here
export const invalidReference = (field: string, gid: string | number) =>
  invalid(field, `Unknown object: ${gid}`, 'unknown-object')

// wire: python-asana #93; an object, list or flag where a gid belongs
export const notGid = (field: string, kind: string) => invalid(field, `Not a valid GID type: ${kind}`, 'not-a-gid')

/** 400: the selection exceeds a limit. */
export const tooManyFields = (text: string) => malformed(`opt_fields: ${text}`, 'selection-too-large')

// wire: forum t/463270; a webhook on a workspace or a team without a filter
export const largerScope = () =>
  new ApiError(
    400,
    'webhook-filters',
    'Webhooks for larger scoped resources must have at least one filter and all filters must be in our whitelist.',
    { code: 'invalid_filters_for_larger_scoped_webhooks' },
  )

// wire: recordings 2024 to 2026; the gid in the path names nothing that the caller can see
export const notFound = (noun: string, gid: string | number) =>
  new ApiError(404, 'not-found', `${noun}: Not a recognized ID: ${gid}`)

// wire: SDK tests; the gid in the path named something that has been deleted
export const unknownObject = (noun: string, gid: string | number) =>
  new ApiError(404, 'deleted-object', `${noun}: Unknown object: ${gid}`)

// wire: recorded for unknown paths and for known paths with another method alike, with and without a token
export const noRoute = (topic: Topic = 'no-route') => new ApiError(404, topic, 'No matching route for request')

// wire: recorded for an absent, malformed, unknown or revoked token
export const unauthorized = (topic: Topic = 'wrong-token') => new ApiError(401, topic, 'Not Authorized')

/** 401 for a failed sign-in; the text says what to do, and not whether the account exists. */
export const notSignedIn = (text: string) => new ApiError(401, 'sign-in-failed', text)

// wire: docs "Token expiration"
export const expiredBearer = () =>
  new ApiError(
    401,
    'expired-token',
    'The bearer token has expired. If you have a refresh token, please use it to request a new bearer token, otherwise allow the user to re-authenticate.',
  )

// wire: forum t/67666; the caller can see the object, but lacks the right to do this
export const forbidden = (noun: string) => new ApiError(403, 'no-access', `You do not have access to this ${noun}.`)

/** 403 for a rule other than access to one object; the text says what is required. */
export const notAllowed = (text: string, topic: Topic = 'not-allowed') => new ApiError(403, topic, text)

// wire: Outline's plugin tests; the token lacks the scope of the operation
export const missingScope = (scope: string) =>
  notAllowed(`The following scopes must be present to fulfill this request: ${scope}`, 'missing-scope')

/** 402: the plan of the organization does not include this. The text says what is required. */
export const abovePlan = (text: string) => new ApiError(402, 'plan-too-low', text)

// wire: docs "Rate limits"; the seconds are also in the header `Retry-After`
export const tooMany = (retryAfter: number) =>
  new ApiError(
    429,
    'rate-limit',
    "You've made too many requests and hit a rate limit. Please retry after the given amount of time.",
    { retryAfter },
  )

/** 409: a page has edited a text that has changed since; `value` is the current one. */
export const textChanged = (value: unknown) =>
  new ApiError(
    409,
    'invalid-request',
    'The text has changed: merge your text with the current one, and send that as base',
    {
      extras: { data: { value } },
    },
  )

/** 409: a page has edited an object that has changed since. */
export const objectChanged = (text: string) => new ApiError(409, 'invalid-request', text)

// wire: contract: a template is used strictly, without a value of one of its dates
export const unprocessable = (text: string) => new ApiError(422, 'missing-date', `Unprocessable Entity: ${text}`)

/** 405: the path exists, with other methods. */
export const wrongMethod = (text: string) => new ApiError(405, 'provisioning', text)

/** 409: another object has the same unique value. */
export const conflict = (text: string) => new ApiError(409, 'provisioning', text)

/** 415: the media type is not supported here. */
export const unreadableType = (text: string) => new ApiError(415, 'provisioning', text)

/** 501: the protocol defines this, but it is not implemented. */
export const notImplemented = (text: string) => new ApiError(501, 'provisioning', text)

/** 404 for a path or an id of another protocol, with its own text. */
export const notFoundText = (text: string) => new ApiError(404, 'provisioning', text)

/** 403: a download link has expired, or its address was changed. */
export const expiredLink = () =>
  notAllowed('This download link has expired or was changed. Request a new one.', 'expired-link')

/** 404: the storage has no such file. */
export const missingPage = () => new ApiError(404, 'not-found', 'There is no such page.')

export const missingFile = () => new ApiError(404, 'not-found', 'There is no such file.')

/** 416: the file does not have the requested part. */
export const wrongRange = () => new ApiError(416, 'unreadable-request', 'The file does not have the requested part.')

/** 413: `bytes` is the maximum. */
export const tooLarge = (bytes = 1024 * 1024) => {
  const limit = bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`
  return new ApiError(413, 'too-large', `The request is too large. Send less than ${limit}.`)
}

/** The request is not valid HTTP: its length, its content type or its first line is wrong. */
export const unreadable = () => malformed('Could not parse request data, invalid HTTP request', 'unreadable-request')

export const tooSlow = () => new ApiError(408, 'too-slow', 'The request took too long to arrive.')

export const headTooLarge = () =>
  new ApiError(431, 'headers-too-large', 'The address and the headers of the request are too large.')

// wire: recorded 2026-05; the token belongs to no event stream, and a new stream starts at the token next to the error
export const staleSync = (sync: string) =>
  new ApiError(
    412,
    'stale-sync',
    'Sync token invalid or too old. If you are attempting to keep resources in sync, you must fetch the full dataset for this query now and use the new sync token for the next sync.',
    { extras: { sync } },
  )

/** 503: the store does not respond; the client can retry. */
export const serviceUnavailable = (cause: unknown) =>
  new ApiError(503, 'unavailable', 'The service is not available right now. Please try again.', {
    cause,
    retryAfter: 1,
  })

/** 503: this process can hold no more of something; the text says what. */
export const exhausted = (text: string) => new ApiError(503, 'unavailable', text)

/** 409: a process can hold no more of something; the text says what. */
export const tooManyOf = (text: string) => new ApiError(409, 'invalid-request', text)

/** 504: what the client waits for did not end in time. */
export const notSettled = (text: string) => new ApiError(504, 'unavailable', text)

/** Statuses that do not depend on the content of one request. */
export const failure = {
  badRequest: 400,
  unauthorized: 401,
  wrongMethod: 405,
  unexpected: 500,
  badGateway: 502,
  notReady: 503,
  gatewayTimeout: 504,
  noContent: 204,
  partialContent: 206,
  notModified: 304,
  temporaryRedirect: 307,
}
