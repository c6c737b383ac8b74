import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeProject } from '../../test/harness/work.ts'
import { type Json, type Person, world } from '../../test/harness/world.ts'

/** A world with a task in a project, with a parent, a tag and two followers. */
async function start() {
  const all = await world()
  const { ann, ben, workspace } = all
  const project = await makeProject(all, { name: 'Plan', sections: ['Now'], members: [[ann, 'editor']] })
  const tag = await ann.create('/tags', { workspace, name: 'urgent', color: 'dark-red' })
  const parent = await ann.create('/tasks', { workspace, name: 'Parent', assignee: ben.gid })
  const input = { name: 'A', projects: [project.gid], tags: [tag], assignee: 'me', followers: [ben.gid] }
  const task = await ann.create('/tasks', { ...input, external: { gid: 'k', data: 'd' } })
  await ann.post(`/tasks/${task}/setParent`, { parent })
  const select = async (fields: string, person: Person = ann) =>
    (await person.get(`/tasks/${task}?opt_fields=${encodeURIComponent(fields)}`)).data
  return { ...all, project, tag, parent, task, select }
}

test('a response has exactly the named fields and the gid', async () => {
  const { task, select } = await start()
  assert.deepEqual(await select('name'), { gid: task, name: 'A' })
  assert.deepEqual(await select('resource_type'), { gid: task, resource_type: 'task' })
  assert.deepEqual(await select(' name , completed,,'), { gid: task, name: 'A', completed: false })
  assert.deepEqual(await select('this.name'), { gid: task, name: 'A' })
})

test('unknown names and paths through plain values are left out', async () => {
  const { task, select } = await start()
  assert.deepEqual(await select('offset,uri,nmae,assignee.none,name.first'), {
    gid: task,
    assignee: { gid: (await select('assignee')).assignee.gid },
  })
  for (const odd of ['__proto__', 'constructor.name', 'toString', '(', ')', '(|)x', '"', "';--", 'na\0me', '💥']) {
    assert.deepEqual(await select(odd), { gid: task }, odd)
  }
})

test('an edge named alone shows gid and type; with names below it, only these', async () => {
  const { ann, ben, task, parent, project, select } = await start()
  const user = (gid: string) => ({ gid, resource_type: 'user' })
  assert.deepEqual(await select('assignee,followers,projects,parent'), {
    gid: task,
    assignee: user(ann.gid),
    followers: [user(ann.gid), user(ben.gid)],
    projects: [{ gid: project.gid, resource_type: 'project' }],
    parent: { gid: parent, resource_type: 'task' },
  })
  assert.deepEqual(await select('assignee.name,parent.assignee.(name|email)'), {
    gid: task,
    assignee: { gid: ann.gid, name: 'Ann' },
    parent: { gid: parent, assignee: { gid: ben.gid, name: 'Ben', email: 'ben@example.com' } },
  })
  assert.deepEqual(await select('this.(followers|assignee).email'), {
    gid: task,
    assignee: { gid: ann.gid, email: ann.email },
    followers: [
      { gid: ann.gid, email: ann.email },
      { gid: ben.gid, email: ben.email },
    ],
  })
})

test('memberships have no gid', async () => {
  const { task, project, select } = await start()
  const section = { gid: project.sections[0], resource_type: 'section' }
  const whole = { project: { gid: project.gid, resource_type: 'project' }, section }
  assert.deepEqual(await select('memberships.project,memberships.section'), { gid: task, memberships: [whole] })
  assert.deepEqual(await select('memberships.section.name'), {
    gid: task,
    memberships: [{ section: { gid: section.gid, name: 'Now' } }],
  })
  assert.deepEqual((await select('memberships')).memberships[0].section, { ...section, name: 'Now' })
})

test('opt_fields selects members of a plain object', async () => {
  const { task, select } = await start()
  assert.deepEqual(await select('external'), { gid: task, external: { gid: 'k', data: 'd' } })
  assert.deepEqual(await select('external.data,external.none'), { gid: task, external: { data: 'd' } })
})

