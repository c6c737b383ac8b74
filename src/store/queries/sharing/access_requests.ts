/** Queries for requests for access that writes need. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'

/** The types of objects to which people can request access. */
export const requestableTypes = ['project'] as const

export type RequestableType = (typeof requestableTypes)[number]

interface RequestTarget {
  type: RequestableType
  workspace: number
  /** Whether the caller has a view-only licence there. */
  is_view_only: number
}

const target = statement<RequestTarget>(param => {
  const each = requestableTypes.map(
    type => sql`select ${sql.lit(type)} as type, t.workspace as workspace, w.is_view_only as is_view_only from ${sql.table(`${type}s`)} t
      join workspace_memberships w on w.workspace = t.workspace
      where t.gid = ${param('gid')} and t.deleted_at is null and w."user" = ${param('me')} and w.is_active = 1
      and w.is_guest = 0`,
  )
  return sql<RequestTarget>`${sql.join(each, sql` union all `)}`
})

/** An object in a workspace of which the caller is a full member, also one that the caller cannot see. */
export const requestTargetOf = (reader: Reader, me: number, gid: number): Promise<RequestTarget | undefined> =>
  reader.first(target, { me, gid })

const pending = statement<{ gid: number }>(param => {
  return sql<{ gid: number }>`select gid from access_requests where target = ${param('target')}
    and requester = ${param('requester')} and approval_status = 'pending'`
})

/** The pending request of a user for an object. */
export const pendingRequestOf = async (reader: Reader, target: number, requester: number) =>
  (await reader.first(pending, { target, requester }))?.gid
