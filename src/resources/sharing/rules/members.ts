/**
 * Sharing an object with a user or a team, changing the access level of a member, and ending a membership. The object is
 * locked before its memberships are read, so concurrent requests cannot leave it without an admin.
 */
import { invalid, invalidReference, unknownObject, unrecognized } from '../../../lib/errors.ts'
import type { Right } from '../../../policy/rights.ts'
import type { Writer } from '../../../store/db.ts'
import {
  membershipByGid,
  membershipOf,
  type SharedType,
  sharedTypeOf,
  teamOfMember,
} from '../../../store/queries/sharing/memberships.ts'
import { lockMembers, mustBeOf } from '../../work/rules/membership.ts'
import { mustAppoint } from './own_members.ts'
import { type SharedObject, type SharingRules, sharings } from './shared.ts'

/** The caller, and their right on the object. */
interface Sharer {
  me: number
  right: Right | undefined
}

interface NewMember {
  parent: number
  member: number
  /** By default that of the object. */
  level?: string | undefined
  /** The names of the fields, for error texts. */
  at: { parent: string; member: string; level: string }
}

/** Makes a user or a team a member; an existing member gets the access level. Returns the gid of the membership. */
export async function share(tx: Writer, by: Sharer, { parent, member, level, at }: NewMember): Promise<number> {
  const type = await sharedTypeOf(tx, parent)
  if (type === undefined) throw unrecognized(at.parent, String(parent))
  const sharing = sharings[type]
  const object = await sharing.lock(tx, parent)
  // Another transaction may have deleted it after the rights were checked.
  if (object.deleted_at !== null) throw invalidReference(at.parent, parent)
  object.mustShare(by.right)
  if (level !== undefined) mustBeLevel(sharing, level, at.level)
  const known = await membershipOf(tx, parent, member)
  if (known) {
    if (level !== undefined) await setLevel(tx, by, { type, sharing, object, membership: known }, level)
    return known.gid
  }
  await mustBelong(tx, object.workspace, member, at.member)
  const access_level = level ?? object.default_access_level
  mustAppoint(type, access_level, by.right)
  const gid = tx.gid()
  await sharing.add(tx, parent, { gid, member, workspace: object.workspace, access_level })
  return gid
}

/** Throws 403 unless the caller can share an object. */
export async function mustShare(tx: Writer, { right }: Sharer, type: SharedType, gid: number): Promise<void> {
  const object = await sharings[type].lock(tx, gid)
  object.mustShare(right)
}

/** Changes the access level of a member. Members can lower their own. */
export async function changeLevel(tx: Writer, by: Sharer, gid: number, level: string): Promise<void> {
  const locked = await lockMembership(tx, gid)
  mustBeLevel(locked.sharing, level, 'access_level')
  if (!lowersOwn(by, locked, level)) locked.object.mustShare(by.right)
  await setLevel(tx, by, locked, level)
}

/** Ends a membership. Members can leave by themselves. */
export async function unshare(tx: Writer, by: Sharer, gid: number): Promise<void> {
  const { type, sharing, object, membership } = await lockMembership(tx, gid)
  const { member, access_level } = membership
  if (member !== by.me) {
    object.mustShare(by.right)
    mustAppoint(type, access_level, by.right)
  }
  if (access_level === 'admin') await object.mustStayAdmin(member)
  await sharing.remove(tx, gid)
  await object.leave?.(member)
}

interface LockedMembership {
  type: SharedType
  sharing: SharingRules
  object: SharedObject
  membership: { gid: number; member: number; access_level: string }
}

async function lockMembership(tx: Writer, gid: number): Promise<LockedMembership> {
  const found = await membershipByGid(tx, gid)
  if (!found) throw unknownObject('membership', gid)
  const type = found.resource_subtype.replace(/_membership$/, '') as SharedType
  const sharing = sharings[type]
  const object = await sharing.lock(tx, found.parent)
  // The level may have changed before the object was locked.
  const membership = await membershipByGid(tx, gid)
  if (!membership) throw unknownObject('membership', gid)
  return { type, sharing, object, membership }
}

const lowersOwn = ({ me }: Sharer, { sharing: { levels }, membership }: LockedMembership, level: string): boolean =>
  membership.member === me && levels.indexOf(level) > levels.indexOf(membership.access_level)

async function setLevel(tx: Writer, by: Sharer, locked: LockedMembership, level: string): Promise<void> {
  const { type, sharing, object, membership } = locked
  const { gid, member, access_level: before } = membership
  if (level === before) return
  if (!lowersOwn(by, locked, level)) for (const one of [before, level]) mustAppoint(type, one, by.right)
  if (before === 'admin') await object.mustStayAdmin(member)
  await sharing.setLevel(tx, gid, level)
}

function mustBeLevel({ levels }: SharingRules, level: string, at: string): void {
  if (!levels.includes(level)) throw invalid(at, `Not a recognized value: ${level.slice(0, 100)}`)
}

/** Throws 400 unless the member is a team or an active member of the workspace. */
async function mustBelong(tx: Writer, workspace: number, member: number, at: string): Promise<void> {
  const team = await teamOfMember(tx, member)
  if (!team) return lockMembers(tx, workspace, [member], () => at)
  mustBeOf(workspace, team.deleted_at === null ? team.organization : undefined, at, member)
}
