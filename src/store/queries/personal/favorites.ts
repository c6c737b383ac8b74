/** Queries for the favorites of a person. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { tableOf, trashable } from '../objects.ts'
import { visibleObjectOf } from './visible_object.ts'

/** The types of favorites, which are those that the API lists. */
const favoriteTypes = ['goal', 'portfolio', 'project', 'tag', 'task', 'user', 'project_template'] as const

/** The object that a gid names, if it can be a favorite and the caller can see it. */
export const visibleFavorite = visibleObjectOf(favoriteTypes)

export interface FavoriteRow {
  resource: number
  resource_type: Name
  workspace: number
  name: string
  rank: string
}

const visible: Statement<FavoriteRow> = statement(param => {
  const selects = favoriteTypes.map(type => {
    const kept = trashable(type) ? sql`and t.deleted_at is null` : sql``
    return sql`select f.resource as resource, f.resource_type as resource_type, f.workspace as workspace,
      t.name as name, f.rank as rank from favorites f join ${sql.table(tableOf(type))} as t on t.gid = f.resource
      where f."user" = ${param('me')} and f.workspace = ${param('workspace')} and f.resource_type = ${sql.lit(type)}
      ${kept} and ${atLeast(type, 't', 1, param)}`
  })
  return sql<FavoriteRow>`${sql.join(selects, sql` union all `)} order by rank, resource`
})

/** The favorites of a person in a workspace that they can see, of all types in one order. Their number is limited. */
export const favoritesOf = (reader: Reader, me: number, workspace: number): Promise<FavoriteRow[]> =>
  reader.all(visible, { me, workspace })

const counted: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from favorites f
    where f."user" = ${param('me')} and f.workspace = ${param('workspace')}`,
)

export const countFavorites = async (reader: Reader, me: number, workspace: number): Promise<number> =>
  (await reader.first(counted, { me, workspace }))?.count ?? 0
