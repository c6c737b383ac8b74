/** Readers: statements of `statement.ts` over a connection of an engine. */
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteIntrospector,
} from 'kysely'
import { type CacheView, noCache } from './cache/memory_cache.ts'
import type { Builder, Connection, Parameters, Reader, Statement } from './db.ts'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables.ts'

/** The properties of an engine that the query builder and the store need. */
export interface Engine {
  dialect: Dialect
  adapter(): DialectAdapter
  compiler(): QueryCompiler
}

/** The query builder of a connection. */
export function builderFor({ dialect, adapter, compiler }: Engine, connection: Connection): Builder {
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: adapter,
      createDriver: () => driver(connection),
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: compiler,
    },
  })
  return Object.assign(kysely, { dialect })
}

export function readerOf(db: Builder, connection: Connection, cache: CacheView = noCache): Reader {
  return {
    db,
    cache: cache,
    all<Row>(statement: Statement<Row>, values: Parameters) {
      const compiled = statement.compile(db)
      return connection.all(compiled.sql, compiled.bind(values)) as Promise<Row[]>
    },
    tuples<Row extends unknown[]>(statement: Statement<Row>, values: Parameters) {
      const compiled = statement.compile(db)
      return connection.tuples(compiled.sql, compiled.bind(values)) as Promise<Row[]>
    },
    first<Row>(statement: Statement<Row>, values: Parameters) {
      const compiled = statement.compile(db)
      return connection.first(compiled.sql, compiled.bind(values)) as Promise<Row | undefined>
    },
  }
}

/** The driver for Kysely. It rejects transactions, which only the store begins. */
function driver(connection: Connection): Driver {
  const own: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      ({ rows: await connection.all(sql, [...parameters]) }) as QueryResult<R>,
    streamQuery: () => {
      throw new Error('The store does not stream rows.')
    },
  }
  const nothing = async () => {}
  const refuse = () => Promise.reject(new Error('Only store.write begins transactions.'))
  return {
    init: nothing,
    acquireConnection: async () => own,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  }
}
