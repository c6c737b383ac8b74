/**
 * Routes of the console, below `/-/`: what the web app needs in addition to the API. A route declares who may call it
 * and its body, with the fields of `vocabulary/field.ts`. It returns plain data, in the member `data`.
 *
 * A request must have the header `X-Requested-With`: only the pages of this server can send it together with a cookie.
 * The browser opens a `page` without that header, so a page must check the caller before it changes anything.
 */
import type { Files } from '../../files/files.ts'
import type { DownloadLinks } from '../../files/links.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Offsets } from '../../graph/page_tokens.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Attempts } from '../../identity/attempts.ts'
import type { Mailer } from '../../identity/mail.ts'
import type { Passwords } from '../../identity/passwords.ts'
import type { Provider } from '../../identity/provider.ts'
import type { publicSettings } from '../../identity/sign_in_settings.ts'
import type { OperationRunner } from '../../jobs/automation/operations.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Name } from '../../names.ts'
import type { PermissionName } from '../../policy/permissions.ts'
import type { Right } from '../../policy/rights.ts'
import type { Reader, Store } from '../../store/db.ts'
import type { Fields, Values } from '../../vocabulary/field.ts'
import type { created, HttpMethod } from '../../vocabulary/operation.ts'
import type { ClientInfo } from '../client.ts'
import type { Uploads } from '../files/uploads.ts'
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
  /** Performs operations of the API in a transaction of a route. */
  operations: OperationRunner
  /** Addresses of files that expire. */
  downloads: DownloadLinks
  files: Files
  uploads: Uploads
  graph: Graph
  /** Issues the cursors of pages. */
  offsets: Offsets
  /** The types whose objects the API reads by gid, with no other check than that of loading them. */
  readableTypes: readonly Name[]
  /** Logs the requests that failed by a fault of the server. */
  log(line: Record<string, unknown>): void
}

export interface PublicCall<B = Values<Fields>> {
  console: Console
  /** The gids in the path. */
  path: Record<string, number>
  query: Query
  body: B
  /** The body of a route that takes bytes; empty otherwise. */
  bytes: Buffer
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
  /** The whole body as JSON, instead of `data`. */
  text?: string
  /** Parts of a body of JSON texts, one on each line, which are sent as they are made. */
  lines?: AsyncIterable<string>
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
  /** Whether the body is a file, which is read only from callers with a session. */
  takesBytes: boolean
  /** The permission that the role of the caller must include: in the organization in the path, or else in all of theirs. */
  permission: PermissionName | undefined
  /** How many searches of the limit of searches it counts as. */
  searches: 0 | 1
  execute(call: SessionCall): Promise<ConsoleReply>
}

interface RouteOptions<C, B extends Fields> {
  doc: string
  body?: B
  permission?: PermissionName
  searches?: 1
  page?: true
  takesBytes?: true
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
  takesBytes: options.takesBytes ?? false,
  permission: options.permission,
  searches: options.searches ?? 0,
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
