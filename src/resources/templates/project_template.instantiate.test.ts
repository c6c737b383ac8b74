import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { makeProjectTemplate } from '../../../test/harness/samples/templates.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

const FIELDS = [
  ...['name', 'notes', 'assignee', 'due_on', 'due_at', 'start_on', 'followers', 'tags', 'parent', 'resource_subtype'],
  ...['memberships.section.name', 'dependencies', 'custom_fields.text_value', 'created_by', 'completed'],
].join()

/** Templates of Ben, who uses them. */
async function office(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, ben, jobs, workspace } = home
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  const compose = (given: Parameters<typeof makeProjectTemplate>[2] = {}) =>
    makeProjectTemplate(home, ben, { team: Number(team), ...given })
  const start = (template: string, body: Json = {}, by: Person = ben) =>
    by.post(`/project_templates/${template}/instantiateProject`, { name: 'New', ...body })
  /** Uses a template and runs the job. Returns the new project, and its tasks by name. */
  const use = async (template: string, body: Json = {}, by: Person = ben) => {
    const { gid, new_project } = (await ok(start(template, body, by))).data
    await jobs.tick()
    const { data: job } = await ok(by.get(`/jobs/${gid}`))
    assert.equal(job.status, 'succeeded', JSON.stringify(home.logged.at(-1)))
    const { data: project } = await ok(
      by.get(`/projects/${new_project.gid}?opt_fields=created_from_template,${PROJECT}`),
    )
    const tasks: Record<string, Json> = {}
    const queue = await gidsOf(by, `/projects/${new_project.gid}/tasks`)
    for (const task of queue) {
      const { data } = await ok(by.get(`/tasks/${task}?opt_fields=${FIELDS}`))
      tasks[data.name] = data
      queue.push(...(await gidsOf(by, `/tasks/${task}/subtasks`)).filter(below => !queue.includes(below)))
    }
    return { job, project, tasks, order: queue.length }
  }
  return { ...home, team, compose, start, use }
}

const PROJECT = 'name,notes,html_notes,color,owner,team,privacy_setting,start_on,due_on,members,workspace'

