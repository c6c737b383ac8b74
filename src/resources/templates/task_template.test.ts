import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** A private project with a member at each access level, whose editor composes templates. */
async function workshop() {
  const home = await world()
  const { ann, person } = home
  const [editor, viewer] = [await person('Edi'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [viewer, 'viewer'],
    ],
  })
  const page = await signedIn(home, editor)
  const compose = async (more: Json = {}): Promise<string> => {
    const body = { project, name: 'Bug', tasks: [{ name: 'Fix it' }], ...more }
    return (await ok(page.post('/task_templates', body))).data.gid
  }
  return { ...home, editor, viewer, project, page, compose }
}

test('a task template can be composed, read, listed and deleted', async () => {
  const { ann, editor, viewer, project, compose, workspace } = await workshop()
  const field = await ann.create('/custom_fields', { workspace, name: 'Severity', resource_subtype: 'text' })
  const gid = await compose({
    tasks: [
      {
        ...{ name: 'Fix it', resource_subtype: 'approval', html_notes: '<body><em>Now</em></body>', start_on: -1 },
        ...{ due_on: 2, due_time: '13:15:00.000Z', followers: [ann.gid], custom_fields: { [field]: 'high' } },
        ...{ dependencies: [1] },
      },
      { name: 'Find it', resource_subtype: 'milestone' },
      { name: 'Tell them', dependencies: [0] },
      { name: 'Below', parent: 2 },
    ],
  })
  const { data } = await ok(editor.get(`/task_templates/${gid}`))
  const { created_at, ...rest } = data
  assert.match(created_at, /^2026-01-05T/)
  const find = { name: 'Find it', task_resource_subtype: 'milestone_task' }
  const tell = { name: 'Tell them', task_resource_subtype: 'default_task' }
  const place = { gid: project, resource_type: 'project', name: 'Project' }
  const text = { gid: field, resource_type: 'custom_field', name: 'Severity', resource_subtype: 'text', type: 'text' }
  assert.deepEqual(rest, {
    ...{ gid, resource_type: 'task_template', name: 'Bug', project: place },
    created_by: { gid: editor.gid, resource_type: 'user', name: 'Edi' },
    template: {
      ...{ name: 'Fix it', task_resource_subtype: 'approval_task', description: 'Now' },
      ...{ html_description: '<body><em>Now</em></body>', memberships: [place] },
      ...{ relative_start_on: -1, relative_due_on: 2, due_time: '13:15:00.000Z' },
      ...{ dependencies: [find], dependents: [tell], attachments: [], subtasks: [find, tell] },
      followers: [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }],
      custom_fields: [{ ...text, text_value: 'high' }],
    },
  })
  const compact = [{ gid, resource_type: 'task_template', name: 'Bug' }]
  assert.deepEqual((await ok(viewer.get(`/task_templates?project=${project}`))).data, compact)
  const { data: named } = await ok(viewer.get(`/task_templates/${gid}?opt_fields=template.subtasks.name`))
  assert.deepEqual(named, { gid, template: { subtasks: [{ name: 'Find it' }, { name: 'Tell them' }] } })
  assert.equal((await viewer.delete(`/task_templates/${gid}`)).status, 403)
  assert.deepEqual((await editor.delete(`/task_templates/${gid}`)).body, { data: {} })
  assert.equal((await editor.get(`/task_templates/${gid}`)).message, `task_template: Unknown object: ${gid}`)
  assert.deepEqual(await gidsOf(ann, `/task_templates?project=${project}`), [])
})

