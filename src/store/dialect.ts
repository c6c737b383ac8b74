/** The SQL dialect: expressions that the engines write differently. Queries use them and are the same for both engines. */
import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * Invariants of several rows, which two concurrent transactions could break although each preserves them:
 * - `change_log`: sequence numbers of the change log follow the order of the commits of a workspace; those of the audit log,
 *   the log of no workspace (`LOG`), follow the order of all commits; the progress of goals is that of all commits;
 * - `positions`: members of an ordered list have different ranks, and their number is within the limit;
 * - `numbers`: an ID field numbers every task that it applies to;
 * - `hierarchy`: no task is an ancestor or a dependency of itself, and no formula refers to itself;
 * - `people`: an organization keeps an administrator, and has each person once;
 * - `credentials`: a deletion leaves no credential of the person, and a single-use credential works once;
 * - `names`: the names of groups are unique;
 * - `quotas`: the number of objects is within its limit;
 * - `installation`: single objects of an installation are created once;
 * - `timesheets`: the entries of a user in a week do not change after the timesheet of that week was submitted;
 * - `grants`: the access grants of a container are those that all its rows give.
 */
export const INVARIANTS = [
  ...([
    'change_log',
    'positions',
    'numbers',
    'hierarchy',
    'people',
    'credentials',
    'names',
    'quotas',
    'installation',
    'timesheets',
    'grants',
  ] as const),
]

export type Invariant = (typeof INVARIANTS)[number]

/** A table for `cluster`: the columns that it has, with its constraints, and the statements that create its indexes. */
export interface TableDeclaration {
  name: string
  columns: string
  indexes: readonly string[]
}

export interface Dialect {
  /** Column types and clauses for migrations. `unlogged` precedes a table that a crash may empty. */
  readonly types: {
    readonly gid: string
    readonly integer: string
    readonly text: string
    /** An increasing primary key whose values are never reused. */
    readonly serial: string
    /** Follows a table that stores its rows in the order of the primary key. */
    readonly clustered: string
    /**
     * Statements that make existing tables such tables: each before those that it refers to. Empty on PostgreSQL, which
     * has none.
     */
    cluster(...tables: TableDeclaration[]): readonly string[]
    readonly unlogged: string
    /** A column with the ID of the transaction that inserts the row. */
    readonly transaction: string
    /** Precedes the column of an index on long texts. */
    readonly hashed: string
    /** A long text in a unique index. */
    digest(column: string): string
    /** Statements that index the words of `search_texts`, each together with its workspace: see `wordQuery`. */
    readonly wordIndex: readonly string[]
    /** Statements that make the index wait for the end of a transaction, where it would write at each savepoint. */
    readonly wordQueue: readonly string[]
    /** Statements after which no reference to these tables is checked, where a check locks the row that it finds. */
    dropReferencesTo(tables: readonly string[]): readonly string[]
  }
  /** The first character of placeholders. */
  readonly placeholder: '?' | '$'
  /** Statements that begin a migration and exclude concurrent ones. */
  readonly beginMigration: readonly string[]
  /** A JSON array of expressions. */
  array(parts: readonly Expression<unknown>[]): RawBuilder<string>
  /** Aggregates rows into one JSON array, optionally ordered; empty when there are no rows. */
  collect(part: Expression<unknown>, order?: Expression<unknown>): RawBuilder<string>
  /** Whether a column is among the values of one parameter (see `set`). */
  isAmong(column: Expression<unknown>, parameter: unknown): RawBuilder<boolean>
  /** A set of gids or texts as one parameter of `isAmong`. */
  set(values: readonly (number | string)[]): unknown
  /** A select of the rows of a JSON array of arrays, in order; `types` are those of the columns. */
  rows(parameter: unknown, types: readonly ('number' | 'text')[]): RawBuilder<unknown>
  /** A select of the members of the JSON array in a column, with the key of the row; for a range of keys, or for all. */
  unnest(
    from: { table: string; key: string; list: string },
    keys?: { first: unknown; last: unknown },
  ): RawBuilder<unknown>
  /** Whether `with` may contain an insert. */
  readonly insertsInWith: boolean
  /** A text in lower case by Unicode rules. */
  lowerCase(text: Expression<unknown>): RawBuilder<string>
  /** A number as decimal text. */
  text(number: Expression<unknown>): RawBuilder<string>
  /** A search of the index of words: `tokens` (see `lib/tokens.ts`) that are all in one text of a workspace. */
  wordQuery(workspace: number, tokens: readonly string[], isPrefix: boolean): string
  /** A select of the gids of all texts that match a word query, and on SQLite of the newest texts, which may not match. */
  textsWith(query: unknown): RawBuilder<unknown>
  /** Whether a text contains another one literally. */
  contains(text: Expression<unknown>, part: unknown): RawBuilder<boolean>
  /**
   * A select of many small rows, of which `count` is the number of columns, in the form that costs least to read: see
   * `packedRows`. PostgreSQL sends each row as a message of its own, so there the columns become JSON arrays of one row.
   */
  packed(select: RawBuilder<unknown>, count: number): RawBuilder<unknown>
  /** The rows of a packed select. */
  unpacked(found: unknown[][]): unknown[][]
  /**
   * `limit` with a bound number. A plain bound value would make SQLite plan the statement at every run, because its planner
   * reads the value.
   */
  limit(count: unknown): RawBuilder<unknown>
  /**
   * Follows a table: forces a partial index. SQLite would choose the primary key. Empty on PostgreSQL, which chooses the
   * index itself.
   */
  indexedBy(index: string): RawBuilder<unknown>
  /** One member of a JSON column: as a JSON value, or as a gid or a text to compare. */
  jsonMember(column: Expression<unknown>, name: string, as: JsonMemberType): RawBuilder<unknown>
  /** Follows a select: `for no key update`; empty on SQLite, which has one writer. */
  readonly forNoKeyUpdate: string
  /** `for update`: also prevents inserts of rows that reference the locked ones. */
  readonly forUpdate: string
  /** `for update skip locked`. */
  readonly forUpdateSkipLocked: string
  /** A select that takes advisory locks on an invariant of objects; null on SQLite, which has one writer. */
  readonly advisoryLock: ((invariant: Invariant, gids: readonly number[], isShared: boolean) => BoundStatement) | null
  /**
   * The integer before that of the rank in a column `first`, as `fractional-indexing` computes it (see `lib/rank.ts`); null on
   * SQLite, where a transaction reads a rank as fast as it computes it.
   */
  readonly integerBefore: RawBuilder<string> | null
  /** A select that tries to take the exclusive service lock; null on SQLite. */
  readonly serviceLock: RawBuilder<{ is_locked: number }> | null
}

