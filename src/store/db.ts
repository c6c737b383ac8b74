/**
 * The interface of the store, independent of the engine.
 *
 * Reads and writes use different connections, so that a read never sees a partial write. Every call is asynchronous, also
 * where the engine is not.
 */
import type { Kysely } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import type { Gids } from '../lib/gid.ts'
import type { CacheView, Invalidations } from './cache/memory_cache.ts'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables.ts'
import type { KnownRows } from './tracking/known_rows.ts'
import type { StaleGrants } from './tracking/stale_grants.ts'

/** A query builder with the SQL dialect of its engine. */
export interface Builder extends Kysely<Tables> {
  readonly dialect: Dialect
}

/** A query that is compiled once per engine and run with named values: see `statement.ts`. */
export interface Statement<Row> {
  compile(db: Builder): Compiled
  /** Carries the type of the rows; never set at run time. */
  readonly row?: Row
}

export interface Compiled {
  sql: string
  bind(values: Parameters): unknown[]
}

export type Parameters = Record<string, unknown>

/** One connection of an engine: text in, rows out. */
export interface Connection {
  all(sql: string, parameters: unknown[]): Promise<unknown[]>
  /** The rows as arrays of column values. */
  tuples(sql: string, parameters: unknown[]): Promise<unknown[][]>
  first(sql: string, parameters: unknown[]): Promise<unknown>
  /** `lastGid` is the key of the last inserted row, on SQLite alone. */
  execute(sql: string, parameters: unknown[]): Promise<{ changes: number; lastGid?: number }>
}

/** Reads committed state. */
export interface Reader {
  readonly db: Builder
  /** Cached values of the store. */
  readonly cache: CacheView
  /** In a write transaction, the rows that it inserted or locked, in their current state: see `tracking/known_rows.ts`. */
  readonly knownRows?: KnownRows
  all<Row>(statement: Statement<Row>, values: Parameters): Promise<Row[]>
  /** The rows as arrays of column values. For many small rows, objects cost more than the query. */
  tuples<Row extends unknown[]>(statement: Statement<Row>, values: Parameters): Promise<Row[]>
  first<Row>(statement: Statement<Row>, values: Parameters): Promise<Row | undefined>
}

/** The actor and the client of a write, which recorded changes name. */
export interface WriteOrigin {
  /** The user or service account; null for the program itself. */
  user: number | null
  /** The kind of credentials: see `identity/actor.ts`; null for the program itself. */
  kind: string | null
  /** The application that acts for the person. */
  application: number | null
  /** The IP address of the client and its User-Agent header; empty when there is none. */
  address: string
  agent: string
  /** What the page of the web app that writes calls itself: live pages of the user receive it with the changes. */
  page?: string
  /** The run of a rule that writes: its changes are recorded with it. */
  run?: number
  /** No request waits for the write: where statements block the process, others are served between them. */
  isBackground?: true
  /**
   * Given objects, of a seed or an archive: no changes are recorded, and so no events, stories, webhooks, e-mail and audit
   * entries. What is derived from rows is written as ever.
   */
  isSilent?: true
}

