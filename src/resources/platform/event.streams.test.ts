/** Events in streams: the actions of each type, the streams of each event, and hidden objects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Follower, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

async function home() {
  const w = await world()
  const project = await makeProject(w, { sections: ['One', 'Two'], members: [[w.ann, 'admin']] })
  const task = await w.ann.create('/tasks', { name: 'A', projects: [project.gid] })
  return { ...w, project, task, streamOf: (gid: string, person: Person = w.ann) => followObject(person, gid) }
}

/** Checks that the event is in the stream, without others except system stories. */
async function assertEvents({ newChanges }: Follower, expected: string[]) {
  assert.deepEqual(
    (await newChanges()).filter(word => word !== 'added story < task'),
    expected,
  )
}

test('the stream of a project has its own events and those of its sections and members', async () => {
  const { ann, ben, project, store, streamOf } = await home()
  const { gid } = project
  const stream = await streamOf(gid)
  await ok(ann.put(`/projects/${gid}`, { name: 'Q', archived: true }))
  await assertEvents(stream, ['changed project name', 'changed project archived'])
  await ok(ann.post(`/projects/${gid}/addMembers`, { members: [ben.gid] }))
  await assertEvents(stream, ['added project_membership < project'])
  await ok(ann.post(`/projects/${gid}/removeMembers`, { members: [ben.gid] }))
  await assertEvents(stream, ['removed project_membership < project'])
  const section = await ann.create(`/projects/${gid}/sections`, { name: 'S' })
  await ok(ann.put(`/sections/${section}`, { name: 'T' }))
  await ok(ann.delete(`/sections/${section}`))
  await assertEvents(stream, ['added section < project', 'changed section name', 'deleted section'])
  await ok(ann.delete(`/projects/${gid}`))
  assert.equal((await ann.get(`/events?resource=${gid}&sync=${stream.sync}`)).status, 400)
  await store.write(tx => update(tx, 'projects', { gid: Number(gid) }, { deleted_at: null }))
  await assertEvents(stream, ['deleted task', 'deleted project', 'undeleted project'])
})

test('the stream of a task has changes of fields and lists, its deletion and its restore', async () => {
  const { ann, ben, workspace, project, task, store, streamOf } = await home()
  const stream = await streamOf(project.gid)
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  const other = await ann.create('/tasks', { name: 'O', workspace })
  const writes: [string, Json, string[]][] = [
    ['', { name: 'B', completed: true }, ['changed task name', 'changed task completed', 'changed task completed_at']],
    ['', { due_on: '2026-02-03', notes: 'N' }, ['changed task due_on', 'changed task notes']],
    ['', { liked: true }, ['changed task likes added']],
    ['/addTag', { tag }, ['changed task tags added', 'added task < tag']],
    ['/removeTag', { tag }, ['changed task tags removed', 'removed task < tag']],
    ['/addFollowers', { followers: [ben.gid] }, ['changed task followers added']],
    ['/addDependencies', { dependencies: [other] }, ['changed task dependencies added']],
  ]
  for (const [verb, given, expected] of writes) {
    await ok(verb ? ann.post(`/tasks/${task}${verb}`, given) : ann.put(`/tasks/${task}`, given))
    await assertEvents(stream, expected)
  }
  await ok(ann.post(`/sections/${project.sections[1]}/addTask`, { task }))
  await assertEvents(stream, ['removed task < section', 'added task < section'])
  await ok(ann.delete(`/tasks/${task}`))
  await assertEvents(stream, ['deleted task'])
  await store.write(tx => update(tx, 'tasks', { gid: Number(task) }, { deleted_at: null }))
  await assertEvents(stream, ['undeleted task'])
})

test('the events of a comment are also in the streams of all ancestor tasks', async () => {
  const { ann, project, task, streamOf } = await home()
  const sub = await ann.create(`/tasks/${task}/subtasks`, { name: 'S' })
  const deep = await ann.create(`/tasks/${sub}/subtasks`, { name: 'D' })
  const streams = [await streamOf(deep), await streamOf(sub), await streamOf(task), await streamOf(project.gid)]
  const story = await ann.create(`/tasks/${deep}/stories`, { text: 'Hi' })
  for (const stream of streams) assert.deepEqual(await stream.newChanges(), ['added story < task'])
  await ok(ann.put(`/stories/${story}`, { text: 'Ho' }))
  await ok(ann.delete(`/stories/${story}`))
  for (const { newChanges } of streams)
    assert.deepEqual(await newChanges(), ['changed story text', 'removed story < task'])
})

