import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachFile } from '../../../../test/harness/files/form.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../../test/harness/world.ts'

/** A private project whose admin Ann composes templates; a guest edits it too, and sees only its members. */
async function workshop() {
  const home = await world()
  const { ann, person, workspace } = home
  const guest = await person('Gil', { is_guest: true })
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [guest, 'editor'],
    ],
  })
  const page = await signedIn(home, ann)
  const compose = async (tasks: Json[]): Promise<string> =>
    (await ok(page.post('/task_templates', { project, name: 'Hiring', tasks }))).data.gid
  const contents = async (gid: string, who: Person = ann): Promise<Json> =>
    (await ok((await signedIn(home, who)).get(`/task_templates/${gid}`))).data
  const define = async (more: Json): Promise<Json> =>
    (await ok(ann.post('/custom_fields', { workspace, ...more }))).data
  return { ...home, guest, project, page, compose, contents, define }
}

const empty = {
  ...{ resource_subtype: 'default_task', html_notes: '<body></body>', parent: 0, start_on: null, due_on: null },
  ...{ due_time: null, assignee: null, followers: [], tags: [], custom_fields: {}, dependencies: [] },
}

test('an editor reads a task template in the form in which PUT accepts it', async () => {
  const { ann, ben, page, compose, contents, define, workspace, clock } = await workshop()
  const enum_options = [{ name: 'Low' }, { name: 'High' }]
  const one = await define({ name: 'One', resource_subtype: 'enum', enum_options })
  const many = await define({ name: 'Many', resource_subtype: 'multi_enum', enum_options })
  const [number, day, moment, people, text, reference] = await Promise.all(
    ['number', 'date', 'date', 'people', 'text', 'reference'].map((resource_subtype, index) =>
      define({
        ...{ name: `Field ${index}`, resource_subtype },
        ...(resource_subtype === 'number' && { precision: 2 }),
        ...(resource_subtype === 'reference' && { input_restrictions: ['task'] }),
      }),
    ),
  )
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const task = await ann.create('/tasks', { workspace, name: 'Other' })
  const tasks = [
    {
      ...{ name: 'Hire', resource_subtype: 'approval', html_notes: '<body><em>Now</em></body>', parent: null },
      ...{ start_on: -1, due_on: 2, due_time: '13:15:00.000Z', assignee: ben.gid, followers: [ann.gid], tags: [tag] },
      custom_fields: {
        ...{ [one.gid]: one.enum_options[1].gid, [many.gid]: [many.enum_options[0].gid], [number?.gid]: 1.25 },
        ...{ [day?.gid]: { date: '2026-02-03' }, [moment?.gid]: { date_time: '2026-02-03T10:00:00.000Z' } },
        ...{ [people?.gid]: [ben.gid], [text?.gid]: 'high', [reference?.gid]: [task] },
      },
      dependencies: [2],
    },
    { ...empty, name: 'Interview', due_on: 1 },
    { ...empty, name: 'Call', parent: 1, resource_subtype: 'milestone' },
  ]
  const gid = await compose(tasks)
  const read = await contents(gid)
  assert.deepEqual(read, {
    ...{ gid, resource_type: 'task_template', name: 'Hiring', modified_at: read.modified_at, tasks },
  })
  clock.now += 1000
  const { modified_at } = (await ok(page.put(`/task_templates/${gid}`, { tasks: read.tasks }))).data
  assert.deepEqual(await contents(gid), { ...read, modified_at })
})

