import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, makeCustomType, makeField } from '../../../test/harness/fields.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const TASK_PARTS =
  'task_notes,task_assignee,task_subtasks,task_dates,task_dependencies,task_followers,task_tags,task_projects'
const ALL = `${TASK_PARTS},allocations,forms,members,notes,permissions,task_attachments,task_templates,task_type_default`

const gidsOf = (objects: Json): string[] => objects.map(({ gid }: Json) => gid)
const namesOf = (objects: Json): string[] => objects.map(({ name }: Json) => name)

/** Duplicates a project and runs the job. Returns the gid of the copy. */
async function duplicate({ jobs }: World, person: Person, project: string, body: Json = {}): Promise<string> {
  const started = await person.post(`/projects/${project}/duplicate`, { name: 'Copy', ...body })
  assert.equal(started.status, 201, String(started.message))
  await jobs.tick()
  const { data } = await ok(person.get(`/jobs/${started.data.gid}`))
  assert.equal(data.status, 'succeeded')
  return data.new_project.gid
}

const FIELDS = [
  ...[
    'name',
    'notes',
    'assignee',
    'due_on',
    'start_on',
    'followers',
    'tags',
    'parent.name',
    'dependencies',
    'completed',
  ],
  ...['memberships.section.name', 'memberships.project', 'custom_fields', 'num_subtasks', 'resource_subtype'],
].join()

const tasksOf = async (person: Person, project: string): Promise<Json[]> =>
  (await ok(person.get(`/projects/${project}/tasks?opt_fields=${FIELDS}`))).data as unknown as Json[]