/** The text of a statement, with question marks, and its values. */
export interface BoundStatement {
  text: string
  values: unknown[]
}

export type JsonMemberType = 'value' | 'gid' | 'text'

/** The condition of `spread`. */
export const keysFrom = (key: string, keys?: { first: unknown; last: unknown }): RawBuilder<unknown> =>
  keys ? sql`where t.${sql.id(key)} between ${keys.first} and ${keys.last}` : sql``

/** The words of a text, each prefixed with its workspace, so that a query reads nothing of other workspaces. */
export const indexedWords = (row: string, workspace: string): string =>
  `${workspace} || 'x' || replace(trim(${row}title || ' ' || ${row}body), ' ', ' ' || ${workspace} || 'x')`

/** Only words that occur in a row are stored, without positions. Conditions on the row itself find phrases. */
const wordIndex = [
  `create virtual table search_index using fts5 (words, content = '', columnsize = 0, detail = none, tokenize = 'ascii')`,
  `create trigger search_texts_inserted after insert on search_texts begin
    insert into search_index (rowid, words) values (new.gid, ${indexedWords('new.', 'new.workspace')}); end`,
  `create trigger search_texts_deleted after delete on search_texts begin
    insert into search_index (search_index, rowid, words)
    values ('delete', old.gid, ${indexedWords('old.', 'old.workspace')}); end`,
]

/** New texts wait in a table (`search/unindexed.ts`). A text that is deleted while it waits is not in the index. */
const wordQueue = [
  'create table if not exists unindexed_texts (gid integer primary key)',
  'drop trigger search_texts_inserted',
  'drop trigger search_texts_deleted',
  `create trigger search_texts_inserted after insert on search_texts begin
    insert into unindexed_texts values (new.gid); end`,
  `create trigger search_texts_deleted after delete on search_texts begin
    insert into search_index (search_index, rowid, words)
    select 'delete', old.gid, ${indexedWords('old.', 'old.workspace')}
    where not exists (select 1 from unindexed_texts where gid = old.gid);
    delete from unindexed_texts where gid = old.gid; end`,
]

/** Views of the tables stay, because SQLite resolves their names at each use. */
const cluster = (...tables: TableDeclaration[]) => [
  ...tables.flatMap(({ name }) => [`create table earlier_${name} as select * from ${name}`, `drop table ${name}`]),
  ...tables
    .toReversed()
    .flatMap(({ name, columns, indexes }) => [
      `create table ${name} (${columns}) without rowid`,
      `insert into ${name} select * from earlier_${name}`,
      `drop table earlier_${name}`,
      ...indexes,
    ]),
]

export const sqliteDialect: Dialect = {
  types: {
    ...{ gid: 'integer', integer: 'integer', text: 'text' },
    ...{ serial: 'integer primary key autoincrement', clustered: ' without rowid', cluster },
    ...{ unlogged: '', transaction: 'integer', hashed: '', digest: column => column, wordIndex, wordQueue },
    // A check locks nothing here.
    dropReferencesTo: () => [],
  },
  placeholder: '?',
  beginMigration: ['begin immediate'],
  array: parts => sql`json_array(${sql.join(parts)})`,
  collect: (part, order) => (order ? sql`json_group_array(${part} order by ${order})` : sql`json_group_array(${part})`),
  isAmong: (column, parameter) => sql`${column} in (select value from json_each(${parameter}))`,
  set: values => JSON.stringify(values),
  // `where true` prevents the parser from reading `on conflict` as a join condition.
  rows: (parameter, types) =>
    sql`select ${sql.join(
      types.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`),
    )} from json_each(${parameter}) where true order by key`,
  unnest: ({ table, key, list }, keys) => sql`select e.value, t.${sql.id(key)}
    from ${sql.table(table)} t, json_each(t.${sql.id(list)}) e ${keysFrom(key, keys)}`,
  insertsInWith: false,
  lowerCase: text => sql`fold(${text})`,
  text: number => sql`cast(${number} as text)`,
  wordQuery: (workspace, tokens, isPrefix) =>
    `${tokens.map(token => `"${workspace}x${token}"`).join(' AND ')}${isPrefix ? '*' : ''}`,
  textsWith: query => sql`select gid from unindexed_texts
    union all select rowid as gid from search_index where search_index match ${query}`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  ...{ packed: select => select, unpacked: rows => rows },
  limit: count => sql`limit cast(${count} as integer)`,
  indexedBy: index => sql`indexed by ${sql.id(index)}`,
  jsonMember: (column, name) => sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`,
  ...{ forNoKeyUpdate: '', forUpdate: '', forUpdateSkipLocked: '' },
  ...{ advisoryLock: null, integerBefore: null, serviceLock: null },
}
