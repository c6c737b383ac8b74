/**
 * How a copy of the program learns what all copies have committed. Every transaction leaves the marks of what it touched
 * in the table `commits`; the pulse asks which of them have come since it last asked. What must always hold: when a pulse
 * that began after a commit was acknowledged has ended, nothing is kept in memory that this commit has changed. While
 * there can be no pulse, nothing is kept at all.
 *
 * The question is asked by snapshots of the database and not by time: what the last one did not see and this one sees is
 * new. The table has no row of old commits but one that stands for all of them (`forget`): whoever has not asked for so
 * long finds it, and forgets everything.
 */
import pg from 'pg'
import { EVERYTHING, Memory } from '../near/memory.ts'
import { MANNERS, terms } from './connection.ts'

/** Milliseconds until it is tried again to connect. */
const AGAIN = 500
/** Milliseconds between two looks at what is old, which goes when it has been there at two of them. */
const SWEEP = 60_000

export interface Pulse {
  /** What is kept in memory. It catches up by a beat. */
  readonly memory: Memory
  /** Connects; resolves when there is a pulse, and keeps it up from then on. */
  begin(): Promise<void>
  close(): void
}

interface Beat {
  now: string
  marks: string | null
}

const BEAT = {
  name: 'pulse',
  text: `select pg_current_snapshot()::text as now, (select string_agg(c.marks, ' ') from commits c
    where c.xid >= pg_snapshot_xmin($1::pg_snapshot)
    and (c.marks = '${EVERYTHING}' or not pg_visible_in_snapshot(c.xid, $1::pg_snapshot))) as marks`,
}

/** What was committed before a snapshot that is two sweeps old becomes one row, which touches everything. */
const FORGET = `with gone as (delete from commits where xid < pg_snapshot_xmin($1::pg_snapshot) returning xid)
  insert into commits (xid, marks) select xid, '${EVERYTHING}' from gone order by xid desc limit 1`

/** The statement by which a transaction leaves its marks. */
export const LEAVE = 'insert into commits (marks) values (?)'

export function createPulse(url: string): Pulse {
  const memory = new Memory(() => beat())
  let closed = false
  let client: pg.Client | undefined
  let last = ''
  const lost = () => {
    client = undefined
    memory.forget('off')
    if (!closed) setTimeout(() => void open().catch(lost), AGAIN).unref()
  }
  const open = async () => {
    const fresh = new pg.Client({ ...terms(url), idle_in_transaction_session_timeout: 0 })
    fresh.on('error', () => undefined)
    try {
      await fresh.connect()
      await fresh.query(MANNERS)
      const { rows } = await fresh.query('select pg_current_snapshot()::text as now')
      last = rows[0].now
    } catch (error) {
      void fresh.end().catch(() => undefined)
      throw error
    }
    if (closed) return void fresh.end()
    fresh.once('end', lost)
    client = fresh
    memory.forget()
  }
  const ask = async () => {
    const asked = client
    if (!asked) return
    const loaded = memory.take()
    try {
      const { rows } = await asked.query({ ...BEAT, values: [last] })
      const [{ now, marks }] = rows as [Beat]
      // A connection that was made meanwhile has begun anew.
      if (asked !== client) return
      last = now
      if (marks !== null) memory.publish(new Set(marks.split(' ').map(Number)))
      memory.heard(loaded)
    } catch {
      // Its end is heard of, and begins it again.
      if (asked === client) memory.forget('off')
      void asked.end().catch(() => undefined)
    }
  }
  const sweeping = sweeper(
    () => client,
    () => last,
  )
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const anew = (): Promise<void> => {
    next = undefined
    running = ask().finally(() => {
      if (next === undefined) running = undefined
    })
    return running
  }
  const beat = (): Promise<void> | undefined => {
    if (client === undefined) return undefined
    if (running === undefined) return anew()
    // The one that is under way may have begun before what this call must hear.
    next ??= running.then(anew)
    return next
  }
  return {
    memory,
    begin: open,
    close() {
      closed = true
      clearInterval(sweeping)
      void client?.end().catch(() => undefined)
    },
  }
}

/** Sweeps away what every copy has heard long ago. */
function sweeper(client: () => pg.Client | undefined, last: () => string): NodeJS.Timeout {
  const seen: string[] = []
  const timer = setInterval(() => {
    seen.push(last())
    const [old] = seen.length > 2 ? seen.splice(0, 1) : []
    if (old)
      void client()
        ?.query(FORGET, [old])
        .catch(() => undefined)
  }, SWEEP)
  timer.unref()
  return timer
}
