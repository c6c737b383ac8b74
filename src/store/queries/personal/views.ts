/** Queries for saved views: those that a person can see of one parent, and their numbers. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { visibleObjectOf } from './visible_object.ts'

export type ViewRow = Tables['views']

/** The types of objects that have views. */
export const viewParentTypes = ['project', 'user_task_list', 'tag', 'workspace'] as const

export type ViewParentType = (typeof viewParentTypes)[number]

/** The parent of views that a gid names, if the caller can see it. */
export const visibleParent = visibleObjectOf(viewParentTypes)

const one: Statement<ViewRow> = statement(
  param => sql<ViewRow>`select v.* from views v
    where v.gid = ${param('gid')} and (v.owner = ${param('me')} or v.is_shared = 1)`,
)

/** A view of the caller, or one that is shared. Whether the caller can see its parent is another question. */
export const viewOf = (reader: Reader, me: number, gid: number): Promise<ViewRow | undefined> =>
  reader.first(one, { me, gid })

const ofParent: Statement<ViewRow> = statement(
  param => sql<ViewRow>`select v.* from views v where v.parent = ${param('parent')} and v.owner = ${param('me')}
    union all select v.* from views v
      where v.parent = ${param('parent')} and v.is_shared = 1 and v.owner <> ${param('me')}
    order by rank, gid`,
)

/** The views of a parent that are of the caller or shared, in order. Their number is limited. */
export const viewsOf = (reader: Reader, me: number, parent: number): Promise<ViewRow[]> =>
  reader.all(ofParent, { me, parent })

interface ViewCounts {
  own: number
  shared: number
}

const counts: Statement<ViewCounts> = statement(
  param => sql<ViewCounts>`select
    (select count(*) from views v where v.parent = ${param('parent')} and v.owner = ${param('me')}) as own,
    (select count(*) from views v where v.parent = ${param('parent')} and v.is_shared = 1) as shared`,
)

/** The numbers of the views of a parent: those of the caller, and all shared ones. */
export const countViews = async (reader: Reader, me: number, parent: number): Promise<ViewCounts> =>
  (await reader.first(counts, { me, parent })) ?? { own: 0, shared: 0 }
