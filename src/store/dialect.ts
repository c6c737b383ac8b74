/** What two engines write differently, said once. Queries use these words and stay the same on both. */
import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * What must hold of several rows together, so that two transactions could break it although each keeps it by itself:
 * - `log`: numbers in the log of changes grow in the order of the commits of a workspace; those in the audit log, and that is
 *   the log of no workspace (`LOG`), in the order of all commits;
 * - `places`: no two members of an ordered list have the same place, and there are as many as there may be;
 * - `numbers`: an ID field numbers every task that it applies to;
 * - `trees`: no task is below itself or waits for itself, and no formula needs itself;
 * - `people`: an organization keeps an administrator, and knows nobody twice;
 * - `doors`: of what lets a person in nothing stays when it is ended, and nothing of it works twice;
 * - `names`: groups are told apart by their names;
 * - `counts`: there is no more of something than its limit says;
 * - `once`: what an installation has once is made once;
 * - `grants`: the access grants of a container are those that all its rows together give.
 */
export const INVARIANTS = [
  ...(['log', 'places', 'numbers', 'trees', 'people', 'doors', 'names', 'counts', 'once', 'grants'] as const),
]

export type Invariant = (typeof INVARIANTS)[number]

export interface Dialect {
  /** Column types for migrations, and what stands before a table that a crash may empty. */
  readonly types: {
    readonly gid: string
    readonly integer: string
    readonly text: string
    /** A primary key that grows with each row, and never comes again. */
    readonly serial: string
    /** Behind a table whose rows are kept in the order of its primary key. */
    readonly clustered: string
    readonly unlogged: string
    /** A column with the number of the transaction that adds the row. */
    readonly transaction: string
    /** What stands before the column of an index by which long texts are found. */
    readonly hashed: string
    /** A long text in a unique index. */
    digest(column: string): string
  }
  /** What placeholders begin with. */
  readonly mark: '?' | '$'
  /** What a migration begins with, so that no other one runs beside it. */
  readonly migrating: readonly string[]
  /** A JSON array of expressions. */
  array(parts: readonly Expression<unknown>[]): RawBuilder<string>
  /** Aggregates rows into one JSON array, in an order or in none in particular; an empty one when there are no rows. */
  collect(part: Expression<unknown>, order?: Expression<unknown>): RawBuilder<string>
  /** Whether a column is among the gids of one parameter (see `set`). */
  among(column: Expression<unknown>, parameter: unknown): RawBuilder<boolean>
  /** How a set of gids or texts is passed as one parameter of `among`. */
  set(values: readonly (number | string)[]): unknown
  /** A select of the members of each row of a JSON list of lists, in the order of the list; `types` are theirs. */
  rows(parameter: unknown, types: readonly ('number' | 'text')[]): RawBuilder<unknown>
  /** A select of every member of the JSON list in a column, with the key of its row; for keys from one to another, or for all. */
  spread(
    from: { table: string; key: string; list: string },
    keys?: { first: unknown; last: unknown },
  ): RawBuilder<unknown>
  /** Whether an insert may stand in `with`, so that another one goes on with its rows. */
  readonly nests: boolean
  /** A text in lower case, by the rules of Unicode. */
  fold(text: Expression<unknown>): RawBuilder<string>
  /** A number as the text of its digits. */
  text(number: Expression<unknown>): RawBuilder<string>
  /** Whether a text holds another one, as it is. */
  holds(text: Expression<unknown>, part: unknown): RawBuilder<boolean>
  /**
   * `limit`, with a number that is bound. Nothing else writes it so: SQLite looks at a value that is bound there when it
   * plans, and so plans the statement anew whenever it runs.
   */
  limit(count: unknown): RawBuilder<unknown>
  /**
   * Behind a table: the partial index by which its rows are looked up. SQLite prefers the primary key, which leads to the
   * row itself. PostgreSQL chooses by itself.
   */
  by(index: string): RawBuilder<unknown>
  /** One member of a JSON text column: to be shown as it is, or to be compared as a gid or a text. */
  member(column: Expression<unknown>, name: string, as: Member): RawBuilder<unknown>
  /** Behind a select: its rows stay as they are until the transaction ends. Nothing where writers are alone. */
  readonly locked: string
  /** The same, and until then no row comes that refers to them. */
  readonly closed: string
  /** The same, without rows that somebody else holds. */
  readonly passing: string
  /** A select that waits until this transaction is alone with an invariant of some objects; null where writers are alone. */
  hold(invariant: Invariant, gids: unknown): RawBuilder<unknown> | null
  /** A select that takes the store for this transaction, unless somebody uses it; null where one process has a folder. */
  readonly alone: RawBuilder<{ held: number }> | null
}

export type Member = 'value' | 'gid' | 'text'

/** The condition of `spread`. */
export const keysFrom = (key: string, keys?: { first: unknown; last: unknown }): RawBuilder<unknown> =>
  keys ? sql`where t.${sql.id(key)} between ${keys.first} and ${keys.last}` : sql``

export const sqliteDialect: Dialect = {
  types: {
    ...{ gid: 'integer', integer: 'integer', text: 'text' },
    ...{ serial: 'integer primary key autoincrement', clustered: ' without rowid' },
    ...{ unlogged: '', transaction: 'integer', hashed: '', digest: column => column },
  },
  mark: '?',
  migrating: ['begin immediate'],
  array: parts => sql`json_array(${sql.join(parts)})`,
  collect: (part, order) => (order ? sql`json_group_array(${part} order by ${order})` : sql`json_group_array(${part})`),
  among: (column, parameter) => sql`${column} in (select value from json_each(${parameter}))`,
  set: values => JSON.stringify(values),
  // `where true` keeps the parser from taking `on conflict` for a join.
  rows: (parameter, types) =>
    sql`select ${sql.join(
      types.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`),
    )} from json_each(${parameter}) where true order by key`,
  spread: ({ table, key, list }, keys) => sql`select e.value, t.${sql.id(key)}
    from ${sql.table(table)} t, json_each(t.${sql.id(list)}) e ${keysFrom(key, keys)}`,
  nests: false,
  fold: text => sql`fold(${text})`,
  text: number => sql`cast(${number} as text)`,
  holds: (text, part) => sql`instr(${text}, ${part}) > 0`,
  limit: count => sql`limit cast(${count} as integer)`,
  by: index => sql`indexed by ${sql.id(index)}`,
  member: (column, name) => sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`,
  ...{ locked: '', closed: '', passing: '' },
  hold: () => null,
  alone: null,
}
