/**
 * Observability: metrics, traces, both or neither. Wrappers observe the store, the jobs and the webhook client from
 * outside, so these do not depend on it.
 * Invariant: a wrapped component behaves exactly as an unwrapped one.
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

/** An error of the client is `refused`; every other error is `failed`. */
const outcomeOfError = (error: unknown): Outcome =>
  error instanceof ApiError && error.status < failure.unexpected ? 'refused' : 'failed'

/** The class of an error, because its text may contain user content. */
const errorClass = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

const seconds = (began: number) => (performance.now() - began) / 1000

/** Runs `work` in a span and reports its outcome. */
async function timed<T>(
  span: Span | undefined,
  onEnd: (outcome: Outcome, seconds: number) => void,
  work: () => Promise<T>,
) {
  const began = performance.now()
  try {
    const value = await work()
    onEnd('done', seconds(began))
    span?.end({})
    return value
  } catch (error) {
    const outcome = outcomeOfError(error)
    onEnd(outcome, seconds(began))
    span?.end({}, outcome === 'failed' ? errorClass(error) : undefined)
    throw error
  }
}

/** Wraps the store to time its writes. Reads are not timed: a request has many, and each is short. */
export function observedStore(store: Store, { metrics, traces }: Observer): Store {
  if (!metrics && !traces) return store
  return {
    ...store,
    write(work, by) {
      const execution = currentContext()
      const span = traces?.begin('INTERNAL', 'store.write', {}, execution?.span ?? null)
      let attempts = 0
      // Writes that share a commit run in the async context of one of them, so each restores its own context.
      const inContext = (tx: Writer) => {
        attempts += 1
        return runInContext(execution, () => work(tx))
      }
      const onEnd = (outcome: Outcome, took: number) => metrics?.write(outcome, attempts, took)
      return timed(span, onEnd, () => store.write(inContext, by))
    },
  }
}

/** The option `around` of the worker: runs each job in an execution context of its own. */
export function aroundJobs({ metrics, traces }: Observer) {
  return <T>(kind: string, work: () => Promise<T>): Promise<T> => {
    const span = traces?.begin('CONSUMER', `job ${kind}`, { 'workloom.job': kind }, null)
    const execution = { ...createContext('job', randomId()), span: span?.context ?? null, trace: span?.trace ?? null }
    const onEnd = (outcome: Outcome, took: number) => metrics?.job(kind, outcome, took)
    return runInContext(execution, () => timed(span, onEnd, work))
  }
}

interface CallStatus {
  status: number | null
  isRefused: boolean
}

/**
 * Wraps the webhook client to time its calls. The request has no trace header: the target belongs to a third party, and
 * the trace id would show which calls belong together.
 */
export function observedWebhookClient<R extends CallStatus>(
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

/** `refused` is a target that the client does not call; `unreachable` is one that does not answer. */
function outcomeOf({ status, isRefused }: CallStatus): string {
  if (isRefused) return 'refused'
  return status === null ? 'unreachable' : `${Math.floor(status / 100)}xx`
}
