/** The JSON cache: every change that alters the JSON of a task invalidates it, for each reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchStatements } from '../../test/harness/statements.ts'
import { makeProject } from '../../test/harness/work.ts'
import { type Json, type Person, world } from '../../test/harness/world.ts'
import { gids } from '../lib/gid.ts'
import { RecentObjects } from './json_cache.ts'

const watch = watchStatements()

/** A task with everything that its JSON depends on, which Ben has requested often enough for the JSON to be cached. */
async function start(verifiesCache = true) {
  const all = await world({ verifiesCache })
  const { ann, ben, workspace } = all
  const project = await makeProject(all, {
    name: 'Plan',
    sections: ['Now', 'Later'],
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const options = [{ name: 'Low' }, { name: 'High' }]
  const input = { workspace, name: 'Priority', resource_subtype: 'enum', enum_options: options }
  const { data: field } = await ann.post('/custom_fields', input)
  await ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field: field.gid })
  const values = { [field.gid]: field.enum_options[0].gid }
  const task = await ann.create('/tasks', {
    ...{ name: 'A', projects: [project.gid], tags: [tag], assignee: ann.gid, followers: [ann.gid] },
    custom_fields: values,
  })
  const show = async (reader: Person = ben) => {
    let shown: Json = {}
    for (let time = 0; time < 3; time++) shown = (await reader.get(`/tasks/${task}`)).body
    return shown
  }
  await show()
  return { ...all, project, tag, field, task, show }
}

type Start = Awaited<ReturnType<typeof start>>

/** A change, and what Ben reads after it. */
const changes: Record<
  string,
  [change: (it: Start) => Promise<unknown>, read: (shown: Json) => unknown, expected: unknown]
> = {
  'the project is renamed': [
    it => it.ann.put(`/projects/${it.project.gid}`, { name: 'New' }),
    ({ data }) => [data.projects[0].name, data.memberships[0].project.name],
    ['New', 'New'],
  ],
  'the section is renamed': [
    it => it.ann.put(`/sections/${it.project.sections[0]}`, { name: 'New' }),
    ({ data }) => data.memberships[0].section.name,
    'New',
  ],
  'the tag is deleted': [it => it.ann.delete(`/tags/${it.tag}`), ({ data }) => data.tags, []],
  'the assignee is renamed': [
    it => it.ann.put('/users/me', { name: 'Anna' }),
    ({ data }) => [data.assignee.name, data.followers[0].name, data.custom_fields[0].created_by.name],
    ['Anna', 'Anna', 'Anna'],
  ],
  'an option is renamed': [
    it => it.ann.put(`/enum_options/${it.field.enum_options[0].gid}`, { name: 'Least' }),
    ({ data: { custom_fields: fields } }) => [fields[0].display_value, fields[0].enum_options[0].name],
    ['Least', 'Least'],
  ],
  'the field is renamed': [
    it => it.ann.put(`/custom_fields/${it.field.gid}`, { name: 'New' }),
    ({ data }) => data.custom_fields[0].name,
    'New',
  ],
  'the field is hidden from the reader': [
    it => it.ann.put(`/custom_fields/${it.field.gid}`, { privacy_setting: 'private' }),
    ({ data }) => data.custom_fields,
    [],
  ],
  'the field is removed from the project': [
    it => it.ann.post(`/projects/${it.project.gid}/removeCustomFieldSetting`, { custom_field: it.field.gid }),
    ({ data }) => data.custom_fields[0].enabled,
    false,
  ],
  'a value is set': [
    it => it.ann.put(`/tasks/${it.task}`, { custom_fields: { [it.field.gid]: it.field.enum_options[1].gid } }),
    ({ data }) => data.custom_fields[0].enum_value.name,
    'High',
  ],
  'a follower is added': [
    it => it.ann.post(`/tasks/${it.task}/addFollowers`, { followers: [it.ben.gid] }),
    ({ data }) => data.followers.length,
    2,
  ],
  'a person likes the task': [it => it.ann.put(`/tasks/${it.task}`, { liked: true }), ({ data }) => data.num_likes, 1],
  'the task is added to another project that the reader sees': [
    async it => {
      const other = await makeProject(it, {
        name: 'Other',
        members: [
          [it.ann, 'admin'],
          [it.ben, 'editor'],
        ],
      })
      await it.ann.post(`/tasks/${it.task}/addProject`, { project: other.gid })
    },
    ({ data }) => data.projects.length,
    2,
  ],
  'the project is deleted': [it => it.ann.delete(`/projects/${it.project.gid}`), ({ errors }) => !errors, false],
  'the reader is removed from the project': [
    it => it.ann.post(`/projects/${it.project.gid}/removeMembers`, { members: [it.ben.gid] }),
    ({ errors }) => !errors,
    false,
  ],
  'the reader leaves the organization': [
    it => it.ann.post(`/workspaces/${it.workspace}/removeUser`, { user: it.ben.gid }),
    ({ errors }) => !errors,
    false,
  ],
  'the task is deleted': [it => it.ann.delete(`/tasks/${it.task}`), ({ errors }) => !errors, false],
}