test('expensive fields are shown only when they are named', async () => {
  const { ann, task } = await start()
  const { data } = await ann.get(`/tasks/${task}`)
  const optional = [
    'html_notes',
    'created_by',
    'completed_by',
    'num_subtasks',
    'dependencies',
    'dependents',
    'assigned_by',
  ]
  for (const name of [...optional, 'is_rendered_as_separator']) assert.ok(!Object.hasOwn(data, name), name)
  const named = (await ann.get(`/tasks/${task}?opt_fields=${optional}`)).data
  assert.deepEqual(Object.keys(named).sort(), ['gid', ...optional].sort())
})

test('opt_expand shows the named edges in full and everything else unchanged', async () => {
  const { ann, task, parent, project } = await start()
  const { data } = await ann.get(`/tasks/${task}?opt_expand=parent`)
  assert.equal(data.parent.assignee_status, 'inbox')
  assert.deepEqual(data.projects, [{ gid: project.gid, resource_type: 'project', name: 'Plan' }])
  const fields = await ann.get(`/tasks/${task}?opt_expand=parent&opt_fields=name`)
  assert.deepEqual(fields.data, { gid: task, name: 'A' })
  const list = (await ann.get(`/tasks/${parent}/subtasks?opt_expand=this`)).data
  assert.equal(list[0].permalink_url, data.permalink_url)
  const groups = (await ann.get(`/tasks/${parent}/subtasks?opt_expand=(tags|parent)`)).data
  assert.deepEqual([groups[0].tags[0].color, groups[0].parent.notes], ['dark-red', ''])
})

test('elements of lists and nested objects are compact', async () => {
  const { ann, task, parent } = await start()
  const compact = { gid: task, resource_type: 'task', name: 'A', resource_subtype: 'default_task' }
  assert.deepEqual((await ann.get(`/tasks/${parent}/subtasks`)).data, [compact])
  assert.equal((await ann.get(`/tasks/${task}`)).data.parent.resource_subtype, 'default_task')
  const named = (await ann.get(`/tasks/${parent}/subtasks?opt_fields=assignee.name`)).data
  assert.deepEqual(named, [{ gid: task, assignee: { gid: ann.gid, name: 'Ann' } }])
})

test('a response omits invisible objects at any depth', async () => {
  const { ann, ben, person, task, parent, project, select } = await start()
  const cai = await person('Cai')
  await ann.post(`/tasks/${task}/addFollowers`, { followers: [cai.gid] })
  const fields = 'projects,memberships,parent.name,assignee_section,tags.name'
  const { tags, ...visible } = await select(fields, cai)
  assert.deepEqual(visible, { gid: task, projects: [], memberships: [], parent: null })
  assert.equal(tags[0].name, 'urgent')
  assert.equal((await select('parent.name', ben)).parent.name, 'Parent')
  const nested = (await ben.get(`/tasks/${parent}/subtasks?opt_fields=projects.name,parent.assignee.name`)).data
  assert.deepEqual(nested[0].projects, [])
  assert.equal((await select('projects.name')).projects[0].gid, project.gid)
})

test('the response of a write has the selected form', async () => {
  const { ann, task, workspace } = await start()
  assert.deepEqual((await ann.put(`/tasks/${task}?opt_fields=name`, { name: 'B' })).data, { gid: task, name: 'B' })
  const created = await ann.post('/tasks?opt_fields=workspace', { workspace })
  assert.deepEqual(Object.keys(created.data), ['gid', 'workspace'])
})

test('a selection is bounded, and fast within its bounds', async () => {
  const { ann, task, select } = await start()
  const refused = async (fields: string, message: string) => {
    const answer = await ann.get(`/tasks/${task}?opt_fields=${encodeURIComponent(fields)}`)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  await refused(`${'parent.'.repeat(10)}name`, 'opt_fields: A path may have at most 10 terms')
  const many = Array.from({ length: 1001 }, (_, index) => `a${index}`).join()
  await refused(many, 'opt_fields: At most 1000 fields can be asked for')
  await refused(
    Array(6).fill('(parent|dependencies)').join('.'),
    'opt_fields: At most 100 kinds of objects can be asked for',
  )
  const lists = 'dependencies.dependents'
  await refused(`${lists}.${lists}.name`, 'opt_fields: At most 3 lists can be asked for inside each other')
  assert.deepEqual(await select(`${lists}.followers.name`), { gid: task, dependencies: [] })
  let deep: Json = await select(`${'parent.'.repeat(9)}name`)
  let depth = 0
  for (; deep.parent; depth++) deep = deep.parent
  assert.equal(depth, 1)
})