test('the streams of a tag and a section have added and removed tasks', async () => {
  const { ann, workspace, project, task, streamOf } = await home()
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  const [tagged, section] = [await streamOf(tag), await streamOf(project.sections[1] ?? '')]
  await ok(ann.put(`/tags/${tag}`, { name: 'U' }))
  await ok(ann.post(`/tasks/${task}/addTag`, { tag }))
  await ok(ann.post(`/sections/${project.sections[1]}/addTask`, { task }))
  await assertEvents(tagged, ['changed tag name', 'added task < tag'])
  await assertEvents(section, ['added task < section'])
})

test('only the owner can read the stream of My Tasks', async () => {
  const { ann, ben, workspace, service, task, streamOf } = await home()
  const { gid } = (await ben.get(`/users/me/user_task_list?workspace=${workspace}`)).data
  const stream = await streamOf(gid, ben)
  await ok(ann.put(`/tasks/${task}`, { assignee: ben.gid }))
  await ann.create(`/tasks/${task}/stories`, { text: 'For you' })
  const changes = await stream.newChanges()
  assert.ok(changes.includes('added task < user_task_list') && changes.includes('added story < task'))
  for (const path of [`/events?resource=${gid}`, `/projects/${gid}/events`]) {
    const { status, message } = await ann.get(path)
    assert.deepEqual([status, message], [403, 'You do not have access to this user_task_list.'])
    assert.equal((await (await service('Bot')).get(path)).status, 412)
    assert.equal((await ben.get(path)).status, 412)
  }
})

test('the events of a task are in the streams of its projects; a former project only has its removal', async () => {
  const w = await home()
  const { ann, project, task, streamOf } = w
  const second = await makeProject(w, { name: 'Second', members: [[ann, 'admin']] })
  await ok(ann.post(`/tasks/${task}/addProject`, { project: second.gid }))
  const [first, other] = [await streamOf(project.gid), await streamOf(second.gid)]
  await ok(ann.put(`/tasks/${task}`, { name: 'B' }))
  for (const stream of [first, other]) await assertEvents(stream, ['changed task name'])
  await ok(ann.post(`/tasks/${task}/removeProject`, { project: project.gid }))
  await ok(ann.put(`/tasks/${task}`, { name: 'C' }))
  await assertEvents(first, ['removed task < project', 'removed task < section'])
  await assertEvents(other, ['removed task < project', 'removed task < section', 'changed task name'])
})

test('a caller without access to an object cannot read its stream', async () => {
  const { ben, project, task, person } = await home()
  const guest = await person('Gil', { is_guest: true })
  const stranger = await person('Sam', null)
  for (const who of [ben, guest, stranger]) {
    for (const gid of [project.gid, task, project.sections[0]]) {
      const { status, message } = await who.get(`/events?resource=${gid}`)
      assert.deepEqual([status, message], [400, `resource: Not a recognized ID: ${gid}`])
    }
    assert.equal((await who.get(`/projects/${project.gid}/events`)).status, 404)
    assert.equal((await who.get(`/tasks/${task}/events`)).status, 404)
  }
})

test('a guest can read the stream of a shared object only while it is shared', async () => {
  const { ann, project, task, person, streamOf } = await home()
  const guest = await person('Gil', { is_guest: true })
  await ok(ann.post(`/projects/${project.gid}/addMembers`, { members: [guest.gid] }))
  const stream = await streamOf(project.gid, guest)
  await ok(ann.put(`/tasks/${task}`, { name: 'B' }))
  await assertEvents(stream, ['changed task name'])
  await ok(ann.post(`/projects/${project.gid}/removeMembers`, { members: [guest.gid] }))
  assert.equal((await guest.get(`/events?resource=${project.gid}&sync=${stream.sync}`)).status, 400)
})

test('an object in an event that is deleted or invisible has only a gid and a type', async () => {
  const w = await home()
  const { ann, ben, workspace, project, task, streamOf } = w
  await ok(ann.post(`/projects/${project.gid}/addMembers`, { members: [ben.gid] }))
  const secret = await makeProject(w, { name: 'Secret', sections: ['Hidden'], members: [[ann, 'admin']] })
  const private_ = await ann.create('/tasks', { name: 'Private', workspace })
  const stream = await streamOf(project.gid, ben)
  await ok(ann.post(`/tasks/${task}/addProject`, { project: secret.gid }))
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [private_] }))
  const deleted = await ann.create('/tasks', { name: 'Gone', projects: [project.gid], resource_subtype: 'milestone' })
  await ok(ann.delete(`/tasks/${deleted}`))
  const events = await stream.poll()
  const text = JSON.stringify(events)
  for (const name of ['Secret', 'Hidden', 'Private', 'Gone']) assert.ok(!text.includes(name), name)
  const parents = events.map(({ parent }) => parent).filter(Boolean)
  assert.deepEqual(parents[0], { gid: secret.gid, resource_type: 'project' })
  assert.deepEqual(parents[1], { gid: secret.sections[0], resource_type: 'section' })
  const [waits] = events.filter(({ change }) => change?.field === 'dependencies')
  assert.deepEqual(waits?.change.added_value, { gid: private_, resource_type: 'task' })
  const ended = events.find(({ action }) => action === 'deleted')
  assert.deepEqual(ended?.resource, { gid: deleted, resource_type: 'task', resource_subtype: 'milestone' })
  const named = await ben.get(`/events?resource=${project.gid}&sync=${stream.sync}&opt_fields=resource.name`)
  assert.equal(named.status, 200)
})

