/** Adds users to teams: for the operation of the API, and for requests to join. */
import { invalid } from '../../../lib/errors.ts'
import { deleteWhere, insert } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { TeamRow } from '../../../store/queries/membership.ts'
import { lockMembershipsIn, type WorkspaceMembership } from '../../../store/queries/people.ts'

/** Locks the membership of a user in the organization. Throws 400 unless it is that of an active person. */
// wire: forum t/60069, t/852848; the error does not reveal whether the account exists
export async function lockPerson(
  tx: Writer,
  organization: number,
  user: number | undefined,
  sent: string,
): Promise<WorkspaceMembership> {
  const membership = user === undefined ? undefined : (await lockMembershipsIn(tx, organization, [user])).get(user)
  if (!membership?.is_active || membership.is_service) throw invalid('user', `Not a user in Organization: ${sent}`)
  return membership
}

/** Makes a user, who is none yet, a member of a team; returns the gid of the membership. A pending request of theirs ends. */
export async function addToTeam(tx: Writer, into: TeamRow, user: number): Promise<number> {
  const gid = tx.gid()
  const row = { gid, team: into.gid, user, workspace: into.organization }
  await insert(tx, 'team_memberships', { ...row, is_admin: 0, is_limited_access: 0 })
  await deleteWhere(tx, 'access_requests', { target: into.gid, requester: user, approval_status: 'pending' })
  return gid
}
