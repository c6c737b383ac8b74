/**
 * Brings a person into a workspace. An address without an account makes one: in this program an invitation is
 * accepted by signing in, and the invited person counts as active until then. In an organization, people with an
 * address of another domain come as guests.
 */
import { unrecognized } from '../../lib/errors.ts'
import { rights } from '../../policy/rights.ts'
import { hold } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { person } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { isForeign } from './rules/foreign.ts'
import { createUser, join } from './rules/join.ts'
import { meant } from './rules/person.ts'
import { workspace } from './workspace.ts'

type Call = WriteCall<{ workspace_gid: number }, { user: string }>

async function run({ path, body, tx, actor }: Call): Promise<number> {
  const into = path.workspace_gid
  // people: before the account is made, as everybody does who brings somebody in: or two would wait for each other.
  await hold(tx, 'people', into)
  const found = await meant(tx, actor.gid, 'user', body.user)
  const user = found ?? (await createUser(tx, { name: body.user.split('@')[0] ?? '', email: body.user }))
  // An address proves an acquaintance. A gid does not, and must not tell the name of a stranger.
  if (!body.user.includes('@')) await mustBeKnown(tx, actor.gid, into, user)
  await join(tx, user, into, { is_guest: await isForeign(tx, into, user) })
  return user
}

/** Throws 400 unless the caller sees the user, or the user has been in the workspace before. */
async function mustBeKnown(tx: Writer, me: number, into: number, user: number): Promise<void> {
  if ((await belongingsTo(tx, into, [user])).has(user)) return
  if ((await rights(tx, me, 'user', [user])).get(user) === 'none') throw unrecognized('user', String(user))
}

export const operations = [
  action('/workspaces/{workspace_gid}/addUser', workspace, {
    id: 'addUserForWorkspace',
    doc: 'Brings a person into a workspace, by gid or by e-mail address.',
    type: 'user',
    body: { user: person({ required: true, doc: 'Who is added: a gid or an e-mail address.' }) },
    run,
  }),
]