test('what an editor does not get of a task stays in the task that replaces it', async () => {
  const { ann, ben, page, guest, project, compose, contents, define, workspace, ...home } = await workshop()
  const people = await define({ name: 'People', resource_subtype: 'people' })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: people.gid }))
  const salary = await define({ name: 'Salary', resource_subtype: 'text' })
  const tag = await ann.create('/tags', { workspace, name: 'secret' })
  const custom_fields = { [people.gid]: [ben.gid, ann.gid], [salary.gid]: '100' }
  const gid = await compose([
    { name: 'Hire', assignee: ben.gid, followers: [ben.gid, ann.gid], tags: [tag], custom_fields },
    { name: 'Interview', assignee: ben.gid },
  ])
  for (const path of [`/tags/${tag}`, `/custom_fields/${salary.gid}`]) await ok(ann.delete(path))
  const [first, second] = (await contents(gid, guest)).tasks as [Json, Json]
  assert.deepEqual([first.assignee, first.followers, first.tags, second.assignee], [null, [ann.gid], [], null])
  assert.deepEqual(first.custom_fields, { [people.gid]: [ann.gid] })
  const asGuest = await signedIn({ ...home }, guest)
  const changed = { ...first, followers: [guest.gid], custom_fields: { [people.gid]: [guest.gid] }, former: 0 }
  const added = { ...second, former: 1, name: 'Talk' }
  await ok(asGuest.put(`/task_templates/${gid}`, { tasks: [changed, { name: 'New' }, added] }))
  for (const trashed of [tag, salary.gid]) await ok(page.post(`/trash/${trashed}/restore`))
  const [hire, fresh, talk] = (await contents(gid)).tasks as [Json, Json, Json]
  assert.deepEqual([hire.assignee, hire.followers, hire.tags], [ben.gid, [guest.gid, ben.gid], [tag]])
  assert.deepEqual(hire.custom_fields, { [people.gid]: [guest.gid, ben.gid], [salary.gid]: '100' })
  assert.deepEqual([fresh.assignee, talk.name, talk.assignee], [null, 'Talk', ben.gid])
  const wrong = await page.put(`/task_templates/${gid}`, { tasks: [{ name: 'Hire', former: 7 }] })
  assert.deepEqual([wrong.status, wrong.message], [400, 'tasks: [0]: former: Not a recognized value: 7'])
  await ok(asGuest.put(`/task_templates/${gid}`, { tasks: [{ name: 'Hire' }] }))
  assert.deepEqual((await contents(gid)).tasks[0].assignee, null)
})

test('an option that was archived is not part of the contents, and comes back when it is restored', async () => {
  const { ann, page, compose, contents, define } = await workshop()
  const field = await define({
    name: 'Stage',
    resource_subtype: 'enum',
    enum_options: [{ name: 'Old' }, { name: 'New' }],
  })
  const [old, other] = field.enum_options.map((option: Json) => option.gid)
  const gid = await compose([{ name: 'Hire', custom_fields: { [field.gid]: old } }])
  await ok(ann.put(`/enum_options/${old}`, { enabled: false }))
  const { tasks } = await contents(gid)
  assert.deepEqual(tasks[0].custom_fields, {})
  await ok(page.put(`/task_templates/${gid}`, { tasks: [{ ...tasks[0], former: 0 }] }))
  await ok(ann.put(`/enum_options/${old}`, { enabled: true }))
  assert.deepEqual((await contents(gid)).tasks[0].custom_fields, { [field.gid]: old })
  await ok(page.put(`/task_templates/${gid}`, { tasks: [{ name: 'Hire', custom_fields: { [field.gid]: other } }] }))
  assert.deepEqual((await contents(gid)).tasks[0].custom_fields, { [field.gid]: other })
})

test('a template that has changed since it was read is not overwritten', async () => {
  const { page, compose, contents, clock } = await workshop()
  const gid = await compose([{ name: 'Hire' }])
  const { modified_at } = await contents(gid)
  clock.now += 1000
  const first = await ok(page.put(`/task_templates/${gid}`, { tasks: [{ name: 'Mine' }], modified_at }))
  const late = await page.put(`/task_templates/${gid}`, { name: 'Late', tasks: [{ name: 'Late' }], modified_at })
  assert.deepEqual([late.status, late.message], [409, 'The template has changed: read it again'])
  const { name, tasks } = await contents(gid)
  assert.deepEqual([name, tasks[0].name], ['Hiring', 'Mine'])
  await ok(page.put(`/task_templates/${gid}`, { name: 'Late', modified_at: first.data.modified_at }))
  assert.equal((await contents(gid)).name, 'Late')
})

