/** Members that are copied: no person may leave the workspace meanwhile. */
import type { Writer } from '../../../store/db.ts'
import { lockMembershipsIn } from '../../../store/queries/people.ts'

/** The members who are still active in the workspace, and teams. Locks the people until the transaction ends. */
export async function stillPresent<M extends { member: number }>(
  tx: Writer,
  workspace: number,
  members: readonly M[],
): Promise<M[]> {
  const gids = members.map(({ member }) => member)
  const people = await lockMembershipsIn(tx, workspace, gids)
  // A team has no membership of the workspace.
  return members.filter(({ member }) => people.get(member)?.is_active !== 0)
}
