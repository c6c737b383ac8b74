/** Goals for tests. */
import { insert } from '../../../src/store/change.ts'
import { ok } from '../sample.ts'
import type { Person, World } from '../world.ts'
import { lastQuarter } from './time_periods.ts'

type GoalLevel = 'admin' | 'editor' | 'commenter' | 'viewer'

/** Gives a person, or a team by its gid, a level on a goal. */
export const shareGoal = (
  { store, workspace: home }: Pick<World, 'store' | 'workspace'>,
  goal: string,
  member: Pick<Person, 'gid'>,
  access_level: GoalLevel,
): Promise<void> =>
  store.write(tx =>
    insert(tx, 'goal_memberships', {
      ...{ gid: tx.gid(), goal: Number(goal), member: Number(member.gid), workspace: Number(home) },
      access_level,
    }),
  )

/** Gives a goal a metric. */
export async function giveMetric(
  { store, workspace }: Pick<World, 'store' | 'workspace'>,
  goal: string,
  author: Pick<Person, 'gid'>,
): Promise<string> {
  const gid = await store.write(async tx => {
    const metric = tx.gid()
    await insert(tx, 'goal_metrics', {
      ...{ gid: metric, goal: Number(goal), workspace: Number(workspace), precision: 0, unit: 'none' },
      ...{ currency_code: null, initial_number_value: '0', target_number_value: '100', current_number_value: '5' },
      ...{ progress_source: 'manual', is_custom_weight: 0, created_by: Number(author.gid) },
    })
    return metric
  })
  return String(gid)
}

interface SampleGoalPlace {
  workspace: string
  team: string
  project: string
}

/** A goal of the team with a value in every field, which the project supports, shared with a friend. */
export async function makeGoal(
  made: World,
  ann: Person,
  friend: Person,
  { workspace, team, project }: SampleGoalPlace,
) {
  const goal = await ann.create('/goals', {
    ...{ workspace, team, name: 'Goal', notes: 'Why', liked: true, followers: [friend.gid] },
    ...{ start_on: '2026-01-06', due_on: '2026-01-07', time_period: await lastQuarter(ann, workspace) },
  })
  const goal_metric = await giveMetric(made, goal, ann)
  await ann.create('/status_updates', { parent: goal, status_type: 'on_track', text: 'Going well' })
  const body = { supporting_resource: project }
  const { gid: goal_relationship } = (await ok(ann.post(`/goals/${goal}/addSupportingRelationship`, body))).data
  return { goal, goal_metric, goal_relationship: goal_relationship as string }
}
