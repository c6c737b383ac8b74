/**
 * Routes of the console: what the web app needs and the API has no words for, below `/-/`. A route says who may call it
 * and what it takes, in the words of `vocabulary/field.ts`; it answers plain data, in the member `data`.
 *
 * A call must carry the header `X-Requested-With`, which only the pages of this server can send along with a cookie;
 * a `page` is opened by the browser itself, and must therefore change nothing before it has checked who asks.
 */
import type { Actor } from '../../identity/actor.ts'
import type { Attempts } from '../../identity/attempts.ts'
import type { Post } from '../../identity/mail.ts'
import type { Passwords } from '../../identity/passwords.ts'
import type { Provider } from '../../identity/provider.ts'
import type { offered } from '../../identity/sign_in_settings.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Store } from '../../store/db.ts'
import type { Fields, Values } from '../../vocabulary/field.ts'
import type { created, Method } from '../../vocabulary/operation.ts'
import type { Query } from '../options.ts'
import type { Visit } from '../visit.ts'

/** What the console needs of the program. */
export interface Console {
  store: Store
  clock: Clock
  /** Seals secrets and signs what browsers bring back. */
  key: string
  /** Where people reach the program from outside, without a slash at the end; null for where they did reach it. */
  publicUrl: string | null
  /**
   * Where people reach the program, for links in letters: the public address, or the one that it listens on. Never what
   * a request says, whose sender could lead the reader of the letter elsewhere.
   */
  home(): string
  /** How people sign in here, as it was at most a second ago. */
  offered(): Promise<ReturnType<typeof offered>>
  limits: Limits
  passwords: Passwords
  attempts: Attempts
  provider: Provider
  post: Post
  /** Told of every request that failed through no fault of the client. */
  log(line: Record<string, unknown>): void
}

export interface OpenCall<B = Values<Fields>> {
  console: Console
  /** The gids in the path. */
  path: Record<string, number>
  query: Query
  body: B
  visit: Visit
}

export interface Call<B = Values<Fields>> extends OpenCall<B> {
  /** The person whose session this is; `token` is the session. */
  actor: Actor
}

export interface Reply {
  status?: typeof created
  data?: unknown
  /** The secret of a new session, or null to end the one in the cookie. */
  session?: string | null
  /** Other cookies to set, by name: text and seconds. */
  cookies?: Record<string, { text: string; seconds: number }>
  /** Where the browser is sent. */
  location?: string
}

export interface Route {
  method: Method
  path: string
  doc: string
  /** Who may call it. */
  by: 'anybody' | 'session'
  /** Whether a browser opens it, instead of calling it from a page. */
  page: boolean
  /** How many bytes its body may have. */
  largest: number
  body: Fields
  run(call: Call): Promise<Reply>
}

interface Said<C, B extends Fields> {
  doc: string
  body?: B
  page?: true
  largest?: number
  run(call: C): Promise<Reply>
}

/** Few routes take more than some names and a password, and everybody may send a body before it is known who asks. */
export const LARGEST = 16 * 1024

const route = (by: Route['by'], method: Method, path: string, said: Said<never, Fields>): Route => ({
  by,
  method,
  path,
  doc: said.doc,
  page: said.page ?? false,
  largest: said.largest ?? LARGEST,
  body: said.body ?? {},
  run: said.run as Route['run'],
})

/** A route for whoever is signed in. */
export const personal = <B extends Fields = Record<never, never>>(
  method: Method,
  path: string,
  said: Said<Call<Values<B>>, B>,
): Route => route('session', method, path, said as unknown as Said<never, Fields>)

/** A route for anybody. */
export const open = <B extends Fields = Record<never, never>>(
  method: Method,
  path: string,
  said: Said<OpenCall<Values<B>>, B>,
): Route => route('anybody', method, path, said as unknown as Said<never, Fields>)
