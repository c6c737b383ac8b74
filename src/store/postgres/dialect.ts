/** The SQL dialect of PostgreSQL. Texts compare by code point, as in the embedded store. */
import { BASE_62_DIGITS } from 'fractional-indexing'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Dialect, INVARIANTS, indexedWords, keysFrom } from '../dialect.ts'

/** Advisory lock numbers that belong to no object. Locks of objects are gid × 16 + invariant, which is larger. */
export const LOCKS = { migration: 15, service: 14 }

/** The same expression in the index and in queries, or the index is not used. */
const WORDS = `array_to_tsvector(string_to_array(${indexedWords('', 'workspace::text')}, ' '))`

const types = {
  ...{ gid: 'bigint', integer: 'bigint', text: 'text collate "C"', unlogged: 'unlogged' },
  transaction: 'xid8 default pg_current_xact_id()',
  ...{ serial: 'bigint generated always as identity primary key', clustered: '', cluster: () => [] },
  // B-tree indexes refuse texts of more than 2,704 bytes.
  ...{ hashed: 'using hash', digest: (column: string) => `md5(${column})` },
  wordIndex: [`create index search_index on search_texts using gin ((${WORDS}))`],
  wordQueue: [],
  dropReferencesTo: (tables: readonly string[]) => [
    `do $$ declare reference record; begin
      for reference in select conrelid::regclass as holder, conname as name from pg_constraint
        where contype = 'f' and confrelid = any('{${tables.join(',')}}'::regclass[]) loop
        execute format('alter table %s drop constraint %I', reference.holder, reference.name);
      end loop; end $$`,
  ],
}

/** The maximum number of arguments of a function. */
const MAX_ARGUMENTS = 100

function array(parts: readonly Expression<unknown>[]): RawBuilder<string> {
  if (parts.length <= MAX_ARGUMENTS) return sql`json_build_array(${sql.join(parts)})`
  const chunks = Array.from({ length: Math.ceil(parts.length / MAX_ARGUMENTS) }, (_, at) =>
    parts.slice(at * MAX_ARGUMENTS, (at + 1) * MAX_ARGUMENTS),
  )
  return sql`(${sql.join(
    chunks.map(chunk => sql`jsonb_build_array(${sql.join(chunk)})`),
    sql` || `,
  )})`
}

/** The number of digits after the first letter of a rank. It grows with the distance of the letter from the middle, `Z` to `a`. */
const digitCount = sql`case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end`

/** The digits of an integer but the zeros at its end, which become the largest digit. Without others, its letter changes. */
const digits = sql`rtrim(substr(first, 2, ${digitCount}), '0')`

const integerBefore = sql<string>`case when ${digits} <> '' then left(first, length(${digits}))
    || translate(right(${digits}, 1), ${sql.lit(BASE_62_DIGITS.slice(1))}, ${sql.lit(BASE_62_DIGITS)})
    || repeat('z', ${digitCount} - length(${digits}))
  when first >= 'b' then chr(ascii(first) - 1) || repeat('z', ${digitCount} - 1)
  when first >= 'a' then 'Zz'
  else chr(ascii(first) - 1) || repeat('z', ${digitCount} + 1) end`

const cast = { number: sql`::bigint`, text: sql`` }

export const postgresDialect: Dialect = {
  types,
  placeholder: '$',
  beginMigration: [
    'begin',
    'set local lock_timeout = 0',
    'set local statement_timeout = 0',
    `select pg_advisory_xact_lock(${LOCKS.migration})`,
  ],
  array,
  collect: (part, order) =>
    order
      ? sql`coalesce(json_agg(${part} order by ${order}), '[]'::json)`
      : sql`coalesce(json_agg(${part}), '[]'::json)`,
  isAmong: (column, parameter) => sql`${column} = any(${parameter})`,
  set: values => values,
  rows: (parameter, named) =>
    sql`select ${sql.join(named.map((type, at) => sql`(e ->> ${sql.lit(at)})${cast[type]}`))}
      from jsonb_array_elements(${parameter}::jsonb) with ordinality as r (e, place) order by r.place`,
  unnest: ({ table, key, list }, keys) => sql`select e.value::bigint, t.${sql.id(key)}
    from ${sql.table(table)} t, jsonb_array_elements_text(t.${sql.id(list)}::jsonb) e ${keysFrom(key, keys)}`,
  insertsInWith: true,
  // By Unicode rules. The locale of the database may support only ASCII.
  lowerCase: text => sql`(lower(${text} collate "und-x-icu") collate "C")`,
  text: number => sql`(${number}::text collate "C")`,
  wordQuery: (workspace, tokens, isPrefix) =>
    `${tokens.map(token => `'${workspace}x${token}'`).join(' & ')}${isPrefix ? ':*' : ''}`,
  textsWith: query => sql`select gid from search_texts where ${sql.raw(WORDS)} @@ ${query}::tsquery`,
  contains: (text, part) => sql`position(${part} in ${text}) > 0`,
  packed(select, count) {
    const columns = Array.from({ length: count }, (_, at) => sql.id(`c${at}`))
    return sql`select ${sql.join(columns.map(column => sql`json_agg(${column})`))}
      from (${select}) as packed (${sql.join(columns)})`
  },
  unpacked([found]) {
    const [first = [], ...others] = (found ?? []).map(text =>
      text === null ? [] : (JSON.parse(String(text)) as unknown[]),
    )
    return first.map((value, row) => [value, ...others.map(column => column[row])])
  },
  limit: count => sql`limit ${count}`,
  indexedBy: () => sql``,
  jsonMember(column, name, as) {
    if (as === 'value') return sql`(${column}::jsonb -> ${sql.lit(name)})`
    return sql`(${column}::jsonb ->> ${sql.lit(name)})${cast[as === 'gid' ? 'number' : 'text']}`
  },
  // Allows concurrent inserts of rows that reference the locked row, which would otherwise cause deadlocks.
  forNoKeyUpdate: 'for no key update',
  forUpdate: 'for update',
  forUpdateSkipLocked: 'for update skip locked',
  advisoryLock(invariant, gids, isShared) {
    const lock = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
    const number = INVARIANTS.indexOf(invariant)
    if (gids.length === 1) return { text: `select ${lock}(?::bigint * 16 + ${number})`, values: [...gids] }
    return {
      text: `select ${lock}(object.gid * 16 + ${number}) from unnest(?::bigint[]) as object (gid)`,
      values: [gids],
    }
  },
  integerBefore,
  serviceLock: sql<{ is_locked: number }>`select pg_try_advisory_xact_lock(${sql.lit(LOCKS.service)}) as is_locked`,
}