/** A row before and after a change: `before` is null for an insert, `after` for a delete. */
export interface RowChange {
  table: keyof Tables
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** An event for the audit log that changes no row, such as a refused sign-in. */
export interface AuditEvent {
  /** The type of the event, one of those in `events/audit/types.ts`. */
  event: string
  /** Its resource. An event of a user needs no workspace: it is recorded in each of theirs. */
  resource: { type: string; gid: number }
  workspace?: number
  /** Must not contain secrets: it is stored and shown. */
  details?: Record<string, unknown>
}

/** The types of what only its owner sees. */
export const PERSONAL_TYPES = ['view', 'notification', 'preference', 'favorite', 'access'] as const

/** A change of something that only its owner sees: live pages of the owner receive it, and nothing else does. */
export interface PersonalChange {
  owner: number
  type: (typeof PERSONAL_TYPES)[number]
  gid: number
  action: 'added' | 'changed' | 'deleted'
  /** A workspace of the owner; any of theirs by default. */
  workspace?: number
}

/** Records changes. The store calls it, and does not depend on what it records. */
export interface ChangeCapture {
  /** Whether changes of any of these columns are captured; without columns, inserts and deletes of rows. */
  captures(table: keyof Tables, columns?: readonly string[]): boolean
  /** Runs before the commit of each transaction, inside it. */
  beforeCommit(tx: Writer): Promise<void>
}

/** Reads and writes inside one transaction. Only `change.ts` writes with it. */
export interface Writer extends Reader {
  readonly connection: Connection
  readonly gid: Gids
  readonly origin: WriteOrigin
  readonly capture: ChangeCapture
  /**
   * Whether a statement may be sent before earlier ones are answered. Then a failed statement fails the transaction: later
   * statements and the commit are rejected with its error, so that its own promise need not be handled.
   */
  readonly pipelined: boolean
  /** The captured row changes of this transaction so far, in order: see `takeRowChanges`. */
  readonly rowChanges: (RowChange | Promise<RowChange[]>)[]
  readonly knownRows: KnownRows
  /** Audit events without a row change: see `auditEvent` of `change.ts`. */
  readonly auditEvents: AuditEvent[]
  /** See `personalChange` of `change.ts`. */
  readonly personalChanges: PersonalChange[]
  /** Containers whose access grants must be derived again: see `grants.ts`. */
  readonly staleGrants: StaleGrants
  /** The objects that it changed, or that a write with the same commit changed: see `cache/invalidations.ts`. */
  readonly invalidations: Invalidations
  /**
   * The objects on whose cached state it relies, which others may change meanwhile: then the commit fails, and it runs again.
   * Null where it must read that state instead.
   */
  readonly premises: Set<number> | null
  /** The time of this transaction, in milliseconds since the Unix epoch. */
  readonly now: number
  /**
   * Records the changes so far. The store does so before the commit. What only reads from then on can do it earlier, so
   * that both share their round trips.
   */
  recordChanges(): Promise<void>
}

/**
 * Checks again, before the commit of a write, that the caller still has the necessary rights, and builds its value again.
 * `committed` reads committed state; `tx` also sees the write itself. Throws when a right has ended.
 */
export type Confirm<T> = (value: T, committed: Reader, tx: Reader) => Promise<T>

/** Thrown by a confirmation if a right that the write relied on is lower now: the write runs again. */
export class RightLowered extends Error {}

export interface Store {
  /** When a statement is answered, its cache knows every commit that the statement can have seen. */
  readonly read: Reader
  /**
   * The same for statements that read few rows by an index: those that begin in one turn of the event loop run together, on
   * PostgreSQL in shared round trips, and each then waits for all.
   */
  readonly batched: Reader
  /** The clock of the store. The clocks of machines that share a store may differ. */
  readonly clock: Clock
  /**
   * Runs single statements that must not wait for pooled connections, such as those of shared counters. Null where one
   * process owns the store.
   */
  readonly outOfBand: Pick<Reader, 'first'> | null
  /** The last known number of instances that share the store; 1 for an embedded store. */
  instanceCount(): number
  /** Stores the address of this instance while it serves. `queries/instances/address.ts` reads it. */
  announce(address: string): Promise<void>
  /**
   * Runs `work` in a transaction. Resolves when it is durable. `work` must not wait for anything but the store, because other
   * writes wait for it. Without `by`, the origin is the program itself. When other transactions may have ended rights
   * since `work` began, `confirm` decides before the commit.
   */
  write<T>(work: (tx: Writer) => Promise<T>, by?: WriteOrigin, confirm?: Confirm<T>): Promise<T>
  /** Runs `work`, which only reads, in one snapshot. More expensive than `read`. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Calls `listener` soon after a commit that recorded changes. It must return quickly and read the changes itself. A call
   * can be lost when another process wrote, so a listener must poll as well. Returns a function that removes it.
   */
  listen(listener: () => void): () => void
  close(): Promise<void>
}
