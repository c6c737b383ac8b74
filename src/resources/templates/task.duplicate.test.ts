import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, makeCustomType, makeField } from '../../../test/harness/fields.ts'
import { attachFile } from '../../../test/harness/files/form.ts'
import { ok } from '../../../test/harness/sample.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const ALL = 'assignee,dates,dependencies,followers,notes,parent,projects,subtasks,tags'

const FIELDS = [
  ...['name', 'notes', 'html_notes', 'assignee', 'due_on', 'start_on', 'followers', 'tags', 'parent', 'projects'],
  ...['memberships.section', 'memberships.project', 'dependencies', 'completed', 'resource_subtype', 'custom_fields'],
  ...['liked', 'created_by'],
].join()

const gidsOf = (objects: Json): string[] => objects.map(({ gid }: Json) => gid)

/** Duplicates a task and runs the job. Returns the copy as one person sees it. */
async function duplicate({ jobs }: World, person: Person, task: string, body: Json = {}) {
  const started = await person.post(`/tasks/${task}/duplicate`, body)
  assert.equal(started.status, 201, String(started.message))
  await jobs.tick()
  const ended = (await ok(person.get(`/jobs/${started.data.gid}`))).data
  const { data } = await ok(person.get(`/tasks/${ended.new_task.gid}?opt_fields=${FIELDS}`))
  return { started, ended, copy: data }
}

/** A project of Ann with a task that has everything which a copy can have. */
async function office() {
  const home = await world()
  const { ann, ben, workspace } = home
  const project = await makeProject(home, { members: [[ann, 'admin']], sections: ['First', 'Second'] })
  const parent = await ann.create('/tasks', { workspace, name: 'Parent', projects: [project.gid] })
  const first = await ann.create('/tasks', { workspace, name: 'Before' })
  const tag = await ann.create('/tags', { workspace, name: 'Red' })
  const task = await ann.create('/tasks', {
    ...{
      parent,
      name: 'Source',
      html_notes: '<body><strong>Bold</strong></body>',
      assignee: ben.gid,
      followers: [ann.gid],
    },
    ...{ start_on: '2026-03-02', due_on: '2026-03-06', tags: [tag], liked: true, resource_subtype: 'default_task' },
  })
  await ok(ann.post(`/tasks/${task}/addProject`, { project: project.gid, section: project.sections[1] }))
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [first] }))
  await ok(ann.put(`/tasks/${task}`, { completed: true }))
  return { ...home, project, parent, first, tag, task }
}

test('a duplicate without include has the name of the task and nothing else', async () => {
  const home = await office()
  const { started, ended, copy } = await duplicate(home, home.ann, home.task)
  assert.equal(started.headers.location, `/api/1.0/jobs/${started.data.gid}`)
  assert.deepEqual(started.data, {
    ...{ gid: started.data.gid, resource_type: 'job', resource_subtype: 'duplicate_task', status: 'not_started' },
    new_task: { gid: copy.gid, resource_type: 'task', resource_subtype: 'default_task', name: 'Source' },
    ...{ new_project: null, new_portfolio: null, new_project_template: null },
    ...{ new_graph_export: null, new_resource_export: null },
  })
  assert.equal(ended.status, 'succeeded')
  const { gid: _, created_by, followers, ...rest } = copy
  assert.deepEqual([created_by.gid, gidsOf(followers)], [home.ann.gid, [home.ann.gid]])
  assert.deepEqual(rest, {
    ...{ name: 'Source', notes: '', html_notes: '<body></body>', assignee: null, due_on: null, start_on: null },
    ...{ tags: [], parent: null, projects: [], memberships: [], dependencies: [], completed: false, liked: false },
    ...{ resource_subtype: 'default_task', custom_fields: [] },
  })
})

