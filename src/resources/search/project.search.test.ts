/** The search of projects, and the attributes that lead from tasks to other types. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, makeCustomType } from '../../../test/harness/fields.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'

async function found(person: Person, { workspace }: Pick<World, 'workspace'>, query: string, type = 'projects') {
  const answer = await person.get(`/workspaces/${workspace}/${type}/search?${query}`)
  assert.equal(answer.status, 200, String(answer.message))
  return answer.data.map(({ name }: Json) => name) as string[]
}

test('a project is found by its text, its attributes and its dates, by those who see it', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const team = await ann.create('/teams', { name: 'Movers', organization: workspace })
  const add = (name: string, more: Json = {}) =>
    ann.create('/projects', { workspace, name, privacy_setting: 'public_to_workspace', ...more })
  const moving = await add('Moving house', { notes: 'Boxes and vans', team, due_on: '2026-03-01' })
  await add('Moving office', { privacy_setting: 'private' })
  const search = (query: string, who = ann) => found(who, home, query)
  assert.deepEqual((await search('text=moving')).sort(), ['Moving house', 'Moving office'])
  assert.deepEqual(await search('text=moving', ben), ['Moving house'])
  assert.deepEqual(await search('text=boxes'), ['Moving house'])
  assert.deepEqual(await search(`teams.any=${team}`), ['Moving house'])
  assert.deepEqual(await search('teams.any=null'), ['Moving office'])
  assert.equal((await search('owner.any=me')).length, 2)
  assert.equal((await search('members.any=me')).length, 2)
  assert.deepEqual(await search(`members.not=${ann.gid}`), [])
  assert.deepEqual(await search('due_on=2026-03-01'), ['Moving house'])
  assert.deepEqual(await search('due_at.before=2026-03-02T00:00:00Z'), ['Moving house'])
  assert.deepEqual(await search('due_at.before=2026-03-01T00:00:00Z'), [])
  assert.deepEqual(await search('completed=true'), [])
  await ann.put(`/projects/${moving}`, { name: 'Staying' })
  assert.deepEqual(await search('text=moving'), ['Moving office'])
  assert.deepEqual(await search('text=staying'), ['Staying'])
  assert.equal((await ann.get(`/workspaces/${workspace}/projects/search?sort_by=due_date`)).status, 400)
  assert.deepEqual(await search('created_on.after=2020-01-01&sort_by=due_date'), ['Staying', 'Moving office'])
  await ann.delete(`/projects/${moving}`)
  assert.deepEqual(await search('text=staying'), [])
})

test('tasks and projects are found by their portfolio, as far as it is visible', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const open = { workspace, privacy_setting: 'public_to_workspace' }
  const project = await ann.create('/projects', { ...open, name: 'Inside' })
  await ann.create('/projects', { ...open, name: 'Outside' })
  await ann.create('/tasks', { projects: [project], name: 'Task inside' })
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Goals', public: false })
  const added = await ann.post(`/portfolios/${portfolio}/addItem`, { item: project })
  assert.equal(added.status, 200, String(added.message))
  const query = `portfolios.any=${portfolio}`
  assert.deepEqual(await found(ann, home, query), ['Inside'])
  assert.deepEqual(await found(ann, home, query, 'tasks'), ['Task inside'])
  assert.deepEqual(await found(ann, home, 'portfolios.any=null'), ['Outside'])
  for (const type of ['projects', 'tasks'])
    assertBadRequest(await ben.get(`/workspaces/${workspace}/${type}/search?${query}`), /Not a recognized ID/)
  assert.deepEqual((await found(ben, home, 'portfolios.any=null')).sort(), ['Inside', 'Outside'])
})

test('tasks of a custom type are found by their status', async () => {
  const home = await world()
  const { ann, workspace } = home
  const project = await ann.create('/projects', { workspace, name: 'Bugs' })
  const { type, statuses } = await makeCustomType(home, ann, project)
  const [first, second] = statuses
  const add = (name: string, status: string | undefined) =>
    ann.create('/tasks', {
      ...{ projects: [project], name, resource_subtype: 'custom', custom_type: type },
      custom_type_status_option: status,
    })
  await add('One', first)
  await add('Two', second)
  const at = `custom_types.${type}.custom_type_status_option.gid`
  const search = (query: string) => found(ann, home, query, 'tasks')
  assert.deepEqual(await search(`resource_subtype=custom&${at}=${first}`), ['One'])
  assert.equal((await search('resource_subtype=custom')).length, 2)
  const bad = async (query: string, text: RegExp) =>
    assertBadRequest(await ann.get(`/workspaces/${workspace}/tasks/search?${query}`), text, query)
  await bad(`${at}=${first}`, /Needs the resource_subtype custom/)
  await bad(`resource_subtype=custom&${at}=${project}`, /Not a recognized ID/)
  await bad(`resource_subtype=custom&custom_types.${type}.name=x`, /Not an operator/)
  await bad(`resource_subtype=custom&custom_types.1.custom_type_status_option.gid=${first}`, /Not a recognized ID/)
})