test('a template becomes a project of the caller, with sections, tasks, dates, people and values', async () => {
  const { ann, ben, compose, start, jobs, use, team, workspace } = await office()
  const tag = await ann.create('/tags', { workspace, name: 'Red' })
  const field = await ann.create('/custom_fields', { workspace, name: 'Size', resource_subtype: 'text' })
  const template = await compose({
    ...{ name: 'Launch', html_description: '<body><strong>Why</strong></body>', color: 'light-green' },
    ...{ sections: [{ name: 'First' }, { name: 'Second' }], custom_fields: [Number(field)] },
    tasks: [
      {
        ...{ name: 'One', notes: 'Text', start_on: 0, due_on: 2, assignee: Number(ann.gid), tags: [Number(tag)] },
        ...{ followers: [Number(ann.gid)], custom_fields: { [field]: 'big' }, dependencies: [1] },
      },
      { name: 'Two', section: 1, resource_subtype: 'milestone', due_on: 5, due_time: '13:15:00.000Z' },
      { name: 'Below', parent: 0, due_on: -1 },
      { name: 'Deep', parent: 2 },
      { name: 'Beside', parent: 0, section: 1 },
    ],
  })
  const began = await start(template, { requested_dates: [{ gid: '1', value: '2026-03-02' }] })
  assert.equal(began.status, 201)
  assert.equal(began.headers.location, `/api/1.0/jobs/${began.data.gid}`)
  const { new_project, ...rest } = began.data
  assert.deepEqual(rest, {
    ...{ gid: rest.gid, resource_type: 'job', resource_subtype: 'instantiate_project', status: 'not_started' },
    ...{ new_task: null, new_portfolio: null, new_project_template: null },
    ...{ new_graph_export: null, new_resource_export: null },
  })
  assert.deepEqual(new_project, { gid: new_project.gid, resource_type: 'project', name: 'New' })
  await jobs.tick()
  const { project, tasks } = await use(template, { requested_dates: [{ gid: '1', value: '2026-03-02T10:00:00Z' }] })
  assert.deepEqual(project, {
    ...{ gid: project.gid, name: 'New', notes: 'Why', html_notes: '<body><strong>Why</strong></body>' },
    ...{ color: 'light-green', privacy_setting: 'private_to_team', start_on: '2026-03-02', due_on: '2026-03-07' },
    owner: { gid: ben.gid, resource_type: 'user' },
    team: { gid: team, resource_type: 'team' },
    members: [{ gid: ben.gid, resource_type: 'user' }],
    workspace: { gid: workspace, resource_type: 'workspace' },
    created_from_template: { gid: template, resource_type: 'project_template' },
  })
  const { One, Two, Below, Deep, Beside } = tasks
  assert.deepEqual(
    [One?.notes, One?.start_on, One?.due_on, One?.assignee.gid, One?.tags[0].gid, One?.created_by.gid],
    ['Text', '2026-03-02', '2026-03-04', ann.gid, tag, ben.gid],
  )
  assert.deepEqual(
    [One?.followers.map(({ gid }: Json) => gid), One?.custom_fields[0].text_value, One?.memberships[0].section.name],
    [[ann.gid], 'big', 'First'],
  )
  assert.deepEqual(One?.dependencies, [{ gid: Two?.gid, resource_type: 'task' }])
  assert.deepEqual(
    [Two?.resource_subtype, Two?.due_at, Two?.memberships[0].section.name],
    ['milestone', '2026-03-07T13:15:00.000Z', 'Second'],
  )
  assert.deepEqual([Below?.parent.gid, Below?.due_on, Below?.memberships], [One?.gid, '2026-03-01', []])
  assert.equal(Deep?.parent.gid, Below?.gid)
  assert.deepEqual([Beside?.parent.gid, Beside?.memberships[0].section.name], [One?.gid, 'Second'])
  assert.deepEqual(await gidsOf(ben, `/tasks/${One?.gid}/subtasks`), [Below?.gid, Beside?.gid])
  assert.deepEqual(await gidsOf(ben, `/projects/${project.gid}/tasks`), [One?.gid, Two?.gid, Beside?.gid])
  const mine = await gidsOf(ann, `/tasks?assignee=me&workspace=${workspace}`)
  assert.ok(mine.includes(One?.gid))
})

test('the default of a missing date is the current day, and a strict request is refused', async () => {
  const { ben, compose, start, use, clock, workspace } = await office()
  clock.now = Date.parse('2026-06-01T12:00:00Z')
  const template = await compose({ tasks: [{ name: 'One', due_on: 1 }] })
  for (const requested_dates of [undefined, [], [{ gid: '1', value: null }], [{ gid: '1' }]]) {
    const refused = await start(template, { is_strict: true, requested_dates })
    assert.deepEqual(
      [refused.status, refused.message],
      [422, 'Unprocessable Entity: requested_dates has no value for 1 (Start Date)'],
    )
    const { tasks } = await use(template, { is_strict: false, requested_dates })
    assert.equal(tasks.One?.due_on, '2026-06-02')
  }
  const value = '2026-07-01'
  const { tasks } = await use(template, { is_strict: true, requested_dates: [{ gid: '1', value }] })
  assert.equal(tasks.One?.due_on, '2026-07-02')
  const undated = await compose()
  assert.equal((await use(undated, { is_strict: true })).tasks.Task?.due_on, null)
  const gids = await gidsOf(ben, `/projects?workspace=${workspace}`)
  assert.equal(gids.length, 6, 'a refused request creates nothing')
})

test('a template can be relative to the due date of the project', async () => {
  const { compose, use, ben } = await office()
  const template = await compose({ requested_date: 'due', tasks: [{ name: 'One', due_on: -3 }] })
  const { requested_dates } = (await ok(ben.get(`/project_templates/${template}`))).data
  assert.deepEqual(
    requested_dates.map(({ gid, name }: Json) => [gid, name]),
    [['2', 'Due Date']],
  )
  const { project, tasks } = await use(template, { requested_dates: [{ gid: '2', value: '2026-03-10' }] })
  assert.deepEqual([project.start_on, project.due_on, tasks.One?.due_on], [null, '2026-03-10', '2026-03-07'])
})