/** A project of Ann with two sections and tasks that have everything which a copy can have. */
async function office() {
  const home = await world()
  const { ann, ben, workspace } = home
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const project = await ann.create('/projects', {
    ...{ team, name: 'Source', notes: 'About', color: 'dark-red', privacy_setting: 'public_to_workspace' },
    ...{ default_access_level: 'commenter', start_on: '2026-03-02', due_on: '2026-03-13' },
  })
  const other = await ann.create('/projects', { workspace, name: 'Other' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  const [todo] = gidsOf((await ann.get(`/projects/${project}/sections`)).data)
  const done = await ann.create(`/projects/${project}/sections`, { name: 'Done' })
  await ann.create(`/projects/${project}/sections`, { name: 'Empty' })
  const tag = await ann.create('/tags', { workspace, name: 'Red' })
  const put = (name: string, section: string, more: Json = {}) =>
    ann.create('/tasks', { name, memberships: [{ project, section }], ...more })
  const dates = { start_on: '2026-03-06', due_on: '2026-03-09' }
  const second = await put('Second', done, { ...dates, notes: 'Text', assignee: ben.gid, tags: [tag] })
  const first = await put('First', done, { due_on: '2026-03-04', completed: true, resource_subtype: 'milestone' })
  const open = await put('Open', todo ?? '')
  await ok(ann.post(`/tasks/${second}/addDependencies`, { dependencies: [first] }))
  await ok(ann.post(`/tasks/${second}/addProject`, { project: other }))
  const below = await ann.create(`/tasks/${open}/subtasks`, { name: 'Below', due_on: '2026-03-20' })
  return { ...home, team, project, other, todo, done, tag, first, second, open, below }
}

test('a duplicate has the sections and tasks of the project in their order, and a job names it', async () => {
  const home = await office()
  const { ann, project, team, jobs } = home
  const started = await ann.post(`/projects/${project}/duplicate`, { name: 'Copy' })
  const { gid, status, resource_subtype, new_task, new_project } = started.data
  assert.deepEqual([started.status, started.headers.location], [201, `/api/1.0/jobs/${gid}`])
  assert.deepEqual([status, resource_subtype, new_task], ['not_started', 'duplicate_project', null])
  assert.equal(new_project.name, 'Copy')
  const early = await ok(ann.post('/tasks', { name: 'Early', projects: [new_project.gid] }))
  assert.equal(early.status, 201, 'tasks can be added before the job has begun')
  await ok(ann.delete(`/tasks/${early.data.gid}`))
  await jobs.tick()
  const { data } = await ok(
    ann.get(`/projects/${new_project.gid}?opt_fields=name,notes,color,team,owner,members,due_on,privacy_setting`),
  )
  assert.deepEqual([data.notes, data.color, data.team.gid, data.owner.gid], ['', 'dark-red', team, ann.gid])
  assert.deepEqual([gidsOf(data.members), data.due_on, data.privacy_setting], [[ann.gid], null, 'private_to_team'])
  const { data: sections } = await ann.get(`/projects/${new_project.gid}/sections`)
  assert.deepEqual(namesOf(sections), ['Untitled section', 'Done', 'Empty'])
  const tasks = await tasksOf(ann, new_project.gid)
  assert.deepEqual(
    tasks.map(({ name, memberships, completed, resource_subtype: subtype }) => [
      ...[name, memberships[0].section.name, memberships.length, completed, subtype],
    ]),
    [
      ['Open', 'Untitled section', 1, false, 'default_task'],
      ['First', 'Done', 1, false, 'milestone'],
      ['Second', 'Done', 1, false, 'default_task'],
    ],
  )
  for (const { notes, assignee, due_on, followers, tags, dependencies, num_subtasks } of tasks)
    assert.deepEqual(
      [notes, assignee, due_on, followers, tags, dependencies, num_subtasks],
      ['', null, null, [], [], [], 0],
    )
})

test('a duplicate has the parts in include', async () => {
  const home = await office()
  const { ann, ben, project, tag, other } = home
  const copy = await duplicate(home, ann, project, { include: ALL })
  const { data } = await ok(
    ann.get(`/projects/${copy}?opt_fields=notes,members,due_on,start_on,privacy_setting,default_access_level`),
  )
  assert.deepEqual([data.notes, data.start_on, data.due_on], ['About', '2026-03-02', '2026-03-13'])
  assert.deepEqual(gidsOf(data.members).sort(), [ann.gid, ben.gid].sort())
  assert.deepEqual([data.privacy_setting, data.default_access_level], ['public_to_workspace', 'commenter'])
  const [open, first, second] = (await tasksOf(ann, copy)) as [Json, Json, Json]
  assert.deepEqual([second.notes, second.assignee.gid, gidsOf(second.tags)], ['Text', ben.gid, [tag]])
  assert.deepEqual([second.start_on, second.due_on, first.due_on], ['2026-03-06', '2026-03-09', '2026-03-04'])
  assert.deepEqual(gidsOf(second.dependencies), [first.gid])
  assert.deepEqual(gidsOf(second.followers).sort(), [ann.gid, ben.gid].sort())
  assert.deepEqual(second.memberships.map((one: Json) => one.project.gid).sort(), [copy, other].sort())
  const { data: below } = await ann.get(`/tasks/${open.gid}/subtasks?opt_fields=name,due_on`)
  assert.deepEqual(
    below.map((one: Json) => [one.name, one.due_on]),
    [['Below', '2026-03-20']],
  )
})

test('a subtask in the project is copied once, below its parent and in its section', async () => {
  const home = await office()
  const { ann, project, done, below } = home
  await ok(ann.post(`/tasks/${below}/addProject`, { project, section: done }))
  const copy = await duplicate(home, ann, project, { include: 'task_subtasks' })
  const nested = (await tasksOf(ann, copy)).filter(({ name }) => name === 'Below')
  assert.deepEqual(
    nested.map(one => [one.parent.name, one.memberships[0].section.name]),
    [['Open', 'Done']],
  )
  const flat = await duplicate(home, ann, project)
  const [alone] = (await tasksOf(ann, flat)).filter(({ name }) => name === 'Below')
  assert.deepEqual([alone?.parent, alone?.memberships[0].section.name], [null, 'Done'])
})

test('a duplicate has the custom fields with their values, and its own copy of a field of the project alone', async () => {
  const home = await office()
  const { ann, project, first } = home
  const shared = await makeField(home, 'number', { precision: 1 })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: shared, is_important: true }))
  const own = { name: 'Own', resource_subtype: 'enum', enum_options: [{ name: 'Low' }, { name: 'High' }] }
  const local = (await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: own }))).data
    .custom_field
  const formula = { name: 'Twice', resource_subtype: 'number', precision: 0, formula: `{${shared}} * 2` }
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: formula }))
  const ids = { name: 'ID', resource_subtype: 'text', id_prefix: 'SRC' }
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: ids }))
  const high = (await ann.get(`/custom_fields/${local.gid}`)).data.enum_options[1].gid
  await ok(ann.put(`/tasks/${first}`, { custom_fields: { [shared]: 4, [local.gid]: high } }))
  const copy = await duplicate(home, ann, project)
  const { data: settings } = await ann.get(
    `/projects/${copy}/custom_field_settings?opt_fields=custom_field.name,is_important`,
  )
  assert.deepEqual(
    settings.map((one: Json) => [one.custom_field.name, one.is_important]),
    [
      ['A number', true],
      ['Own', false],
      ['Twice', false],
    ],
  )
  assert.equal(settings[0].custom_field.gid, shared)
  assert.notEqual(settings[1].custom_field.gid, local.gid)
  const task = (await tasksOf(ann, copy)).find(({ name }) => name === 'First') as Json
  assert.deepEqual(
    task.custom_fields.map((one: Json) => one.display_value),
    ['4.0', 'High', '8'],
  )
  assert.notEqual(task.custom_fields[1].enum_value.gid, high)
})