for (const [name, [change, read, expected]] of Object.entries(changes)) {
  test(`cached JSON is invalidated when ${name}`, async () => {
    const it = await start()
    const before = await it.show()
    assert.notDeepEqual(read(before), expected, 'it was different before')
    await change(it)
    assert.deepEqual(read((await it.ben.get(`/tasks/${it.task}`)).body), expected)
  })
}

test('cached JSON is shown without a query', async () => {
  const it = await start(false)
  await it.show()
  watch.take()
  await it.ben.get(`/tasks/${it.task}`)
  assert.deepEqual(watch.take(), [])
})

test('a task outside lists is visible to its assignee and its followers', async () => {
  const it = await start()
  const { ann, ben, workspace } = it
  const task = await ann.create('/tasks', { workspace, name: 'Alone' })
  const status = async () => (await ben.get(`/tasks/${task}`)).status
  assert.equal(await status(), 404)
  await ann.put(`/tasks/${task}`, { assignee: ben.gid })
  assert.equal(await status(), 200)
  await ann.post(`/tasks/${task}/removeFollowers`, { followers: [ben.gid] })
  await ann.put(`/tasks/${task}`, { assignee: null })
  assert.equal(await status(), 404)
  await ann.post(`/tasks/${task}/addFollowers`, { followers: [ben.gid] })
  assert.equal(await status(), 200)
  assert.equal(await status(), 200)
  await ann.post(`/tasks/${task}/removeFollowers`, { followers: [ben.gid] })
  assert.equal(await status(), 404)
})

test('a reader sees the parent of a task as soon as they have access', async () => {
  const it = await start()
  const parent = await it.ann.create('/tasks', { workspace: it.workspace, name: 'Above' })
  await it.ann.post(`/tasks/${it.task}/setParent`, { parent })
  assert.equal((await it.show()).data.parent, null)
  await it.ann.post(`/tasks/${parent}/addFollowers`, { followers: [it.ben.gid] })
  assert.equal((await it.ben.get(`/tasks/${it.task}`)).data.parent.name, 'Above')
})

test('a reader sees a project as soon as it is shared with them', async () => {
  const it = await start()
  const other = await makeProject(it, { name: 'Closed', members: [[it.ann, 'admin']] })
  await it.ann.post(`/tasks/${it.task}/addProject`, { project: other.gid })
  assert.equal((await it.show()).data.projects.length, 1)
  await it.ann.post(`/projects/${other.gid}/addMembers`, { members: [it.ben.gid] })
  assert.equal((await it.ben.get(`/tasks/${it.task}`)).data.projects.length, 2)
})

test('cached JSON of one reader is not shown to another', async () => {
  const it = await start()
  const carla = await it.person('Carla')
  await it.show()
  assert.equal((await carla.get(`/tasks/${it.task}`)).status, 404)
  await it.ann.post(`/tasks/${it.task}/addFollowers`, { followers: [carla.gid] })
  const { data } = await carla.get(`/tasks/${it.task}`)
  assert.deepEqual([data.projects, data.memberships], [[], []])
})

test('the response of a write contains its own changes', async () => {
  const it = await start()
  assert.equal((await it.ben.put(`/tasks/${it.task}`, { name: 'B' })).data.name, 'B')
  assert.equal((await it.ben.get(`/tasks/${it.task}`)).data.name, 'B')
  assert.equal((await it.ann.put(`/projects/${it.project.gid}`, { name: 'New' })).data.name, 'New')
})

test('a guest sees who created a field only as long as they work together', async () => {
  const it = await start()
  const { ann, ben, workspace, project } = it
  const gus = await it.person('Gus', { is_guest: true })
  const field = await ben.create('/custom_fields', { workspace, name: 'Stage', resource_subtype: 'text' })
  await ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field: field })
  await ann.post(`/projects/${project.gid}/removeMembers`, { members: [ben.gid] })
  const task = await ann.create('/tasks', { name: 'Shared', projects: [project.gid], followers: [ben.gid, gus.gid] })
  const creator = async () => {
    const { data } = await gus.get(`/tasks/${task}?opt_fields=custom_fields.name,custom_fields.created_by.name`)
    return data.custom_fields.find(({ name }: Json) => name === 'Stage').created_by?.name
  }
  for (let time = 0; time < 3; time++) assert.equal(await creator(), 'Ben')
  await ann.post(`/tasks/${task}/removeFollowers`, { followers: [ben.gid] })
  assert.equal(await creator(), undefined)
})

test('all objects of a store that was filled at one moment are recorded next to each other', () => {
  const recent = new RecentObjects()
  const gid = gids(() => Date.UTC(2026, 0, 1))
  const tasks = Array.from({ length: 1000 }, () => Array.from({ length: 20 }, gid)[0] as number)
  for (const task of tasks) recent.record(task)
  assert.deepEqual(
    tasks.filter(task => !recent.record(task)),
    [],
  )
})
