/** Creates a goal of a workspace or a team. */
import { insert } from '../../store/change.ts'
import type { Values } from '../../vocabulary/field.ts'
import { create, type WriteCall } from '../../vocabulary/operation.ts'
import type { creatable } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { addOwnMembers } from '../sharing/rules/own_members.ts'
import { findWorkspace } from '../templates/rules/new_project.ts'
import { lockNewMembers } from '../work/rules/membership.ts'
import { followerLevel } from '../work/rules/project_members.ts'
import { mustSeeImages, noText, parseTexts } from '../work/rules/rich_text.ts'
import { goal } from './goal.ts'
import { opensGoal } from './rules/goal_openness.ts'
import { mustHaveMetric, newGoal, settleGoal } from './rules/goal_state.ts'
import { mustFitTimePeriod } from './rules/goal_time_period.ts'

type CreateGoalCall = WriteCall<unknown, Values<ReturnType<typeof creatable<(typeof goal)['fields']>>>>

async function createGoal(call: CreateGoalCall): Promise<number> {
  const { body, tx, actor } = call
  const workspace = await findWorkspace(call)
  await mustHaveFeature(tx, workspace, 'goals')
  // A service account sees every goal and is a member of none.
  const creator = actor.kind === 'service' ? null : actor.gid
  const state = settleGoal(newGoal(creator, body.team ?? null), body)
  mustHaveMetric(false, state.status)
  await mustFitTimePeriod(tx, workspace, state.time_period)
  const { followers = [] } = body
  const admins = [creator, state.owner].flatMap(user => user ?? [])
  await lockNewMembers(tx, workspace, { creator, followers, owner: state.owner })
  const notes = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, notes, noText)
  const gid = tx.gid()
  await insert(tx, 'goals', {
    ...{ gid, workspace, ...state, notes: notes?.plain ?? '', html_notes: notes?.rich ?? null },
    ...{ current_status_update: null, created_by: actor.gid, created_at: tx.now },
    ...{ deleted_at: null, deleted_by: null },
  })
  const shared = { type: 'goal', gid, workspace } as const
  await addOwnMembers(tx, shared, admins, 'admin')
  await addOwnMembers(tx, shared, followers, followerLevel(state.default_access_level))
  if (body.liked) await insert(tx, 'goal_likes', { gid: tx.gid(), goal: gid, user: actor.gid })
  return gid
}

// `view` is enough to name the workspace or the team; `findWorkspace` requires `edit` on one of the two.
export const operations = [
  create('/goals', goal, {
    id: 'createGoal',
    doc: 'Creates a goal of a workspace or of a team; the caller becomes an admin of it.',
    permissions: [{ name: 'create_goal' }, { name: 'share_goal_with_domain', applies: opensGoal }],
    execute: createGoal,
  }),
]
