/**
 * What is counted and timed for Prometheus, in a registry of its own for each server. What must always hold: the labels
 * come from short lists of this program and never from what a client sent, so that nobody makes the registry grow.
 */
import type { Gauge, Registry } from 'prom-client'
import { atMost } from '../lib/clock.ts'

/** How something that was tried has ended. */
export type Outcome = 'done' | 'refused' | 'failed'

export interface Metrics {
  /** Counts requests that are being answered. */
  inFlight(change: 1 | -1): void
  /** A request has ended. `operation` is its published name, or the pattern of its address; null: nobody waited. */
  request(operation: string, method: string, status: number | null, seconds: number): void
  /** A transaction that writes has ended, begun so many times. */
  write(outcome: Outcome, attempts: number, seconds: number): void
  job(kind: string, outcome: Outcome, seconds: number): void
  /** Somebody outside was called: a target of a webhook. */
  call(outcome: string, seconds: number): void
  /** Says how to find out, in seconds, how long the oldest job that is due has waited. Asked at each look. */
  watchQueue(oldest: () => Promise<number>): void
  /** Everything, in the form that Prometheus reads, and the name of that form. */
  text(): Promise<string>
  contentType: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])

/** In seconds. A request takes a millisecond; who waits for locks takes longer. */
const QUICK = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Of what goes over the network, or does a lot. */
const SLOW = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Milliseconds that a look waits for the store: when that does not answer, the other metrics are wanted most. */
const PATIENCE = 1000

export async function createMetrics({ version }: { version: string }): Promise<Metrics> {
  // Only who wants to be measured pays for loading what measures.
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const { build, inFlight, requests, answers, writes, retries, jobs, calls, oldestDue } = declare(prometheus, registry)
  build.set({ version }, 1)
  return {
    inFlight: change => inFlight.inc(change),
    request(operation, method, status, seconds) {
      const group = status === null ? 'aborted' : `${Math.floor(status / 100)}xx`
      requests.labels(operation, METHODS.has(method) ? method : 'other', group).observe(seconds)
      answers.labels(String(status ?? 'aborted')).inc()
    },
    write(outcome, attempts, seconds) {
      writes.labels(outcome).observe(seconds)
      if (attempts > 1) retries.inc(attempts - 1)
    },
    job: (kind, outcome, seconds) => jobs.labels(kind, outcome).observe(seconds),
    call: (outcome, seconds) => calls.labels(outcome).observe(seconds),
    watchQueue: oldest => oldestDue(() => atMost(PATIENCE, oldest(), Number.NaN).catch(() => Number.NaN)),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Everything that is counted here, by name. */
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
    build: gauge('build_info', 'The version that runs.', ['version']),
    inFlight: gauge('http_requests_in_flight', 'Requests that are being answered.'),
    requests: timing('http_request', 'Requests, from the head to the last byte.', inRequest, QUICK),
    answers: count('http_responses', 'Responses by exact status; 429 means a limit.', ['status']),
    writes: timing('store_write', 'Transactions that write, waiting included.', ['outcome'], QUICK),
    retries: count('store_write_retries', 'Transactions begun again because others were in their way.'),
    jobs: timing('job', 'Jobs by their kind.', ['kind', 'outcome'], SLOW),
    calls: timing('webhook_call', 'Calls of targets of webhooks by what came of them.', ['outcome'], SLOW),
    oldestDue(ask: () => Promise<number>) {
      const [name, help] = ['workloom_jobs_oldest_due_seconds', 'How long the oldest job that is due has waited.']
      const collect = async (): Promise<void> => oldest.set(await ask())
      const oldest: Gauge = new Gauge({ name, help, registers, collect })
    },
  }
}
