import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, makeField } from '../../../test/harness/fields.ts'
import { attachFile } from '../../../test/harness/files/form.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

const FIELDS = [
  ...['name', 'html_notes', 'assignee', 'due_on', 'due_at', 'start_on', 'followers', 'tags', 'parent', 'completed'],
  ...['memberships.section.name', 'dependencies.name', 'custom_fields.display_value', 'resource_subtype', 'liked'],
].join()

/** Ann saves projects, and uses the templates. */
async function office(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, jobs, workspace } = home
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const save = (project: string, body: Json = {}, by: Person = ann) =>
    by.post(`/projects/${project}/saveAsTemplate`, { name: 'Template', public: true, ...body })
  /** Saves a project, and returns the template. */
  const saved = async (project: string, body: Json = {}): Promise<string> => {
    const { gid, new_project_template } = (await ok(save(project, body))).data
    await jobs.tick()
    const { data } = await ok(ann.get(`/jobs/${gid}`))
    assert.equal(data.status, 'succeeded', JSON.stringify(home.logged.at(-1)))
    return new_project_template.gid
  }
  /** Uses a template, and returns the new project. */
  const use = async (template: string, value: string): Promise<string> => {
    const { requested_dates } = (await ok(ann.get(`/project_templates/${template}`))).data
    const dates = requested_dates.map(({ gid }: Json) => ({ gid, value }))
    const path = `/project_templates/${template}/instantiateProject`
    const { gid, new_project } = (await ok(ann.post(path, { name: 'New', requested_dates: dates }))).data
    await jobs.tick()
    assert.equal((await ok(ann.get(`/jobs/${gid}`))).data.status, 'succeeded')
    return new_project.gid
  }
  /** The tasks of a project with their subtasks, by name, without their gids. */
  const tasksOf = async (project: string) => {
    const queue = await gidsOf(ann, `/projects/${project}/tasks`)
    const found: Json[] = []
    for (const task of queue) {
      const { data } = await ok(ann.get(`/tasks/${task}?opt_fields=${FIELDS}`))
      const { gid: _, parent, dependencies, memberships, custom_fields, ...rest } = data
      const names = dependencies.map(({ name }: Json) => name)
      const place = memberships.map(({ section }: Json) => section.name)
      const values = custom_fields.map(({ display_value }: Json) => display_value)
      found.push({ ...rest, isBelow: parent !== null, names, place, values })
      queue.push(...(await gidsOf(ann, `/tasks/${task}/subtasks`)).filter(one => !queue.includes(one)))
    }
    return found
  }
  return { ...home, team, save, saved, use, tasksOf }
}

test('a project that was saved as a template and created again has the same tasks', async () => {
  const home = await office()
  const { ann, ben, team, saved, use, tasksOf, workspace } = home
  const about = {
    html_notes: '<body>The <em>aim</em></body>',
    color: 'dark-red',
    start_on: '2026-03-02',
    due_on: '2026-03-20',
  }
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source', ...about })
  const text = await makeField(home, 'text')
  const option = await makeField(home, 'enum', { enum_options: [{ name: 'Low' }] })
  for (const field of [text, option]) await applyField(ann, project, field)
  const tag = await ann.create('/tags', { workspace, name: 'Red' })
  const second = await ann.create(`/projects/${project}/sections`, { name: 'Second' })
  const { enum_options } = (await ok(ann.get(`/custom_fields/${option}`))).data
  const late = await ann.create('/tasks', {
    name: 'Late',
    memberships: [{ project, section: second }],
    due_on: '2026-03-20',
  })
  const early = await ann.create('/tasks', {
    ...{ name: 'Early', projects: [project], html_notes: '<body><strong>Do</strong></body>', assignee: ben.gid },
    ...{ start_on: '2026-03-03', due_on: '2026-03-04', tags: [tag], resource_subtype: 'approval' },
    custom_fields: { [text]: 'big', [option]: enum_options[0].gid },
  })
  const below = await ann.create(`/tasks/${early}/subtasks`, { name: 'Below', due_at: '2026-03-03T23:30:00.000Z' })
  await ann.create(`/tasks/${below}/subtasks`, { name: 'Deep' })
  const shared = await ann.create(`/tasks/${below}/subtasks`, { name: 'Shared' })
  await ok(ann.post(`/tasks/${shared}/addProject`, { project, section: second }))
  await ok(ann.post(`/tasks/${late}/addDependencies`, { dependencies: [early, below] }))
  await ok(ann.put(`/tasks/${late}`, { completed: true, liked: true }))
  const template = await saved(project)
  const { data } = await ok(ann.get(`/project_templates/${template}`))
  assert.deepEqual(
    [data.name, data.description, data.public, data.owner.gid, data.team.gid, data.color],
    ['Template', 'The aim', true, ann.gid, team, 'dark-red'],
  )
  const before = await tasksOf(project)
  const copy = await use(template, '2026-03-02')
  const plain = (tasks: Json[]) => tasks.map(({ completed: _, liked: __, followers: ___, ...rest }) => rest)
  assert.deepEqual(plain(await tasksOf(copy)), plain(before))
  assert.ok((await tasksOf(copy)).every(({ completed, liked }) => !completed && !liked))
  const later = await use(template, '2026-04-02')
  const due = Object.fromEntries((await tasksOf(later)).map(({ name, due_on, due_at }) => [name, due_at ?? due_on]))
  assert.deepEqual(due, {
    ...{ Late: '2026-04-20', Early: '2026-04-04', Below: '2026-04-03T23:30:00.000Z', Deep: null, Shared: null },
  })
  const { data: made } = await ok(ann.get(`/projects/${later}?opt_fields=start_on,due_on,html_notes,color`))
  assert.deepEqual([made.start_on, made.due_on, made.html_notes], ['2026-04-02', '2026-04-20', about.html_notes])
})

