/** Queries for requests for access that writes need. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'

/** The types of objects to which people can request access. */
export const requestableTypes = ['project', 'portfolio', 'goal'] as const

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

interface AnnouncedRequest {
  target: number
  type: RequestableType | 'team'
  /** The name of the object. */
  name: string
  /** The name of the requester. */
  requester: string
}

const announced = statement<AnnouncedRequest>(param => {
  const name = ([...requestableTypes, 'team'] as const).map(
    type => sql`(select t.name from ${sql.table(`${type}s`)} t where t.gid = r.target and t.deleted_at is null)`,
  )
  return sql<AnnouncedRequest>`select r.target as target, r.target_type as type, coalesce(${sql.join(name)}, '') as name,
      u.name as requester from access_requests r join users u on u.gid = r.requester
    where r.gid = ${param('gid')} and r.approval_status = 'pending'`
})

/** What an e-mail says about a pending request; undefined for one that was decided. */
export const announcedRequestOf = (reader: Reader, gid: number): Promise<AnnouncedRequest | undefined> =>
  reader.first(announced, { gid })

const MAX_RECIPIENTS = 20

const recipients = statement<{ user: number }>(
  param => sql<{ user: number }>`select m.member as "user" from memberships m join users u on u.gid = m.member
    where m.parent = ${param('target')} and m.access_level = 'admin' order by m.gid limit ${sql.lit(MAX_RECIPIENTS)}`,
)

/** The users who are admins of an object by themselves: those who have been it longest. */
export const recipientsOf = async (reader: Reader, target: number): Promise<number[]> =>
  (await reader.all(recipients, { target })).map(({ user }) => user)
