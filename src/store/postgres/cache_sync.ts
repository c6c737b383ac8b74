/**
 * Synchronizes the memory cache with the commits of all instances. Each transaction records its invalidations in the table
 * `commits`; a synchronization reads those that have appeared since the last one.
 *
 * Invariants:
 * - when a synchronization that began after an acknowledged commit has ended, no value that the commit changed is cached;
 * - while synchronization is impossible, nothing is cached, and no request begins.
 *
 * A round trip of reads ends with a synchronization as well (`read_sender.ts`), so several can be on their way.
 *
 * New commits are found by snapshots of the database, not by time: those invisible in the last snapshot and visible in this
 * one. One row stands for all old commits (`SWEEP_COMMITS`). An instance that finds it clears its cache.
 */
import pg from 'pg'
import { serviceUnavailable } from '../../lib/errors.ts'
import { EVERYTHING, MemoryCache, RIGHTS } from '../cache/memory_cache.ts'
import type { Connection } from '../db.ts'
import { clientConfig, codeOf, type Run, runOn, SESSION_SETTINGS, type Synchronization } from './connection.ts'

const RECONNECT_DELAY_MS = 500
/** Commits that are older than two sweeps are deleted. */
const SWEEP_INTERVAL_MS = 60_000

interface NewCommits {
  now: string
  invalidations: string | null
}

/** Stands for all deleted commits. An instance that has not seen all of them must clear its cache. */
const SWEPT = '*'

const NEW_COMMITS = `select pg_current_snapshot()::text as now, (select string_agg(c.invalidations, ' ') from commits c
    where c.xid >= pg_snapshot_xmin($1::pg_snapshot)
    and (c.invalidations = '${SWEPT}' or not pg_visible_in_snapshot(c.xid, $1::pg_snapshot))) as invalidations`

/** Replaces all commits before a snapshot by one row, which invalidates everything. */
const SWEEP_COMMITS = `with deleted as (delete from commits where xid < pg_snapshot_xmin($1::pg_snapshot) returning xid)
  insert into commits (xid, invalidations) select xid, '${SWEPT}' from deleted order by xid desc limit 1`

const RECORD_COMMIT = 'insert into commits (invalidations) values (?)'

/**
 * The same for a transaction that relies on the state of a snapshot, its second parameter. When another commit may have
 * changed a premise since, which a pattern finds, the value is null, which the column refuses. See `isOvertaken`.
 */
const RECORD_COMMIT_UNLESS_OVERTAKEN = `insert into commits (invalidations) select case when exists (
    select from commits c where c.xid >= pg_snapshot_xmin($2::pg_snapshot)
    and (c.invalidations = '${SWEPT}' or not pg_visible_in_snapshot(c.xid, $2::pg_snapshot))
    and (c.invalidations = '${SWEPT}' or ' ' || c.invalidations || ' ' like any ($3::text[]))) then null else $1 end`

/**
 * Records the invalidations of a transaction. It fails when another one has invalidated a premise since the snapshot
 * `seen`. A commit that invalidates everything ends every premise but `RIGHTS`, which it invalidates as well if it may.
 */
export function recordCommit(
  connection: Connection,
  invalidations: ReadonlySet<number>,
  premises: readonly number[],
  seen: string,
): Promise<unknown> {
  const text = [...invalidations].join(' ')
  if (premises.length === 0) return connection.execute(RECORD_COMMIT, [text])
  const objects = premises.some(gid => gid !== RIGHTS) ? [...premises, EVERYTHING] : premises
  return connection.execute(RECORD_COMMIT_UNLESS_OVERTAKEN, [text, seen, objects.map(gid => `% ${gid} %`)])
}

const NOT_NULL = '23502'

/** Whether this is the error of a commit whose premise another one has changed. */
export const isOvertaken = (error: unknown): boolean =>
  codeOf(error) === NOT_NULL && (error as { table?: unknown }).table === 'commits'

