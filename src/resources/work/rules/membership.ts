/** Checks that users are active members of a workspace, before they are given something. Service accounts are not. */
import { forbidden, invalid, invalidReference } from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { teamOf } from '../../../store/queries/membership.ts'
import { lockMembershipsIn, membershipsIn, type WorkspaceMembership } from '../../../store/queries/people.ts'
import { workspaceKind } from '../../../store/queries/workspaces.ts'

type FieldAt = (index: number) => string

/** Throws 400 unless all users are active members of the workspace. `at` names the field, with `[i]` for lists. */
export const mustBelong = async (
  reader: Reader,
  workspace: number,
  users: readonly number[],
  at: FieldAt,
): Promise<void> => mustBeAmong(reader, await membershipsIn(reader, workspace, users), workspace, users, at)

/** The same, and locks the memberships until the transaction ends: for everything that a user loses by leaving. */
export const lockMembers = async (
  tx: Writer,
  workspace: number,
  users: readonly number[],
  at: FieldAt,
): Promise<void> => mustBeAmong(tx, await lockMembershipsIn(tx, workspace, users), workspace, users, at)

/**
 * The same for all users of a new object, in one statement: two requests that create objects for each other's callers
 * must not deadlock.
 */
export async function lockNewMembers(
  tx: Writer,
  workspace: number,
  { creator, followers, owner }: { creator: number | null; followers: readonly number[]; owner: number | null },
): Promise<void> {
  const users = [
    ...(creator === null ? [] : [{ gid: creator, at: 'workspace' }]),
    ...followers.map((gid, index) => ({ gid, at: `followers: [${index}]` })),
    ...(owner === null ? [] : [{ gid: owner, at: 'owner' }]),
  ]
  const gids = users.map(({ gid }) => gid)
  await lockMembers(tx, workspace, gids, index => users[index]?.at ?? '')
}

async function mustBeAmong(
  reader: Reader,
  found: ReadonlyMap<number, WorkspaceMembership>,
  workspace: number,
  users: readonly number[],
  at: FieldAt,
): Promise<void> {
  const index = users.findIndex(user => !found.get(user)?.is_active || found.get(user)?.is_service)
  if (index < 0) return
  // wire: forum t/60069, t/852848
  throw (await workspaceKind(reader, workspace)) === 'organization'
    ? invalid(at(index), `Not a user in Organization: ${users[index]}`)
    : invalid(at(index), `Not a user in Workspace: ${workspace}`)
}

/** Throws 400 unless the object is in this workspace: objects never move to another one. */
export function mustBeOf(workspace: number, other: number | undefined, at: string, gid: number): void {
  if (other !== workspace) throw invalidReference(at, gid)
}

/** Throws 400 unless a team is of this workspace, and 403 unless the caller can edit it. */
export async function mustFitTeam(
  tx: Writer,
  workspace: number,
  team: number | null,
  right: Right | undefined,
): Promise<void> {
  if (team === null) return
  mustBeOf(workspace, (await teamOf(tx, team)).organization, 'team', team)
  if (!allows(right, 'edit')) throw forbidden('team')
}
