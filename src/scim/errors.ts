/**
 * Errors in the form of SCIM (RFC 7644, 3.12).
 *
 * Invariants:
 * - An error type is one of the standard: clients look it up.
 * - A fault of the server is never a client error, and above all not 404: a provider takes 404 for "deleted".
 */
import { type ApiError, conflict, malformed, notFoundText } from '../lib/errors.ts'

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

const errorTypes = new WeakMap<Error, ScimErrorType>()

/** An error of a type that the standard names: 409 for `uniqueness`, 400 for all others. */
export function scimError(kind: ScimErrorType, detail: string): ApiError {
  const error = kind === 'uniqueness' ? conflict(detail) : malformed(detail)
  errorTypes.set(error, kind)
  return error
}

/** A value from the client, cut to 100 characters for an error text. For a value that is no string: its type. */
export const excerpt = (sent: unknown): string =>
  typeof sent === 'string' ? sent.slice(0, 100).toWellFormed() : typeof sent

/** 404 for an id of no resource in the organization, whether or not it looks like a gid. */
export const unknownResource = (noun: string, id: string): ApiError =>
  notFoundText(`There is no ${noun} ${excerpt(id)}.`)

/** The body of an error. `withErrors` adds `errors`, which clients of the REST API read. */
export function errorBody(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  cause: unknown,
  withErrors: boolean,
) {
  const scimType = cause instanceof Error ? errorTypes.get(cause) : undefined
  return {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: message,
    ...(withErrors ? { errors: [{ message }] } : {}),
  }
}