export class CacheSync {
  /** The memory cache, which catches up by a synchronization. */
  readonly cache = new MemoryCache(() => this.#synchronize())
  readonly #url: string
  #client: pg.Client | undefined
  #run: Run | undefined
  /** The last attempt to connect. */
  #opening: Promise<void> | undefined
  #isClosed = false
  /** The snapshot of the last synchronization. */
  #seen = ''
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #sweeping: NodeJS.Timeout | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** The snapshot whose commits the cache knows. */
  get seen(): string {
    return this.#seen
  }

  /** Connects, and reconnects from then on. Resolves when connected. */
  async begin(): Promise<void> {
    this.#opening = this.#open()
    await this.#opening
    const seen: string[] = []
    this.#sweeping = setInterval(() => this.#sweep(seen), SWEEP_INTERVAL_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeping)
    void this.#client?.end().catch(() => undefined)
  }

  async #open(): Promise<void> {
    const own = { application_name: 'workloom cache sync', idle_in_transaction_session_timeout: 0 }
    const client = new pg.Client({ ...clientConfig(this.#url), ...own })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(SESSION_SETTINGS)
      const { rows } = await client.query('select pg_current_snapshot()::text as now')
      this.#seen = rows[0].now
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) return void client.end()
    client.once('end', () => this.#lost())
    this.#client = client
    this.#run = runOn(client)
    this.cache.clear()
  }

  #lost(): void {
    this.#client = undefined
    this.cache.clear('off')
    if (!this.#isClosed) this.#reopen()
  }

  /** Reconnects at once, then at intervals. */
  #reopen(): void {
    this.#opening = this.#open()
    this.#opening.catch(() => setTimeout(() => this.#isClosed || this.#reopen(), RECONNECT_DELAY_MS).unref())
  }

  /**
   * Resolves when the cache knows every commit that preceded the call, or is cleared. Rejects with 503 when there is no
   * connection and the last attempt failed.
   */
  #synchronize(): Promise<void> | undefined {
    if (this.#client === undefined) return this.#opening?.catch(cause => Promise.reject(serviceUnavailable(cause)))
    if (this.#running === undefined) return this.#start()
    // The running synchronization may have begun before a commit that this call must see.
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  #start(): Promise<void> {
    this.#next = undefined
    this.#running = this.#readCommits().finally(() => {
      if (this.#next === undefined) this.#running = undefined
    })
    return this.#running
  }

  /**
   * A synchronization as a statement, for any connection. When its answer is applied, the cache knows every commit that
   * preceded the statement. Several can be on their way, and may be answered in any order.
   */
  readonly synchronization = (): Synchronization => {
    const [seen, loaded] = [this.#seen, this.cache.takePending()]
    return {
      ...{ sql: NEW_COMMITS, values: [seen] },
      apply: ({ rows }) => {
        const [{ now, invalidations }] = rows as [NewCommits]
        // Another one may have been answered first. Then the next one reads again what this one has read in addition.
        if (this.#seen === seen) this.#seen = now
        if (invalidations?.includes(SWEPT)) this.cache.clear(this.#client ? undefined : 'off')
        else if (invalidations !== null) this.cache.invalidate(new Set(invalidations.split(' ').map(Number)))
        this.cache.admit(loaded)
      },
    }
  }

  async #readCommits(): Promise<void> {
    const [client, run] = [this.#client, this.#run]
    if (!client || !run) return
    const { sql, values, apply } = this.synchronization()
    try {
      await run(sql, values, apply)
    } catch {
      // The end of the connection triggers the reconnection.
      if (client === this.#client) this.cache.clear('off')
      void client.end().catch(() => undefined)
    }
  }

  /** Deletes commits that are two sweeps old. */
  #sweep(seen: string[]): void {
    seen.push(this.#seen)
    const [old] = seen.length > 2 ? seen.splice(0, 1) : []
    if (old) void this.#client?.query(SWEEP_COMMITS, [old]).catch(() => undefined)
  }
}
