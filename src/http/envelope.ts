/** The headers of every response, and the body of an error. */
import type { Topic } from '../lib/errors.ts'
import { exactNumber, parseNumbers } from '../lib/exact_json.ts'
import { phrase } from '../lib/phrase.ts'
import { textOf, type Utf8, utf8Of } from '../lib/strings.ts'

/** The methods that read. HEAD gets the headers of the GET response. */
export const READ_METHODS: ['GET', 'HEAD'] = ['GET', 'HEAD']

// wire: recorded on every answer, errors included
export const headers = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-robots-tag': 'none',
  // Browsers call the API with a bearer token; the cookies of another site are never sent.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Retry-After, Asana-Change, X-Request-Id',
}

/** Headers of responses that only the pages of this server can read. */
export const privateHeaders = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-robots-tag': 'none',
}

export const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, HEAD, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Asana-Enable, Asana-Disable, Asana-Fast-Api, X-Asana-Client-Lib, X-Requested-With',
  'access-control-max-age': '86400',
}

export interface ErrorBody {
  errors: { error?: string; message: string; user_message?: string; help?: string; phrase?: string }[]
}

interface ErrorContent {
  message: string
  topic: Topic
  extras?: Record<string, unknown> | undefined
  code?: string | undefined
}

/**
 * The body of an error. `help` is the page of this server that explains it. With the id of a failed request, the body
 * has a phrase for that request instead, which is easy to read out.
 */
export function errorBody({ message, topic, extras, code }: ErrorContent, origin: string, request?: string): ErrorBody {
  // wire: recorded 2026-05: an error with extra members has no help
  if (extras) return { errors: [{ message }], ...extras }
  // wire: forum t/463270: an error with a name says its text twice
  const help = `${origin}/docs/errors#${topic}`
  if (code) return { errors: [{ error: code, message, user_message: message, help }] }
  return { errors: [request ? { message, phrase: phrase(request) } : { message, help }] }
}

/** An object without members, as JSON. */
export const EMPTY_OBJECT = utf8Of('{}')

/** JSON with indentation, for human readers. */
export const indented = (json: Utf8): Utf8 =>
  utf8Of(
    JSON.stringify(
      parseNumbers(textOf(json), (_value, source) => exactNumber(source)),
      null,
      2,
    ),
  )

/** A JSON list. `join` would copy the elements, which the response copies once anyway. */
export function listOf(elements: readonly Utf8[]): Utf8 {
  let text = ''
  for (const element of elements) text += (text === '' ? '[' : ',') + element
  return (text === '' ? '[]' : `${text}]`) as Utf8
}

/** The JSON of a body: `data`, which is JSON already, and the extra members. */
export function body(data: Utf8 | undefined, extras?: Record<string, unknown>): Utf8 {
  const rest = extras === undefined ? '}' : utf8Of(JSON.stringify(extras)).slice(1)
  if (data === undefined) return `{${rest}` as Utf8
  return `{"data":${data}${rest === '}' ? rest : `,${rest}`}` as Utf8
}

/**
 * Whether the header `if-none-match` names the tag. A client may send several, and a proxy that compressed the response
 * sends the tag as a weak one: both compare alike (RFC 9110, 13.1.2).
 */
export const matchesTag = (sent: string | undefined, tag: string): boolean =>
  (sent ?? '').split(',').some(one => one.trim() === '*' || opaque(one.trim()) === opaque(tag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
