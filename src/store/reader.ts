/** Whatever reads: statements of `statement.ts` over a connection of an engine. */
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteIntrospector,
} from 'kysely'
import type { Builder, Connection, Reader, Statement, Values } from './db.ts'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables.ts'

/** What the query builder must know of an engine, and what we must. */
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

export function readerOf(db: Builder, connection: Connection): Reader {
  return {
    db,
    async all<Row>(statement: Statement<Row>, values: Values) {
      const compiled = statement.compile(db)
      return (await connection.all(compiled.sql, compiled.bind(values))) as Row[]
    },
    async tuples<Row extends unknown[]>(statement: Statement<Row>, values: Values) {
      const compiled = statement.compile(db)
      return (await connection.tuples(compiled.sql, compiled.bind(values))) as Row[]
    },
    async first<Row>(statement: Statement<Row>, values: Values) {
      const compiled = statement.compile(db)
      return (await connection.first(compiled.sql, compiled.bind(values))) as Row | undefined
    },
  }
}

/** The driver that Kysely wants. Transactions are not its business: the store makes them. */
function driver(connection: Connection): Driver {
  const own: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      ({ rows: await connection.all(sql, [...parameters]) }) as QueryResult<R>,
    streamQuery: () => {
      throw new Error('The store does not stream.')
    },
  }
  const nothing = async () => {}
  const refuse = () => Promise.reject(new Error('Transactions are made by store.write.'))
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
