/**
 * The execution context: the current request or job, in AsyncLocalStorage, so that log lines and spans can name it.
 * Invariant: it serves observability only; behaviour must not depend on it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The matched operation: its published name, and its path with the names of the parameters. */
export interface Route {
  id: string
  path: string
}

export interface ExecutionContext {
  kind: 'request' | 'job'
  /** Its id in the log. */
  readonly id: string
  route: Route | null
  /** The user or service account that calls, and the token. */
  actor: { gid: number; token: number } | null
  /** Its span; null when nothing is traced. */
  span: Context | null
  /** The id of the trace of the span. */
  trace: string | null
}

export const createContext = (kind: ExecutionContext['kind'], id: string): ExecutionContext => ({
  ...{ kind, id, route: null, actor: null, span: null, trace: null },
})

/** The context of a request. Its id is made on first use, because most requests need none. */
export class RequestContext implements ExecutionContext {
  readonly kind = 'request'
  route: ExecutionContext['route'] = null
  actor: ExecutionContext['actor'] = null
  span: ExecutionContext['span'] = null
  trace: ExecutionContext['trace'] = null
  readonly #createId: () => string
  #id: string | undefined

  constructor(createId: () => string) {
    this.#createId = createId
  }

  get id(): string {
    this.#id ??= this.#createId()
    return this.#id
  }
}

const storage = new AsyncLocalStorage<ExecutionContext | undefined>()

/** Runs `work`, and everything that it starts, in a context. */
export const runInContext = <T>(execution: ExecutionContext | undefined, work: () => T): T =>
  storage.run(execution, work)

/** The current context; undefined for work of the program itself. */
export const currentContext = (): ExecutionContext | undefined => storage.getStore()

/** Sets the caller of the current context. */
export function setActor(actor: { gid: number; token: number }): void {
  const execution = storage.getStore()
  if (execution) execution.actor = actor
}

const SANE = /^[\w.-]{8,64}$/

/** The id of a request: the one that the client sent, when it is harmless, or else `fresh`. */
export function requestId(sent: string | string[] | undefined, fresh: () => string): string {
  return typeof sent === 'string' && SANE.test(sent) ? sent : fresh()
}
