/**
 * The one way in which the embedded store is written: a queue. Writers that arrive in the same turn of the event loop
 * share one durable commit, each in a savepoint of its own, so that one that fails takes nobody with it; each is
 * answered only after the commit.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../lib/clock.ts'
import { unavailable } from '../lib/errors.ts'
import type { ChangeCapture, Origin, Writer } from './db.ts'
import { keepingGrants, settleGrants } from './grants.ts'
import { Marks, type Memory } from './near/memory.ts'
import { Stale } from './written/stale.ts'

export const BUSY = 5
/** Codes of SQLite that blame the machine: busy, locked, read only, input or output failed, disk full, cannot open. */
const OUTAGES: readonly unknown[] = [BUSY, 6, 8, 10, 13, 14]

/** SQLite's code of an error, without the details in its upper bits. */
export function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

/** What clients are told: an outage is not their fault, and may be over when they try again. */
export const translated = (error: unknown) => (OUTAGES.includes(codeOf(error)) ? unavailable(error) : error)

interface Job {
  by: Origin
  work(tx: Writer): Promise<unknown>
  settle(): void
  resolve(value: unknown): void
  reject(error: unknown): void
}

const GROUP = 64

/**
 * Runs one job inside the transaction of its group; answers whether something was told of it. Throws only when the
 * whole group is lost.
 */
async function one(database: DatabaseSync, tx: Writer, job: Job): Promise<boolean> {
  let tells = false
  database.exec('savepoint job')
  try {
    const value = await job.work(tx)
    await settleGrants(tx)
    tells = tx.rowChanges.length + tx.auditEvents.length > 0
    if (tells) await tx.capture.beforeCommit(tx)
    job.settle = () => job.resolve(value)
  } catch (error) {
    // A full disk makes SQLite roll back by itself, and the whole group is lost.
    if (!database.isTransaction) throw error
    database.exec('rollback to job')
    tells = false
    job.settle = () => job.reject(error)
  }
  database.exec('release job')
  return tells
}

/** The program itself. */
export const itself: Origin = { user: null, kind: null, application: null, address: '', agent: '' }

/** For stores without change capture. */
export const noCapture: ChangeCapture = { captures: () => false, beforeCommit: async () => undefined }

type Fresh = Pick<Writer, 'rowChanges' | 'auditEvents' | 'held' | 'stale'>

/** What every transaction begins with. */
export const untouched = (): Fresh => ({ rowChanges: [], auditEvents: [], held: new Map(), stale: new Stale() })

type Shared = Omit<Writer, 'now' | 'by' | 'marks' | keyof Fresh>

/** What else learns of a commit, in the same moment. */
interface CommitObservers {
  memory: Memory
  /** Ends what is being read: the next look is at what is committed. */
  ended(): void
}

/** Runs the jobs of a group and makes them durable together; answers whether something was told. */
async function together(
  database: DatabaseSync,
  writer: Shared,
  { clock, memory, ended }: CommitObservers & { clock: Clock },
  group: Job[],
): Promise<boolean> {
  let told = false
  // One that fails may leave marks of what it has not changed; nothing is wrong with forgetting more.
  const marks = new Marks()
  const near = memory.within(marks)
  try {
    database.exec('begin immediate')
    for (const job of group) {
      const tx = keepingGrants({ ...writer, near, marks, by: job.by, now: clock(), ...untouched() })
      told = (await one(database, tx, job)) || told
    }
    database.exec('commit')
    memory.publish(marks)
    ended()
    return told
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('rollback')
    for (const job of group) job.settle = () => job.reject(error)
    return false
  }
}

export function writeQueue(database: DatabaseSync, writer: Shared, clock: Clock, { memory, ended }: CommitObservers) {
  let waiting: Job[] = []
  const listeners = new Set<() => void>()
  let drained: Promise<void> | undefined

  async function drain() {
    // Requests whose bytes arrived together reach this point in one turn of the event loop: let all of them join.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP)
      waiting = waiting.slice(GROUP)
      const told = await together(database, writer, { clock, memory, ended }, group)
      for (const job of group) job.settle()
      if (told) for (const listener of listeners) setImmediate(listener)
    }
    drained = undefined
  }

  return {
    write: <T>(work: (tx: Writer) => Promise<T>, by: Origin = itself): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          by,
          work,
          settle() {},
          resolve: value => resolve(value as T),
          reject: error => reject(translated(error)),
        })
        drained ??= drain()
      }),
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    idle: async () => {
      while (drained) await drained
    },
  }
}
