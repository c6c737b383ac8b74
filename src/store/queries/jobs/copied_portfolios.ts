/** What a job reads of the portfolio that it copies. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { tableOf } from '../objects.ts'
import { isVisible } from '../page.ts'

/** A portfolio and its copy. */
interface PortfolioPair {
  portfolio: number
  copy: number
}

type CopiedMembership = Pick<Tables['portfolio_memberships'], 'gid' | 'member' | 'access_level'>

const members: Statement<CopiedMembership> = statement(
  (param, db) => sql<CopiedMembership>`select m.gid as gid, m.member as member, m.access_level as access_level
    from portfolio_memberships m where m.portfolio = ${param('portfolio')} and m.gid > ${param('after')}
      and (exists (select 1 from workspace_memberships w
          where w."user" = m.member and w.workspace = m.workspace and w.is_active = 1)
        or exists (select 1 from teams t where t.gid = m.member and t.deleted_at is null))
      and not exists (select 1 from portfolio_memberships x
        where x.portfolio = ${param('copy')} and x.member = m.member)
    order by m.gid ${db.dialect.limit(param('limit'))}`,
)

/** The members of a portfolio after one who are present in the workspace and not members of its copy. */
export const nextPortfolioMembers = (
  reader: Reader,
  pair: PortfolioPair,
  after: number,
  limit: number,
): Promise<CopiedMembership[]> => reader.all(members, { ...pair, after, limit })

type CopiedItem = Pick<Tables['portfolio_items'], 'item' | 'item_type' | 'rank'>

const items: Statement<CopiedItem> = statement((param, db) => {
  const visible = (['project', 'portfolio'] as const).map(
    type => sql`exists (select 1 from ${sql.table(tableOf(type))} as t where t.gid = i.item
      and i.item_type = ${sql.lit(type)} and t.deleted_at is null and ${isVisible(type, 't', param)})`,
  )
  return sql<CopiedItem>`select i.item as item, i.item_type as item_type, i.rank as rank from portfolio_items i
    where i.portfolio = ${param('portfolio')} and i.rank > ${param('rank')}
      and ${db.dialect.isAmong(sql.ref('i.item_type'), param('types'))} and (${sql.join(visible, sql` or `)})
      and not exists (select 1 from portfolio_items x where x.portfolio = ${param('copy')} and x.item = i.item)
    order by i.rank ${db.dialect.limit(param('limit'))}`
})

/** The items of a portfolio after a rank that the caller can see, of some types, without those that the copy has. */
export const nextItems = (
  reader: Reader,
  me: number,
  { types, ...pair }: PortfolioPair & { types: readonly string[] },
  rank: string,
  limit: number,
): Promise<CopiedItem[]> => reader.all(items, { me, ...pair, types: reader.db.dialect.set(types), rank, limit })
