/** The positions of objects in the ordered lists that the caller can see. */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Builder, Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { isVisible } from '../page.ts'

export interface Position {
  object: number
  list: number
  section: number | null
  rank: string
}

type PositionSource = (param: ParamFn, isAsked: (column: string) => RawBuilder<unknown>) => RawBuilder<unknown>

/** The section decides about My Tasks too, whose contents only the owner sees. */
const inLists: PositionSource = (param, isAsked) => sql`select m0.task as object, m0.project as list,
  m0.section as section, m0.rank as rank from task_memberships m0 cross join sections s0
  where ${isAsked('m0.task')} and s0.gid = m0.section and ${atLeast('section', 's0', 1, param)}`

const inParents: PositionSource = (param, isAsked) => sql`select t0.gid as object, t0.parent as list,
  null as section, t0.rank as rank from tasks t0 cross join tasks t1
  where ${isAsked('t0.gid')} and t1.gid = t0.parent and t1.deleted_at is null and ${isVisible('task', 't1', param)}`

const inPortfolios: PositionSource = (param, isAsked) => sql`select i0.item as object, i0.portfolio as list,
  null as section, i0.rank as rank from portfolio_items i0 cross join portfolios f0
  where ${isAsked('i0.item')} and f0.gid = i0.portfolio and f0.deleted_at is null
  and ${isVisible('portfolio', 'f0', param)}`

const inOwnList: PositionSource = (param, isAsked) => sql`select s0.gid as object, s0.project as list,
  null as section, s0.rank as rank from sections s0
  where ${isAsked('s0.gid')} and ${atLeast('section', 's0', 1, param)}`

const statementOf = (...sources: PositionSource[]): Statement<Position> =>
  statement((param, db: Builder) => {
    const isAsked = (column: string) => db.dialect.isAmong(sql.ref(column), param('gids'))
    const parts = sources.map(source => source(param, isAsked))
    return sql<Position>`select x.object as object, x.list as list, x.section as section, x.rank as rank
      from (${sql.join(parts, sql` union all `)}) x order by x.object, x.list`
  })

const statements: Partial<Record<Name, Statement<Position>>> = {
  task: statementOf(inLists, inParents),
  project: statementOf(inPortfolios),
  portfolio: statementOf(inPortfolios),
  section: statementOf(inOwnList),
}

/**
 * The positions of each of these objects, by its gid: of tasks in projects, My Tasks and parents, of projects and
 * portfolios in portfolios, of sections in their list. Undefined for types that have none.
 */
export async function positionsOf(
  reader: Reader,
  me: number,
  type: Name,
  gids: readonly number[],
): Promise<Map<number, Position[]> | undefined> {
  const known = statements[type]
  if (!known) return undefined
  return Map.groupBy(await reader.all(known, { me, gids: reader.db.dialect.set(gids) }), ({ object }) => object)
}
