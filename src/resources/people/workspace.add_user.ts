/**
 * Brings a person into a workspace. An address without an account makes one: in this program an invitation is
 * accepted by signing in, and the invited person counts as active until then. In an organization, people with an
 * address of another domain come as guests. An address in the domain of another organization is only asked, and a
 * former member comes back only by an administrator.
 */
import { addressKey } from '../../lib/address.ts'
import { notAllowed, unrecognized, unusable } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { hold } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { isOfAnother } from '../../store/queries/identity/homes.ts'
import { emailOf } from '../../store/queries/membership.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { person } from '../../vocabulary/field.ts'
import { type Answer, action, type WriteCall } from '../../vocabulary/operation.ts'
import { isForeign, isForeignAddress } from './rules/foreign.ts'
import { ask } from './rules/invite.ts'
import { createUser, join } from './rules/join.ts'
import { meant } from './rules/person.ts'
import { workspace } from './workspace.ts'

type Call = WriteCall<{ workspace_gid: number }, { user: string }>

async function run({ path, body, tx, actor }: Call): Promise<Answer> {
  const into = path.workspace_gid
  // people: before the account is made, as everybody does who brings somebody in: or two would wait for each other.
  await hold(tx, 'people', into)
  const found = await meant(tx, actor.gid, 'user', body.user)
  // An address proves an acquaintance. A gid does not, and must not tell the name of a stranger.
  if (found !== undefined && !body.user.includes('@')) await mustBeKnown(tx, actor.gid, into, found)
  const bond = found === undefined ? undefined : (await belongingsTo(tx, into, [found])).get(found)
  if (bond?.is_service) throw unusable('user', bond.user)
  if (bond?.is_active) return bond.user
  if (bond) await mustAdminister(tx, actor.gid, into)
  const email = found === undefined ? addressKey(body.user) : ((await emailOf(tx, found)) ?? '')
  if (await isOfAnother(tx, into, email)) return asked(tx, { into, email, by: actor.gid, found })
  const user = found ?? (await createUser(tx, { name: body.user.split('@')[0] ?? '', email }))
  await join(tx, user, into, { is_guest: await isForeign(tx, into, user) })
  return user
}

/** Throws 400 unless the caller sees the user, or the user has been in the workspace before. */
async function mustBeKnown(tx: Writer, me: number, into: number, user: number): Promise<void> {
  if ((await belongingsTo(tx, into, [user])).has(user)) return
  if (!(await isSeen(tx, me, user))) throw unrecognized('user', String(user))
}

const isSeen = async (tx: Writer, me: number, user: number): Promise<boolean> =>
  allows((await rights(tx, me, 'user', [user])).get(user), 'view')

/** Throws 403: whom an administrator or a provider has taken out, a member does not bring back. */
async function mustAdminister(tx: Writer, me: number, into: number): Promise<void> {
  if (allows((await rights(tx, me, 'workspace', [into])).get(into), 'admin')) return
  throw notAllowed('This person has left the workspace: ask one of its administrators to bring them back.')
}

/** Asks the owner of an address. Unless the caller sees that person, the answer tells only what was typed. */
async function asked(
  tx: Writer,
  { into, email, by, found }: { into: number; email: string; by: number; found: number | undefined },
): Promise<Answer> {
  const role = { is_guest: await isForeignAddress(tx, into, email) }
  const gid = await ask(tx, { email, workspace: into, role, by, replaces: false })
  if (found !== undefined && (await isSeen(tx, by, found))) return found
  const name = email.split('@')[0]
  const data = { gid: String(gid), resource_type: 'user', name, email, photo: null, workspaces: [] }
  return { gids: [], next: null, beside: { data } }
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
