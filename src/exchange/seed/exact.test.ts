/** Objects of a seed are those that the API creates from the same input, member by member. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordAt } from '../../../test/harness/emulator/records.ts'
import { seeded } from '../../../test/harness/emulator/seeded.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import type { Name } from '../../names.ts'

test('each object of a seed equals one that the API created from the same input', async () => {
  const at = await world()
  const { ann, ben, workspace } = at
  const loaded = await seeded(
    at,
    `
seed: 1
workspace: { key: example, name: Example, domains: [example.org] }
people:
  ann: { name: Ann, email: ann@example.org, admin: true, token: ann-token }
  ben: { name: Ben, email: ben@example.org, token: ben-token }
teams: { crew: { name: Crew, description: Builds, members: [ann] } }
tags: { hot: { name: Hot, color: dark-red, notes: Soon } }
custom_fields:
  size: { name: Size, type: enum, options: [Small, { name: Large, color: red }] }
  points: { name: Points, type: number, precision: 1 }
  day: { name: Day, type: date }
  who: { name: Who, type: people }
projects:
  launch:
    name: Launch
    team: crew
    notes: For all
    due_on: 2026-02-01
    start_on: 2026-01-10
    custom_fields: [size, points, day, who]
    tasks:
      brief:
        name: Brief
        html_notes: <body><strong>Now</strong></body>
        assignee: ben
        due_at: 2026-01-20T10:00:00.000Z
        tags: [hot]
        followers: [ben]
        custom_fields: { size: Large, points: 2.5, day: 2026-01-09, who: [ann, ben] }
        subtasks: { part: { name: Part } }
        comments: [{ text: Done? , by: ann }]
    status_updates: [{ status_type: at_risk, title: Late, text: We are late }]
    brief: { title: Why, text: Because }
portfolios: { all: { name: All, color: light-blue, items: [launch] } }
goals:
  grow:
    name: Grow
    due_on: 2026-06-01
    metric: { unit: none, precision: 0, initial_number_value: 0, target_number_value: 10 }
    supported_by: [launch]
`,
  )
  const same = async (type: Name, key: string, path: string, made: string) =>
    assert.deepEqual(
      await recordAt(loaded.as('ann'), type, `${path}/${loaded.gid(key)}`),
      await recordAt(ann, type, `${path}/${made}`),
      key,
    )
  const crew = await ann.create('/teams', { organization: workspace, name: 'Crew', description: 'Builds' })
  await same('team', 'crew', '/teams', crew)
  await same('user', 'ben', '/users', ben.gid)
  const tag = await ann.create('/tags', { workspace, name: 'Hot', color: 'dark-red', notes: 'Soon' })
  await same('tag', 'hot', '/tags', tag)
  const field = (given: Json) => ann.create('/custom_fields', { workspace, ...given })
  const enum_options = [{ name: 'Small' }, { name: 'Large', color: 'red' }]
  const size = await field({ name: 'Size', resource_subtype: 'enum', enum_options })
  const points = await field({ name: 'Points', resource_subtype: 'number', precision: 1 })
  const day = await field({ name: 'Day', resource_subtype: 'date' })
  const who = await field({ name: 'Who', resource_subtype: 'people' })
  await same('custom_field', 'size', '/custom_fields', size)
  await same('custom_field', 'points', '/custom_fields', points)
  const dates = { start_on: '2026-01-10', due_on: '2026-02-01' }
  const project = await ann.create('/projects', { team: crew, name: 'Launch', notes: 'For all', ...dates })
  for (const custom_field of [size, points, day, who])
    await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field })
  const large = (await ann.get(`/custom_fields/${size}`)).data.enum_options[1].gid
  const brief = await ann.create('/tasks', {
    ...{ projects: [project], name: 'Brief', html_notes: '<body><strong>Now</strong></body>', assignee: ben.gid },
    ...{ due_at: '2026-01-20T10:00:00.000Z', tags: [tag], followers: [ben.gid] },
    custom_fields: { [size]: large, [points]: 2.5, [day]: { date: '2026-01-09' }, [who]: [ann.gid, ben.gid] },
  })
  const part = await ann.create(`/tasks/${brief}/subtasks`, { name: 'Part' })
  const comment = await ann.create(`/tasks/${brief}/stories`, { text: 'Done?' })
  const status = await ann.create('/status_updates', {
    ...{ parent: project, status_type: 'at_risk', title: 'Late', text: 'We are late' },
  })
  await ann.create(`/projects/${project}/project_briefs`, { title: 'Why', text: 'Because' })
  const portfolio = await ann.create('/portfolios', { workspace, name: 'All', color: 'light-blue' })
  await ann.post(`/portfolios/${portfolio}/addItem`, { item: project })
  const goal = await ann.create('/goals', { workspace, name: 'Grow', due_on: '2026-06-01' })
  const numbers = { initial_number_value: 0, target_number_value: 10 }
  await ann.post(`/goals/${goal}/setMetric`, { unit: 'none', precision: 0, ...numbers })
  await ann.post(`/goals/${goal}/addSupportingRelationship`, { supporting_resource: project })
  const fields = (record: Json) => ({
    ...record,
    // They are in the order of their gids, which those of keys do not follow.
    custom_fields: record.custom_fields.toSorted((a: Json, b: Json) => (a.name < b.name ? -1 : 1)),
  })
  const task = async (person: Person, gid: string) => fields(await recordAt(person, 'task', `/tasks/${gid}`))
  assert.deepEqual(await task(loaded.as('ann'), loaded.gid('launch/brief')), await task(ann, brief))
  assert.deepEqual(await task(loaded.as('ann'), loaded.gid('launch/brief/part')), await task(ann, part))
  await same('project', 'launch', '/projects', project)
  await same('portfolio', 'all', '/portfolios', portfolio)
  await same('goal', 'grow', '/goals', goal)
  const firstOf = async (person: Person, type: Name, list: string) =>
    ((await recordAt(person, type, list)) as unknown as Json[]).at(-1)
  for (const [type, list] of [['story', (of: string) => `/tasks/${of}/stories`]] as const)
    assert.deepEqual(
      await firstOf(loaded.as('ann'), type, list(loaded.gid('launch/brief'))),
      await firstOf(ann, type, list(brief)),
    )
  const [theirs, ours] = [`parent=${loaded.gid('launch')}`, `parent=${project}`]
  assert.deepEqual(
    await firstOf(loaded.as('ann'), 'status_update', `/status_updates?${theirs}`),
    await firstOf(ann, 'status_update', `/status_updates?${ours}`),
  )
  assert.ok(comment && status)
})