test('a template does not change with its project', async () => {
  const { ann, team, saved, use, tasksOf } = await office()
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source' })
  const task = await ann.create('/tasks', { name: 'One', projects: [project], due_on: '2026-03-04' })
  const template = await saved(project)
  await ok(ann.put(`/tasks/${task}`, { name: 'Changed' }))
  await ok(ann.delete(`/projects/${project}`))
  const [made] = await tasksOf(await use(template, '2026-05-01'))
  assert.deepEqual([made?.name, made?.due_on], ['One', '2026-05-01'], 'the first date of a task is the chosen day')
})

test('a template is in the team of the project, a given team, or the workspace', async () => {
  const { ann, ben, team, save, workspace, jobs } = await office()
  const project = await ann.create(`/teams/${team}/projects`, {
    name: 'Source',
    privacy_setting: 'public_to_workspace',
  })
  const other = await ann.create('/teams', { organization: workspace, name: 'Other' })
  const teamOf = async (body: Json, by?: Person) => {
    const { gid } = (await ok(save(project, body, by))).data.new_project_template
    return (await ok((by ?? ann).get(`/project_templates/${gid}`))).data.team?.gid ?? null
  }
  assert.deepEqual([await teamOf({}), await teamOf({ team: other }), await teamOf({ workspace })], [team, other, null])
  assert.equal(await teamOf({}, ben), null, 'a person who is not in the team')
  const refused = await save(project, { team: other }, ben)
  assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this team.'])
  await jobs.tick()
})

test('invalid requests to save a template are refused', async () => {
  const { ann, team, save, person } = await office()
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source', privacy_setting: 'private' })
  const message = async (body: Json) => {
    const answer = await save(project, body)
    assert.equal(answer.status, 400)
    return answer.message
  }
  assert.equal(await message({ name: undefined }), 'name: Missing input')
  assert.equal(await message({ name: ' ' }), 'name: Missing input')
  assert.equal(await message({ public: undefined }), 'public: Missing input')
  assert.equal(await message({ team: '1' }), 'team: Not a recognized ID: 1')
  assert.equal(await message({ workspace: '1' }), 'workspace: Not a recognized ID: 1')
  assert.equal((await save(project, {}, await person('Eve'))).status, 404)
  assert.deepEqual(await gidsOf(ann, '/project_templates'), [])
})

test('a template cannot be used before it is complete', async () => {
  const { ann, team, save, jobs } = await office()
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source' })
  const template = (await ok(save(project))).data.new_project_template.gid
  const early = await ann.post(`/project_templates/${template}/instantiateProject`, { name: 'New' })
  assert.deepEqual(
    [early.status, early.message],
    [400, 'The template is not complete yet: wait until the job that saves it succeeded'],
  )
  await jobs.tick()
  assert.equal((await ann.post(`/project_templates/${template}/instantiateProject`, { name: 'New' })).status, 201)
})

test('a job fails after its project is deleted, and the template that it began is deleted', async () => {
  const { ann, team, save, jobs } = await office()
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source' })
  const { gid, new_project_template } = (await ok(save(project))).data
  await ok(ann.delete(`/projects/${project}`))
  await jobs.tick()
  assert.equal((await ok(ann.get(`/jobs/${gid}`))).data.status, 'failed')
  assert.equal((await ann.get(`/project_templates/${new_project_template.gid}`)).status, 404)
})

test('tasks and values that the user cannot see are not saved', async () => {
  const home = await office()
  const { ann, ben, team, save, jobs } = home
  const project = await ann.create(`/teams/${team}/projects`, {
    name: 'Source',
    privacy_setting: 'public_to_workspace',
  })
  const field = await makeField(home, 'text', { privacy_setting: 'private' })
  await applyField(ann, project, field)
  await ann.create('/tasks', { name: 'One', projects: [project], custom_fields: { [field]: 'secret' } })
  const template = (await ok(save(project, {}, ben))).data.new_project_template.gid
  await jobs.tick()
  const rows = await home.store.read.db.selectFrom('template_tasks').selectAll().execute()
  const own = rows.filter(row => row.template === Number(template))
  assert.equal(own.length, 1)
  assert.ok(!own[0]?.content.includes('secret'))
})