test('a start can be on the day after the due date in UTC, and not later', async () => {
  const { page, compose, contents } = await workshop()
  const dates = { start_on: 1, due_on: 0, due_time: '23:00:00.000Z' }
  const gid = await compose([{ name: 'Hire', ...dates }])
  assert.partialDeepStrictEqual((await contents(gid)).tasks[0], dates)
  for (const wrong of [
    { ...dates, start_on: 2 },
    { ...dates, due_time: null },
  ]) {
    const { status, message } = await page.put(`/task_templates/${gid}`, { tasks: [{ name: 'Hire', ...wrong }] })
    assert.deepEqual([status, message], [400, 'tasks: [0]: start_on: Must not be after the due date'])
  }
})

test('only editors of its project read the contents of a task template', async () => {
  const { ann, ben, project, compose, ...home } = await workshop()
  const gid = await compose([{ name: 'Hire' }])
  const page = await signedIn(home, ben)
  assert.equal((await page.get(`/task_templates/${gid}`)).status, 404)
  await ok(ann.post('/memberships', { parent: project, member: ben.gid, access_level: 'viewer' }))
  assert.equal((await page.get(`/task_templates/${gid}`)).status, 403)
  await ok(ann.delete(`/task_templates/${gid}`))
  assert.equal((await (await signedIn(home, ann)).get(`/task_templates/${gid}`)).status, 404)
})

test('a description takes only images that its author can see, and keeps those that it has', async () => {
  const home = await workshop()
  const { ann, ben, page, compose, contents, project, workspace } = home
  const upload = async (person: Person): Promise<string> => {
    const hidden = await person.create('/projects', { workspace, name: 'Hidden', privacy_setting: 'private' })
    const task = await person.create('/tasks', { name: 'Draw', projects: [hidden] })
    return (await ok(attachFile(home, person, task))).data.gid
  }
  const [own, hidden] = [await upload(ann), await upload(ben)]
  const withImage = (gid: string) => [{ name: 'Draw', html_notes: `<body><img data-asana-gid="${gid}"/></body>` }]
  const created = await page.post('/task_templates', { project, name: 'T', tasks: withImage(hidden) })
  assert.deepEqual([created.status, created.message], [400, `data-asana-gid: Not a recognized ID: ${hidden}`])
  const template = await compose(withImage(own))
  assert.match((await contents(template)).tasks[0].html_notes, new RegExp(own))
  assert.equal((await page.put(`/task_templates/${template}`, { tasks: withImage(hidden) })).status, 400)
  await ok(ann.delete(`/attachments/${own}`))
  await ok(page.put(`/task_templates/${template}`, { tasks: withImage(own) }))
})

test('references to portfolios and goals are kept, for the editor and for new tasks', async () => {
  const { ann, compose, contents, define, project, workspace } = await workshop()
  const field = await define({
    ...{ name: 'Serves', resource_subtype: 'reference', input_restrictions: ['portfolio', 'goal'] },
  })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field.gid }))
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Growth' })
  const goal = await ann.create('/goals', { workspace, name: 'Grow' })
  const template = await compose([{ name: 'Hire', custom_fields: { [field.gid]: [portfolio, goal] } }])
  assert.deepEqual((await contents(template)).tasks[0].custom_fields, { [field.gid]: [portfolio, goal] })
  const { data } = await ok(ann.post(`/task_templates/${template}/instantiateTask`, {}))
  const task = await ok(ann.get(`/tasks/${data.new_task.gid}?opt_fields=custom_fields.reference_value.name`))
  const [value] = task.data.custom_fields.filter(({ gid }: Json) => gid === field.gid)
  assert.deepEqual(
    value.reference_value.map(({ name }: Json) => name),
    ['Growth', 'Grow'],
  )
})