test('a duplicate has the parts in include', async () => {
  const home = await office()
  const { ann, ben, task, parent, project, first, tag } = home
  const { copy } = await duplicate(home, ann, task, { name: 'Copy', include: ALL })
  assert.deepEqual([copy.name, copy.completed, copy.liked], ['Copy', false, false])
  assert.deepEqual([copy.notes, copy.html_notes], ['Bold', '<body><strong>Bold</strong></body>'])
  assert.deepEqual([copy.assignee.gid, copy.start_on, copy.due_on], [ben.gid, '2026-03-02', '2026-03-06'])
  assert.deepEqual(gidsOf(copy.followers).sort(), [ann.gid, ben.gid].sort())
  assert.deepEqual([gidsOf(copy.tags), gidsOf(copy.dependencies)], [[tag], [first]])
  assert.deepEqual([copy.parent.gid, gidsOf(copy.projects)], [parent, [project.gid]])
  assert.equal(copy.memberships[0].section.gid, project.sections[1])
  const { data: listed } = await ann.get(`/sections/${project.sections[1]}/tasks`)
  assert.deepEqual(gidsOf(listed), [task, copy.gid])
  const { data: subtasks } = await ann.get(`/tasks/${parent}/subtasks`)
  assert.deepEqual(gidsOf(subtasks), [task, copy.gid])
  const mine = (await ben.get(`/users/me/user_task_list?workspace=${home.workspace}`)).data.gid
  assert.deepEqual(gidsOf((await ben.get(`/user_task_lists/${mine}/tasks`)).data), [copy.gid, task])
})

/** What a copy shows of each part; the same value for every copy without that part. */
const shown: Record<string, (copy: Json) => unknown> = {
  assignee: copy => copy.assignee?.gid,
  dates: copy => copy.due_on,
  dependencies: copy => copy.dependencies.length,
  followers: copy => copy.followers.length,
  notes: copy => copy.notes,
  parent: copy => copy.parent?.gid,
  projects: copy => copy.projects.length,
  tags: copy => copy.tags.length,
}

test('each element of include adds its part alone', async () => {
  const home = await office()
  const { copy: bare } = await duplicate(home, home.ann, home.task)
  for (const [part, of] of Object.entries(shown)) {
    const { copy } = await duplicate(home, home.ann, home.task, { include: [part] })
    for (const [other, value] of Object.entries(shown)) {
      // An assignee follows the task.
      if (part === 'assignee' && other === 'followers') continue
      if (other === part) assert.notDeepEqual(of(copy), of(bare), part)
      else assert.deepEqual(value(copy), value(bare), `${part} adds ${other}`)
    }
  }
})

test('a duplicate has the subtasks of all levels in their order', async () => {
  const home = await office()
  const { ann, task } = home
  const names = ['One', 'Two', 'Three']
  for (const name of names.toReversed()) {
    const gid = await ann.create(`/tasks/${task}/subtasks`, { name, notes: `About ${name}` })
    for (const deeper of ['b', 'a']) await ann.create(`/tasks/${gid}/subtasks`, { name: `${name} ${deeper}` })
  }
  const gone = await ann.create(`/tasks/${task}/subtasks`, { name: 'Gone' })
  await ok(ann.delete(`/tasks/${gone}`))
  const [one, two = ''] = gidsOf((await ann.get(`/tasks/${task}/subtasks`)).data)
  await ok(ann.post(`/tasks/${two}/addDependencies`, { dependencies: [one] }))
  const { copy } = await duplicate(home, ann, task, { include: 'subtasks,notes,dependencies' })
  const { data: copies } = await ann.get(`/tasks/${copy.gid}/subtasks?opt_fields=name,notes,dependencies`)
  assert.deepEqual(
    copies.map(({ name, notes }: Json) => [name, notes]),
    names.map(name => [name, `About ${name}`]),
  )
  assert.deepEqual(gidsOf(copies[1].dependencies), [copies[0].gid])
  for (const { gid, name } of copies as unknown as Json[]) {
    const { data: deeper } = await ann.get(`/tasks/${gid}/subtasks`)
    assert.deepEqual(
      deeper.map((one: Json) => one.name),
      [`${name} a`, `${name} b`],
    )
  }
  const { data: without } = await ann.get(`/tasks/${(await duplicate(home, ann, task)).copy.gid}/subtasks`)
  assert.deepEqual(without, [])
})

test('a duplicate in the projects of the task has the values of their fields', async () => {
  const home = await office()
  const { ann, project, task } = home
  const text = await makeField(home, 'text')
  const choice = await makeField(home, 'multi_enum', { enum_options: [{ name: 'Low' }, { name: 'High' }] })
  for (const field of [text, choice]) await applyField(ann, project.gid, field)
  const options = (await ann.get(`/custom_fields/${choice}`)).data.enum_options
  await ok(ann.put(`/tasks/${task}`, { custom_fields: { [text]: 'Value', [choice]: gidsOf(options) } }))
  const { copy } = await duplicate(home, ann, task, { include: 'projects' })
  assert.deepEqual(
    copy.custom_fields.map((one: Json) => one.display_value),
    ['Value', 'Low, High'],
  )
  assert.deepEqual((await duplicate(home, ann, task)).copy.custom_fields, [])
})

