/** Goals for tests, and the portfolio that samples have next to them. */
import type { Name } from '../../../src/names.ts'
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
      ...{ progress_source: 'external', is_custom_weight: 0, created_by: Number(author.gid) },
    })
    return metric
  })
  return String(gid)
}

/** A portfolio with the project, shared with a friend. */
async function makePortfolio(ann: Person, friend: Person, workspace: string, project: string) {
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Portfolio' })
  await ok(ann.post(`/portfolios/${portfolio}/addMembers`, { members: [friend.gid] }))
  await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: project }))
  const [portfolio_membership, project_portfolio_setting] = await Promise.all(
    ['portfolio_memberships', 'project_portfolio_settings'].map(
      async list => (await ok(ann.get(`/portfolios/${portfolio}/${list}`))).data[0].gid as string,
    ),
  )
  return { portfolio, portfolio_membership, project_portfolio_setting }
}

interface SamplePlace {
  workspace: string
  team: string
  project: string
}

/** A goal of the team with a value in every field, which the project supports, shared with a friend. */
async function makeGoal(made: World, ann: Person, friend: Person, { workspace, team, project }: SamplePlace) {
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

/** A portfolio and a goal of the project, both shared with a friend. */
export const makePlans = async (made: World, ann: Person, friend: Person, place: SamplePlace) => ({
  ...(await makePortfolio(ann, friend, place.workspace, place.project)),
  ...(await makeGoal(made, ann, friend, place)),
})

type NamedObjects = [type: Name, gid: string][]

/** Creates goals by privacy and by level, shared with a team, and what depends on them. */
export async function addGoals(
  { ann, workspace, store }: World,
  team: string,
  add: (title: string, type: Name, gid: string, names?: NamedObjects) => unknown,
): Promise<void> {
  for (const [privacy_setting, level] of [
    ['members_only', 'editor'],
    ['public_to_workspace', 'commenter'],
  ] as const) {
    const gid = await ann.create('/goals', { workspace, name: 'Goal', privacy_setting })
    await shareGoal({ store, workspace }, gid, { gid: team }, level)
    const names: NamedObjects = [['goal', gid]]
    add(`goal, ${privacy_setting}`, 'goal', gid)
    add(`story of it, ${privacy_setting}`, 'story', await ann.create(`/goals/${gid}/stories`, { text: 'Hm' }), names)
    const project = await ann.create('/projects', { workspace, name: 'Supporting', privacy_setting: 'private' })
    for (const [what, supporting_resource] of [
      ['a private project', project],
      ['a goal', await ann.create('/goals', { workspace, name: 'Part' })],
    ] as const) {
      const body = { supporting_resource }
      const { data } = await ok(ann.post(`/goals/${gid}/addSupportingRelationship`, body))
      add(`support by ${what}, ${privacy_setting}`, 'goal_relationship', data.gid, names)
    }
  }
}
