/** Memberships of a project, and the access level that is needed to change parts of it. */
import { forbidden, notAllowed } from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import { insert, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { findProject, type ProjectRow, projectMembershipsOf } from '../../../store/queries/projects.ts'

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

type Area = keyof typeof areas

/** Whether this right is `edit`, or `admin` if the project reserves the area for its admins. */
export const canManage = (project: ProjectRow, right: Right | undefined, area: Area): boolean =>
  allows(right, project[areas[area].minimum] === 'admin' ? 'admin' : 'edit')

/** Throws 403 unless this right is `edit`, or `admin` if the project reserves the area for its admins. */
export function mustManage(project: ProjectRow, right: Right | undefined, area: Area): void {
  if (!allows(right, 'edit')) throw forbidden('project')
  if (!canManage(project, right, area)) throw notAllowed(areas[area].refusal)
}

/** The same for the sections and fields of a list. My Tasks has no such setting: only its owner can change it. */
export async function mustCustomize(reader: Reader, list: number, right: Right | undefined): Promise<void> {
  const project = await findProject(reader, list)
  if (project) mustManage(project, right, 'customization')
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
  columns: MembershipColumns,
): Promise<void> {
  const memberships = await projectMembershipsOf(tx, project.gid, users)
  for (const member of new Set(users)) {
    const membership = memberships.get(member)
    if (!membership) {
      const { gid, workspace } = project
      await insert(tx, 'project_memberships', { gid: tx.gid(), project: gid, member, workspace, ...columns })
    } else if (columns.is_follower > membership.is_follower) {
      await update(tx, 'project_memberships', { gid: membership.gid }, { is_follower: 1 })
    }
  }
}

/** Makes a user a member with the access level `admin`. */
export async function addProjectAdmin(tx: Writer, project: SharedProject, user: number): Promise<void> {
  await addProjectMembers(tx, project, [user], { access_level: 'admin', is_follower: 0 })
  await update(tx, 'project_memberships', { project: project.gid, member: user }, { access_level: 'admin' })
}

/** The access level of followers: they can at least comment. */
export const followerLevel = (level: string): string => (level === 'viewer' ? 'commenter' : level)
