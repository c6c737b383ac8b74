/**
 * How people come into an organization through its identity provider, go, and come back. The account of a person is
 * above organizations: this one changes it only where it speaks for the person, which is for the addresses of its own
 * e-mail domains.
 */
import { addressKey, addressOf } from '../lib/address.ts'
import { isForeignAddress } from '../resources/people/rules/foreign.ts'
import { createUser, join } from '../resources/people/rules/join.ts'
import { leave } from '../resources/people/rules/leave.ts'
import { linkAll, lock, unlink, update } from '../store/change.ts'
import { speaksFor } from '../store/queries/identity/homes.ts'
import { isServiceAccount } from '../store/queries/identity/service_accounts.ts'
import { otherAdministrator } from '../store/queries/membership.ts'
import { type Belonging, belongingsTo } from '../store/queries/people.ts'
import { accountOf, belongsElsewhere } from '../store/queries/scim/accounts.ts'
import type { PersonRow } from '../store/queries/scim/people.ts'
import { heldTeamsOf } from '../store/queries/scim/waiting.ts'
import { refusal } from './errors.ts'
import type { WriteRealm } from './realm.ts'

/** A userName without the blanks around it. Throws 400 unless it is an address. */
export function userNameOf({ policy }: WriteRealm, sent: unknown): string {
  const userName = typeof sent === 'string' ? sent.trim() : ''
  if (userName === '') throw refusal('invalidValue', 'userName is required.')
  if (!policy.anyUserName && (addressOf(userName) === undefined || userName.length > 254)) {
    throw refusal('invalidValue', 'userName must be an e-mail address.')
  }
  return userName
}

/** Throws 400 for an address that is not one of the organization's own. */
async function mustBeOurs(realm: WriteRealm, email: string): Promise<void> {
  const { tx, workspace, policy } = realm
  if (policy.foreignDomains || policy.anyUserName || !(await isForeignAddress(tx, workspace, email))) return
  throw refusal('invalidValue', 'userName must be in one of the e-mail domains of the organization.')
}

/**
 * Whether the organization may rename an account: its address is ours alone, or nobody else knows the person. Of two
 * organizations with one domain, either could otherwise send the letters of the other's people to itself.
 */
export async function governs({ tx, workspace, policy }: WriteRealm, user: number, email: string): Promise<boolean> {
  if (!(await isForeignAddress(tx, workspace, email))) return speaksFor(tx, workspace, user)
  return (policy.foreignDomains || policy.anyUserName) && !(await belongsElsewhere(tx, user, workspace))
}

interface Newcomer {
  userName: string
  /** The name of a new account. */
  name: string
  active: boolean
}

/**
 * Makes somebody a person of the organization: a new account, an account from elsewhere, a guest, or somebody who had
 * left. Returns the user. Throws 409 for who is there already.
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
  const bond = (await belongingsTo(tx, workspace, [user])).get(user)
  if (await isServiceAccount(tx, user)) throw alreadyThere()
  if (bond) await takeBack(realm, bond, userName, active)
  else {
    await mustBeOurs(realm, userName)
    await join(tx, user, workspace)
  }
  return user
}

const alreadyThere = () => refusal('uniqueness', 'There is a user with this userName already.')

/** For somebody with a membership: a guest who belongs here, or who was deprovisioned or deleted. */
async function takeBack(realm: WriteRealm, bond: Belonging, userName: string, active: boolean): Promise<void> {
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

/** Brings who was deprovisioned back. Throws 400 where that is switched off. */
export async function reactivate({ tx, workspace, policy }: WriteRealm, { user }: PersonRow): Promise<void> {
  if (!policy.reactivation) throw refusal('mutability', 'This organization does not reactivate users.')
  await join(tx, user, workspace, {}, 'restored')
}

/** Ends the membership; the teams of the person wait. Throws 400 for the last administrator. */
export async function deprovision(realm: WriteRealm, person: PersonRow): Promise<void> {
  const { tx, workspace } = realm
  const { user } = person
  // Who is putting the person into a team has locked this row, and then the team is found; who takes the person out of
  // one has locked that.
  await lock(tx, 'workspace_memberships', { workspace, user })
  const teams = await heldTeamsOf(tx, user, workspace)
  await end(realm, person)
  await linkAll(
    tx,
    'waiting_members',
    teams.map(team => ({ gid: tx.gid(), team, user, workspace })),
  )
}

/** Ends the membership for good, as far as the provider can see. */
export async function discard(realm: WriteRealm, person: PersonRow): Promise<void> {
  const { tx, workspace } = realm
  const { user } = person
  if (person.is_active) await end(realm, person)
  await unlink(tx, 'waiting_members', { user, workspace })
}

async function end({ tx, workspace }: WriteRealm, { user, is_admin }: PersonRow): Promise<void> {
  const other = await otherAdministrator(tx, workspace, user)
  if (is_admin && other === undefined) {
    throw refusal('mutability', 'The last administrator of the organization cannot be deprovisioned.')
  }
  await leave(tx, user, workspace, other ?? user)
}

/** Gives the account another address, which people sign in with. */
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
  // The operator has named the person who had the former address.
  await unlink(tx, 'administrators', { user })
}
