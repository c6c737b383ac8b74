/**
 * What the rest of the program knows of the store. Which engine is behind it stays in this folder.
 *
 * Reads go to one connection and writes to another, so that a read never sees half a write. Every call is
 * asynchronous, also where the engine is not.
 */
import type { Kysely } from 'kysely'
import type { Gids } from '../lib/gid.ts'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables.ts'

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
  first(sql: string, parameters: unknown[]): Promise<unknown>
  run(sql: string, parameters: unknown[]): Promise<{ changes: number }>
}

/** Reads committed state. */
export interface Reader {
  readonly db: Builder
  all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>
  first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined>
}

/** Reads and writes inside one transaction. Only `change.ts` writes with it. */
export interface Writer extends Reader {
  readonly connection: Connection
  readonly gid: Gids
  /** The moment of this transaction, in milliseconds since the Unix epoch. */
  readonly now: number
}

export interface Store {
  readonly read: Reader
  /**
   * Runs `work` in a transaction of its own: whole or absent. Resolves only when it is durable. `work` must do
   * nothing slow: other writers wait for it.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  close(): Promise<void>
}
