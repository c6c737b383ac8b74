/**
 * The metrics for Prometheus, in a separate registry for each server.
 * Invariant: the values of labels come from short lists of this program, never from a client, so the registry is bounded.
 */
import type { Gauge, Registry } from 'prom-client'
import { withTimeout } from '../lib/clock.ts'

/** The outcome of an operation. */
export type Outcome = 'done' | 'refused' | 'failed'

export interface Metrics {
  /** Counts the requests in flight. */
  inFlight(change: 1 | -1): void
  /**
   * Records the end of a request. `operation` is its published name, or the pattern of its address; a `status` of null
   * means that the client aborted it.
   */
  request(operation: string, method: string, status: number | null, seconds: number): void
  /** Records the end of a write transaction and the number of its attempts. */
  write(outcome: Outcome, attempts: number, seconds: number): void
  job(kind: string, outcome: Outcome, seconds: number): void
  /** Records a call of a webhook target. */
  call(outcome: string, seconds: number): void
  /** Sets the function that returns the wait of the oldest due job, in seconds. Each scrape calls it. */
  observeQueue(oldest: () => Promise<number>): void
  /** All metrics in the format of Prometheus; `contentType` names it. */
  text(): Promise<string>
  contentType: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])

/** Buckets for requests and transactions: most take a millisecond, and longer where they wait for locks. */
const FAST_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Buckets for jobs and calls over the network. */
const SLOW_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** A scrape waits this long for the store: the other metrics matter most when it does not answer. */
const QUEUE_TIMEOUT_MS = 1000

export async function createMetrics({ version }: { version: string }): Promise<Metrics> {
  // Loaded on demand, because most installations have no metrics.
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const { build, inFlight, requests, responses, writes, retries, jobs, calls, oldestDue } = declare(
    prometheus,
    registry,
  )
  build.set({ version }, 1)
  return {
    inFlight: change => inFlight.inc(change),
    request(operation, method, status, seconds) {
      const group = status === null ? 'aborted' : `${Math.floor(status / 100)}xx`
      requests.labels(operation, METHODS.has(method) ? method : 'other', group).observe(seconds)
      responses.labels(String(status ?? 'aborted')).inc()
    },
    write(outcome, attempts, seconds) {
      writes.labels(outcome).observe(seconds)
      if (attempts > 1) retries.inc(attempts - 1)
    },
    job: (kind, outcome, seconds) => jobs.labels(kind, outcome).observe(seconds),
    call: (outcome, seconds) => calls.labels(outcome).observe(seconds),
    observeQueue: oldest =>
      oldestDue(() => withTimeout(QUEUE_TIMEOUT_MS, oldest(), Number.NaN).catch(() => Number.NaN)),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Declares the metrics. */
function declare({ Histogram, Gauge, Counter }: typeof import('prom-client'), registry: Registry) {
  const registers = [registry]
  const timing = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: `workloom_${name}_duration_seconds`, help, labelNames, buckets, registers })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `workloom_${name}`, help, labelNames, registers })
  const count = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `workloom_${name}_total`, help, labelNames, registers })
  const inRequest = ['operation', 'method', 'status']
  return {
    build: gauge('build_info', 'The running version.', ['version']),
    inFlight: gauge('http_requests_in_flight', 'Requests in flight.'),
    requests: timing('http_request', 'Requests, from the head to the last byte.', inRequest, FAST_BUCKETS_SECONDS),
    responses: count('http_responses', 'Responses by exact status; 429 means a limit.', ['status']),
    writes: timing('store_write', 'Write transactions, including their wait.', ['outcome'], FAST_BUCKETS_SECONDS),
    retries: count('store_write_retries', 'Retries of write transactions after a conflict.'),
    jobs: timing('job', 'Jobs by kind.', ['kind', 'outcome'], SLOW_BUCKETS_SECONDS),
    calls: timing('webhook_call', 'Calls of webhook targets by outcome.', ['outcome'], SLOW_BUCKETS_SECONDS),
    oldestDue(read: () => Promise<number>) {
      const [name, help] = ['workloom_jobs_oldest_due_seconds', 'Wait of the oldest due job.']
      const collect = async (): Promise<void> => oldest.set(await read())
      const oldest: Gauge = new Gauge({ name, help, registers, collect })
    },
  }
}