test('the users of roles get the tasks of the roles', async () => {
  const { ann, ben, compose, use, start, person } = await office()
  const roles = { requested_roles: [{ name: 'Lead' }, { name: 'Writer' }] }
  const tasks = [
    { name: 'One', role: 0 },
    { name: 'Two', role: 1, assignee: Number(ann.gid) },
  ]
  const template = await compose({ ...roles, tasks })
  const shown = (await ok(ben.get(`/project_templates/${template}`))).data.requested_roles
  const [lead, writer] = shown.map(({ gid }: Json) => gid)
  const given = await use(template, { requested_roles: [{ gid: lead, value: ann.gid }] })
  assert.deepEqual([given.tasks.One?.assignee.gid, given.tasks.Two?.assignee], [ann.gid, null])
  const both = [
    { gid: lead, value: 'me' },
    { gid: writer, value: ann.email },
  ]
  const { tasks: filled } = await use(template, { requested_roles: both })
  assert.deepEqual([filled.One?.assignee.gid, filled.Two?.assignee.gid], [ben.gid, ann.gid])
  const unknown = await start(template, { requested_roles: [{ gid: '1', value: ann.gid }] })
  assert.deepEqual([unknown.status, unknown.message], [400, 'requested_roles: [0]: gid: Not a recognized ID: 1'])
  const sam = await person('Sam', null)
  const hidden = await start(template, { requested_roles: [{ gid: lead, value: sam.gid }] })
  assert.equal(hidden.message, `requested_roles: [0]: value: Not a recognized ID: ${sam.gid}`)
})

test('people who left, deleted tags, disabled options and deleted fields are left out', async () => {
  const { ann, ben, compose, use, person, workspace } = await office()
  const eve = await person('Eve')
  const tag = await ann.create('/tags', { workspace, name: 'Red' })
  const text = await ann.create('/custom_fields', { workspace, name: 'Text', resource_subtype: 'text' })
  const options = { resource_subtype: 'enum', enum_options: [{ name: 'Low' }, { name: 'High' }] }
  const { gid: choice, enum_options } = (
    await ok(ann.post('/custom_fields', { workspace, name: 'Choice', ...options }))
  ).data
  const people = await ann.create('/custom_fields', { workspace, name: 'People', resource_subtype: 'people' })
  const template = await compose({
    custom_fields: [Number(text), Number(choice), Number(people)],
    requested_roles: [{ name: 'Lead' }],
    tasks: [
      {
        ...{
          name: 'One',
          assignee: Number(eve.gid),
          followers: [Number(eve.gid), Number(ann.gid)],
          tags: [Number(tag)],
        },
        custom_fields: { [text]: 'x', [choice]: enum_options[0].gid, [people]: [eve.gid, ann.gid] },
      },
      { name: 'Two', custom_fields: { [people]: [eve.gid] } },
    ],
  })
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: eve.gid }))
  await ok(ann.delete(`/tags/${tag}`))
  await ok(ann.delete(`/custom_fields/${text}`))
  await ok(ann.put(`/enum_options/${enum_options[0].gid}`, { enabled: false }))
  const { tasks } = await use(template)
  assert.deepEqual([tasks.One?.assignee, tasks.One?.tags], [null, []])
  assert.deepEqual(
    tasks.One?.followers.map(({ gid }: Json) => gid),
    [ann.gid],
  )
  const values = async (task: Json | undefined) => {
    const { data } = await ok(ben.get(`/tasks/${task?.gid}?opt_fields=custom_fields.display_value`))
    return data.custom_fields.map(({ display_value }: Json) => display_value)
  }
  assert.deepEqual(
    [await values(tasks.One), await values(tasks.Two)],
    [
      [null, 'Ann'],
      [null, null],
    ],
  )
})