test('the history of a duplicate begins with its source', async () => {
  const home = await office()
  const { copy } = await duplicate(home, home.ann, home.task, { include: 'projects,dates' })
  const { data } = await home.ann.get(`/tasks/${copy.gid}/stories?opt_fields=resource_subtype,duplicated_from,text`)
  assert.deepEqual(
    data.map((one: Json) => one.resource_subtype),
    ['duplicated', 'added_to_project'],
  )
  assert.deepEqual([data[0].duplicated_from.gid, data[0].text], [home.task, 'Ann duplicated this task from "Source"'])
})

test('people who left are neither assignee nor follower of a duplicate', async () => {
  const home = await office()
  const { ann, ben, task, workspace, person } = home
  const cat = await person('Cat')
  await ok(ann.post(`/tasks/${task}/addFollowers`, { followers: [cat.gid] }))
  for (const { gid } of [ben, cat]) await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: gid }))
  const { copy } = await duplicate(home, ann, task, { include: 'assignee,followers' })
  assert.deepEqual([copy.assignee, gidsOf(copy.followers)], [null, [ann.gid]])
})

test('a reader of a task can duplicate it, but not into what they cannot edit', async () => {
  const home = await office()
  const { ann, project, task, person } = home
  const reader = await person('Rea')
  await ok(ann.post(`/projects/${project.gid}/addMembers`, { members: [reader.gid] }))
  await home.store.write(tx =>
    update(tx, 'project_memberships', { member: Number(reader.gid) }, { access_level: 'viewer' }),
  )
  const { copy } = await duplicate(home, reader, task, { include: ALL })
  assert.deepEqual([copy.parent, copy.projects, copy.notes], [null, [], 'Bold'])
  const outsider = await person('Out')
  assert.equal((await outsider.post(`/tasks/${task}/duplicate`, {})).status, 404)
})

test('an unknown element of include is refused', async () => {
  const { ann, task } = await office()
  const { status, message } = await ann.post(`/tasks/${task}/duplicate`, { include: 'notes,likes' })
  assert.deepEqual([status, message], [400, 'include: [1]: Not a recognized value: likes'])
})

test('the duplicate of a completed task of a custom type has the first status of that type', async () => {
  const home = await world()
  const { ann } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  const { type, statuses } = await makeCustomType(home, ann, project)
  const custom = { resource_subtype: 'custom', custom_type: type, completed: true }
  const task = await ann.create('/tasks', { projects: [project], ...custom })
  const plain = await ann.create('/tasks', { projects: [project] })
  const typeOf = async (source: string) => {
    const { copy } = await duplicate(home, ann, source, { include: 'projects' })
    const { data } = await ok(ann.get(`/tasks/${copy.gid}?opt_fields=completed,custom_type,custom_type_status_option`))
    return [data.completed, data.custom_type?.gid, data.custom_type_status_option?.gid]
  }
  assert.deepEqual(await typeOf(task), [false, type, statuses[0]])
  assert.deepEqual(await typeOf(plain), [false, undefined, undefined])
})

test('a duplicate has the attachments of the task, which outlive those, within the quota', async () => {
  const home = await world({ filesQuota: 25 })
  const { ann, workspace } = home
  const task = await ann.create('/tasks', { workspace, name: 'Task' })
  await ok(attachFile(home, ann, task, { content: '0123456789' }))
  const link = { parent: task, resource_subtype: 'external', name: 'Link', url: 'https://example.com/' }
  await ok(ann.post('/attachments', link))
  const { copy } = await duplicate(home, ann, task, { include: 'attachments' })
  const { data } = await ok(ann.get(`/attachments?parent=${copy.gid}&opt_fields=name,size,view_url,download_url`))
  assert.deepEqual(
    data.map(({ name, size }: Json) => [name, size]),
    [
      ['notes.txt', 10],
      ['Link', undefined],
    ],
  )
  assert.equal(data[1].view_url, link.url)
  const refused = await ann.post(`/tasks/${task}/duplicate`, { include: 'attachments' })
  assert.equal(refused.status, 403)
  await ok(ann.delete(`/tasks/${task}`))
  for (let days = 0; days < 40; days += 20) {
    home.clock.now += 20 * 24 * 60 * 60 * 1000
    await home.jobs.tick()
  }
  const { data: left } = await ok(ann.get(`/attachments/${data[0].gid}`))
  const address = new URL(left.download_url)
  const { payload } = await home.app.inject({ method: 'GET', url: `${address.pathname}${address.search}` })
  assert.equal(payload, '0123456789')
})
