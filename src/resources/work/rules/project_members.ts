/** Memberships of a project, and the access level that is needed to change parts of it. */
import { forbidden, notAllowed } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { insert, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { findProject, projectMembershipsOf } from '../../../store/queries/projects.ts'

const areas = {
  customization: {
    minimum: 'minimum_access_level_for_customization',
    refusal: 'Only admins of this project can change its sections and its look.',
  },
  sharing: {
    minimum: 'minimum_access_level_for_sharing',
    refusal: 'Only admins of this project can change whom it is shared with.',
  },
} as const

/** Throws 403 unless the caller is an editor of the project, or an admin if only admins can change the area. */
export async function mustManage(reader: Reader, me: number, area: keyof typeof areas, list: number): Promise<void> {
  const project = await findProject(reader, list)
  // My Tasks has no such setting: only its owner can change it.
  if (!project) return
  const held = (await rights(reader, me, 'project', [list])).get(list)
  if (!allows(held, 'edit')) throw forbidden('project')
  const { minimum, refusal } = areas[area]
  if (project[minimum] === 'admin' && !allows(held, 'admin')) throw notAllowed(refusal)
}

export interface SharedProject {
  gid: number
  workspace: number
}

export interface MembershipColumns {
  access_level: string
  is_follower: number
}

/** Adds users to the members. Existing members keep their access level, and become followers if `is_follower` is 1. */
export async function addProjectMembers(
  tx: Writer,
  project: SharedProject,
  users: readonly number[],
  part: MembershipColumns,
): Promise<void> {
  const bonds = await projectMembershipsOf(tx, project.gid, users)
  for (const member of new Set(users)) {
    const bond = bonds.get(member)
    if (!bond) {
      const { gid, workspace } = project
      await insert(tx, 'project_memberships', { gid: tx.gid(), project: gid, member, workspace, ...part })
    } else if (part.is_follower > bond.is_follower) {
      await update(tx, 'project_memberships', { gid: bond.gid }, { is_follower: 1 })
    }
  }
}

/** Makes a user a member with the access level `admin`. */
export async function addProjectAdmin(tx: Writer, project: SharedProject, user: number): Promise<void> {
  const part = { access_level: 'admin', is_follower: 0 }
  await addProjectMembers(tx, project, [user], part)
  await update(tx, 'project_memberships', { project: project.gid, member: user }, { access_level: 'admin' })
}

/** The access level of followers: they can at least comment. */
export const followerLevel = (level: string): string => (level === 'viewer' ? 'commenter' : level)