test('a duplicate has the brief of the project with its notes, on a plan with briefs', async () => {
  const home = await office()
  const { ann, project, store, workspace } = home
  const html_text = '<body><h1>Why</h1>Because</body>'
  const brief = await ann.create(`/projects/${project}/project_briefs`, { title: 'Launch', html_text })
  const briefOf = async (include: string) => {
    const copy = await duplicate(home, ann, project, { include })
    const fields = 'project_brief.title,project_brief.html_text,project_brief.project'
    return [copy, (await ok(ann.get(`/projects/${copy}?opt_fields=${fields}`))).data.project_brief] as const
  }
  const [copy, copied] = await briefOf('notes')
  assert.notEqual(copied.gid, brief)
  assert.deepEqual([copied.title, copied.html_text, copied.project.gid], ['Launch', html_text, copy])
  assert.equal((await briefOf('members'))[1], null)
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  assert.equal((await briefOf('notes'))[1], null)
})

test('a duplicate has the allocations of the project if they are included, on a plan with allocations', async () => {
  const home = await office()
  const { ann, ben, project, store, workspace, person } = home
  const days = { start_date: '2026-03-03', end_date: '2026-03-06' }
  const gone = await person('Gone')
  for (const { gid: assignee } of [ben, gone]) {
    await ann.create('/allocations', { parent: project, assignee, ...days, effort: { type: 'hours', value: 4 } })
  }
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: gone.gid }))
  const allocationsOf = async (body: Json) => {
    const copy = await duplicate(home, ann, project, body)
    const fields = 'assignee,start_date,end_date,effort'
    const { data } = await ok(ann.get(`/allocations?parent=${copy}&opt_fields=${fields}`))
    return (data as Json[]).map(({ assignee, start_date, end_date, effort }) => [
      ...[assignee.gid, start_date, end_date, effort.value],
    ])
  }
  assert.deepEqual(await allocationsOf({ include: 'allocations' }), [[ben.gid, '2026-03-03', '2026-03-06', 4]])
  assert.deepEqual(await allocationsOf({ include: 'members' }), [])
  const schedule_dates = { should_skip_weekends: true, start_on: '2026-03-05' }
  const moved = await allocationsOf({ include: 'allocations,task_dates', schedule_dates })
  assert.deepEqual(moved, [[ben.gid, '2026-03-04', '2026-03-09', 4]])
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'premium' }))
  const plain = await duplicate(home, ann, project, { include: 'allocations' })
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'business' }))
  assert.deepEqual((await ok(ann.get(`/allocations?parent=${plain}`))).data, [])
})

test('a duplicate has its own copies of the custom types of the project', async () => {
  const home = await office()
  const { ann, project, open } = home
  const { type, statuses } = await makeCustomType(home, ann, project)
  const done = statuses.at(-1)
  const typed = { resource_subtype: 'custom', custom_type: type, custom_type_status_option: done }
  await ok(ann.put(`/tasks/${open}`, typed))
  const copy = await duplicate(home, ann, project)
  const fields = 'name,custom_type.name,custom_type_status_option.name,completed,resource_subtype'
  const { data } = await ok(ann.get(`/projects/${copy}/tasks?opt_fields=${fields}`))
  const task = (data as unknown as Json[]).find(({ name }) => name === 'Open')
  assert.deepEqual([task?.resource_subtype, task?.custom_type.name, task?.completed], ['custom', 'Bug', false])
  assert.notEqual(task?.custom_type.gid, type)
  assert.ok(!statuses.includes(task?.custom_type_status_option.gid))
  assert.equal((await ok(ann.get(`/custom_types?project=${copy}`))).data.length, 1)
})

