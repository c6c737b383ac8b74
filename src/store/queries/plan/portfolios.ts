/** Queries for portfolios: their items, what contains them, and their members. */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { tableOf } from '../objects.ts'
import { isAfter, isVisible, type Page, toPage, type Window } from '../page.ts'

export type PortfolioRow = Tables['portfolios']

/** The types of objects that a portfolio can contain. */
export const itemTypes = ['project', 'portfolio'] as const satisfies Name[]

type ItemType = (typeof itemTypes)[number]

/** Whether the caller can see the item of the row `i`. */
export function isVisibleItem(param: ParamFn): RawBuilder<unknown> {
  const visible = itemTypes.map(
    type => sql`exists (select 1 from ${sql.table(tableOf(type))} as t where t.gid = i.item
        and t.deleted_at is null and ${isVisible(type, 't', param)})`,
  )
  return sql`(${sql.join(visible, sql` or `)})`
}

const itemsStatement = (after: boolean): Statement<[gid: number, rank: string, type: ItemType]> =>
  statement((param, db) => {
    const rank: RawBuilder<unknown> = sql`i.rank`
    return sql`select i.item, i.rank, i.item_type from portfolio_items i where i.portfolio = ${param('portfolio')}
      and ${isVisibleItem(param)} ${after ? sql`and ${isAfter([rank], param)}` : sql``}
      order by i.rank ${db.dialect.limit(param('limit'))}`
  })

const [firstItems, laterItems] = [itemsStatement(false), itemsStatement(true)]

/** The items of a portfolio that the caller can see, in their order, each with its type. */
export async function itemPage(
  reader: Reader,
  me: number,
  portfolio: number,
  { limit, after }: Window,
): Promise<Page & { type: ItemType[] }> {
  const values = { me, portfolio, limit: limit + 1, ...(after ? { after0: after[0] } : {}) }
  const rows = await reader.tuples(after ? laterItems : firstItems, values)
  return {
    ...toPage(
      rows.map(([gid, rank]) => [gid, rank]),
      limit,
    ),
    type: rows.map(([, , type]) => type),
  }
}

/** An object that a portfolio can contain. */
export interface PortfolioItem {
  gid: number
  item_type: ItemType
  workspace: number
}

const possibleItem: Statement<PortfolioItem> = statement(param => {
  const parts = itemTypes.map(
    type => sql`select t.gid as gid, ${sql.lit(type)} as item_type, t.workspace as workspace
      from ${sql.table(tableOf(type))} as t where t.gid = ${param('gid')}`,
  )
  return sql<PortfolioItem>`${sql.join(parts, sql` union all `)}`
})

/** The project or portfolio with this gid. */
export const findItem = (reader: Reader, gid: number): Promise<PortfolioItem | undefined> =>
  reader.first(possibleItem, { gid })

const item: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('portfolio_items')
    .select('gid')
    .where('portfolio', '=', param('portfolio'))
    .where('item', '=', param('item')),
)

/** Whether a portfolio contains an item directly. */
export const hasItem = async (reader: Reader, portfolio: number, gid: number): Promise<boolean> =>
  (await reader.first(item, { portfolio, item: gid })) !== undefined

const itemCount: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from portfolio_items i
    where i.portfolio = ${param('portfolio')}`,
)

/** The number of items in a portfolio, also of those in the trash. */
export const itemCountOf = async (reader: Reader, portfolio: number): Promise<number> =>
  (await reader.first(itemCount, { portfolio }))?.count ?? 0

const containing: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`with recursive up (gid) as (
      select gid from portfolios where gid = ${param('portfolio')}
      union select i.portfolio from up join portfolio_items i on i.item = up.gid)
    select gid from up where gid = ${param('item')}`,
)

/** Whether an item is the portfolio itself, or contains it at any depth. */
export const containsPortfolio = async (reader: Reader, gid: number, portfolio: number): Promise<boolean> =>
  (await reader.first(containing, { item: gid, portfolio })) !== undefined
