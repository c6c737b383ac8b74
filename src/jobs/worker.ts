/**
 * Runs the jobs of the queue. What must always hold: a job that fails is tried again later and never ends the worker;
 * a worker that stops finishes what it has begun, or gives it back; whatever is due when nobody calls is found by
 * looking now and then, because a call can be missed.
 */
import { atMost, type Clock } from '../lib/clock.ts'
import { reason } from '../lib/errors.ts'
import { randomHex } from '../lib/secret.ts'
import type { Reader, Store, Writer } from '../store/db.ts'
import {
  ALONE,
  claim,
  finish,
  giveBack,
  type Job,
  nextDue,
  renew,
  retry,
  schedule,
} from '../store/queries/jobs/queue.ts'
import { backOff } from './back_off.ts'

/** What jobs of one kind do. */
export interface Kind {
  /** There is always one job of this kind, which runs this often; in milliseconds. */
  every?: number
  /** Asked whenever something was told: whether that one job must run at once. */
  isWoken?(reader: Reader): Promise<boolean>
  /** Does one job. Answers the moment at which it must run again; without one, the job is done. */
  run(subject: number): Promise<number | undefined>
}

export interface WorkerOptions {
  store: Store
  clock: Clock
  kinds: Record<string, Kind>
  log(line: Record<string, unknown>): void
  /** How many jobs run at once. */
  most?: number
  /** No other worker can be alive: leases that it finds were left by the dead. */
  alone?: boolean
  /** Does each job, by calling `work`; for those who watch. */
  around?<T>(kind: string, work: () => Promise<T>): Promise<T>
}

export interface Worker {
  /** Works until it is stopped. */
  start(): void
  stop(): Promise<void>
  /** Does everything that is due now, and what becomes due by it. */
  tick(): Promise<void>
  /** For how many seconds the oldest job that is due has waited for somebody to take it. */
  oldestDue(): Promise<number>
}

/** How long a worker that does not renew its leases is believed to be alive. */
const LEASE = 30_000
/** What is told within this time is heeded together. */
const GATHER = 250
/** How often the queue is looked at: not everything that is scheduled is told, and not every call is heard. */
const LOOK = 1000
/** What ends within this time is written down together: each commit costs whoever writes. */
const SETTLE = 20
/** How long a worker that stops waits for what it has begun. */
const GRACE = 10_000

export function createWorker(options: WorkerOptions): Worker {
  const { store, kinds, alone = false } = options
  const lease = randomHex(8)
  const sleep = sleeper()
  const { fill, running, settle } = crew(options, lease, () => void setTimeout(sleep.end, SETTLE).unref())
  const named = Object.entries(kinds)

  /** Clears up after the dead, and sees to it that the jobs are there of which there is always one. */
  const begun = once(() =>
    store.write(async tx => {
      if (alone) await giveBack(tx, null)
      for (const [kind, { every }] of named) if (every !== undefined) await schedule(tx, kind, ALONE, tx.now)
    }),
  )
  const heed = async () => {
    await begun()
    for (const [kind, { isWoken }] of named) {
      if (await isWoken?.(store.read)) await store.write(tx => schedule(tx, kind, ALONE, tx.now))
    }
  }
  const life = alive(options, { lease, sleep, heed, fill, running })
  return {
    ...{ start: life.start, oldestDue: () => oldestDue(options) },
    async stop() {
      await atMost(
        GRACE,
        life.stop().then(() => Promise.all(running.values())),
        undefined,
      )
      await leave(options, lease, settle)
    },
    async tick() {
      await heed()
      while ((await fill()) === NOW || running.size > 0) await Promise.all(running.values())
    },
  }
}

/** Does it until it came to a good end. */
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

/** Gives back what was taken. What cannot be given back comes again when its lease ends. */
async function leave({ store, log }: WorkerOptions, lease: string, settle: Ending): Promise<void> {
  const left = store.write(async tx => {
    await settle(tx)
    await giveBack(tx, lease)
  })
  await left.catch(error => silent(log, error))
}

const silent = (log: WorkerOptions['log'], error: unknown) =>
  log({ level: 'error', message: 'The queue of jobs does not answer.', cause: reason(error) })

async function oldestDue({ store, clock, kinds }: WorkerOptions): Promise<number> {
  const now = clock()
  const due = await nextDue(store.read, Object.keys(kinds), now)
  return due === undefined ? 0 : Math.max(0, now - due) / 1000
}

const NOW = 0
const LATER = Number.POSITIVE_INFINITY

