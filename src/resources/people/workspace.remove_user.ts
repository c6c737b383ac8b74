/**
 * Takes a person out of a workspace. The membership stays, as an ended one: what the person did keeps a name, and tasks
 * stay assigned. What was shared with the person no longer is, and the person's projects go to who did this. Whoever
 * belongs to no workspace any more has no access left either.
 */
import { endAccess } from '../../identity/end_access.ts'
import { invalid } from '../../lib/errors.ts'
import { link, unlink, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { otherAdministrator, sharedProjectsOf } from '../../store/queries/membership.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { one } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { mustBelong } from '../work/rules/membership.ts'
import { workspace } from './workspace.ts'

type Call = WriteCall<{ workspace_gid: number }, { user: number }>

async function run({ path, body, tx, actor }: Call): Promise<undefined> {
  const [from, { user }] = [path.workspace_gid, body]
  await mustBelong(tx, from, [user], () => 'user')
  const bond = (await belongingsTo(tx, from, [user])).get(user)
  const other = await otherAdministrator(tx, from, user)
  if (bond?.is_admin && other === undefined) throw invalid('user', 'The last administrator cannot be removed')
  // wire: contract: what a service account takes away goes to an administrator, as does what people leave themselves
  const heir = user === actor.gid || actor.kind === 'service' ? (other ?? user) : actor.gid
  await handOver(tx, from, user, heir)
  await unlink(tx, 'team_memberships', { user, workspace: from })
  await unlink(tx, 'project_memberships', { member: user, workspace: from })
  await update(tx, 'workspace_memberships', { workspace: from, user }, { is_active: 0, is_admin: 0 })
  await endAccess(tx, user)
  return undefined
}

// wire: contract: what is owned goes to the caller; private things that nobody else saw stay hidden
async function handOver(tx: Writer, workspace: number, owner: number, heir: number): Promise<void> {
  for (const project of await sharedProjectsOf(tx, workspace, owner)) {
    const row = { gid: tx.gid(), project, member: heir, workspace, access_level: 'admin', is_follower: 0 }
    const added = await link(tx, 'project_memberships', row)
    if (!added) await update(tx, 'project_memberships', { project, member: heir }, { access_level: 'admin' })
  }
  await update(tx, 'projects', { workspace, owner }, { owner: heir })
}

export const operations = [
  action('/workspaces/{workspace_gid}/removeUser', workspace, {
    id: 'removeUserForWorkspace',
    doc: 'Takes a person out of a workspace. Only its administrators may.',
    needs: { workspace_gid: 'admin' },
    answers: 'nothing',
    body: { user: one('user', { required: true, doc: 'Who is removed: a gid or an e-mail address.' }) },
    run,
  }),
]