test('schedule_dates moves the first start or the last due date to a day, and can skip weekends', async () => {
  const home = await office()
  const { ann, project } = home
  const datesOf = async (schedule_dates: Json, include = 'task_dates') => {
    const copy = await duplicate(home, ann, project, { include, schedule_dates })
    const { data } = await ann.get(`/projects/${copy}?opt_fields=start_on,due_on`)
    const tasks = (await tasksOf(ann, copy)).filter(({ due_on }) => due_on !== null)
    return [[data.start_on, data.due_on], ...tasks.map(({ start_on, due_on }) => [start_on, due_on])]
  }
  // The source: First is due on Wednesday, Second from Friday to Monday.
  assert.deepEqual(await datesOf({ should_skip_weekends: false, start_on: '2026-04-01' }), [
    ['2026-03-30', '2026-04-10'],
    [null, '2026-04-01'],
    ['2026-04-03', '2026-04-06'],
  ])
  assert.deepEqual(await datesOf({ should_skip_weekends: true, start_on: '2026-04-03' }), [
    ['2026-04-01', '2026-04-14'],
    [null, '2026-04-03'],
    ['2026-04-07', '2026-04-08'],
  ])
  assert.deepEqual(await datesOf({ should_skip_weekends: false, due_on: '2026-03-08' }), [
    ['2026-03-01', '2026-03-12'],
    [null, '2026-03-03'],
    ['2026-03-05', '2026-03-08'],
  ])
  const withSubtasks = await datesOf({ should_skip_weekends: false, due_on: '2026-03-21' }, 'task_dates,task_subtasks')
  assert.deepEqual(withSubtasks[1], [null, '2026-03-05'], 'the subtask is due last')
})

test('an invalid request of a duplicate is refused', async () => {
  const { ann, project } = await office()
  const days = { should_skip_weekends: true, due_on: '2026-04-01' }
  const include = 'task_dates'
  for (const [body, message] of [
    [{}, 'name: Missing input'],
    [{ name: 'x', include: ['notes', 'views'] }, 'include: [1]: Not a recognized value: views'],
    [{ name: 'x', schedule_dates: days }, 'schedule_dates needs task_dates in include'],
    [{ name: 'x', include, schedule_dates: 'soon' }, 'schedule_dates: Value is not a JSON object'],
    [
      { name: 'x', include, schedule_dates: { due_on: '2026-04-01' } },
      'schedule_dates: should_skip_weekends: Missing required field',
    ],
    [{ name: 'x', include, schedule_dates: { ...days, start_on: '2026-04-01' } }, /exactly one of/],
    [{ name: 'x', include, schedule_dates: { should_skip_weekends: true } }, /exactly one of/],
    [{ name: 'x', include, schedule_dates: { ...days, due_on: 'soon' } }, /schedule_dates: due_on: Date must be/],
    [{ name: 'x', include, schedule_dates: { ...days, due_on: '1000-01-01' } }, /Dates must lie between/],
  ] as const)
    assertBadRequest(await ann.post(`/projects/${project}/duplicate`, body), message, JSON.stringify(body))
})

test('a duplicate needs the right to create projects where it is to be', async () => {
  const home = await office()
  const { ann, ben, project, team, workspace, person } = home
  const refused = await ben.post(`/projects/${project}/duplicate`, { name: 'Copy' })
  assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this team.'])
  const own = await ben.create('/teams', { organization: workspace, name: 'Own' })
  const copy = await duplicate(home, ben, project, { team: own, include: 'members,permissions' })
  const { data } = await ok(ben.get(`/projects/${copy}?opt_fields=team,owner,members`))
  assert.deepEqual([data.team.gid, data.owner.gid, data.members.length], [own, ben.gid, 2])
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  assert.ok(await duplicate(home, ben, project))
  const out = await person('Out', null)
  assert.equal((await out.post(`/projects/${project}/duplicate`, { name: 'Copy' })).status, 404)
})

test('a job whose project is deleted half way fails, and what it has begun is in the trash', async () => {
  const home = await office()
  const { ann, project, jobs } = home
  const job = await ann.create(`/projects/${project}/duplicate`, { name: 'Copy' })
  await ok(ann.delete(`/projects/${project}`))
  await jobs.tick()
  const { data } = await ok(ann.get(`/jobs/${job}`))
  assert.deepEqual([data.status, data.new_project], ['failed', null])
  const again = await office()
  const second = await again.ann.create(`/projects/${again.project}/duplicate`, { name: 'Copy' })
  const copy = (await again.ann.get(`/jobs/${second}`)).data.new_project.gid
  await ok(again.ann.delete(`/projects/${copy}`))
  await again.jobs.tick()
  const ended = (await ok(again.ann.get(`/jobs/${second}`))).data
  assert.deepEqual([ended.status, ended.new_project], ['failed', null])
})

test('a job of a person who leaves the workspace fails', async () => {
  const home = await office()
  const { ann, ben, project, team, workspace, jobs, store } = home
  await ok(ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  const job = await ben.create(`/projects/${project}/duplicate`, { name: 'Copy' })
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  await jobs.tick()
  const [row] = await store.read.db.selectFrom('requested_jobs').selectAll().where('gid', '=', Number(job)).execute()
  assert.equal(row?.status, 'failed')
})
