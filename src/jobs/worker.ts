/**
 * Runs queued jobs.
 * Invariants:
 * - a failed job is retried, and never stops the worker;
 * - a worker that stops finishes or releases what it claimed;
 * - due jobs are also found by polling, because notifications can be lost.
 */
import { type Clock, withTimeout } from '../lib/clock.ts'
import { reason } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import type { Reader, Store, Writer } from '../store/db.ts'
import {
  claim,
  finish,
  nextDue,
  type QueuedJob,
  releaseJobs,
  renew,
  retry,
  SINGLETON,
  schedule,
} from '../store/queries/jobs/queue.ts'
import { backOff } from './back_off.ts'
import { sleeper } from './sleeper.ts'

/** A kind of jobs. */
export interface JobKind {
  /** Milliseconds between two runs; a kind with an interval has exactly one job. */
  intervalMs?: number
  /** Called after changes were recorded; returns whether that one job must run at once. */
  isWoken?(reader: Reader): Promise<boolean>
  /** Runs one job. Returns the time of its next run, or undefined when it is done. */
  perform(subject: number): Promise<number | undefined>
}

export interface WorkerOptions {
  store: Store
  clock: Clock
  kinds: Record<string, JobKind>
  log(line: Record<string, unknown>): void
  /** The maximum number of jobs that run at once. */
  maxJobs?: number
  /** No other worker can run, so existing leases are from workers that died. */
  exclusive?: boolean
  /** The store is new, so jobs that run at intervals have nothing to do before the first of them has passed. */
  isNew?: boolean
  /** Wraps each job, for observability. */
  around?<T>(kind: string, work: () => Promise<T>, subject: number): Promise<T>
}

export interface Worker {
  /** Runs until it is stopped. */
  start(): void
  stop(): Promise<void>
  /** Runs all jobs that are due now, and those that become due through them. */
  tick(): Promise<void>
  /** The seconds for which the oldest due job has waited. */
  oldestDue(): Promise<number>
  /** The kinds whose jobs run at a certain time. The others run after changes, and poll only in case they missed one. */
  readonly timedKinds: readonly string[]
}

/** A worker that does not renew its leases for this long counts as dead. */
const LEASE_MS = 30_000
/** Notifications within this time wake the worker once. */
const WAKE_DEBOUNCE_MS = 250
/** The interval of polling: some jobs are scheduled without a notification, and notifications can be lost. */
const POLL_INTERVAL_MS = 1000
/** Jobs that end within this time share a commit. */
const SETTLE_DELAY_MS = 20
/** A worker that stops waits this long for running jobs. */
const STOP_TIMEOUT_MS = 10_000

export function createWorker(options: WorkerOptions): Worker {
  const { store, kinds, exclusive = false, isNew = false } = options
  const lease = randomHex(8)
  const sleep = sleeper()
  const settleSoon = () => void setTimeout(sleep.end, SETTLE_DELAY_MS).unref()
  const { claimAndRun, running, settle } = jobPool(options, lease, settleSoon)
  const named = Object.entries(kinds)

  /** Releases the jobs of dead workers, and schedules those of which there is exactly one. */
  const begun = once(() =>
    store.write(async tx => {
      if (exclusive) await releaseJobs(tx, null)
      for (const [kind, { intervalMs }] of named)
        if (intervalMs !== undefined) await schedule(tx, kind, SINGLETON, isNew ? tx.now + intervalMs : tx.now)
    }),
  )
  const scheduleWoken = async () => {
    await begun()
    for (const [kind, { isWoken }] of named) {
      if (await isWoken?.(store.read)) await store.write(tx => schedule(tx, kind, SINGLETON, tx.now))
    }
  }
  const loop = runLoop(options, { lease, sleep, scheduleWoken, claimAndRun, running })
  return {
    ...{ start: loop.start, oldestDue: () => oldestDue(options) },
    timedKinds: named.filter(([, { isWoken }]) => !isWoken).map(([name]) => name),
    async stop() {
      await withTimeout(
        STOP_TIMEOUT_MS,
        loop.stop().then(() => Promise.all(running.values())),
        undefined,
      )
      await releaseClaims(options, lease, settle)
    },
    async tick() {
      await scheduleWoken()
      while ((await claimAndRun()) === NO_DELAY_MS || running.size > 0) await Promise.all(running.values())
    },
  }
}

/** Runs `work` once; after a failure, the next call runs it again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return async () => {
    done ??= work()
    await done.catch(error => {
      done = undefined
      throw error
    })
  }
}

/** Releases claimed jobs. If that fails, their leases expire. */
async function releaseClaims({ store, log }: WorkerOptions, lease: string, settle: EndWrite): Promise<void> {
  const released = store.write(async tx => {
    await settle(tx)
    await releaseJobs(tx, lease)
  })
  await released.catch(error => logQueueDown(log, error))
}

const logQueueDown = (log: WorkerOptions['log'], error: unknown) =>
  log({ level: 'error', message: 'Reading the job queue failed.', cause: reason(error) })

async function oldestDue({ store, clock, kinds }: WorkerOptions): Promise<number> {
  const now = clock()
  const due = await nextDue(store.read, Object.keys(kinds), now)
  return due === undefined ? 0 : Math.max(0, now - due) / 1000
}