test('a deleted object in an event has only the selected members that are left', async () => {
  const { ann, project, task, streamOf } = await home()
  const { poll } = await streamOf(project.gid)
  await ok(ann.delete(`/tasks/${task}`))
  const [event] = await poll('resource.name,resource.resource_type,resource.assignee.name')
  assert.deepEqual(event, { resource: { gid: task, resource_type: 'task' } })
})

test('an event has the changed object in the member of its action', async () => {
  const { ann, ben, workspace, project, task, streamOf } = await home()
  const { poll } = await streamOf(project.gid)
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  await ok(ann.put(`/tasks/${task}`, { assignee: ben.gid }))
  await ok(ann.put(`/tasks/${task}`, { assignee: null }))
  await ok(ann.post(`/tasks/${task}/addTag`, { tag }))
  await ok(ann.post(`/tasks/${task}/removeTag`, { tag }))
  const changes = (await poll('change')).map(({ change }) => change)
  const of = (field: string) => changes.filter(change => change?.field === field)
  const person = { gid: ben.gid, resource_type: 'user', name: 'Ben' }
  const named = { gid: tag, resource_type: 'tag', name: 'T' }
  assert.deepEqual(of('assignee'), [
    { field: 'assignee', action: 'changed', new_value: person },
    { field: 'assignee', action: 'changed' },
  ])
  assert.deepEqual(of('tags'), [
    { field: 'tags', action: 'added', added_value: named },
    { field: 'tags', action: 'removed', removed_value: named },
  ])
})

test('an event has the value of a custom field only for readers of the field', async () => {
  const { ann, ben, workspace, project, task, streamOf } = await home()
  await ok(ann.post(`/projects/${project.gid}/addMembers`, { members: [ben.gid] }))
  const make = async (name: string, more: Json) => {
    const gid = await ann.create('/custom_fields', { workspace, name, ...more })
    await ok(ann.post(`/projects/${project.gid}/addCustomFieldSetting`, { custom_field: gid }))
    return gid
  }
  const options = { resource_subtype: 'enum', enum_options: [{ name: 'Red' }] }
  const color = await make('Color', options)
  const hidden = await make('Hidden', { resource_subtype: 'text', privacy_setting: 'private' })
  const fields: [string, unknown, Json][] = [
    [await make('Words', { resource_subtype: 'text' }), 'W', { text_value: 'W' }],
    [await make('Count', { resource_subtype: 'number', precision: 1 }), 2.5, { number_value: 2.5 }],
    [
      await make('Day', { resource_subtype: 'date' }),
      { date: '2026-02-03' },
      { date_value: { date: '2026-02-03', date_time: null } },
    ],
    [
      await make('Who', { resource_subtype: 'people' }),
      [ben.gid],
      { people_value: [{ gid: ben.gid, resource_type: 'user', name: 'Ben' }] },
    ],
  ]
  const [option] = (await ann.get(`/custom_fields/${color}`)).data.enum_options
  const red = { gid: option.gid, resource_type: 'enum_option', name: 'Red' }
  fields.push([color, option.gid, { enum_value: red }], [color, null, { enum_value: null }])
  const [own, other] = [await streamOf(project.gid), await streamOf(project.gid, ben)]
  for (const [field, value, shown] of fields) {
    await ok(ann.put(`/tasks/${task}`, { custom_fields: { [field]: value } }))
    for (const { poll } of [own, other]) {
      const [event] = await poll()
      const { name, resource_subtype, ...rest } = event?.change.new_value ?? {}
      assert.equal(event?.change.field, 'custom_fields')
      assert.ok(name && resource_subtype)
      assert.deepEqual(rest, { gid: field, resource_type: 'custom_field', ...shown })
    }
  }
  await ok(ann.put(`/tasks/${task}`, { custom_fields: { [hidden]: 'secret' } }))
  assert.equal((await own.poll())[0]?.change.new_value.text_value, 'secret')
  const [event] = await other.poll()
  assert.deepEqual(event?.change.new_value, { gid: hidden, resource_type: 'custom_field' })
})
