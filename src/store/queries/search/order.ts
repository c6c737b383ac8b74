/**
 * Orders of search results: by a column, or by a number that is computed for each candidate. Objects without a value
 * are last in both directions, and the gid decides between equal values.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ParamFn } from '../../statement.ts'
import type { SortKey } from '../page.ts'

export interface SearchOrder {
  /** The column of the object; undefined for a computed number. */
  column: string | undefined
  isNullable: boolean
  isAscending: boolean
}

/** Stands for a missing value in a sort key. */
const ABSENT = ''

/** Where a page starts: at the beginning, after a value, or after an object without one. */
export type PageStart = 'first' | 'value' | 'absent'

export const startOf = (after: SortKey | null): PageStart =>
  after === null ? 'first' : after[0] === ABSENT ? 'absent' : 'value'

/** The sort key of a row, for the page after it. */
export const sortKeyOf = ([gid, value]: SearchRow): SortKey => [value ?? ABSENT, gid]

/** A row of a search: the gid of the object, and the value that orders it. */
export type SearchRow = [gid: number, value: string | number | null]

const direction = ({ isAscending }: SearchOrder) => sql.raw(isAscending ? 'asc' : 'desc')

const beyond = (order: SearchOrder) => sql.raw(order.isAscending ? '>' : '<')

/** The order of candidates by a column, or by their computed `value`. */
export function orderBy(order: SearchOrder): RawBuilder<unknown> {
  const along = direction(order)
  const value = order.column === undefined ? sql.ref('value') : sql.ref(`t.${order.column}`)
  const absentLast = order.isNullable ? sql`(${value} is null), ` : sql``
  return sql`${absentLast}${value} ${along}, t.gid ${along}`
}

/** Whether a candidate at `v`, with its value as a column, is after the start of the page. */
export function isAfter(order: SearchOrder, start: PageStart, param: ParamFn): RawBuilder<unknown> {
  const than = beyond(order)
  if (start === 'first') return sql`1 = 1`
  if (start === 'absent') return sql`(v.value is null and v.gid ${than} ${param('after1')})`
  const later = sql`v.value ${than} ${param('after0')} or (v.value = ${param('after0')} and v.gid ${than} ${param('after1')})`
  return order.isNullable ? sql`(v.value is null or ${later})` : sql`(${later})`
}

/**
 * At most `count` objects of a workspace in an order, from the start of the page: one or two ranges of an index. `ranges`
 * are conditions on the column of the order.
 */
export function walk(
  table: string,
  order: SearchOrder & { column: string },
  start: PageStart,
  { param, ranges, count }: { param: ParamFn; ranges: readonly RawBuilder<unknown>[]; count: number },
): RawBuilder<unknown> {
  const [value, along, than] = [sql.ref(`o.${order.column}`), direction(order), beyond(order)]
  const part = (conditions: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>) => sql`select * from (
    select o.*, ${value} as value from ${sql.table(table)} o
    where ${sql.join([sql`o.workspace = ${param('workspace')}`, ...ranges, ...conditions], sql` and `)}
    order by ${by} limit ${sql.lit(count)}) part`
  const present = order.isNullable ? [sql`${value} is not null`] : []
  const next = sql`(${value}, o.gid) ${than} (${param('after0')}, ${param('after1')})`
  const withValue = part(start === 'value' ? [...present, next] : present, sql`${value} ${along}, o.gid ${along}`)
  if (!order.isNullable) return withValue
  const afterGid = start === 'absent' ? [sql`o.gid ${than} ${param('after1')}`] : []
  const without = part([sql`${value} is null`, ...afterGid], sql`o.gid ${along}`)
  if (start === 'absent') return without
  return sql`select * from (${withValue} union all ${without}) parts limit ${sql.lit(count)}`
}
