/** Followers of a goal: they are its members. */
import { forbidden } from '../../lib/errors.ts'
import { allows, type Right } from '../../policy/rights.ts'
import { getForUpdate } from '../../store/change.ts'
import { many } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { addOwnMembers, mustAppoint, removeOwnMembers } from '../sharing/rules/own_members.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { followerLevel } from '../work/rules/project_members.ts'
import { goal } from './goal.ts'
import { mustHaveGoals } from './rules/goals_feature.ts'

type FollowersCall = WriteCall<{ goal_gid: number }, { followers: number[] }>

async function addFollowers({ path, body, rights, tx, actor }: FollowersCall): Promise<number> {
  await mustHaveGoals(tx, path.goal_gid)
  const { gid, workspace, default_access_level } = await getForUpdate(tx, 'goals', path.goal_gid)
  const right = rights.goal_gid
  if (body.followers.some(user => user !== actor.gid) && !allows(right, 'edit')) throw forbidden('goal')
  const level = joiningLevel(right, default_access_level)
  mustAppoint('goal', level, right)
  await lockMembers(tx, workspace, body.followers, index => `followers: [${index}]`)
  await addOwnMembers(tx, { type: 'goal', gid, workspace }, body.followers, level)
  return gid
}

/** The level that a caller gives: editors the one of the goal, the others the one that they have. */
function joiningLevel(right: Right | undefined, level: string): string {
  if (allows(right, 'edit')) return followerLevel(level)
  return allows(right, 'comment') ? 'commenter' : 'viewer'
}

async function removeFollowers({ path, body, rights, tx, actor }: FollowersCall): Promise<number> {
  await mustHaveGoals(tx, path.goal_gid)
  const { gid, owner } = await getForUpdate(tx, 'goals', path.goal_gid)
  const by = { me: actor.gid, right: rights.goal_gid }
  await removeOwnMembers(tx, by, { type: 'goal', gid, owner, members: body.followers, at: 'followers' })
  return gid
}

const followers = { followers: many('user', { need: 'view', required: true, doc: 'The users.' }) }

// `view` is enough for the caller's own membership; the functions check more for others.
const needs = { goal_gid: 'view' } as const

export const operations = [
  action('/goals/{goal_gid}/addFollowers', goal, {
    id: 'addFollowers',
    doc: 'Adds users to the members of a goal. Users can add themselves.',
    needs,
    body: followers,
    execute: addFollowers,
  }),
  action('/goals/{goal_gid}/removeFollowers', goal, {
    id: 'removeFollowers',
    doc: 'Removes users from the members of a goal. Members can leave by themselves.',
    needs,
    body: followers,
    execute: removeFollowers,
  }),
]
