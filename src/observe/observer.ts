/**
 * What watches the program while it works: metrics, traces, both or neither. The store, the jobs and the calls of targets
 * are watched from outside, by wrapping them, so that none of them knows of it. What must always hold: whoever is watched
 * behaves as if nobody did.
 */
import { ApiError, failure } from '../lib/errors.ts'
import { randomId } from '../lib/secret.ts'
import type { Store, Writer } from '../store/db.ts'
import { createContext, currentContext, runInContext } from './context.ts'
import type { Metrics, Outcome } from './metrics.ts'
import type { Span, Traces } from './traces.ts'

export interface Observer {
  metrics: Metrics | null
  traces: Traces | null
}

/** Who asks for something that is not possible is refused; everything else is a failure. */
const outcomeOfError = (error: unknown): Outcome =>
  error instanceof ApiError && error.status < failure.unexpected ? 'refused' : 'failed'

/** The class of an error: its text may hold what people wrote. */
const wordFor = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

const seconds = (began: number) => (performance.now() - began) / 1000

/** Does `work` below a span, and says how it ended. */
async function timed<T>(
  span: Span | undefined,
  ended: (outcome: Outcome, seconds: number) => void,
  work: () => Promise<T>,
) {
  const began = performance.now()
  try {
    const value = await work()
    ended('done', seconds(began))
    span?.end({})
    return value
  } catch (error) {
    const outcome = outcomeOfError(error)
    ended(outcome, seconds(began))
    span?.end({}, outcome === 'failed' ? wordFor(error) : undefined)
    throw error
  }
}

/** The store, whose writes are timed. Reads are not: there are many in a request, and each is short. */
export function observedStore(store: Store, { metrics, traces }: Observer): Store {
  if (!metrics && !traces) return store
  return {
    ...store,
    write(work, by) {
      const execution = currentContext()
      const span = traces?.begin('INTERNAL', 'store.write', {}, execution?.span ?? null)
      let attempts = 0
      // Whoever shares a commit shares the thread of execution as well: each goes on for its own execution context.
      const own = (tx: Writer) => {
        attempts += 1
        return runInContext(execution, () => work(tx))
      }
      const ended = (outcome: Outcome, took: number) => metrics?.write(outcome, attempts, took)
      return timed(span, ended, () => store.write(own, by))
    },
  }
}

/** Jobs are execution contexts, like requests: `around` of the worker. */
export function aroundJobs({ metrics, traces }: Observer) {
  return <T>(kind: string, work: () => Promise<T>): Promise<T> => {
    const span = traces?.begin('CONSUMER', `job ${kind}`, { 'workloom.job': kind }, null)
    const execution = { ...createContext('job', randomId()), span: span?.context ?? null, trace: span?.trace ?? null }
    const ended = (outcome: Outcome, took: number) => metrics?.job(kind, outcome, took)
    return runInContext(execution, () => timed(span, ended, work))
  }
}

interface Reply {
  status: number | null
  isRefused: boolean
}

/**
 * What calls targets, timed. The target is told nothing of the trace: it is somebody else's, and the number would let
 * strangers see which of their calls belong together.
 */
export function observedPost<R extends Reply>(
  post: (target: string, headers: Record<string, string>, body: string) => Promise<R>,
  { metrics, traces }: Observer,
): typeof post {
  if (!metrics && !traces) return post
  return async (target, headers, body) => {
    const began = performance.now()
    // The rest of the address may be a secret between the owner of the webhook and the target.
    const host = URL.parse(target)?.hostname ?? ''
    const attributes = { 'http.request.method': 'POST', 'server.address': host }
    const span = traces?.begin('CLIENT', 'POST', attributes, currentContext()?.span ?? null)
    const reply = await post(target, headers, body)
    const { status } = reply
    const outcome = outcomeOf(reply)
    metrics?.call(outcome, seconds(began))
    const isFine = status !== null && status < 400
    span?.end(status === null ? {} : { 'http.response.status_code': status }, isFine ? undefined : outcome)
    return reply
  }
}

/** `refused` is a target that we do not call; `unreachable` is one that does not answer. */
function outcomeOf({ status, isRefused }: Reply): string {
  if (isRefused) return 'refused'
  return status === null ? 'unreachable' : `${Math.floor(status / 100)}xx`
}
