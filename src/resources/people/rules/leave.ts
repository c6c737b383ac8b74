/**
 * How people go out of a workspace. The membership stays, as an ended one: what the person did keeps a name, and tasks
 * stay assigned. What was shared with the person no longer is, and the person's projects go to an heir. When the
 * workspace speaks for the person, or was the last one, nothing opens the account any more.
 */
import { endAccess } from '../../../identity/end_access.ts'
import { linked, lock, unlink, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { emailOf, sharedProjectsOf } from '../../../store/queries/membership.ts'

/** Ends the membership of a user. `heir` gets what the person owns; the person itself, where nobody else is left. */
export async function leave(tx: Writer, user: number, workspace: number, heir: number): Promise<void> {
  // Who is giving the person a place in a team or a project has locked this row, and then the place is found below.
  await lock(tx, 'workspace_memberships', { workspace, user })
  await handOver(tx, workspace, user, heir)
  await unlink(tx, 'team_memberships', { user, workspace })
  await unlink(tx, 'project_memberships', { member: user, workspace })
  await update(tx, 'workspace_memberships', { workspace, user }, { is_active: 0, is_admin: 0 })
  // An invitation of before would let the person back in.
  await unlink(tx, 'invitations', { email: (await emailOf(tx, user)) ?? '', workspace })
  await endAccess(tx, user, workspace)
}

// wire: contract: what is owned goes to the caller; private things that nobody else saw stay hidden
async function handOver(tx: Writer, workspace: number, owner: number, heir: number): Promise<void> {
  // Whoever shares one of them, or takes it from the heir, is waited for, and waits.
  await lock(tx, 'projects', { workspace, owner })
  for (const project of await sharedProjectsOf(tx, workspace, owner)) {
    const row = { gid: tx.gid(), project, member: heir, workspace, access_level: 'admin', is_follower: 0 }
    const added = await linked(tx, 'project_memberships', row)
    if (!added) await update(tx, 'project_memberships', { project, member: heir }, { access_level: 'admin' })
  }
  await update(tx, 'projects', { workspace, owner }, { owner: heir })
}
