/**
 * The contents of the trash, of all types in one statement. Each type has an index of its deleted rows by workspace and
 * time, so a page costs the same anywhere.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Builder, Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { type TrashName, trashTypes } from '../objects.ts'

// wire: docs: what was deleted can be restored for 30 days
/** How long objects stay in the trash before they are purged. */
export const TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** An object in the trash. */
export interface TrashEntry {
  gid: number
  resource_type: TrashName
  workspace: number
  /** The name; for a story that of its task, because its text must not be readable after the author deleted it. */
  name: string
  deleted_at: number
  /** The user who deleted it; null for types that do not store one. */
  deleted_by: number | null
  deleter: string | null
}

type TrashCondition = (workspace: RawBuilder<unknown>, type: TrashName, by: RawBuilder<unknown>) => RawBuilder<unknown>

/** The deleted rows of types that meet `more`; `t` is the row. */
const rows = ({ dialect }: Builder, more: TrashCondition, types = trashTypes) =>
  sql.join(
    types.map(({ type, table, workspace, name = sql`t.name`, deletedBy }) => {
      const owner = sql.ref(`t.${workspace}`)
      const by = deletedBy ? sql.ref(`t.${deletedBy}`) : sql`cast(null as ${sql.raw(dialect.types.gid)})`
      return sql`select * from (select t.gid as gid, ${sql.lit(type)} as resource_type, ${owner} as workspace,
        ${name} as name, t.deleted_at as deleted_at, ${by} as deleted_by
        from ${sql.table(table)} as t where t.deleted_at is not null and ${more(owner, type, by)}) as ${sql.id(`of_${type}`)}`
    }),
    sql` union all `,
  )

const entries = (found: RawBuilder<unknown>, more = sql``) => sql<TrashEntry>`select e.gid as gid,
  e.resource_type as resource_type, e.workspace as workspace, e.name as name, e.deleted_at as deleted_at,
  e.deleted_by as deleted_by, u.name as deleter
  from (${found}) as e left join users u on u.gid = e.deleted_by ${more}`

/** The end of a page: the time of its last entry, and its gid, because several can be deleted at the same time. */
export interface TrashCursor {
  deleted_at: number
  gid: number
}

export const TRASH_PAGE_SIZE = 100

/** Later than every time that a client can send. */
const LATEST: TrashCursor = { deleted_at: Number.MAX_SAFE_INTEGER, gid: 0 }

const older = (param: ParamFn) => sql`(t.deleted_at, t.gid) < (${param('deleted_at')}, ${param('gid')})`

const page: Statement<TrashEntry> = statement((param, db) => {
  const found = rows(
    db,
    owner => sql`${owner} = ${param('workspace')} and ${older(param)}
      order by t.deleted_at desc, t.gid desc limit ${sql.lit(TRASH_PAGE_SIZE)}`,
  )
  return entries(found, sql`order by e.deleted_at desc, e.gid desc limit ${sql.lit(TRASH_PAGE_SIZE)}`)
})

/** A page of the trash of a workspace, the latest first, after the cursor `before`. */
export const trashOf = (reader: Reader, workspace: number, before = LATEST): Promise<TrashEntry[]> =>
  reader.all(page, { workspace, ...before })

const typesWithDeleter = trashTypes.filter(({ deletedBy }) => deletedBy !== undefined)

/** The caller deleted the row, and could change it if it were restored. */
const isOwn = (type: TrashName, by: RawBuilder<unknown>, param: ParamFn) =>
  sql`${by} = ${param('me')} and ${atLeast(type, 't', 3, param)}`

const ownPage: Statement<TrashEntry> = statement((param, db) => {
  const end = sql`limit ${sql.lit(TRASH_PAGE_SIZE)}`
  // The sum keeps the planner from the index of the workspace: the person deleted less than all people there.
  const more: TrashCondition = (
    owner,
    type,
    by,
  ) => sql`${owner} + 0 = ${param('workspace')} and ${isOwn(type, by, param)}
    and ${older(param)} order by t.deleted_at desc, t.gid desc ${end}`
  return entries(rows(db, more, typesWithDeleter), sql`order by e.deleted_at desc, e.gid desc ${end}`)
})

/** The same of what the caller deleted. */
export const ownTrashOf = (reader: Reader, me: number, workspace: number, before = LATEST): Promise<TrashEntry[]> =>
  reader.all(ownPage, { me, workspace, ...before })

const ownOne: Statement<TrashEntry> = statement((param, db) =>
  entries(rows(db, (_owner, type, by) => sql`t.gid = ${param('gid')} and ${isOwn(type, by, param)}`, typesWithDeleter)),
)

/** The object with this gid, if it is in the trash and the caller deleted it. */
export const ownTrashEntryOf = (reader: Reader, me: number, gid: number): Promise<TrashEntry | undefined> =>
  reader.first(ownOne, { me, gid })

const one: Statement<TrashEntry> = statement((param, db) => entries(rows(db, () => sql`t.gid = ${param('gid')}`)))

/** The object with this gid, if it is in the trash. */
export const trashEntryOf = (reader: Reader, gid: number): Promise<TrashEntry | undefined> => reader.first(one, { gid })
