/** Direct inserts by the columns of a store's schema, which may be older or newer. */
import type { DatabaseSync } from 'node:sqlite'
import type { Tables } from '../../src/store/tables.ts'

export const START = Date.UTC(2026, 0, 1)

export type Insert = <T extends keyof Tables>(table: T, row: Tables[T]) => void

/** The rows of one table have the same columns. Tables and columns that the schema lacks are omitted. */
export function inserter(database: DatabaseSync): Insert {
  const prepared = new Map<string, (row: object) => void>()
  return (table, row) => {
    let known = prepared.get(table)
    if (!known) {
      const there = new Set(columnsOf(database, table))
      const columns = Object.keys(row).filter(name => there.has(name))
      if (there.size === 0) return
      const names = columns.map(name => `"${name}"`)
      const statement = database.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`)
      known = given =>
        void statement.run(...columns.map(name => (given as Record<string, string | number | null>)[name] ?? null))
      prepared.set(table, known)
    }
    known(row)
  }
}

const columnsOf = (database: DatabaseSync, table: string) =>
  database
    .prepare(`pragma table_info("${table}")`)
    .all()
    .map(({ name }) => String(name))

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The rank at a position: the keys of `fractional-indexing` with four digits after their head, in order. */
export function rankOf(index: number): string {
  let digits = ''
  for (let rest = index, place = 0; place < 4; place++, rest = Math.floor(rest / 62)) {
    digits = `${DIGITS[rest % 62]}${digits}`
  }
  return `d${digits}`
}
