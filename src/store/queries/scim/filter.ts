/**
 * SCIM filters as SQL, compiled from a tree of conditions.
 *
 * Invariants:
 * - names of columns are checked against a table of columns, so no name from a client gets into a statement;
 * - values are bound;
 * - a filter by `userName`, `externalId`, an e-mail address, `displayName` or a member uses an index.
 */
import { type RawBuilder, sql } from 'kysely'
import { addressKey } from '../../../lib/address.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { Dialect } from '../../dialect.ts'

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** A condition on a row. `part` requires that one part of the row, such as an e-mail address, meets all of `where`. */
export type FilterCondition =
  | { is: 'all' | 'any'; of: readonly FilterCondition[] }
  | { is: 'not'; of: FilterCondition }
  | { is: 'compared'; column: string; how: Comparison; value: string | number }
  | { is: 'present'; column: string }
  | { is: 'part'; parts: string; where: FilterCondition | null }

/**
 * How a column is compared: `address` is stored in normal form and `key` in lower case. `text` ignores case, `exact`
 * does not. A `gid` is compared as the text that responses contain.
 */
export interface FilterColumn {
  as: 'address' | 'key' | 'text' | 'exact' | 'gid' | 'number'
  at: RawBuilder<unknown>
  /** The condition for equality, if the engine needs a special one to use an index. */
  lookup?(value: string | number): RawBuilder<unknown>
}

/** The columns of a part, and the condition for rows with such a part: one query for each table that can store it. */
export interface FilterParts {
  columns: readonly Readonly<Record<string, FilterColumn>>[]
  rows(wheres: readonly RawBuilder<unknown>[], workspace: number): RawBuilder<unknown>
}

export interface FilterColumns {
  columns: Readonly<Record<string, FilterColumn>>
  parts: Readonly<Record<string, FilterParts>>
}

/** Whether rows can be filtered by a column, or by a part, of this name. */
export const hasColumn = ({ columns, parts }: FilterColumns, name: string): boolean =>
  Object.hasOwn(columns, name) || Object.hasOwn(parts, name)

/** The condition in SQL, for rows of one workspace. Throws for a name that is not in the table. */
export function compileFilter(
  dialect: Dialect,
  table: FilterColumns,
  workspace: number,
  condition: FilterCondition,
): RawBuilder<unknown> {
  const part = (wanted: FilterCondition & { is: 'part' }) => {
    const parts = named(table.parts, wanted.parts)
    const wheres = parts.columns.map(columns =>
      wanted.where ? where(dialect, columns, wanted.where, part) : sql`1 = 1`,
    )
    return parts.rows(wheres, workspace)
  }
  return where(dialect, table.columns, condition, part)
}

function named<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (found === undefined) throw new Error(`No column ${name}.`)
  return found
}

type CompilePart = (wanted: FilterCondition & { is: 'part' }) => RawBuilder<unknown>

function where(
  dialect: Dialect,
  columns: Readonly<Record<string, FilterColumn>>,
  condition: FilterCondition,
  part: CompilePart,
): RawBuilder<unknown> {
  const column = (name: string) => named(columns, name)
  switch (condition.is) {
    case 'all':
    case 'any': {
      const parts = condition.of.map(one => where(dialect, columns, one, part))
      return balanced(parts, condition.is === 'all' ? sql` and ` : sql` or `)
    }
    case 'not':
      return sql`not ${where(dialect, columns, condition.of, part)}`
    case 'present':
      return sql`(${column(condition.column).at} is not null)`
    case 'part':
      return part(condition)
    case 'compared':
      return comparison(dialect, column(condition.column), condition.how, condition.value)
  }
}

/** A balanced tree of terms: engines limit the depth of an expression, and a filter can have hundreds of terms. */
function balanced(parts: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>): RawBuilder<unknown> {
  const [first] = parts
  if (!first || parts.length === 1) return first ?? sql`1 = 1`
  const half = parts.length >> 1
  return sql`(${balanced(parts.slice(0, half), by)}${by}${balanced(parts.slice(half), by)})`
}

/** The value in the form in which the column is stored. Part of an address has no normal form. */
function folded({ as }: FilterColumn, how: Comparison, value: string): string {
  if (as === 'address' && (how === 'eq' || how === 'ne')) return addressKey(value)
  return as === 'exact' ? value : value.toLowerCase()
}

const signs = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }

function comparison(
  dialect: Dialect,
  column: FilterColumn,
  how: Comparison,
  value: string | number,
): RawBuilder<unknown> {
  if (column.as === 'gid' && (how === 'eq' || how === 'ne')) {
    const gid = parseGid(String(value))
    const same = gid === undefined ? sql`1 = 0` : sql`${column.at} = ${gid}`
    return how === 'eq' ? sql`(${same})` : sql`(not (${same}))`
  }
  if (how === 'eq' && column.lookup) return column.lookup(value)
  const at =
    column.as === 'text' ? dialect.lowerCase(column.at) : column.as === 'gid' ? dialect.text(column.at) : column.at
  const wanted = typeof value === 'string' ? folded(column, how, value) : value
  const length = typeof wanted === 'string' ? [...wanted].length : 0
  switch (how) {
    case 'eq':
      return sql`(${at} is not null and ${at} = ${wanted})`
    case 'ne':
      return sql`(${at} is null or ${at} <> ${wanted})`
    case 'co':
      return sql`(${at} is not null and ${dialect.contains(at, wanted)})`
    case 'sw':
      return sql`(${at} is not null and substr(${at}, 1, ${length}) = ${wanted})`
    case 'ew':
      return sql`(${at} is not null and length(${at}) >= ${length} and substr(${at}, length(${at}) - ${length} + 1) = ${wanted})`
    default:
      return sql`(${at} is not null and ${at} ${signs[how]} ${wanted})`
  }
}