const NO_DELAY_MS = 0
const LATER = Number.POSITIVE_INFINITY

/** Claims jobs and runs them, at most `most` at once. */
function jobPool(options: WorkerOptions, lease: string, ended: () => void) {
  const { store, clock, kinds, maxJobs = 32 } = options
  /** By the gid of the job. */
  const running = new Map<number, Promise<void>>()
  const named = Object.keys(kinds)
  /** Ended jobs whose end is not yet written. If the process dies before that, they run again. */
  let endings: EndedJob[] = []

  const settle = (tx: Writer) => writeEnds(tx, endings)
  const begin = (job: QueuedJob) => {
    const performed: Promise<void> = perform(options, lease, job).then(end => {
      endings.push({ job, end })
      // A job whose lease expired may have been claimed again.
      if (running.get(job.gid) === performed) running.delete(job.gid)
      ended()
    })
    running.set(job.gid, performed)
  }
  /** Writes what has ended, and claims and starts due jobs up to the limit. Returns the time of the next look. */
  const claimOnce = async (): Promise<number> => {
    const limit = maxJobs - running.size
    const due = limit > 0 ? ((await nextDue(store.read, named, clock())) ?? LATER) : LATER
    const written = [...endings]
    if (due > clock() && written.length === 0) return due
    const jobs = await store.write(async tx => {
      await writeEnds(tx, written)
      return limit > 0 ? claim(tx, { kinds: named, limit, lease, until: tx.now + LEASE_MS }) : []
    })
    endings = endings.filter(end => !written.includes(end))
    for (const job of jobs) begin(job)
    return NO_DELAY_MS
  }
  // The end of a job that is written twice would end its next run.
  return { claimAndRun: inTurn(claimOnce), running, settle }
}

/** Calls of the result wait for the earlier ones. */
function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

type EndWrite = (tx: Writer) => Promise<void>

interface EndedJob {
  job: QueuedJob
  end: EndWrite
}

/** In the lock order of `scheduleAll`, so that the two cannot deadlock. */
async function writeEnds(tx: Writer, ended: readonly EndedJob[]): Promise<void> {
  for (const { end } of ended.toSorted((a, b) => a.job.subject - b.job.subject)) await end(tx)
}

/** Runs one job. Returns the write that records its end. */
async function perform(options: WorkerOptions, lease: string, job: QueuedJob): Promise<EndWrite> {
  const { kinds, log, around = (_kind, work) => work() } = options
  const { kind, subject } = job
  try {
    const runAgainAt = await around(kind, async () => kinds[kind]?.perform(subject), subject)
    const intervalMs = kinds[kind]?.intervalMs
    return tx => finish(tx, lease, job, runAgainAt ?? (intervalMs && tx.now + intervalMs))
  } catch (error) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', message: 'A job failed.', kind, subject: String(subject), cause })
    return tx => retry(tx, lease, job, tx.now + backOff(job.attempts), cause)
  }
}

interface LoopParts {
  lease: string
  sleep: ReturnType<typeof sleeper>
  scheduleWoken(): Promise<void>
  claimAndRun(): Promise<number>
  /** The jobs that run, by their gids. */
  running: ReadonlyMap<number, unknown>
}

/** The worker in real time: it sleeps until a job is due, a notification comes, or a job ends. */
function runLoop(options: WorkerOptions, parts: LoopParts) {
  const { sleep, scheduleWoken, claimAndRun } = parts
  let stopped = false
  // There may be changes from before the start.
  let isWoken = true
  let working: Promise<void> | undefined
  const wakeup = wakeups(options, parts, () => {
    isWoken = true
    sleep.end()
  })
  const turn = async () => {
    if (isWoken) {
      isWoken = false
      await scheduleWoken()
    }
    const next = await claimAndRun()
    const delay = Math.max(0, Math.min(POLL_INTERVAL_MS, next - options.clock()))
    if (next !== NO_DELAY_MS && !stopped) await sleep.during(delay)
  }
  const recover = async (error: unknown) => {
    isWoken = true
    logQueueDown(options.log, error)
    await sleep.during(POLL_INTERVAL_MS)
  }
  const work = async () => {
    while (!stopped) await turn().catch(recover)
  }
  return {
    start() {
      wakeup.start()
      working = work()
    },
    async stop() {
      stopped = true
      wakeup.stop()
      sleep.end()
      await working
    },
  }
}

/** Wakes the worker on notifications, debounced, and renews the leases of running jobs. */
function wakeups({ store }: WorkerOptions, { lease, running }: LoopParts, onWake: () => void) {
  let debounce: NodeJS.Timeout | undefined
  let renewal: NodeJS.Timeout | undefined
  let unsubscribe = () => {}
  const wake = () => {
    debounce = undefined
    onWake()
  }
  const renewAll = () =>
    running.size > 0 &&
    void store.write(tx => renew(tx, lease, [...running.keys()], tx.now + LEASE_MS)).catch(() => undefined)
  return {
    start() {
      unsubscribe = store.listen(() => {
        debounce ??= setTimeout(wake, WAKE_DEBOUNCE_MS)
      })
      renewal = setInterval(renewAll, LEASE_MS / 3)
    },
    stop() {
      unsubscribe()
      clearTimeout(debounce)
      clearInterval(renewal)
    },
  }
}
