/**
 * What is in the trash. All types are asked at once; each has an index of its deleted rows by workspace and moment, so
 * that a page costs the same wherever it begins.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Builder, Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'

export type TrashType = 'team' | 'project' | 'task' | 'tag' | 'story' | 'custom_field'

// wire: docs: what was deleted can be restored for 30 days
/** Milliseconds for which things stay in the trash. */
export const IN_TRASH = 30 * 24 * 60 * 60 * 1000

/** Something in the trash. */
export interface TrashEntry {
  gid: number
  resource_type: TrashType
  workspace: number
  /** Its name; of a story that of its task, because what somebody took back is not for others to read. */
  name: string
  deleted_at: number
  /** Whoever deleted it; null where that is not kept. */
  deleted_by: number | null
  deleter: string | null
}

interface Kept {
  table: string
  workspace?: string
  name?: RawBuilder<unknown>
  deleted_by?: string
}

const kept: Record<TrashType, Kept> = {
  team: { table: 'teams', workspace: 'organization' },
  project: { table: 'projects', deleted_by: 'deleted_by' },
  task: { table: 'tasks', deleted_by: 'deleted_by' },
  tag: { table: 'tags' },
  // Nobody but its author deletes a story.
  story: {
    table: 'stories',
    name: sql`(select k.name from tasks k where k.gid = t.target)`,
    deleted_by: 'created_by',
  },
  custom_field: { table: 'custom_fields' },
}

/** The deleted rows of all types, as far as `more` allows; `t` is the row. */
const rows = ({ dialect }: Builder, more: (workspace: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(
    Object.entries(kept).map(([type, { table, workspace = 'workspace', name = sql`t.name`, deleted_by }]) => {
      const home = sql.ref(`t.${workspace}`)
      const by = deleted_by ? sql.ref(`t.${deleted_by}`) : sql`cast(null as ${sql.raw(dialect.types.gid)})`
      return sql`select * from (select t.gid as gid, ${sql.lit(type)} as resource_type, ${home} as workspace,
        ${name} as name, t.deleted_at as deleted_at, ${by} as deleted_by
        from ${sql.table(table)} as t where t.deleted_at is not null and ${more(home)}) as ${sql.id(`of_${type}`)}`
    }),
    sql` union all `,
  )

const entries = (found: RawBuilder<unknown>, more = sql``) => sql<TrashEntry>`select e.gid as gid,
  e.resource_type as resource_type, e.workspace as workspace, e.name as name, e.deleted_at as deleted_at,
  e.deleted_by as deleted_by, u.name as deleter
  from (${found}) as e left join users u on u.gid = e.deleted_by ${more}`

/** Where a page ends: the moment of its last entry, and its gid, because several may have left at one moment. */
export interface TrashPlace {
  deleted_at: number
  gid: number
}

export const TRASH_PAGE = 100

/** Behind every moment that a client can name. */
const LATEST: TrashPlace = { deleted_at: Number.MAX_SAFE_INTEGER, gid: 0 }

const older = (param: ParamFn) => sql`(t.deleted_at, t.gid) < (${param('deleted_at')}, ${param('gid')})`

const page: Statement<TrashEntry> = statement((param, db) => {
  const found = rows(
    db,
    home => sql`${home} = ${param('workspace')} and ${older(param)}
      order by t.deleted_at desc, t.gid desc limit ${sql.lit(TRASH_PAGE)}`,
  )
  return entries(found, sql`order by e.deleted_at desc, e.gid desc limit ${sql.lit(TRASH_PAGE)}`)
})

/** What is in the trash of a workspace, the latest first: a page of it, from behind `before` on. */
export const trashOf = (reader: Reader, workspace: number, before = LATEST): Promise<TrashEntry[]> =>
  reader.all(page, { workspace, ...before })

const one: Statement<TrashEntry> = statement((param, db) => entries(rows(db, () => sql`t.gid = ${param('gid')}`)))

/** The object with this gid, when it is in the trash. */
export const trashed = (reader: Reader, gid: number): Promise<TrashEntry | undefined> => reader.first(one, { gid })