test('a task template shows values of every type of custom field', async () => {
  const { ann, editor, compose, workspace } = await workshop()
  const define = async (name: string, more: Json): Promise<Json> =>
    (await ok(ann.post('/custom_fields', { workspace, name, ...more }))).data
  const enum_options = [{ name: 'Low' }, { name: 'High' }]
  const number = await define('Number', { resource_subtype: 'number', precision: 1 })
  const one = await define('One', { resource_subtype: 'enum', enum_options })
  const many = await define('Many', { resource_subtype: 'multi_enum', enum_options })
  const day = await define('Day', { resource_subtype: 'date' })
  const people = await define('People', { resource_subtype: 'people' })
  const [low, high] = [one.enum_options[0].gid, many.enum_options[1].gid]
  const custom_fields = {
    ...{ [number.gid]: 1.25, [one.gid]: low, [many.gid]: [high], [day.gid]: { date: '2026-02-03' } },
    [people.gid]: [ann.gid],
  }
  const gid = await compose({ tasks: [{ name: 'Fix it', custom_fields }] })
  const { template } = (await ok(editor.get(`/task_templates/${gid}`))).data
  const shown = Object.fromEntries(template.custom_fields.map(({ name, ...rest }: Json) => [name, rest]))
  assert.equal(shown.Number.number_value, 1.3)
  assert.deepEqual(shown.One.enum_value, { gid: low, resource_type: 'enum_option', name: 'Low' })
  assert.deepEqual(shown.Many.multi_enum_values, [{ gid: high, resource_type: 'enum_option', name: 'High' }])
  assert.deepEqual(shown.Day.date_value, { date: '2026-02-03', date_time: null })
  assert.deepEqual(shown.People.people_value, [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }])
})

test('a task template has the rights of its project', async () => {
  const { ann, viewer, person, project, page, compose } = await workshop()
  const gid = await compose()
  const eve = await person('Eve')
  const read = (who: Person) => who.get(`/task_templates/${gid}`)
  assert.deepEqual([(await read(viewer)).status, (await read(eve)).status], [200, 404])
  const list = await eve.get(`/task_templates?project=${project}`)
  assert.deepEqual([list.status, list.message], [400, `project: Not a recognized ID: ${project}`])
  assert.equal((await ann.get('/task_templates')).message, 'project: Missing input')
  await ok(ann.delete(`/projects/${project}`))
  assert.equal((await read(ann)).status, 404)
  assert.equal((await page.put(`/task_templates/${gid}`, { name: 'New' })).status, 404)
})

test('editors of the project compose and update task templates, guests and viewers do not', async () => {
  const home = await workshop()
  const { ann, viewer, person, project, page, compose } = home
  const gil = await person('Gil', { is_guest: true })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [gil.gid] }))
  const body = { project, name: 'Bug', tasks: [{ name: 'Fix it' }] }
  const [guest, reader, eve] = await Promise.all(
    [gil, viewer, await person('Eve')].map(async who => signedIn(home, who)),
  )
  const asGuest = await guest?.post('/task_templates', body)
  assert.deepEqual([asGuest?.status, asGuest?.message], [403, 'Guests cannot create templates.'])
  assert.equal((await reader?.post('/task_templates', body))?.status, 403)
  assert.equal((await eve?.post('/task_templates', body))?.message, `project: Not a recognized ID: ${project}`)
  assert.equal((await page.post('/task_templates', { ...body, tasks: [] })).message, 'tasks: Missing input')
  const gid = await compose()
  await ok(page.put(`/task_templates/${gid}`, { name: 'Defect', tasks: [{ name: 'Repair' }, { name: 'Test' }] }))
  const { data } = await ok(ann.get(`/task_templates/${gid}`))
  assert.deepEqual([data.name, data.template.name, data.template.subtasks.length], ['Defect', 'Repair', 1])
  assert.equal((await reader?.put(`/task_templates/${gid}`, { name: 'Mine' }))?.status, 403)
  assert.equal((await eve?.put(`/task_templates/${gid}`, { name: 'Mine' }))?.status, 404)
})

test('task templates are paged without loss', async () => {
  const { ann, project, compose } = await workshop()
  const gids: string[] = []
  for (let index = 0; index < 5; index++) gids.push(await compose())
  assert.deepEqual(await allPages(ann, `/task_templates?project=${project}&limit=2`), gids)
})

test('the tasks of templates are in no list of tasks', async () => {
  const { ann, editor, project, compose, workspace } = await workshop()
  await compose({ tasks: [{ name: 'Fix it', assignee: editor.gid, followers: [ann.gid] }] })
  assert.deepEqual(await gidsOf(editor, `/projects/${project}/tasks`), [])
  assert.deepEqual(await gidsOf(editor, `/tasks?assignee=me&workspace=${workspace}`), [])
  const counts = await ok(ann.get(`/projects/${project}/task_counts?opt_fields=num_tasks`))
  assert.equal(counts.data.num_tasks, 0)
})
