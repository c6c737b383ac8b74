/** Removes a user from a workspace, see `rules/leave.ts`. The caller becomes the owner of the user's projects. */
import { invalid } from '../../lib/errors.ts'
import { requireBase, termsIn } from '../../policy/standing.ts'
import { advisoryLock } from '../../store/locks.ts'
import { otherAdministrator } from '../../store/queries/membership.ts'
import { membershipsIn } from '../../store/queries/people.ts'
import { one } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { mustBelong } from '../work/rules/membership.ts'
import { leave } from './rules/leave.ts'
import { workspace } from './workspace.ts'

type RemoveWorkspaceUserCall = WriteCall<{ workspace_gid: number }, { user: number }>

async function removeUser({ path, body, tx, actor }: RemoveWorkspaceUserCall): Promise<undefined> {
  const [from, { user }] = [path.workspace_gid, body]
  // people: a concurrent request could remove another administrator.
  await advisoryLock(tx, 'people', from)
  await mustBelong(tx, from, [user], () => 'user')
  const memberships = await membershipsIn(tx, from, [user, actor.gid])
  if (memberships.get(user)?.is_admin && user !== actor.gid) {
    await requireBase(tx, actor, from, (await termsIn(tx, from, user))?.base ?? 'guest')
  }
  const other = await otherAdministrator(tx, from, user)
  if (memberships.get(user)?.is_admin && other === undefined)
    throw invalid('user', 'The last administrator cannot be removed')
  // wire: contract: an administrator gets the projects if a service account removes the user, or the user leaves.
  // The same if the caller is no longer active: a removed user must not own projects.
  const inherits = user !== actor.gid && actor.kind !== 'service' && memberships.get(actor.gid)?.is_active === 1
  const heir = inherits ? actor.gid : (other ?? user)
  await leave(tx, user, from, heir)
  return undefined
}

export const operations = [
  action('/workspaces/{workspace_gid}/removeUser', workspace, {
    id: 'removeUserForWorkspace',
    doc: 'Removes a user from a workspace. Only its administrators can.',
    needs: { workspace_gid: 'admin' },
    answers: 'nothing',
    body: {
      user: one('user', { need: 'view', required: true, doc: 'The user to remove: a gid or an e-mail address.' }),
    },
    execute: removeUser,
  }),
]
