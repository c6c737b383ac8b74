/**
 * How a instance learns what all instances have committed. Every transaction leaves the marks of what it touched
 * in the table `commits`; the pulse asks which of them have come since it last asked. What must always hold: when a pulse
 * that began after a commit was acknowledged has ended, nothing is kept in memory that this commit has changed. While
 * there can be no pulse, nothing is kept at all, and nothing is read: nobody would hear that a right has ended between two
 * statements of one answer.
 *
 * The question is asked by snapshots of the database and not by time: what the last one did not see and this one sees is
 * new. The table has no row of old commits but one that stands for all of them (`forget`): whoever has not asked for so
 * long finds it, and forgets everything.
 */
import pg from 'pg'
import { unavailable } from '../../lib/errors.ts'
import { Memory, RIGHTS } from '../near/memory.ts'
import { clientConfig, codeOf, SESSION_SETTINGS } from './connection.ts'

/** Milliseconds until it is tried again to connect. */
const AGAIN = 500
/** Milliseconds between two looks at what is old, which goes when it has been there at two of them. */
const SWEEP = 60_000

interface Beat {
  now: string
  marks: string | null
}

/** Stands for all commits that were swept away: whoever has not seen all of them knows too little. */
const LONG_AGO = '*'

const BEAT = {
  name: 'pulse',
  text: `select pg_current_snapshot()::text as now, (select string_agg(c.marks, ' ') from commits c
    where c.xid >= pg_snapshot_xmin($1::pg_snapshot)
    and (c.marks = '${LONG_AGO}' or not pg_visible_in_snapshot(c.xid, $1::pg_snapshot))) as marks`,
}

/** What was committed before a snapshot that is two sweeps old becomes one row, which touches everything. */
const FORGET = `with gone as (delete from commits where xid < pg_snapshot_xmin($1::pg_snapshot) returning xid)
  insert into commits (xid, marks) select xid, '${LONG_AGO}' from gone order by xid desc limit 1`

/** The statement by which a transaction leaves its marks. */
export const LEAVE = 'insert into commits (marks) values (?)'

/**
 * The same, of a transaction that has looked at rights with what was known by a snapshot, its second value. It fails, and
 * the transaction with it, when others may have ended rights since: there is no commit without marks. See `isOvertaken`.
 */
export const LEAVE_IN_TIME = `insert into commits (marks) select case when exists (
    select from commits c where c.xid >= pg_snapshot_xmin($2::pg_snapshot)
    and (c.marks = '${LONG_AGO}' or not pg_visible_in_snapshot(c.xid, $2::pg_snapshot))
    and (c.marks = '${LONG_AGO}' or ' ' || c.marks || ' ' like '% ${RIGHTS} %')) then null else $1 end`

const NOT_NULL = '23502'

/** Whether this is the error of `LEAVE_IN_TIME`. */
export const isOvertaken = (error: unknown): boolean =>
  codeOf(error) === NOT_NULL && (error as { table?: unknown }).table === 'commits'

export class Pulse {
  /** What is kept in memory. It catches up by a beat. */
  readonly memory = new Memory(() => this.#beat())
  readonly #url: string
  #client: pg.Client | undefined
  /** The last attempt to connect. */
  #opening: Promise<void> | undefined
  #isClosed = false
  /** The snapshot up to which everything was heard of. */
  #last = ''
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #sweeping: NodeJS.Timeout | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** The snapshot of which memory knows everything. */
  get seen(): string {
    return this.#last
  }

  /** Connects; resolves when there is a pulse, and keeps it up from then on. */
  async begin(): Promise<void> {
    this.#opening = this.#open()
    await this.#opening
    const seen: string[] = []
    this.#sweeping = setInterval(() => this.#sweep(seen), SWEEP).unref()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeping)
    void this.#client?.end().catch(() => undefined)
  }

  async #open(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.#url), idle_in_transaction_session_timeout: 0 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(SESSION_SETTINGS)
      const { rows } = await client.query('select pg_current_snapshot()::text as now')
      this.#last = rows[0].now
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) return void client.end()
    client.once('end', () => this.#lost())
    this.#client = client
    this.memory.forget()
  }

  #lost(): void {
    this.#client = undefined
    this.memory.forget('off')
    if (!this.#isClosed) this.#reopen()
  }

  /** Connects again: at once, and then every so often. */
  #reopen(): void {
    this.#opening = this.#open()
    this.#opening.catch(() => setTimeout(() => this.#isClosed || this.#reopen(), AGAIN).unref())
  }

  /**
   * Resolves when everything has been heard of that was committed before the call, or was forgotten. Rejects with 503 when
   * there is no pulse, and there could be none at the last attempt.
   */
  #beat(): Promise<void> | undefined {
    if (this.#client === undefined) return this.#opening?.catch(cause => Promise.reject(unavailable(cause)))
    if (this.#running === undefined) return this.#anew()
    // The one that is under way may have begun before what this call must hear of.
    this.#next ??= this.#running.then(() => this.#anew())
    return this.#next
  }

  #anew(): Promise<void> {
    this.#next = undefined
    this.#running = this.#ask().finally(() => {
      if (this.#next === undefined) this.#running = undefined
    })
    return this.#running
  }

  async #ask(): Promise<void> {
    const client = this.#client
    if (!client) return
    const loaded = this.memory.take()
    try {
      const { rows } = await client.query({ ...BEAT, values: [this.#last] })
      const [{ now, marks }] = rows as [Beat]
      // A connection that was made meanwhile has begun anew.
      if (client !== this.#client) return
      this.#last = now
      if (marks?.includes(LONG_AGO)) this.memory.forget()
      else if (marks !== null) this.memory.publish(new Set(marks.split(' ').map(Number)))
      this.memory.heard(loaded)
    } catch {
      // Its end is heard of, and begins it again.
      if (client === this.#client) this.memory.forget('off')
      void client.end().catch(() => undefined)
    }
  }

  /** Sweeps away what every instance has heard of long ago. */
  #sweep(seen: string[]): void {
    seen.push(this.#last)
    const [old] = seen.length > 2 ? seen.splice(0, 1) : []
    if (old) void this.#client?.query(FORGET, [old]).catch(() => undefined)
  }
}
