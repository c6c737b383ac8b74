/**
 * The members of portfolios and goals. Invariants: only admins give and take the access level `admin`; an object with
 * admins keeps one.
 */
import { forbidden, malformed, notAllowed } from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import { deleteRows, insertAll, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import {
  type OwnMembership,
  type OwnMembersType,
  ownAdminsOf,
  ownMembershipsOf,
} from '../../../store/queries/sharing/members.ts'

export interface NewMembership extends OwnMembership {
  workspace: number
}

interface OwnMembersTables {
  add(tx: Writer, object: number, rows: readonly NewMembership[]): Promise<void>
  remove(tx: Writer, rows: readonly { gid: number }[]): Promise<void>
  setLevel(tx: Writer, gid: number, access_level: string): Promise<void>
  /** Writes that the object has no owner. */
  disown(tx: Writer, gid: number): Promise<void>
}

export const ownMembers: Record<OwnMembersType, OwnMembersTables> = {
  portfolio: {
    add: (tx, portfolio, rows) =>
      insertAll(
        tx,
        'portfolio_memberships',
        rows.map(({ gid, ...row }) => ({ gid, portfolio, ...row })),
      ),
    remove: (tx, rows) => deleteRows(tx, 'portfolio_memberships', rows),
    setLevel: (tx, gid, access_level) => update(tx, 'portfolio_memberships', { gid }, { access_level }),
    disown: (tx, gid) => update(tx, 'portfolios', { gid }, { owner: null }),
  },
  goal: {
    add: (tx, goal, rows) =>
      insertAll(
        tx,
        'goal_memberships',
        rows.map(({ gid, ...row }) => ({ gid, goal, ...row })),
      ),
    remove: (tx, rows) => deleteRows(tx, 'goal_memberships', rows),
    setLevel: (tx, gid, access_level) => update(tx, 'goal_memberships', { gid }, { access_level }),
    disown: (tx, gid) => update(tx, 'goals', { gid }, { owner: null }),
  },
}

export interface ObjectWithMembers {
  type: OwnMembersType
  gid: number
  workspace: number
}

/** Adds users or teams to the members. Existing members keep their access level. */
export async function addOwnMembers(
  tx: Writer,
  { type, gid: object, workspace }: ObjectWithMembers,
  members: readonly number[],
  access_level: string,
): Promise<void> {
  const there = await ownMembershipsOf(tx, type, object, members)
  const added = [...new Set(members)].filter(member => !there.has(member))
  const rows = added.map(member => ({ gid: tx.gid(), member, workspace, access_level }))
  await ownMembers[type].add(tx, object, rows)
}

/** The access levels from the least. */
const LEVELS = ['viewer', 'commenter', 'editor', 'admin']

/** Gives a user at least this access level, and makes them a member. */
export async function giveOwnMember(
  tx: Writer,
  object: ObjectWithMembers,
  user: number,
  access_level: string,
): Promise<void> {
  const { type, gid } = object
  const known = (await ownMembershipsOf(tx, type, gid, [user])).get(user)
  if (!known) await addOwnMembers(tx, object, [user], access_level)
  else if (LEVELS.indexOf(known.access_level) < LEVELS.indexOf(access_level)) {
    await ownMembers[type].setLevel(tx, known.gid, access_level)
  }
}

interface MembersLeaving extends Pick<ObjectWithMembers, 'type' | 'gid'> {
  owner: number | null
  members: readonly number[]
  /** The field of the request, for error texts. */
  at: string
}

/** Removes users from the members. Any member can leave; for others, the caller needs `edit`. */
export async function removeOwnMembers(
  tx: Writer,
  { me, right }: { me: number; right: Right | undefined },
  { type, gid, owner, members, at }: MembersLeaving,
): Promise<void> {
  const leaving = [...(await ownMembershipsOf(tx, type, gid, members)).values()]
  const others = leaving.filter(({ member }) => member !== me)
  if (members.some(user => user !== me) && !allows(right, 'edit')) throw forbidden(type)
  for (const { access_level } of others) mustAppoint(type, access_level, right)
  const admins = leaving.filter(({ access_level }) => access_level === 'admin').map(({ member }) => member)
  if (admins.length > 0 && (await ownAdminsOf(tx, type, gid)).every(admin => admins.includes(admin))) {
    throw malformed(`${at}: A ${type} cannot be left without an admin`)
  }
  await ownMembers[type].remove(
    tx,
    leaving.map(membership => ({ gid: membership.gid })),
  )
  if (leaving.some(({ member }) => member === owner)) await ownMembers[type].disown(tx, gid)
}

// wire: docs "Portfolio permissions": only admins appoint admins
/** Throws 403 if a caller who is not an admin gives or takes the access level `admin`. */
export function mustAppoint(type: string, access_level: string, right: Right | undefined): void {
  if (access_level !== 'admin' || allows(right, 'admin')) return
  throw notAllowed(`Only admins of this ${type.replaceAll('_', ' ')} can appoint and remove its admins.`)
}
