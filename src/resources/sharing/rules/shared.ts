/**
 * The types of objects that have members: who can share them, with which access levels, and where their memberships are
 * stored. A type is one entry of `sharings`.
 */
import { forbidden, malformed } from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import { deleteWhere, getForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { adminsOf } from '../../../store/queries/projects.ts'
import { type OwnMembersType, ownAdminsOf } from '../../../store/queries/sharing/members.ts'
import type { SharedType } from '../../../store/queries/sharing/memberships.ts'
import { goalLevels } from '../../goals/rules/goal_levels.ts'
import { portfolioLevels } from '../../plan/rules/portfolio_members.ts'
import { mustManage } from '../../work/rules/project_members.ts'
import { type NewMembership, ownMembers } from './own_members.ts'

/** An object with members, locked. */
export interface SharedObject {
  gid: number
  workspace: number
  deleted_at: number | null
  default_access_level: string
  /** Throws 403 unless this right allows sharing. */
  mustShare(right: Right | undefined): void
  /** Throws 400 if a member who is an admin must stay one. */
  mustStayAdmin(member: number): Promise<void> | void
  /** What else is written when a member leaves. */
  leave?(member: number): Promise<void>
}

/** A row of an object with an owner. */
type OwnedRow = Pick<SharedObject, 'gid' | 'workspace' | 'deleted_at' | 'default_access_level'> & {
  owner: number | null
}

export interface SharingRules {
  /** The access levels of its members, the highest first. */
  levels: readonly string[]
  lock(tx: Writer, gid: number): Promise<SharedObject>
  add(tx: Writer, parent: number, row: NewMembership): Promise<void>
  setLevel(tx: Writer, gid: number, access_level: string): Promise<void>
  remove(tx: Writer, gid: number): Promise<void>
}

const project: SharingRules = {
  levels: ['admin', 'editor', 'commenter', 'viewer'],
  async lock(tx, gid) {
    const row = await getForUpdate(tx, 'projects', gid)
    return {
      ...row,
      mustShare: right => mustManage(row, right, 'sharing'),
      async mustStayAdmin(member) {
        if ((await adminsOf(tx, gid)).every(admin => admin === member))
          throw malformed('A project cannot be left without an admin')
      },
      async leave(member) {
        if (row.owner === member) await update(tx, 'projects', { gid }, { owner: null })
      },
    }
  },
  add: (tx, parent, row) => insert(tx, 'project_memberships', { ...row, project: parent, is_follower: 0 }),
  setLevel: (tx, gid, access_level) => update(tx, 'project_memberships', { gid }, { access_level }),
  remove: (tx, gid) => deleteWhere(tx, 'project_memberships', { gid }),
}

/** An object of a type whose memberships have an access level and nothing else. */
const withOwnMembers = (
  type: OwnMembersType,
  levels: readonly string[],
  lockRow: (tx: Writer, gid: number) => Promise<OwnedRow>,
): SharingRules => ({
  levels,
  async lock(tx, gid) {
    const row = await lockRow(tx, gid)
    return {
      ...row,
      mustShare(right) {
        if (!allows(right, 'edit')) throw forbidden(type)
      },
      async mustStayAdmin(member) {
        if ((await ownAdminsOf(tx, type, gid)).every(admin => admin === member))
          throw malformed(`A ${type} cannot be left without an admin`)
      },
      async leave(member) {
        if (row.owner === member) await ownMembers[type].disown(tx, gid)
      },
    }
  },
  add: (tx, parent, row) => ownMembers[type].add(tx, parent, [row]),
  setLevel: (tx, gid, access_level) => ownMembers[type].setLevel(tx, gid, access_level),
  remove: (tx, gid) => ownMembers[type].remove(tx, [{ gid }]),
})

const portfolio = withOwnMembers('portfolio', portfolioLevels, (tx, gid) => getForUpdate(tx, 'portfolios', gid))

const goal = withOwnMembers('goal', goalLevels, (tx, gid) => getForUpdate(tx, 'goals', gid))

const custom_field: SharingRules = {
  levels: ['admin', 'editor', 'user'],
  async lock(tx, gid) {
    const row = await getForUpdate(tx, 'custom_fields', gid)
    return {
      ...row,
      // wire: docs: only the admins of a field change who has access
      mustShare(right) {
        if (!allows(right, 'admin')) throw forbidden('custom_field')
      },
      mustStayAdmin(member) {
        if (member === row.created_by) throw malformed('The creator of a custom field stays its admin')
      },
    }
  },
  add: (tx, parent, row) => insert(tx, 'custom_field_memberships', { ...row, custom_field: parent }),
  setLevel: (tx, gid, access_level) => update(tx, 'custom_field_memberships', { gid }, { access_level }),
  remove: (tx, gid) => deleteWhere(tx, 'custom_field_memberships', { gid }),
}

/** A custom type is also shared with the members of its project, with their levels there. */
const custom_type: SharingRules = {
  levels: ['admin', 'editor', 'user', 'viewer'],
  async lock(tx, gid) {
    return {
      ...(await getForUpdate(tx, 'custom_types', gid)),
      default_access_level: 'user',
      mustShare(right) {
        if (!allows(right, 'admin')) throw forbidden('custom_type')
      },
      // The admins of the project stay.
      mustStayAdmin: () => undefined,
    }
  },
  add: (tx, parent, row) => insert(tx, 'custom_type_memberships', { ...row, custom_type: parent }),
  setLevel: (tx, gid, access_level) => update(tx, 'custom_type_memberships', { gid }, { access_level }),
  remove: (tx, gid) => deleteWhere(tx, 'custom_type_memberships', { gid }),
}

export const sharings: Record<SharedType, SharingRules> = { project, portfolio, goal, custom_field, custom_type }

/** The access levels of members of any type. */
export const accessLevels = ['admin', 'editor', 'commenter', 'viewer', 'user'] as const
