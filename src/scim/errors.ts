/**
 * Refusals in the form of SCIM (RFC 7644, 3.12). The kinds are those of the standard and no others: clients look them
 * up. What is not the client's fault is never told as if it were, least of all as 404, which a provider takes for
 * "deleted".
 */
import { type ApiError, absent, malformed, taken } from '../lib/errors.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

type Kind =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

const kinds = new WeakMap<Error, Kind>()

/** A refusal of a kind that the standard names: 409 for `uniqueness`, 400 for all others. */
export function refusal(kind: Kind, detail: string): ApiError {
  const error = kind === 'uniqueness' ? taken(detail) : malformed(detail)
  kinds.set(error, kind)
  return error
}

/** What a client sent, short enough to repeat in a refusal. Only a text is: an object may not even become one. */
export const brief = (sent: unknown): string =>
  typeof sent === 'string' ? sent.slice(0, 100).toWellFormed() : typeof sent

/** 404 for an id that leads to nothing in the organization, whatever its shape. */
export const missing = (noun: string, id: string): ApiError => absent(`There is no ${noun} ${brief(id)}.`)

/** The body of a refusal; `plain` for clients of the REST API, who look for `errors`. */
export function errorBody({ status, message }: Pick<ApiError, 'status' | 'message'>, cause: unknown, plain: boolean) {
  const scimType = cause instanceof Error ? kinds.get(cause) : undefined
  return {
    schemas: [ERROR],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: message,
    ...(plain ? { errors: [{ message }] } : {}),
  }
}