test('a template is used in the team of the template, another team or the workspace', async () => {
  const { ann, ben, compose, use, start, workspace, team, person } = await office()
  const template = await compose()
  const other = await ann.create('/teams', { organization: workspace, name: 'Other', visibility: 'public' })
  const refused = await start(template, { team: other })
  assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this team.'])
  assert.equal((await start(template, { team: '1' })).message, 'team: Not a recognized ID: 1')
  await ok(ann.post(`/teams/${other}/addUser`, { user: ben.gid }))
  assert.equal((await use(template, { team: other })).project.team.gid, other)
  for (const privacy_setting of ['private', 'public_to_workspace', 'private_to_team']) {
    assert.equal((await use(template, { privacy_setting })).project.privacy_setting, privacy_setting)
  }
  assert.equal((await use(template, { public: true })).project.privacy_setting, 'public_to_workspace')
  assert.equal((await use(template)).project.team.gid, team)
  const eve = await person('Eve')
  const hidden = await start(template, {}, eve)
  assert.deepEqual([hidden.status, hidden.message], [404, `project_template: Not a recognized ID: ${template}`])
  assert.equal((await start(template, { name: undefined })).message, 'name: Missing input')
})

test('a template of 250 tasks is used in steps, with the tasks in order', async () => {
  const { ben, compose, use } = await office()
  const tasks = Array.from({ length: 250 }, (_, index) => ({
    ...{ name: `Task ${index}`, ...(index % 10 === 5 ? { parent: index - 1 } : {}) },
    ...(index > 0 ? { dependencies: [index - 1] } : {}),
  }))
  const template = await compose({ tasks })
  const { project, tasks: made } = await use(template)
  assert.equal(Object.keys(made).length, 250)
  const { data } = await ok(ben.get(`/projects/${project.gid}/tasks?limit=100&opt_fields=name`))
  const top = tasks.filter(task => !('parent' in task)).map(({ name }) => name)
  assert.deepEqual(
    data.map(({ name }: Json) => name),
    top.slice(0, 100),
  )
  for (const [index, { name }] of tasks.entries()) {
    assert.equal(made[name]?.dependencies[0]?.gid, made[tasks[index - 1]?.name ?? '']?.gid)
  }
})

test('a job continues after its template is deleted', async () => {
  const { ben, compose, start, jobs } = await office()
  const template = await compose()
  const { gid, new_project } = (await ok(start(template))).data
  await ok(ben.delete(`/project_templates/${template}`))
  await jobs.tick()
  assert.equal((await ok(ben.get(`/jobs/${gid}`))).data.status, 'succeeded')
  assert.equal((await gidsOf(ben, `/projects/${new_project.gid}/tasks`)).length, 1)
  const { data } = await ok(ben.get(`/projects/${new_project.gid}?opt_fields=created_from_template`))
  assert.equal(data.created_from_template, null, 'a template in the trash is not shown')
  assert.equal((await start(template)).status, 404)
})

test('a job fails after its template is changed, and the project that it began is deleted', async () => {
  const home = await office()
  const { ben, compose, start, jobs } = home
  const template = await compose()
  const { gid, new_project } = (await ok(start(template))).data
  await ok((await signedIn(home, ben)).put(`/project_templates/${template}`, { tasks: [{ name: 'Other' }] }))
  await jobs.tick()
  const { status, new_project: shown } = (await ok(ben.get(`/jobs/${gid}`))).data
  assert.deepEqual([status, shown], ['failed', null])
  assert.equal((await ben.get(`/projects/${new_project.gid}`)).status, 404)
})

test('a job fails after its user left, and its project has no further task', async () => {
  const { ann, ben, compose, start, jobs, workspace, store } = await office()
  const template = await compose()
  const { new_project } = (await ok(start(template))).data
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  await jobs.tick()
  const rows = store.read.db
    .selectFrom('task_memberships')
    .select('task')
    .where('project', '=', Number(new_project.gid))
  assert.deepEqual(await rows.execute(), [])
  const [job] = await store.read.db.selectFrom('requested_jobs').select('status').execute()
  assert.equal(job?.status, 'failed')
})

test('a token starts at most five jobs at once', async () => {
  const { compose, start, jobs } = await office({ limits: { jobs: 5 } })
  const template = await compose()
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push((await start(template)).status)
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429])
  await jobs.tick()
  assert.equal((await start(template)).status, 201)
})
