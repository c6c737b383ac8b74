/**
 * Adds a user to a workspace.
 * - An address without an account gets one. The user accepts by signing in, and counts as active until then.
 * - In an organization, users with an address of another domain become guests.
 * - An address in the domain of another organization only gets an invitation.
 * - Only an administrator can add a former member.
 */
import { addressKey } from '../../lib/address.ts'
import { invalidReference, notAllowed, unrecognized } from '../../lib/errors.ts'
import { allows, type Right, rights } from '../../policy/rights.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { isOfOtherOrganization } from '../../store/queries/identity/domains.ts'
import { emailOf } from '../../store/queries/membership.ts'
import { membershipsIn } from '../../store/queries/people.ts'
import { person } from '../../vocabulary/field.ts'
import { type Answer, action, type PermissionNeed, type WriteCall } from '../../vocabulary/operation.ts'
import { isForeign, isForeignAddress } from './rules/foreign.ts'
import { inviteUser } from './rules/invite.ts'
import { createUser, join } from './rules/join.ts'
import { findPerson } from './rules/person.ts'
import { workspace } from './workspace.ts'

type AddWorkspaceUserCall = WriteCall<{ workspace_gid: number }, { user: string }>

async function addUser({ path, body, rights: given, tx, actor }: AddWorkspaceUserCall): Promise<Answer> {
  const into = path.workspace_gid
  // people: before the account is created, as everywhere: another lock order could deadlock.
  await advisoryLock(tx, 'people', into)
  const found = await findPerson(tx, actor.gid, 'user', body.user)
  // A caller who knows the address knows the user. A gid must not reveal the name of an unknown user.
  if (found !== undefined && !body.user.includes('@')) await mustBeKnown(tx, actor.gid, into, found)
  const membership = found === undefined ? undefined : (await membershipsIn(tx, into, [found])).get(found)
  if (membership?.is_service) throw invalidReference('user', membership.user)
  if (membership?.is_active) return membership.user
  if (membership) mustAdminister(given.workspace_gid)
  const email = found === undefined ? addressKey(body.user) : ((await emailOf(tx, found)) ?? '')
  if (await isOfOtherOrganization(tx, into, email)) return inviteAddress(tx, { into, email, by: actor.gid, found })
  const user = found ?? (await createUser(tx, { name: body.user.split('@')[0] ?? '', email }))
  await join(tx, user, into, { is_guest: await isForeign(tx, into, user) })
  return user
}

/** Throws 400 unless the caller can see the user, or the user was in the workspace before. */
async function mustBeKnown(tx: Writer, me: number, into: number, user: number): Promise<void> {
  if ((await membershipsIn(tx, into, [user])).has(user)) return
  if (!(await isVisible(tx, me, user))) throw unrecognized('user', String(user))
}

const isVisible = async (reader: Reader, me: number, user: number): Promise<boolean> =>
  allows((await rights(reader, me, 'user', [user])).get(user), 'view')

/** Throws 403 unless the caller is an administrator: members cannot undo a removal. */
function mustAdminister(right: Right | undefined): void {
  if (allows(right, 'admin')) return
  throw notAllowed('This person has left the workspace: ask one of its administrators to bring them back.')
}

/** Invites an address. Unless the caller can see the user, the response has only what the caller sent. */
async function inviteAddress(
  tx: Writer,
  { into, email, by, found }: { into: number; email: string; by: number; found: number | undefined },
): Promise<Answer> {
  const role = { is_guest: await isForeignAddress(tx, into, email) }
  const gid = await inviteUser(tx, { email, workspace: into, role, by, replaces: false })
  if (found !== undefined && (await isVisible(tx, by, found))) return found
  const name = email.split('@')[0]
  const data = { gid: String(gid), resource_type: 'user', name, email, photo: null, workspaces: [] }
  return { gids: [], next: null, extras: { data } }
}

/** Whether the call adds a guest who is not a member yet. */
const invitesGuest: PermissionNeed['applies'] = async ({ reader, actor, path: { workspace_gid: into = 0 }, body }) => {
  const sent = String(body.user)
  const found = await findPerson(reader, actor.gid, 'user', sent)
  if (found === undefined) return isForeignAddress(reader, into, addressKey(sent))
  const membership = (await membershipsIn(reader, into, [found])).get(found)
  // The operation itself refuses the gid of a person whom the caller cannot see.
  if (!membership && !sent.includes('@') && !(await isVisible(reader, actor.gid, found))) return false
  return membership?.is_active !== 1 && isForeign(reader, into, found)
}

export const operations = [
  action('/workspaces/{workspace_gid}/addUser', workspace, {
    id: 'addUserForWorkspace',
    doc: 'Adds a user to a workspace, by gid or e-mail address.',
    permissions: [{ name: 'allowed_guest_invites', applies: invitesGuest }],
    type: 'user',
    body: { user: person({ required: true, doc: 'The user to add: a gid or an e-mail address.' }) },
    execute: addUser,
  }),
]
