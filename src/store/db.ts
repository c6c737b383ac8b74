/**
 * What the rest of the program knows of the store. Which engine is behind it stays in this folder.
 *
 * Reads go to one connection and writes to another, so that a read never sees half a write. Every call is
 * asynchronous, also where the engine is not.
 */
import type { Kysely } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import type { Gids } from '../lib/gid.ts'
import type { Dialect } from './dialect.ts'
import type { Marks, Near } from './near/memory.ts'
import type { Tables } from './tables.ts'
import type { Held } from './written/held.ts'
import type { Stale } from './written/stale.ts'

/** A query builder that also knows how its engine writes what SQL leaves open. */
export interface Builder extends Kysely<Tables> {
  readonly dialect: Dialect
}

/** A query that is compiled once per engine and run with named values: see `statement.ts`. */
export interface Statement<Row> {
  compile(db: Builder): Compiled
  /** Never there at run time: carries the type of the rows. */
  readonly row?: Row
}

export interface Compiled {
  sql: string
  bind(values: Values): unknown[]
}

export type Values = Record<string, unknown>

/** One connection of an engine: text in, rows out. */
export interface Connection {
  all(sql: string, parameters: unknown[]): Promise<unknown[]>
  /** The rows as lists of their columns. */
  tuples(sql: string, parameters: unknown[]): Promise<unknown[][]>
  first(sql: string, parameters: unknown[]): Promise<unknown>
  run(sql: string, parameters: unknown[]): Promise<{ changes: number }>
}

/** Reads committed state. */
export interface Reader {
  readonly db: Builder
  /** What is kept of the store in memory. */
  readonly near: Near
  all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>
  /** The rows as lists of their columns: where they are many and little is in each, objects cost more than the question. */
  tuples<Row extends unknown[]>(statement: Statement<Row>, values: Values): Promise<Row[]>
  first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined>
}

/** Who makes a write, and from where: what is told of it names them. */
export interface Origin {
  /** The user or service account; null for the program itself. */
  user: number | null
  /** What the request came with: see `Kind` of `identity/actor.ts`; null for the program itself. */
  kind: string | null
  /** The application that acts for the person. */
  application: number | null
  /** The address of the client, and what it says of itself; empty when there is none. */
  address: string
  agent: string
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

/** Records changes. The store calls it, and knows nothing about what it records. */
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
  readonly by: Origin
  readonly capture: ChangeCapture
  /**
   * Whether a statement may be sent before the answers to those before it have come. Then one that fails fails the whole
   * transaction: whatever is asked behind it answers its error, and so does the commit.
   */
  readonly ahead: boolean
  /** The captured row changes of this transaction so far, in order: see `takeRowChanges`. */
  readonly rowChanges: (RowChange | Promise<RowChange[]>)[]
  /** Rows that it has made or locked, as they are: see `written/held.ts`. */
  readonly held: Held
  /** Its audit events without a row: see `auditEvent` of `change.ts`. */
  readonly auditEvents: AuditEvent[]
  /** On what it wrote since access grants were derived: see `grants.ts`. */
  readonly stale: Stale
  /** The objects that it has touched, or that those have which are committed together with it: see `near/marks.ts`. */
  readonly marks: Marks
  /** The moment of this transaction, in milliseconds since the Unix epoch. */
  readonly now: number
}

/**
 * Looks again whether the caller still has the rights for a write that is not committed yet, and builds its value anew:
 * `committed` reads what others have committed, `tx` what the write itself has done, too. Throws when a right has ended.
 */
export type Confirm<T> = (value: T, committed: Reader, tx: Reader) => Promise<T>

export interface Store {
  readonly read: Reader
  /** The time that holds for the store: where several machines share one, theirs may differ. */
  readonly clock: Clock
  /**
   * Runs single statements that must not wait for the work: what instances count together. Null where
   * nobody shares the store.
   */
  readonly beside: Pick<Reader, 'first'> | null
  /** How many instances share the store, as far as known; 1 where that cannot be. */
  instanceCount(): number
  /** Keeps where this instance is reached for as long as it serves: `servedAt` of `queries/instances/address.ts` tells others. */
  announce(address: string): Promise<void>
  /**
   * Runs `work` in a transaction of its own: whole or absent. Resolves only when it is durable. `work` must do
   * nothing slow: other writers wait for it. Without `by`, the program itself writes. Where other transactions may have
   * ended rights since `work` began, `confirm` decides before the commit.
   */
  write<T>(work: (tx: Writer) => Promise<T>, by?: Origin, confirm?: Confirm<T>): Promise<T>
  /** Runs `work`, which only reads, as of one moment, whatever is committed meanwhile. Dearer than `read`. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Calls `listener` soon after a commit of which something was told; it must be quick, and look for itself at what is
   * new. A call may be missed when another process wrote, so nothing may rely on it alone. Answers how to stop.
   */
  listen(listener: () => void): () => void
  close(): Promise<void>
}
