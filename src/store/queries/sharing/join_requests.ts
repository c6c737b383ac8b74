/** Queries for requests to join a team: the pending ones, and the people who are notified of them. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** A pending request, with its sender. */
export interface JoinRequest {
  gid: number
  message: string | null
  created_at: number
  requester: number
  name: string
  /** JSON. */
  photo: string | null
}

/** The most requests that a list has, the oldest first. */
const MAX_LISTED_REQUESTS = 100

const selected = sql`r.gid as gid, r.message as message, r.created_at as created_at, r.requester as requester,
  u.name as name, u.photo as photo`

/** A person who was added in another way needs no decision. */
const pending = sql`r.target_type = 'team' and r.approval_status = 'pending' and not exists (
  select 1 from team_memberships m where m.team = r.target and m."user" = r.requester)`

const ofTeam: Statement<JoinRequest> = statement(
  param => sql<JoinRequest>`select ${selected} from access_requests r join users u on u.gid = r.requester
    where r.target = ${param('team')} and ${pending} order by r.gid limit ${sql.lit(MAX_LISTED_REQUESTS)}`,
)

/** The pending requests to join a team. */
export const joinRequestsOf = (reader: Reader, team: number): Promise<JoinRequest[]> => reader.all(ofTeam, { team })

const ofPerson: Statement<JoinRequest> = statement(
  param => sql<JoinRequest>`select ${selected} from access_requests r join users u on u.gid = r.requester
    where r.target = ${param('team')} and r.requester = ${param('requester')} and ${pending}`,
)

/** The pending request of a person to join a team. */
export const joinRequestOf = (reader: Reader, team: number, requester: number): Promise<JoinRequest | undefined> =>
  reader.first(ofPerson, { team, requester })

const counted: Statement<{ own: number; all: number }> = statement(
  param => sql<{ own: number; all: number }>`select
    (select count(*) from access_requests r where r.requester = ${param('requester')}
      and r.workspace = ${param('workspace')} and r.target_type = 'team' and r.approval_status = 'pending') as own,
    (select count(*) from access_requests r where r.target = ${param('team')} and r.approval_status = 'pending') as "all"`,
)

/** How many pending requests a person has to join teams of an organization, and how many a team has. */
export async function pendingJoinCounts(
  reader: Reader,
  at: { requester: number; workspace: number; team: number },
): Promise<{ own: number; all: number }> {
  const row = await reader.first(counted, at)
  return { own: Number(row?.own ?? 0), all: Number(row?.all ?? 0) }
}

const MAX_RECIPIENTS = 20

const recipients: Statement<{ user: number; tier: number }> = statement(
  param => sql<{ user: number; tier: number }>`select x."user" as "user", x.tier as tier from (
    select m."user" as "user", m.gid as gid, case when m.is_admin = 1 then 1 else 2 end as tier
      from team_memberships m join workspace_memberships w on w.workspace = m.workspace and w."user" = m."user"
      where m.team = ${param('team')} and w.is_active = 1 and w.is_guest = 0
    union all
    select w."user" as "user", w.gid as gid, 3 as tier from workspace_memberships w
      join teams t on t.organization = w.workspace
      where t.gid = ${param('team')} and w.is_active = 1 and w.is_admin = 1 and w.is_service = 0) x
    order by x.tier, x.gid limit ${sql.lit(MAX_RECIPIENTS)}`,
)

/** Those who are notified: the admins of the team, or its members without any, or else the administrators. */
export async function joinRecipientsOf(reader: Reader, team: number): Promise<number[]> {
  const rows = await reader.all(recipients, { team })
  return rows.filter(({ tier }) => tier === rows[0]?.tier).map(({ user }) => user)
}
