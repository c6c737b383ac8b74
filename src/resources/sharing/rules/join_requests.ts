/**
 * Requests to join a team that is visible and asks first. Invariants:
 * - a person has at most one pending request for each team, and at most 50 in an organization;
 * - people who cannot see the team get the answer of one that does not exist;
 * - approving adds the person by the same code as the API does.
 */
import { formatTimestamp } from '../../../lib/date.ts'
import { forbidden, invalid, malformed, notFound, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, type Right, rights } from '../../../policy/rights.ts'
import { deleteWhere, findForUpdate, tryInsert, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { schedule } from '../../../store/queries/jobs/queue.ts'
import { type TeamRow, teamMembershipOf, teamOf } from '../../../store/queries/membership.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import {
  type JoinRequest,
  joinRecipientsOf,
  joinRequestOf,
  joinRequestsOf,
  pendingJoinCounts,
} from '../../../store/queries/sharing/join_requests.ts'
import { text, type Values } from '../../../vocabulary/field.ts'
import { photoPath } from '../../people/rules/photo.ts'
import { addToTeam, lockPerson } from '../../people/rules/team_members.ts'
import { notify } from '../../personal/rules/notify.ts'
import { ACCESS_REQUEST_JOB } from './access_request_job.ts'

const MAX_PENDING_OF_PERSON = 50
const MAX_PENDING_OF_TEAM = 500

export const joinRequestInput = {
  team: text({ required: true, max: 20, doc: 'The gid of the team.' }),
  message: text({ nullable: true, max: 2000, doc: 'What its admins read, or null.' }),
}

interface VisibleTeam {
  team: TeamRow
  right: Right
}

/** Throws 400 for a team that the caller cannot see. */
async function visibleTeam(reader: Reader, me: number, given: string): Promise<VisibleTeam> {
  const gid = parseGid(given) ?? 0
  const right = (await rights(reader, me, 'team', [gid])).get(gid) ?? 'none'
  if (!allows(right, 'view')) throw unrecognized('team', given.slice(0, 100))
  return { team: await teamOf(reader, gid), right }
}

/** Whether a person decides on the requests of a team: as its setting says, and never as a guest. */
async function decides(reader: Reader, me: number, { team, right }: VisibleTeam): Promise<boolean> {
  const needed = team.join_request_management_access_level === 'only_team_admins' ? 'admin' : 'edit'
  if (!allows(right, needed)) return false
  return (await membershipsIn(reader, team.organization, [me])).get(me)?.is_guest === 0
}

export const presentJoinRequest = ({ gid, message, created_at, requester, name, photo }: JoinRequest) => ({
  ...{ gid: String(gid), message, created_at: formatTimestamp(created_at) },
  requester: { gid: String(requester), name, photo: photoPath(requester, photo) },
})

/** The pending requests that a person sees: all where they decide, otherwise their own. */
export async function listJoinRequests(reader: Reader, me: number, given: string) {
  const found = await visibleTeam(reader, me, given)
  const can_decide = await decides(reader, me, found)
  const own = can_decide ? undefined : await joinRequestOf(reader, found.team.gid, me)
  const requests = can_decide ? await joinRequestsOf(reader, found.team.gid) : own ? [own] : []
  return { can_decide, requests: requests.map(presentJoinRequest) }
}

/** Requests to join a team, or changes the message of the pending request. */
export async function requestToJoin(
  tx: Writer,
  me: number,
  { team: given, message }: Values<typeof joinRequestInput>,
): Promise<JoinRequest> {
  const { team } = await visibleTeam(tx, me, given)
  if (team.visibility === 'public') throw invalid('team', 'This team is public: join it without a request')
  if (team.visibility !== 'request_to_join') throw invalid('team', 'This team takes no requests')
  await lockPerson(tx, team.organization, me, String(me))
  await advisoryLock(tx, 'quotas', team.gid)
  if (await teamMembershipOf(tx, team.gid, me)) throw invalid('team', 'You are a member of this team already')
  const at = { requester: me, workspace: team.organization }
  const request = { gid: tx.gid(), target: team.gid, target_type: 'team', ...at }
  const row = { ...request, message: message ?? null, approval_status: 'pending', created_at: tx.now }
  const counts = await pendingJoinCounts(tx, { ...at, team: team.gid })
  const known = await joinRequestOf(tx, team.gid, me)
  if (known) {
    if (message !== undefined) await update(tx, 'access_requests', { gid: known.gid }, { message })
    return { ...known, message: message === undefined ? known.message : message }
  }
  if (counts.own >= MAX_PENDING_OF_PERSON)
    throw invalid('team', `You have ${MAX_PENDING_OF_PERSON} requests that are not decided: withdraw one first`)
  if (counts.all >= MAX_PENDING_OF_TEAM) throw invalid('team', 'This team has too many requests that are not decided')
  if (await tryInsert(tx, 'access_requests', row)) {
    await schedule(tx, ACCESS_REQUEST_JOB, row.gid, tx.now)
    await notifyOf(tx, team, me)
  }
  const made = await joinRequestOf(tx, team.gid, me)
  if (!made) throw notFound('join_request', row.gid)
  return made
}

/** The e-mail is sent by a job of its own. */
async function notifyOf(tx: Writer, { gid: resource, organization }: TeamRow, actor: number): Promise<void> {
  const about = { resource_type: 'team', resource, story: null, actor, at: tx.now } as const
  const notices = (await joinRecipientsOf(tx, resource)).map(user => ({
    ...{ user, cause: 'access_requested' as const, ...about },
  }))
  await notify(tx, organization, notices, { sendsMail: false })
}

/** Throws 404 for a request that the caller cannot see: those who decide see all, others their own. */
async function lockRequest(tx: Writer, me: number, gid: number) {
  const request = await findForUpdate(tx, 'access_requests', { gid })
  if (request?.target_type !== 'team') throw notFound('join_request', gid)
  const right = (await rights(tx, me, 'team', [request.target])).get(request.target) ?? 'none'
  const team = await teamOf(tx, request.target)
  const mayDecide = allows(right, 'view') && (await decides(tx, me, { team, right }))
  if (!mayDecide && request.requester !== me) throw notFound('join_request', gid)
  return { request, team, mayDecide }
}

/** Approves or rejects a request. Throws 403 for a person who only sent it. */
export async function decideJoinRequest(
  tx: Writer,
  me: number,
  gid: number,
  approval_status: 'approved' | 'denied',
): Promise<void> {
  const { request, team, mayDecide } = await lockRequest(tx, me, gid)
  if (!mayDecide) throw forbidden('team')
  if (request.approval_status !== 'pending') throw malformed(`This request is ${request.approval_status} already`)
  await update(tx, 'access_requests', { gid }, { approval_status })
  if (approval_status === 'denied') return
  const person = await lockPerson(tx, team.organization, request.requester, String(request.requester))
  if (!(await teamMembershipOf(tx, team.gid, person.user))) await addToTeam(tx, team, person.user)
}

/** Withdraws a pending request of the caller. */
export async function withdrawJoinRequest(tx: Writer, me: number, gid: number): Promise<void> {
  const { request } = await lockRequest(tx, me, gid)
  if (request.requester !== me) throw forbidden('team')
  if (request.approval_status !== 'pending') throw malformed(`This request is ${request.approval_status} already`)
  await deleteWhere(tx, 'access_requests', { gid })
}
