/** Takes a person out of a workspace, as `rules/leave.ts` says. The person's projects go to who did this. */
import { invalid } from '../../lib/errors.ts'
import { hold } from '../../store/change.ts'
import { otherAdministrator } from '../../store/queries/membership.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { one } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { mustBelong } from '../work/rules/membership.ts'
import { leave } from './rules/leave.ts'
import { workspace } from './workspace.ts'

type Call = WriteCall<{ workspace_gid: number }, { user: number }>

async function run({ path, body, tx, actor }: Call): Promise<undefined> {
  const [from, { user }] = [path.workspace_gid, body]
  // people: another administrator may be leaving at the same time.
  await hold(tx, 'people', from)
  await mustBelong(tx, from, [user], () => 'user')
  const bonds = await belongingsTo(tx, from, [user, actor.gid])
  const other = await otherAdministrator(tx, from, user)
  if (bonds.get(user)?.is_admin && other === undefined)
    throw invalid('user', 'The last administrator cannot be removed')
  // wire: contract: what a service account takes away goes to an administrator, as does what people leave themselves
  // And what comes to somebody who was being removed too would never be let go of.
  const keeps = user !== actor.gid && actor.kind !== 'service' && bonds.get(actor.gid)?.is_active === 1
  const heir = keeps ? actor.gid : (other ?? user)
  await leave(tx, user, from, heir)
  return undefined
}

export const operations = [
  action('/workspaces/{workspace_gid}/removeUser', workspace, {
    id: 'removeUserForWorkspace',
    doc: 'Takes a person out of a workspace. Only its administrators may.',
    needs: { workspace_gid: 'admin' },
    answers: 'nothing',
    body: { user: one('user', { need: 'view', required: true, doc: 'Who is removed: a gid or an e-mail address.' }) },
    run,
  }),
]
