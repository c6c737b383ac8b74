/**
 * Statements: queries that are built and compiled once, and run many times with named values.
 *
 * Building a query with Kysely takes several times as long as SQLite takes to run it. So each query of a request is declared
 * as a statement. Inside the builder, `param('name')` stands for a value that is bound later.
 */
import type { CompiledQuery } from 'kysely'
import type { Builder, Compiled, Statement } from './db.ts'

class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The only type cast: a marker passes through the builder in the position of a value. */
// biome-ignore lint/suspicious/noExplicitAny: a marker stands for a value of any column type
export type ParamFn = (name: string) => any

interface Compilable {
  compile(db: Builder): CompiledQuery
}

export function statement<Row>(build: (param: ParamFn, db: Builder) => Compilable): Statement<Row> {
  // One program may hold several engines at once (the tests do), each with a dialect of its own.
  const compiled = new WeakMap<object, Compiled>()
  return {
    compile(db) {
      const known = compiled.get(db.dialect)
      if (known) return known
      const fresh = numbered(build(name => new Param(name), db).compile(db), db.dialect.placeholder)
      compiled.set(db.dialect, fresh)
      return fresh
    },
  }
}

/**
 * A name that occurs several times (most often `me`) is bound once: equal names share a placeholder number.
 * Query texts contain the placeholder characters only as placeholders, because values are always bound.
 */
function numbered({ sql, parameters }: CompiledQuery, placeholder: '?' | '$'): Compiled {
  const bound: unknown[] = []
  const numbers = parameters.map(parameter => {
    const same = (other: unknown) =>
      other instanceof Param && parameter instanceof Param && other.name === parameter.name
    const known = bound.findIndex(same)
    return known >= 0 ? known + 1 : bound.push(parameter)
  })
  let next = 0
  const text = sql.replaceAll(placeholder === '?' ? /\?/g : /\$\d+/g, () => `${placeholder}${numbers[next++]}`)
  if (next !== parameters.length) throw new Error(`A placeholder character outside of a placeholder: ${sql}`)
  return { sql: text, bind: values => bound.map(p => (p instanceof Param ? values[p.name] : p)) }
}
