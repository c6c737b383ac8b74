/**
 * Routes of the console, below `/-/`: what the web app needs in addition to the API. A route declares who may call it
 * and its body, with the fields of `vocabulary/field.ts`. It returns plain data, in the member `data`.
 *
 * A request must have the header `X-Requested-With`: only the pages of this server can send it together with a cookie.
 * The browser opens a `page` without that header, so a page must check the caller before it changes anything.
 */
import type { DownloadLinks } from '../../files/links.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Attempts } from '../../identity/attempts.ts'
import type { Mailer } from '../../identity/mail.ts'
import type { Passwords } from '../../identity/passwords.ts'
import type { Provider } from '../../identity/provider.ts'
import type { publicSettings } from '../../identity/sign_in_settings.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Limits } from '../../limits/limits.ts'
import type { PermissionName } from '../../policy/permissions.ts'
import type { Right } from '../../policy/rights.ts'
import type { Reader, Store } from '../../store/db.ts'
import type { Fields, Values } from '../../vocabulary/field.ts'
import type { created, HttpMethod } from '../../vocabulary/operation.ts'
import type { ClientInfo } from '../client.ts'
import type { Query } from '../options.ts'

/** The dependencies of the console. */
export interface Console {
  store: Store
  clock: Clock
  /** The key that seals secrets and cookies. */
  key: string
  /** The public address of the server, without a trailing slash; null to use the address of each request. */
  publicUrl: string | null
  /**
   * The address for links in e-mails: the public address, or the one on which the server listens. It is never taken
   * from a request: the sender could direct the reader of the e-mail elsewhere.
   */
  linkBaseUrl(): string
  /** How people can sign in here; cached for a second. */
  signInMethods(): Promise<ReturnType<typeof publicSettings>>
  limits: Limits
  passwords: Passwords
  attempts: Attempts
  provider: Provider
  mailer: Mailer
  /** Addresses of files that expire. */
  downloads: DownloadLinks
  /** Logs the requests that failed by a fault of the server. */
  log(line: Record<string, unknown>): void
}

export interface PublicCall<B = Values<Fields>> {
  console: Console
  /** The gids in the path. */
  path: Record<string, number>
  query: Query
  body: B
  client: ClientInfo
}

export interface SessionCall<B = Values<Fields>> extends PublicCall<B> {
  /** The person who has the session; `token` is the session. */
  actor: Actor
  /**
   * Replaces the references in the body with gids, and returns the caller's right on each by its position. Call it in
   * the transaction of the write. Throws as an operation of the API does.
   */
  resolve(reader: Reader): Promise<Readonly<Record<string, Right>>>
}

export interface ConsoleReply {
  status?: typeof created
  data?: unknown
  /** The secret of a new session, or null to clear the cookie. */
  session?: string | null
  /** Other cookies to set, by name: value and lifetime in seconds. */
  cookies?: Record<string, { text: string; seconds: number }>
  /** The address to which the browser is redirected. */
  location?: string
}

export interface ConsoleRoute {
  method: HttpMethod
  path: string
  doc: string
  /** Who may call it. */
  access: 'public' | 'session'
  /** Whether the browser opens it as a page, instead of a script calling it. */
  page: boolean
  /** The maximum size of its body. */
  maxBodyBytes: number
  body: Fields
  /** The permission that the role of the caller must include: in the organization in the path, or else in all of theirs. */
  permission: PermissionName | undefined
  execute(call: SessionCall): Promise<ConsoleReply>
}

interface RouteOptions<C, B extends Fields> {
  doc: string
  body?: B
  permission?: PermissionName
  page?: true
  maxBodyBytes?: number
  execute(call: C): Promise<ConsoleReply>
}

/** A small default, because the server reads a body before it authenticates the caller. */
export const MAX_BODY_BYTES = 16 * 1024

const createRoute = (
  by: ConsoleRoute['access'],
  method: HttpMethod,
  path: string,
  options: RouteOptions<never, Fields>,
): ConsoleRoute => ({
  access: by,
  method,
  path,
  doc: options.doc,
  page: options.page ?? false,
  maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
  body: options.body ?? {},
  permission: options.permission,
  execute: options.execute as ConsoleRoute['execute'],
})

/** A route that requires a session. */
export const sessionRoute = <B extends Fields = Record<never, never>>(
  method: HttpMethod,
  path: string,
  options: RouteOptions<SessionCall<Values<B>>, B>,
): ConsoleRoute => createRoute('session', method, path, options as unknown as RouteOptions<never, Fields>)

/** A route that requires no session. */
export const publicRoute = <B extends Fields = Record<never, never>>(
  method: HttpMethod,
  path: string,
  options: RouteOptions<PublicCall<Values<B>>, B>,
): ConsoleRoute => createRoute('public', method, path, options as unknown as RouteOptions<never, Fields>)
