/**
 * Membership by provisioning: how an identity provider adds people to an organization, removes and restores them.
 * An account can belong to several organizations. The organization changes an account only when it controls it: for
 * addresses of its own e-mail domains.
 */
import { addressKey, addressOf } from '../lib/address.ts'
import { isForeignAddress } from '../resources/people/rules/foreign.ts'
import { createUser, join } from '../resources/people/rules/join.ts'
import { leave } from '../resources/people/rules/leave.ts'
import { tryInsertAll, findForUpdate, deleteWhere, update } from '../store/change.ts'
import { controlsAccount } from '../store/queries/identity/homes.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { otherAdministrator } from '../store/queries/membership.ts'
import { type WorkspaceMembership, membershipsIn } from '../store/queries/people.ts'
import { accountOf, belongsToOtherWorkspace } from '../store/queries/scim/accounts.ts'
import type { PersonRow } from '../store/queries/scim/people.ts'
import { lockTeamsOf } from '../store/queries/scim/waiting.ts'
import { refusal } from './errors.ts'
import type { WriteRealm } from './realm.ts'

/** Trims a userName. Throws 400 unless it is an e-mail address. */
export function userNameOf({ policy }: WriteRealm, sent: unknown): string {
  const userName = typeof sent === 'string' ? sent.trim() : ''
  if (userName === '') throw refusal('invalidValue', 'userName is required.')
  if (!policy.anyUserName && (addressOf(userName) === undefined || userName.length > 254)) {
    throw refusal('invalidValue', 'userName must be an e-mail address.')
  }
  return userName
}

/** Throws 400 for an address outside the e-mail domains of the organization. */
async function mustBeOurs(realm: WriteRealm, email: string): Promise<void> {
  const { tx, workspace, policy } = realm
  if (policy.foreignDomains || policy.anyUserName || !(await isForeignAddress(tx, workspace, email))) return
  throw refusal('invalidValue', 'userName must be in one of the e-mail domains of the organization.')
}

/**
 * Whether the organization may change the name and the address of an account: it alone has the domain of the address,
 * or the person belongs to no other organization. Otherwise, of two organizations with one domain, each could redirect
 * the e-mails of the other's people to itself.
 */
export async function governs({ tx, workspace, policy }: WriteRealm, user: number, email: string): Promise<boolean> {
  if (!(await isForeignAddress(tx, workspace, email))) return controlsAccount(tx, workspace, user)
  return (policy.foreignDomains || policy.anyUserName) && !(await belongsToOtherWorkspace(tx, user, workspace))
}

interface Newcomer {
  userName: string
  /** The name of a new account. */
  name: string
  active: boolean
}

/**
 * Adds a person to the organization and returns their user gid. The person is one of:
 * - a new account;
 * - an account of another organization;
 * - a guest, or a former member.
 *
 * Throws 409 for a person who is a member already.
 */
export async function enlist(realm: WriteRealm, { userName, name, active }: Newcomer): Promise<number> {
  const { tx, workspace } = realm
  const account = await accountOf(tx, userName)
  if (!account) {
    await mustBeOurs(realm, userName)
    const user = await createUser(tx, { name, email: userName })
    await join(tx, user, workspace)
    return user
  }
  const user = account.gid
  const bond = (await membershipsIn(tx, workspace, [user])).get(user)
  if (await isServiceAccount(tx, user)) throw alreadyThere()
  if (bond) await takeBack(realm, bond, userName, active)
  else {
    await mustBeOurs(realm, userName)
    await join(tx, user, workspace)
  }
  return user
}

const alreadyThere = () => refusal('uniqueness', 'There is a user with this userName already.')

/** Restores a person who has a membership: a guest of an own domain, or one who was deprovisioned or deleted. */
async function takeBack(realm: WriteRealm, bond: WorkspaceMembership, userName: string, active: boolean): Promise<void> {
  const { tx, workspace, policy } = realm
  const { gid, user } = bond
  if (bond.is_guest) {
    if (await isForeignAddress(tx, workspace, userName)) throw alreadyThere()
    await update(tx, 'workspace_memberships', { gid }, { is_guest: 0 })
  } else if (bond.is_active) throw alreadyThere()
  else if (!policy.reactivation) throw refusal('mutability', 'This organization does not reactivate users.')
  if (active) await join(tx, user, workspace, {}, 'restored')
  else await update(tx, 'provisioned_users', { membership: gid }, { deleted_at: null })
}

/** Reactivates a deprovisioned person. Throws 400 where the policy does not allow it. */
export async function reactivate({ tx, workspace, policy }: WriteRealm, { user }: PersonRow): Promise<void> {
  if (!policy.reactivation) throw refusal('mutability', 'This organization does not reactivate users.')
  await join(tx, user, workspace, {}, 'restored')
}

/** Deactivates the membership and records its teams for reactivation. Throws 400 for the last administrator. */
export async function deprovision(realm: WriteRealm, person: PersonRow): Promise<void> {
  const { tx, workspace } = realm
  const { user } = person
  // A transaction that adds the person to a team locks this row first, so the query below finds the team. One that
  // removes the person from a team locks the membership of that team.
  await findForUpdate(tx, 'workspace_memberships', { workspace, user })
  const teams = await lockTeamsOf(tx, user, workspace)
  await end(realm, person)
  await tryInsertAll(
    tx,
    'waiting_members',
    teams.map(team => ({ gid: tx.gid(), team, user, workspace })),
  )
}

/** Removes the person: for the provider the user no longer exists. */
export async function discard(realm: WriteRealm, person: PersonRow): Promise<void> {
  const { tx, workspace } = realm
  const { user } = person
  if (person.is_active) await end(realm, person)
  await deleteWhere(tx, 'waiting_members', { user, workspace })
}

async function end({ tx, workspace }: WriteRealm, { user, is_admin }: PersonRow): Promise<void> {
  const other = await otherAdministrator(tx, workspace, user)
  if (is_admin && other === undefined) {
    throw refusal('mutability', 'The last administrator of the organization cannot be deprovisioned.')
  }
  await leave(tx, user, workspace, other ?? user)
}

/** Changes the address of an account, with which the person signs in. */
export async function readdress(realm: WriteRealm, { user, email }: PersonRow, userName: string): Promise<void> {
  const { tx } = realm
  const address = addressKey(userName)
  if (address === email) return
  if (await accountOf(tx, address)) throw alreadyThere()
  await mustBeOurs(realm, address)
  if (!(await governs(realm, user, email))) {
    throw refusal('mutability', 'The address of this account belongs to another organization.')
  }
  await update(tx, 'users', { gid: user }, { email: address })
  // The operator appointed the person by the former address.
  await deleteWhere(tx, 'administrators', { user })
}
