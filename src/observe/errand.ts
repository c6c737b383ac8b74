/**
 * What the program is at: a request or a job, and what is known of it so far. Whatever happens on its behalf can ask for
 * it, so that a line of the log or a span names it without being handed it. What must always hold: nobody decides
 * anything by it; it is for those who watch.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The part of an operation that is told of it: the published name, and the path with the names of its parameters. */
export interface Route {
  id: string
  path: string
}

export interface Errand {
  kind: 'request' | 'job'
  /** What stands for it in the log. */
  readonly id: string
  route: Route | null
  /** The user or service account that asks, and the token. */
  actor: { gid: number; token: number } | null
  /** The span that stands for it; null when nothing is traced. */
  span: Context | null
  /** The trace that the span belongs to. */
  trace: string | null
}

export const errandOf = (kind: Errand['kind'], id: string): Errand => ({
  ...{ kind, id, route: null, actor: null, span: null, trace: null },
})

/** The errand of a request. Its id is made once something asks for it, which for most requests nothing does. */
export class RequestErrand implements Errand {
  readonly kind = 'request'
  route: Errand['route'] = null
  actor: Errand['actor'] = null
  span: Errand['span'] = null
  trace: Errand['trace'] = null
  readonly #make: () => string
  #id: string | undefined

  constructor(make: () => string) {
    this.#make = make
  }

  get id(): string {
    this.#id ??= this.#make()
    return this.#id
  }
}

const storage = new AsyncLocalStorage<Errand | undefined>()

/** Runs `work`, and all that comes of it, on behalf of an errand. */
export const during = <T>(errand: Errand | undefined, work: () => T): T => storage.run(errand, work)

/** The errand on whose behalf this runs; undefined for what the program does for nobody in particular. */
export const currentErrand = (): Errand | undefined => storage.getStore()

/** Notes who asks. */
export function noteActor(actor: { gid: number; token: number }): void {
  const errand = storage.getStore()
  if (errand) errand.actor = actor
}

const SANE = /^[\w.-]{8,64}$/

/** The id of a request: the one that the client sent, when it is harmless, or else `fresh`. */
export function requestId(sent: string | string[] | undefined, fresh: () => string): string {
  return typeof sent === 'string' && SANE.test(sent) ? sent : fresh()
}
