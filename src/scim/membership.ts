/**
 * Membership by provisioning: how an identity provider adds people to an organization, removes and restores them.
 * An account can belong to several organizations. The organization changes an account only when it controls it: for
 * addresses of its own e-mail domains.
 */
import { addressKey, addressOf } from '../lib/address.ts'
import { isForeignAddress } from '../resources/people/rules/foreign.ts'
import { createUser, join } from '../resources/people/rules/join.ts'
import { leave } from '../resources/people/rules/leave.ts'
import { deleteWhere, findForUpdate, tryInsertAll, update } from '../store/change.ts'
import { controlsAccount } from '../store/queries/identity/domains.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { otherAdministrator } from '../store/queries/membership.ts'
import { membershipsIn, type WorkspaceMembership } from '../store/queries/people.ts'
import { accountOf, belongsToOtherWorkspace } from '../store/queries/scim/accounts.ts'
import type { PersonRow } from '../store/queries/scim/people.ts'
import { lockTeamsOf } from '../store/queries/scim/waiting.ts'
import { scimError } from './errors.ts'
import type { TenantWriteContext } from './tenant.ts'

/** Trims a userName. Throws 400 unless it is an e-mail address. */
export function userNameOf({ policy }: TenantWriteContext, sent: unknown): string {
  const userName = typeof sent === 'string' ? sent.trim() : ''
  if (userName === '') throw scimError('invalidValue', 'userName is required.')
  if (!policy.anyUserName && (addressOf(userName) === undefined || userName.length > 254)) {
    throw scimError('invalidValue', 'userName must be an e-mail address.')
  }
  return userName
}

/** Throws 400 for an address outside the e-mail domains of the organization. */
async function mustBeOwnDomain(tenant: TenantWriteContext, email: string): Promise<void> {
  const { tx, workspace, policy } = tenant
  if (policy.foreignDomains || policy.anyUserName || !(await isForeignAddress(tx, workspace, email))) return
  throw scimError('invalidValue', 'userName must be in one of the e-mail domains of the organization.')
}

/**
 * Whether the organization may change the name and the address of an account: it alone has the domain of the address,
 * or the person belongs to no other organization. Otherwise, of two organizations with one domain, each could redirect
 * the e-mails of the other's people to itself.
 */
export async function mayChangeAccount(
  { tx, workspace, policy }: TenantWriteContext,
  user: number,
  email: string,
): Promise<boolean> {
  if (!(await isForeignAddress(tx, workspace, email))) return controlsAccount(tx, workspace, user)
  return (policy.foreignDomains || policy.anyUserName) && !(await belongsToOtherWorkspace(tx, user, workspace))
}

interface NewPerson {
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
export async function addPerson(tenant: TenantWriteContext, { userName, name, active }: NewPerson): Promise<number> {
  const { tx, workspace } = tenant
  const account = await accountOf(tx, userName)
  if (!account) {
    await mustBeOwnDomain(tenant, userName)
    const user = await createUser(tx, { name, email: userName })
    await join(tx, user, workspace)
    return user
  }
  const user = account.gid
  const membership = (await membershipsIn(tx, workspace, [user])).get(user)
  if (await isServiceAccount(tx, user)) throw userNameTaken()
  if (membership) await restorePerson(tenant, membership, userName, active)
  else {
    await mustBeOwnDomain(tenant, userName)
    await join(tx, user, workspace)
  }
  return user
}

const userNameTaken = () => scimError('uniqueness', 'There is a user with this userName already.')

/** Restores a person who has a membership: a guest of an own domain, or one who was deprovisioned or deleted. */
async function restorePerson(
  tenant: TenantWriteContext,
  membership: WorkspaceMembership,
  userName: string,
  active: boolean,
): Promise<void> {
  const { tx, workspace, policy } = tenant
  const { gid, user } = membership
  if (membership.is_guest) {
    if (await isForeignAddress(tx, workspace, userName)) throw userNameTaken()
    await update(tx, 'workspace_memberships', { gid }, { is_guest: 0, role: null, hides: 0 })
  } else if (membership.is_active) throw userNameTaken()
  else if (!policy.reactivation) throw scimError('mutability', 'This organization does not reactivate users.')
  if (active) await join(tx, user, workspace, {}, 'restored')
  else await update(tx, 'provisioned_users', { membership: gid }, { deleted_at: null })
}

/** Reactivates a deprovisioned person. Throws 400 where the policy does not allow it. */
export async function reactivate({ tx, workspace, policy }: TenantWriteContext, { user }: PersonRow): Promise<void> {
  if (!policy.reactivation) throw scimError('mutability', 'This organization does not reactivate users.')
  await join(tx, user, workspace, {}, 'restored')
}

/** Deactivates the membership and records its teams for reactivation. Throws 400 for the last administrator. */
export async function deprovision(tenant: TenantWriteContext, person: PersonRow): Promise<void> {
  const { tx, workspace } = tenant
  const { user } = person
  // A transaction that adds the person to a team locks this row first, so the query below finds the team. One that
  // removes the person from a team locks the membership of that team.
  await findForUpdate(tx, 'workspace_memberships', { workspace, user })
  const teams = await lockTeamsOf(tx, user, workspace)
  await endMembership(tenant, person)
  await tryInsertAll(
    tx,
    'waiting_members',
    teams.map(team => ({ gid: tx.gid(), team, user, workspace })),
  )
}

/** Removes the person: for the provider the user no longer exists. */
export async function removePerson(tenant: TenantWriteContext, person: PersonRow): Promise<void> {
  const { tx, workspace } = tenant
  const { user } = person
  if (person.is_active) await endMembership(tenant, person)
  await deleteWhere(tx, 'waiting_members', { user, workspace })
}

async function endMembership({ tx, workspace }: TenantWriteContext, { user, is_admin }: PersonRow): Promise<void> {
  const other = await otherAdministrator(tx, workspace, user)
  if (is_admin && other === undefined) {
    throw scimError('mutability', 'The last administrator of the organization cannot be deprovisioned.')
  }
  await leave(tx, user, workspace, other ?? user)
}

/** Changes the address of an account, with which the person signs in. */
export async function changeAddress(
  tenant: TenantWriteContext,
  { user, email }: PersonRow,
  userName: string,
): Promise<void> {
  const { tx } = tenant
  const address = addressKey(userName)
  if (address === email) return
  if (await accountOf(tx, address)) throw userNameTaken()
  await mustBeOwnDomain(tenant, address)
  if (!(await mayChangeAccount(tenant, user, email))) {
    throw scimError('mutability', 'The address of this account belongs to another organization.')
  }
  await update(tx, 'users', { gid: user }, { email: address })
  // The operator appointed the person by the former address.
  await deleteWhere(tx, 'administrators', { user })
}
