/** What two engines write differently, said once. Queries use these words and stay the same on both. */
import { type Expression, type RawBuilder, sql } from 'kysely'

export interface Dialect {
  /** Column types for migrations. */
  readonly types: { readonly gid: string; readonly integer: string; readonly text: string }
  /** A JSON array of expressions. */
  array(parts: readonly Expression<unknown>[]): RawBuilder<string>
  /** Aggregates rows into one JSON array, in an order or in none in particular; an empty one when there are no rows. */
  collect(part: Expression<unknown>, order?: Expression<unknown>): RawBuilder<string>
  /** Whether a column is among the gids of one parameter (see `set`). */
  among(column: Expression<unknown>, parameter: unknown): RawBuilder<boolean>
  /** How a set of gids or texts is passed as one parameter of `among`. */
  set(values: readonly (number | string)[]): unknown
  /** Rows of one parameter as a query that an `insert` can take; each has `width` values. */
  rows(rows: readonly (readonly (number | string | null)[])[], width: number): RawBuilder<unknown>
  /** A text in lower case, by the rules of Unicode. */
  fold(text: Expression<unknown>): RawBuilder<string>
  /** A number as the text of its digits. */
  text(number: Expression<unknown>): RawBuilder<string>
  /** Whether a text holds another one, as it is. */
  holds(text: Expression<unknown>, part: unknown): RawBuilder<boolean>
  /** One member of a JSON text column, as text or number. */
  member(column: Expression<unknown>, name: string): RawBuilder<unknown>
}

export const sqliteDialect: Dialect = {
  types: { gid: 'integer', integer: 'integer', text: 'text' },
  array: parts => sql`json_array(${sql.join(parts)})`,
  collect: (part, order) => (order ? sql`json_group_array(${part} order by ${order})` : sql`json_group_array(${part})`),
  among: (column, parameter) => sql`${column} in (select value from json_each(${parameter}))`,
  set: values => JSON.stringify(values),
  // `where true` keeps the parser from taking `on conflict` for a join.
  rows: (rows, width) =>
    sql`select ${sql.join(
      Array.from({ length: width }, (_, index) => sql`json_extract(value, ${sql.lit(`$[${index}]`)})`),
    )} from json_each(${JSON.stringify(rows)}) where true`,
  fold: text => sql`fold(${text})`,
  text: number => sql`cast(${number} as text)`,
  holds: (text, part) => sql`instr(${text}, ${part}) > 0`,
  member: (column, name) => sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`,
}
