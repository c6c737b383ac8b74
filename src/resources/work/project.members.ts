/** Members and followers of a project. Followers are members who receive notifications. */
import { forbidden, malformed, notAllowed } from '../../lib/errors.ts'
import { allows, type Right } from '../../policy/rights.ts'
import { deleteWhere, getForUpdate, update } from '../../store/change.ts'
import { adminsOf, projectMembershipsOf } from '../../store/queries/projects.ts'
import { many } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { project } from './project.ts'
import { lockMembers } from './rules/membership.ts'
import { addProjectMembers, followerLevel, mustManage } from './rules/project_members.ts'

const members = { members: many('user', { need: 'view', required: true, doc: 'The users.' }) }
const followers = { followers: many('user', { need: 'view', required: true, doc: 'The users.' }) }

interface ProjectPath {
  project_gid: number
}

async function addMembers({ path, body, rights, tx }: WriteCall<ProjectPath, { members: number[] }>) {
  const shared = await getForUpdate(tx, 'projects', path.project_gid)
  mustManage(shared, rights.project_gid, 'sharing')
  await lockMembers(tx, shared.workspace, body.members, index => `members: [${index}]`)
  await addProjectMembers(tx, shared, body.members, { access_level: shared.default_access_level, is_follower: 0 })
  return shared.gid
}

async function removeMembers({ path, body, rights, tx, actor }: WriteCall<ProjectPath, { members: number[] }>) {
  const project = await getForUpdate(tx, 'projects', path.project_gid)
  const { gid, owner } = project
  const leaving = [...(await projectMembershipsOf(tx, gid, body.members)).values()]
  // Any member can leave.
  if (body.members.some(user => user !== actor.gid)) mustManage(project, rights.project_gid, 'sharing')
  const admins = leaving.filter(({ access_level }) => access_level === 'admin').map(({ member }) => member)
  if (admins.some(user => user !== actor.gid) && !allows(rights.project_gid, 'admin')) {
    throw notAllowed('Only admins of this project can remove one of them.')
  }
  if (admins.length > 0 && (await adminsOf(tx, gid)).every(admin => admins.includes(admin))) {
    throw malformed('members: A project cannot be left without an admin')
  }
  for (const membership of leaving) await deleteWhere(tx, 'project_memberships', { gid: membership.gid })
  if (leaving.some(({ member }) => member === owner)) await update(tx, 'projects', { gid }, { owner: null })
  return gid
}

async function addFollowers({ path, body, rights, tx, actor }: WriteCall<ProjectPath, { followers: number[] }>) {
  const shared = await getForUpdate(tx, 'projects', path.project_gid)
  const memberships = await projectMembershipsOf(tx, shared.gid, body.followers)
  // Members can follow by themselves. A follower who is not a member becomes one, which needs the right to share.
  if (body.followers.some(user => !memberships.has(user))) mustManage(shared, rights.project_gid, 'sharing')
  else mustEditForOthers(actor.gid, rights.project_gid, body.followers)
  await lockMembers(tx, shared.workspace, body.followers, index => `followers: [${index}]`)
  const access_level = followerLevel(shared.default_access_level)
  await addProjectMembers(tx, shared, body.followers, { access_level, is_follower: 1 })
  return shared.gid
}

async function removeFollowers({ path, body, rights, tx, actor }: WriteCall<ProjectPath, { followers: number[] }>) {
  const gid = path.project_gid
  mustEditForOthers(actor.gid, rights.project_gid, body.followers)
  for (const membership of (await projectMembershipsOf(tx, gid, body.followers)).values()) {
    await update(tx, 'project_memberships', { gid: membership.gid }, { is_follower: 0 })
  }
  return gid
}

function mustEditForOthers(me: number, right: Right | undefined, users: readonly number[]) {
  if (users.some(user => user !== me) && !allows(right, 'edit')) throw forbidden('project')
}

// `view` is enough for the caller's own membership; the functions check more for others.
const needs = { project_gid: 'view' } as const

export const operations = [
  action('/projects/{project_gid}/addMembers', project, {
    id: 'addMembersForProject',
    doc: 'Adds users to the members of a project.',
    needs,
    body: members,
    execute: addMembers,
  }),
  action('/projects/{project_gid}/removeMembers', project, {
    id: 'removeMembersForProject',
    doc: 'Removes users from the members of a project.',
    needs,
    body: members,
    execute: removeMembers,
  }),
  action('/projects/{project_gid}/addFollowers', project, {
    id: 'addFollowersForProject',
    doc: 'Adds users to the followers of a project; those who are not members become members.',
    needs,
    body: followers,
    execute: addFollowers,
  }),
  action('/projects/{project_gid}/removeFollowers', project, {
    id: 'removeFollowersForProject',
    doc: 'Removes users from the followers of a project; they stay members.',
    needs,
    body: followers,
    execute: removeFollowers,
  }),
]
