/** Queries for attachments: their parents, and their files. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'
import { tableOf } from '../objects.ts'

export type AttachmentRow = Tables['attachments']

/** The types that have attachments. */
export const ATTACHMENT_PARENTS = ['task', 'project', 'project_brief'] as const

export interface AttachmentParent {
  gid: number
  type: (typeof ATTACHMENT_PARENTS)[number]
  workspace: number
}

const parents: Statement<AttachmentParent> = statement(param => {
  const parts = ATTACHMENT_PARENTS.map(
    type => sql`select t.gid as gid, ${sql.lit(type)} as type, t.workspace as workspace
      from ${sql.table(tableOf(type))} as t where t.gid = ${param('gid')}`,
  )
  return sql<AttachmentParent>`${sql.join(parts, sql` union all `)}`
})

/** The object that has attachments, in the trash or not. */
export async function attachmentParent(reader: Reader, gid: number): Promise<AttachmentParent> {
  const found = await reader.first(parents, { gid })
  if (!found) throw new Error(`${gid} cannot have attachments.`)
  return found
}

const file: Statement<{ key: string; name: string }> = statement((param, db) =>
  db
    .selectFrom('attachments')
    .select(eb => [eb.ref('file_key').$notNull().as('key'), 'name'])
    .where('gid', '=', param('gid'))
    .where('file_key', 'is not', null)
    .where('deleted_at', 'is', null),
)

/** The file of an attachment that is not in the trash; undefined for a link. */
export const fileOf = (reader: Reader, gid: number): Promise<{ key: string; name: string } | undefined> =>
  reader.first(file, { gid })

interface VisibleFile {
  gid: number
  key: string
  name: string
}

const visible: Statement<VisibleFile> = statement(
  (param, { dialect }) => sql<VisibleFile>`select t.gid as gid, t.file_key as key, t.name as name from attachments t
    where ${dialect.isAmong(sql.ref('t.gid'), param('gids'))} and t.file_key is not null and t.deleted_at is null
    and ${atLeast('attachment', 't', 1, param)}`,
)

/** The files of those attachments that the caller can see. */
export const visibleFiles = async (reader: Reader, me: number, gids: readonly number[]): Promise<VisibleFile[]> =>
  gids.length === 0 ? [] : reader.all(visible, { me, gids: reader.db.dialect.set(gids) })

const latest: Statement<{ key: string }> = statement((param, db) =>
  db
    .selectFrom('attachments')
    .select(eb => eb.ref('file_key').$notNull().as('key'))
    .where('file_key', 'is not', null)
    .orderBy('gid', 'desc')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The keys of the latest files. */
export const latestFiles = (reader: Reader, limit: number): Promise<{ key: string }[]> => reader.all(latest, { limit })
const ofParents: Statement<AttachmentRow> = statement((param, db) =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('parent'), param('parents')))
    .where('deleted_at', 'is', null)
    .orderBy('gid'),
)

/** The attachments of these objects that are not in the trash. */
export const attachmentsOf = (reader: Reader, parents: readonly number[]): Promise<AttachmentRow[]> =>
  reader.all(ofParents, { parents: reader.db.dialect.set(parents) })

const among: Statement<AttachmentRow> = statement((param, db) =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids')))
    .where('deleted_at', 'is', null)
    .orderBy('gid'),
)

/** Those of these attachments that are not in the trash. */
export const attachmentsAmong = (reader: Reader, gids: readonly number[]): Promise<AttachmentRow[]> =>
  reader.all(among, { gids: reader.db.dialect.set(gids) })