test('a project of 230 tasks is saved in steps', async () => {
  const { ann, team, saved, use } = await office()
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source' })
  const parent = await ann.create('/tasks', { name: 'Parent', projects: [project] })
  for (let index = 0; index < 115; index++) {
    await ann.create('/tasks', { name: `Task ${index}`, projects: [project] })
    await ann.create(`/tasks/${parent}/subtasks`, { name: `Below ${index}` })
  }
  const copy = await use(await saved(project), '2026-03-02')
  const namesOf = async (path: string) =>
    (await ok(ann.get(`${path}?opt_fields=name&limit=100`))).data.map(({ name }: Json) => name)
  assert.deepEqual(await namesOf(`/projects/${copy}/tasks`), await namesOf(`/projects/${project}/tasks`))
  const [made] = (await gidsOf(ann, `/projects/${copy}/tasks`)).slice(-1)
  assert.equal((await ok(ann.get(`/tasks/${made}?opt_fields=num_subtasks`))).data.num_subtasks, 115)
  assert.deepEqual(await namesOf(`/tasks/${made}/subtasks`), await namesOf(`/tasks/${parent}/subtasks`))
})

const DAYS_20_MS = 20 * 24 * 60 * 60 * 1000

test('a template keeps the attachments of tasks, also when the project is purged, within the quota', async () => {
  const home = await office({ filesQuota: 35 })
  const { ann, team, saved, save, use, store, workspace, clock, jobs } = home
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source' })
  const task = await ann.create('/tasks', { projects: [project], name: 'Task' })
  const subtask = await ann.create(`/tasks/${task}/subtasks`, { name: 'Below' })
  await ok(attachFile(home, ann, task, { content: '0123456789' }))
  const link = { parent: subtask, resource_subtype: 'external', name: 'Link', url: 'https://example.com/' }
  await ok(ann.post('/attachments', link))
  const template = await saved(project)
  const used = async () =>
    (
      await store.read.db.selectFrom('file_usage').select('bytes').where('workspace', '=', Number(workspace)).execute()
    )[0]?.bytes
  assert.equal(await used(), 20, 'the task and the template')
  await ok(ann.delete(`/projects/${project}`))
  const pass = async () => {
    for (let times = 0; times < 3; times++) {
      clock.now += DAYS_20_MS
      await jobs.tick()
    }
  }
  await pass()
  assert.equal(await used(), 10)
  const made = await use(template, '2026-05-04')
  const [copy] = await gidsOf(ann, `/projects/${made}/tasks`)
  const [below] = await gidsOf(ann, `/tasks/${copy}/subtasks`)
  const { data: files } = await ok(ann.get(`/attachments?parent=${copy}&opt_fields=name,size,download_url`))
  const { data: links } = await ok(ann.get(`/attachments?parent=${below}&opt_fields=name,view_url`))
  assert.deepEqual([files[0].name, files[0].size, links[0].view_url], ['notes.txt', 10, link.url])
  const address = new URL(files[0].download_url)
  const { payload } = await home.app.inject({ method: 'GET', url: `${address.pathname}${address.search}` })
  assert.equal(payload, '0123456789')
  assert.equal(await used(), 20)
  await saved(made)
  const full = (await ok(save(made))).data
  await jobs.tick()
  assert.equal((await ok(ann.get(`/jobs/${full.gid}`))).data.status, 'failed')
  await ok(ann.delete(`/project_templates/${template}`))
  await pass()
  assert.equal(await used(), 20, 'the new task and its template')
})

test('no user and no event shows an attachment that a template keeps', async () => {
  const home = await office()
  const { ann, team, saved, store } = home
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Source' })
  const task = await ann.create('/tasks', { projects: [project], name: 'Task' })
  await ok(attachFile(home, ann, task, { content: '0123456789' }))
  const template = await saved(project)
  const kept = await store.read.db
    .selectFrom('attachments')
    .select('gid')
    .where('parent', '=', Number(template))
    .execute()
  assert.equal(kept.length, 1)
  const gid = Number(kept[0]?.gid)
  assert.equal((await ann.get(`/attachments/${gid}`)).status, 404)
  assert.equal((await ann.delete(`/attachments/${gid}`)).status, 404)
  const changes = await store.read.db.selectFrom('changes').select('gid').where('resource', '=', gid).execute()
  assert.deepEqual(changes, [])
  const console = await signedIn(home, ann)
  await ok(console.put(`/project_templates/${template}`, { tasks: [{ name: 'Other' }] }))
  const left = await store.read.db.selectFrom('attachments').select('parent').execute()
  assert.deepEqual(
    left.map(({ parent }) => parent),
    [Number(task)],
    'a new content replaces them',
  )
})
