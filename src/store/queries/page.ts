/**
 * Keyset pagination: a page starts after the sort key of the last row of the page before it. So a page costs the same
 * anywhere in a list of a million rows, and rows that are added or deleted elsewhere do not shift it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Parameters, Reader, Statement } from '../db.ts'
import { type ParamFn, statement } from '../statement.ts'
import { atLeast } from './access.ts'
import { tableOf, trashable } from './objects.ts'

/** The sort key of the last row of a page. */
export type SortKey = (string | number)[]

export interface Page {
  gids: number[]
  /** The sort key after which the next page starts, or null at the end. */
  next: SortKey | null
}

/** The requested part of a list: at most `limit` objects after the sort key `after`. */
export interface Window {
  limit: number
  after: SortKey | null
}

export interface Listing {
  type: Name
  /** The join table, when the objects have no column that names their owner. */
  through?: { table: string; to: string }
  /** Columns of the leading table (the join table, or else the objects) that must equal a value. */
  where: Record<string, string | number>
  /** A column of the objects with a time: only those from that time on. */
  since?: { column: string; at: number }
  /** The columns that order the list; the last one must be unique. In the leading table unless prefixed with `t.`. */
  order: string[]
  /** Omits objects that the caller cannot see. Not needed when anyone who can see the owner can see the objects. */
  guarded: boolean
  /** The list has no owner: it contains the objects of the caller's workspaces. */
  inMyWorkspaces?: boolean
}

/** A row of a list: the gid of the object, and its sort key. */
export type PageRow = [gid: number, ...key: SortKey]

const statements = new Map<string, Statement<PageRow>>()

export async function page(reader: Reader, me: number, listing: Listing, { limit, after }: Window): Promise<Page> {
  const shape = JSON.stringify([
    { ...listing, where: Object.keys(listing.where), since: listing.since?.column },
    after !== null,
  ])
  let known = statements.get(shape)
  if (!known) {
    known = pageStatement(listing, after !== null)
    statements.set(shape, known)
  }
  const values: Parameters = { ...listing.where, me, limit: limit + 1 }
  if (listing.since) values.since = listing.since.at
  for (const [index, part] of (after ?? []).entries()) values[`after${index}`] = part
  return toPage(await packedRows(reader, known, values), limit)
}

/** The rows of a statement that the dialect has `packed`. */
export const packedRows = async <Row extends unknown[]>(
  reader: Reader,
  packed: Statement<Row>,
  values: Parameters,
): Promise<Row[]> => reader.db.dialect.unpacked(await reader.tuples(packed, values)) as Row[]

/** A page from rows that a query read with a limit of `limit + 1`. */
export function toPage(rows: readonly PageRow[], limit: number): Page {
  const gids = rows.map(([gid]) => gid)
  if (rows.length <= limit) return { gids, next: null }
  return { gids: gids.slice(0, limit), next: rows[limit - 1]?.slice(1) ?? null }
}

/** `(a, b) > (…)`: the rows after the sort key in the parameters after0, after1, … */
export const isAfter = (order: RawBuilder<unknown>[], param: ParamFn): RawBuilder<boolean> =>
  sql`(${sql.join(order)}) > (${sql.join(order.map((_, index) => param(`after${index}`)))})`

/**
 * Whether the caller can view an object. `is true` keeps SQLite from starting with the check instead of the ordered
 * index.
 */
export const isVisible = (type: Name, alias: string, param: ParamFn): RawBuilder<boolean> =>
  sql`(${atLeast(type, alias, 1, param)}) is true`

const ofMine = (param: ParamFn): RawBuilder<boolean> => sql`t.workspace in (
  select mine.workspace from workspace_memberships mine where mine."user" = ${param('me')} and mine.is_active = 1)`

function pageStatement({ type, through, where, since, order, guarded, inMyWorkspaces }: Listing, after: boolean) {
  return statement<PageRow>((param, db) => {
    const lead = through ? 'l' : 't'
    const keys = order.map(name => sql.ref(name.includes('.') ? name : `${lead}.${name}`))
    const conditions = Object.keys(where).map(name => sql`${sql.ref(`${lead}.${name}`)} = ${param(name)}`)
    if (trashable(type)) conditions.push(sql`t.deleted_at is null`)
    if (since) conditions.push(sql`${sql.ref(`t.${since.column}`)} >= ${param('since')}`)
    if (inMyWorkspaces) conditions.push(ofMine(param))
    if (guarded) conditions.push(isVisible(type, 't', param))
    if (after) conditions.push(isAfter(keys, param))
    const from = through
      ? sql`${sql.table(through.table)} as l join ${sql.table(tableOf(type))} as t on t.gid = ${sql.ref(`l.${through.to}`)}`
      : sql`${sql.table(tableOf(type))} as t`
    const rows = sql`select t.gid, ${sql.join(keys)} from ${from}
      where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`}
      order by ${sql.join(keys)} ${db.dialect.limit(param('limit'))}`
    return db.dialect.packed(rows, 1 + keys.length)
  })
}
