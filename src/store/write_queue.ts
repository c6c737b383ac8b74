/**
 * The one way in which the embedded store is written: a queue. Writers that arrive in the same turn of the event loop
 * share one durable commit, each in a savepoint of its own, so that one that fails takes nobody with it; each is
 * answered only after the commit.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../lib/clock.ts'
import { unavailable } from '../lib/errors.ts'
import type { Writer } from './db.ts'

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
  work(tx: Writer): Promise<unknown>
  settle(): void
  resolve(value: unknown): void
  reject(error: unknown): void
}

const GROUP = 64

/** Runs one job inside the transaction of its group. Throws only when the whole group is lost. */
async function one(database: DatabaseSync, tx: Writer, job: Job) {
  database.exec('savepoint job')
  try {
    const value = await job.work(tx)
    job.settle = () => job.resolve(value)
  } catch (error) {
    // A full disk makes SQLite roll back by itself, and the whole group is lost.
    if (!database.isTransaction) throw error
    database.exec('rollback to job')
    job.settle = () => job.reject(error)
  }
  database.exec('release job')
}

export function writeQueue(database: DatabaseSync, writer: Omit<Writer, 'now'>, clock: Clock, settled: () => void) {
  let waiting: Job[] = []
  let drained: Promise<void> | undefined

  async function drain() {
    // Requests whose bytes arrived together reach this point in one turn of the event loop: let all of them join.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP)
      waiting = waiting.slice(GROUP)
      try {
        database.exec('begin immediate')
        for (const job of group) await one(database, { ...writer, now: clock() }, job)
        database.exec('commit')
      } catch (error) {
        if (database.isOpen && database.isTransaction) database.exec('rollback')
        for (const job of group) job.settle = () => job.reject(error)
      }
      settled()
      for (const job of group) job.settle()
    }
    drained = undefined
  }

  return {
    write: <T>(work: (tx: Writer) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          work,
          settle() {},
          resolve: value => resolve(value as T),
          reject: error => reject(translated(error)),
        })
        drained ??= drain()
      }),
    idle: async () => {
      while (drained) await drained
    },
  }
}