/** Takes jobs and runs them, so many at once. */
function crew(options: WorkerOptions, lease: string, ended: () => void) {
  const { store, clock, kinds, most = 32 } = options
  /** By the gid of the job. */
  const running = new Map<number, Promise<void>>()
  const named = Object.keys(kinds)
  /** How jobs have ended, not yet written down. If that is lost with the process, they only run once more. */
  let endings: Ended[] = []

  const settle = (tx: Writer) => writeDown(tx, endings)
  const begin = (job: Job) => {
    const performed: Promise<void> = perform(options, lease, job).then(end => {
      endings.push({ job, end })
      // A job whose lease has ended may have been taken a second time.
      if (running.get(job.gid) === performed) running.delete(job.gid)
      ended()
    })
    running.set(job.gid, performed)
  }
  /** Writes down what has ended and begins what is due, as far as there is room; answers when to look again. */
  const fill = async (): Promise<number> => {
    const limit = most - running.size
    const due = limit > 0 ? ((await nextDue(store.read, named, clock())) ?? LATER) : LATER
    const noted = [...endings]
    if (due > clock() && noted.length === 0) return due
    const jobs = await store.write(async tx => {
      await writeDown(tx, noted)
      return limit > 0 ? claim(tx, { kinds: named, limit, lease, until: tx.now + LEASE }) : []
    })
    endings = endings.filter(end => !noted.includes(end))
    for (const job of jobs) begin(job)
    return NOW
  }
  return { fill, running, settle }
}

type Ending = (tx: Writer) => Promise<void>

interface Ended {
  job: Job
  end: Ending
}

/** In the order in which several are scheduled: so the two do not wait for each other. */
async function writeDown(tx: Writer, ended: readonly Ended[]): Promise<void> {
  for (const { end } of ended.toSorted((a, b) => a.job.subject - b.job.subject)) await end(tx)
}

/** Runs one job. Answers how it ended: what is to be written down of it. */
async function perform(options: WorkerOptions, lease: string, job: Job): Promise<Ending> {
  const { kinds, log, around = (_kind, work) => work() } = options
  const { kind, subject } = job
  try {
    const asked = await around(kind, async () => kinds[kind]?.run(subject))
    const every = kinds[kind]?.every
    return tx => finish(tx, lease, job, asked ?? (every && tx.now + every))
  } catch (error) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', message: `The job ${kind} of ${subject} failed.`, cause })
    return tx => retry(tx, lease, job, tx.now + backOff(job.attempts), cause)
  }
}

interface Living {
  lease: string
  sleep: ReturnType<typeof sleeper>
  heed(): Promise<void>
  fill(): Promise<number>
  /** The jobs that run, by their gids. */
  running: ReadonlyMap<number, unknown>
}

/** The worker in real time: it sleeps until something is due, or told, or a job has ended. */
function alive(options: WorkerOptions, living: Living) {
  const { sleep, heed, fill } = living
  let stopped = false
  // What was told before the start is news as well.
  let told = true
  let working: Promise<void> | undefined
  const senses = sensing(options, living, () => {
    told = true
    sleep.end()
  })
  const turn = async () => {
    if (told) {
      told = false
      await heed()
    }
    const next = await fill()
    if (next !== NOW && !stopped) await sleep.during(Math.max(0, Math.min(LOOK, next - options.clock())))
  }
  const work = async () => {
    while (!stopped) {
      await turn().catch(async error => {
        told = true
        silent(options.log, error)
        await sleep.during(LOOK)
      })
    }
  }
  return {
    start() {
      senses.start()
      working = work()
    },
    async stop() {
      stopped = true
      senses.stop()
      sleep.end()
      await working
    },
  }
}

/** Hears what is told, a little later and all at once, and keeps what the worker has taken. */
function sensing({ store }: WorkerOptions, { lease, running }: Living, hear: () => void) {
  let gathering: NodeJS.Timeout | undefined
  let keeping: NodeJS.Timeout | undefined
  let unheard = () => {}
  const gathered = () => {
    gathering = undefined
    hear()
  }
  const keep = () =>
    running.size > 0 &&
    void store.write(tx => renew(tx, lease, [...running.keys()], tx.now + LEASE)).catch(() => undefined)
  return {
    start() {
      unheard = store.listen(() => {
        gathering ??= setTimeout(gathered, GATHER)
      })
      keeping = setInterval(keep, LEASE / 3)
    },
    stop() {
      unheard()
      clearTimeout(gathering)
      clearInterval(keeping)
    },
  }
}

/** Sleeps for some milliseconds, unless woken before; a call that comes too early is kept. */
function sleeper() {
  let wake: (() => void) | undefined
  let called = false
  return {
    end() {
      if (wake) wake()
      else called = true
    },
    during: (milliseconds: number) =>
      new Promise<void>(resolve => {
        const woken = () => {
          clearTimeout(timer)
          wake = undefined
          called = false
          resolve()
        }
        const timer = setTimeout(woken, called ? 0 : milliseconds)
        wake = woken
      }),
  }
}
