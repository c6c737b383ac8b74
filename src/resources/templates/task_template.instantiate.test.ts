import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { makeTaskTemplate } from '../../../test/harness/samples/templates.ts'
import { gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** A private project with an editor and a viewer, and a template of a task with two subtasks. */
async function workshop() {
  const home = await world()
  const { ann, jobs, person } = home
  const [editor, viewer] = [await person('Edi'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [viewer, 'viewer'],
    ],
    sections: ['First', 'Second'],
  })
  const template = await makeTaskTemplate(home, editor, project, [
    { name: 'Fix it', resource_subtype: 'approval', due_on: 2, assignee: Number(ann.gid), dependencies: [1] },
    { name: 'Find it', due_on: 1 },
    { name: 'Tell', parent: 1 },
  ])
  const start = (body: Json = {}, by: Person = editor) => by.post(`/task_templates/${template}/instantiateTask`, body)
  const finish = async (gid: string) => {
    await jobs.tick()
    return (await ok(editor.get(`/jobs/${gid}`))).data
  }
  return { ...home, editor, viewer, project, template, start, finish }
}

test('a task template becomes a task of its project, with subtasks and dependencies', async () => {
  const { ann, editor, project, start, finish, clock } = await workshop()
  clock.now = Date.parse('2026-06-01T12:00:00Z')
  const before = await ann.create('/tasks', { name: 'Before', projects: [project] })
  const began = await ok(start())
  assert.equal(began.status, 201)
  const { new_task, resource_subtype, status } = began.data
  assert.deepEqual([resource_subtype, status, new_task.name], ['instantiate_task', 'not_started', 'Template'])
  assert.equal((await finish(began.data.gid)).status, 'succeeded')
  const fields =
    'name,resource_subtype,approval_status,due_on,assignee,created_by,dependencies,memberships.section.name'
  const { data } = await ok(editor.get(`/tasks/${new_task.gid}?opt_fields=${fields},followers`))
  const [first = '', ...more] = await gidsOf(editor, `/tasks/${new_task.gid}/subtasks`)
  assert.deepEqual(
    [data.name, data.resource_subtype, data.approval_status, data.due_on, data.assignee.gid, data.created_by.gid],
    ['Template', 'approval', 'pending', '2026-06-03', ann.gid, editor.gid],
  )
  assert.deepEqual(
    [data.memberships[0].section.name, data.dependencies, more],
    ['First', [{ gid: first, resource_type: 'task' }], []],
  )
  assert.deepEqual(data.followers.map(({ gid }: Json) => gid).sort(), [ann.gid, editor.gid].sort())
  const below = await ok(editor.get(`/tasks/${first}/subtasks?opt_fields=name`))
  assert.deepEqual(
    below.data.map(({ name }: Json) => name),
    ['Tell'],
  )
  assert.deepEqual(await gidsOf(editor, `/projects/${project}/tasks`), [new_task.gid, before], 'it comes first')
  const { data: stories } = await ok(
    editor.get(`/tasks/${new_task.gid}/stories?opt_fields=resource_subtype,created_by`),
  )
  assert.ok(stories.some(({ resource_subtype }: Json) => resource_subtype === 'added_to_project'))
})

test('the new task has the given name', async () => {
  const { start } = await workshop()
  assert.equal((await ok(start({ name: 'Mine' }))).data.new_task.name, 'Mine')
})

test('editors of the project use its task templates, viewers and strangers do not', async () => {
  const { viewer, person, project, ann, start, editor, template } = await workshop()
  assert.deepEqual(
    [(await start({}, viewer)).status, (await start({}, viewer)).message],
    [403, 'You do not have access to this task_template.'],
  )
  assert.equal((await start({}, await person('Eve'))).status, 404)
  await ok(editor.delete(`/task_templates/${template}`))
  assert.equal((await start()).message, `task_template: Unknown object: ${template}`)
  assert.deepEqual(await gidsOf(ann, `/projects/${project}/tasks`), [])
})

test('a job continues after its template is deleted', async () => {
  const { editor, template, start, finish } = await workshop()
  const { gid, new_task } = (await ok(start())).data
  await ok(editor.delete(`/task_templates/${template}`))
  assert.equal((await finish(gid)).status, 'succeeded')
  assert.equal((await gidsOf(editor, `/tasks/${new_task.gid}/subtasks`)).length, 1)
})

test('a job fails after its user has lost the project, and the task that it began is deleted', async () => {
  const { ann, editor, project, start, finish } = await workshop()
  const { gid, new_task } = (await ok(start())).data
  await ok(ann.post(`/projects/${project}/removeMembers`, { members: [editor.gid] }))
  const { status, new_task: shown } = await finish(gid)
  assert.deepEqual([status, shown], ['failed', null])
  assert.equal((await ann.get(`/tasks/${new_task.gid}`)).status, 404)
})

test('a subtask whose parent was deleted meanwhile is not created', async () => {
  const { editor, start, finish, ann, project } = await workshop()
  const { gid, new_task } = (await ok(start())).data
  await ok(editor.delete(`/tasks/${new_task.gid}`))
  await finish(gid)
  assert.deepEqual(await gidsOf(ann, `/projects/${project}/tasks`), [])
  assert.equal((await ann.get(`/tasks/${new_task.gid}/subtasks`)).status, 404)
})
