/** Exports of organizations, of objects with their contents, and of resources. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { attachFile } from '../../../test/harness/files/form.ts'
import { ok } from '../../../test/harness/sample.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** An organization with a project that Ann and Ben share, one of Ann alone, and a service account. */
async function office() {
  const home = await world()
  const { ann, ben, workspace } = home
  const { gid: shared } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [ben, 'commenter'],
    ],
  })
  const { gid: own } = await makeProject(home, { members: [[ann, 'admin']] })
  const bot = await home.service('Bot')
  const addTask = (project: string, name: string, more: Json = {}) =>
    ann.create('/tasks', { projects: [project], name, ...more })
  const plan = await addTask(shared, 'Plan', { notes: 'The notes', html_notes: undefined })
  await ann.create(`/tasks/${plan}/stories`, { text: 'A comment' })
  await ann.create(`/tasks/${plan}/subtasks`, { name: 'Part' })
  await addTask(own, 'Secret')
  await ok(ann.delete(`/tasks/${await addTask(shared, 'Deleted')}`))
  const exportAll = (person: Person = bot) => person.post('/organization_exports', { organization: workspace })
  return { ...home, bot, shared, own, plan, addTask, exportAll }
}

type Server = Pick<World, 'app' | 'jobs'>

/** The content of a file, from its address. */
async function download({ app }: Pick<World, 'app'>, address: string): Promise<string> {
  const { pathname, search } = new URL(address)
  const { statusCode, rawPayload } = await app.inject({ method: 'GET', url: pathname + search })
  assert.equal(statusCode, 200)
  return gunzipSync(rawPayload).toString()
}

/** Runs the job that a request started, and returns the content of the file. */
async function exported(home: Server, person: Person, path: string, body: Json): Promise<string> {
  const { gid } = (await ok(person.post(path, body))).data
  await home.jobs.tick()
  const { data: job } = await ok(person.get(`/jobs/${gid}`))
  assert.equal(job.status, 'succeeded')
  const { download_url, completed_at } = job.new_graph_export ?? job.new_resource_export
  assert.match(completed_at, /Z$/)
  return download(home, download_url)
}

const lines = (text: string): Json[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

const exportTasks = (home: Awaited<ReturnType<typeof office>>, parameter: Json) =>
  exported(home, home.bot, '/exports/resource', {
    workspace: home.workspace,
    export_request_parameters: [{ resource_type: 'task', ...parameter }],
  }).then(lines)

const names = (objects: Json[], type = 'task') =>
  objects
    .filter(({ resource_type }) => resource_type === type)
    .map(({ name }) => name)
    .sort()

test('the export of an organization has all of its objects with all of their fields', async () => {
  const home = await office()
  const { bot, exportAll, jobs, workspace, person } = home
  await (await person('Sam', null)).create('/tasks', { name: 'Elsewhere', assignee: 'me' }).catch(() => undefined)
  const started = await exportAll()
  assert.deepEqual(
    [started.status, started.data.state, started.data.download_url, started.data.organization.gid],
    [201, 'pending', null, workspace],
  )
  await jobs.tick()
  const { data } = await ok(bot.get(`/organization_exports/${started.data.gid}`))
  assert.equal(data.state, 'finished')
  const objects: Json[] = JSON.parse(await download(home, data.download_url)).data
  assert.deepEqual(names(objects), ['Part', 'Plan', 'Secret'])
  const types = new Set(objects.map(({ resource_type }) => resource_type))
  for (const type of ['workspace', 'user', 'project', 'section', 'story', 'project_membership'])
    assert.ok(types.has(type), type)
  const plan = objects.find(({ name }) => name === 'Plan')
  // The second one is shown elsewhere only to clients that ask for it.
  assert.deepEqual([plan?.notes, plan?.html_notes], ['The notes', '<body>The notes</body>'])
  assert.ok(!JSON.stringify(objects).includes('Elsewhere'))
})

test('only service accounts of organizations with a plan for enterprises export them', async () => {
  const { ann, bot, exportAll, store, workspace } = await office()
  const needsService = 'Exports of an organization need the token of a service account that may do everything.'
  const refused = await exportAll(ann)
  assert.deepEqual([refused.status, refused.message], [403, needsService])
  const parameters = { workspace, export_request_parameters: [{ resource_type: 'team' }] }
  assert.equal((await ann.post('/exports/resource', parameters)).message, needsService)
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'business' }))
  for (const answer of [await exportAll(), await bot.post('/exports/resource', parameters)]) {
    assert.deepEqual([answer.status, answer.message], [402, 'Exports need an organization with the plan enterprise.'])
  }
})

test('an organization has one running export of each kind', async () => {
  const { bot, exportAll, jobs, workspace } = await office()
  const message = 'An export is already in progress. Wait until it has ended.'
  const exportTeams = () =>
    bot.post('/exports/resource', { workspace, export_request_parameters: [{ resource_type: 'team' }] })
  for (const request of [exportAll, exportTeams]) {
    assert.equal((await request()).status, 201)
    const second = await request()
    assert.deepEqual([second.status, second.message], [403, message])
  }
  await jobs.tick()
  for (const request of [exportAll, exportTeams]) assert.equal((await request()).status, 201)
})

test('only the service account that requested an export can see it', async () => {
  const { ann, exportAll, service } = await office()
  const { gid } = (await ok(exportAll())).data
  for (const person of [ann, await service('Other')]) {
    assert.equal((await person.get(`/organization_exports/${gid}`)).status, 404)
  }
})

test('the export of a project has what its user can see inside it', async () => {
  const home = await office()
  const { ann, ben, shared, own, plan } = home
  await ok(ann.post(`/tasks/${plan}/addProject`, { project: own }))
  const text = await exported(home, ben, '/exports/graph', { parent: shared })
  const objects: Json[] = JSON.parse(text).data
  assert.deepEqual(names(objects), ['Part', 'Plan'])
  const story = objects.find(({ resource_subtype }) => resource_subtype === 'comment_added')
  assert.equal(story?.text, 'A comment')
  assert.ok(!text.includes(own))
  const hidden = await ben.post('/exports/graph', { parent: own })
  assert.deepEqual([hidden.status, hidden.message], [400, `parent: Not a recognized ID: ${own}`])
})

test('the export of a portfolio has its projects, and that of a team its own', async () => {
  const home = await office()
  const { ann, shared, own, workspace } = home
  const outer = await ann.create('/portfolios', { workspace, name: 'Outer' })
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  await ok(ann.post(`/portfolios/${outer}/addItem`, { item: inner }))
  await ok(ann.post(`/portfolios/${inner}/addItem`, { item: own }))
  const inPortfolio = JSON.parse(await exported(home, ann, '/exports/graph', { parent: outer })).data
  assert.deepEqual(names(inPortfolio, 'portfolio'), ['Inner', 'Outer'])
  assert.deepEqual(names(inPortfolio), ['Secret'])
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  await ok(ann.put(`/projects/${shared}`, { team }))
  const inTeam = JSON.parse(await exported(home, ann, '/exports/graph', { parent: team })).data
  assert.deepEqual(names(inTeam), ['Part', 'Plan'])
})

test('the export of a goal has what supports it, as far as the user can see it', async () => {
  const home = await office()
  const { ann, ben, shared, own, workspace } = home
  const goal = await ann.create('/goals', { workspace, name: 'Top' })
  const below = await ann.create('/goals', { workspace, name: 'Below' })
  const support = (above: string, supporting_resource: string) =>
    ok(ann.post(`/goals/${above}/addSupportingRelationship`, { supporting_resource }))
  await support(goal, below)
  for (const project of [shared, own]) await support(below, project)
  await ok(ann.post(`/goals/${below}/stories`, { text: 'How?' }))
  const exportOf = async (person: Person): Promise<Json[]> =>
    JSON.parse(await exported(home, person, '/exports/graph', { parent: goal })).data
  const [all, some] = [await exportOf(ann), await exportOf(ben)]
  assert.deepEqual(names(all, 'goal'), ['Below', 'Top'])
  assert.deepEqual(names(all), ['Part', 'Plan', 'Secret'])
  assert.deepEqual(names(some), ['Part', 'Plan'])
  const count = (objects: Json[], type: string) => objects.filter(one => one.resource_type === type).length
  assert.deepEqual([count(all, 'goal_relationship'), count(some, 'goal_relationship')], [3, 2])
  assert.ok(some.some(({ text }) => text === 'How?'))
})

test('a large export is used again for four hours', async () => {
  const home = await office()
  const { ann, ben, shared, store, clock, jobs } = home
  const request = async (person: Person) => {
    const { gid } = (await ok(person.post('/exports/graph', { parent: shared }))).data
    await jobs.tick()
    return (await ok(person.get(`/jobs/${gid}`))).data.new_graph_export.gid as string
  }
  const first = await request(ann)
  assert.notEqual(await request(ann), first)
  await store.write(tx => update(tx, 'exports', { gid: Number(first) }, { task_count: 1001 }))
  const { data: again } = await ok(ann.post('/exports/graph', { parent: shared }))
  assert.deepEqual([again.status, again.new_graph_export.gid], ['succeeded', first])
  assert.notEqual(await request(ben), first)
  clock.now += 5 * HOUR_MS
  assert.notEqual(await request(ann), first)
})

test('an export of tasks has one line for each, with its stories and attachments', async () => {
  const home = await office()
  const { ann, plan } = home
  await attachFile(home, ann, plan)
  const tasks = await exportTasks(home, {})
  assert.deepEqual(names(tasks), ['Part', 'Plan', 'Secret'])
  const task = tasks.find(({ name }) => name === 'Plan')
  assert.deepEqual(
    task?.attachments.map(({ name, download_url, view_url }: Json) => [name, download_url, view_url]),
    [['notes.txt', undefined, undefined]],
  )
  assert.ok(task?.stories.some(({ text }: Json) => text === 'A comment'))
  assert.ok(!JSON.stringify(tasks).includes('/-/files/'))
  const [short] = await exportTasks(home, { fields: ['name', 'stories.text'] })
  assert.deepEqual(Object.keys(short ?? {}).sort(), ['gid', 'name', 'stories'])
})

test('the filters of an export of tasks apply together, and its parameters apart', async () => {
  const home = await office()
  const { ann, ben, bot, shared, plan, addTask, clock, workspace } = home
  await ok(ann.put(`/tasks/${plan}`, { assignee: ben.gid, liked: true }))
  const later = clock.now + DAY_MS
  clock.now = later
  await addTask(shared, 'New', { assignee: ben.gid })
  const cases: [Json, string[]][] = [
    [{ 'assignee.any': [ben.gid] }, ['New', 'Plan']],
    [{ 'assignee.any': [ben.gid], 'liked_by.any': [ann.gid] }, ['Plan']],
    [{ 'created_at.after': new Date(later - 1).toISOString() }, ['New']],
    [{ 'created_at.before': new Date(later).toISOString() }, ['Part', 'Plan', 'Secret']],
    [{ 'commented_on_by.any': [ann.gid] }, ['Plan']],
    [{ 'followers.any': [ben.gid], 'assigned_by.any': [ann.gid] }, ['New', 'Plan']],
    [{ 'created_by.any': [ben.gid] }, []],
  ]
  for (const [filters, expected] of cases) {
    assert.deepEqual(names(await exportTasks(home, { filters })), expected, JSON.stringify(filters))
  }
  const twice = [{ resource_type: 'task', filters: { 'liked_by.any': [ann.gid] } }, { resource_type: 'task' }]
  const body = { workspace, export_request_parameters: twice }
  const both = lines(await exported(home, bot, '/exports/resource', body))
  assert.deepEqual(names(both), ['New', 'Part', 'Plan', 'Plan', 'Secret'])
})

test('messages of an export are the status updates', async () => {
  const home = await office()
  const { ann, bot, shared, workspace } = home
  await ann.create('/status_updates', { parent: shared, status_type: 'on_track', text: 'Well', title: 'Week 1' })
  const body = { workspace, export_request_parameters: [{ resource_type: 'message' }] }
  const [message] = lines(await exported(home, bot, '/exports/resource', body))
  const { resource_type, resource_subtype, title, text, html_notes, parents } = message ?? {}
  assert.deepEqual(
    { resource_type, resource_subtype, title, text, html_notes, parents },
    {
      ...{ resource_type: 'message', resource_subtype: 'status_update', title: 'Week 1', text: 'Well' },
      ...{ html_notes: '<body>Well</body>', parents: [{ gid: shared, resource_type: 'project' }] },
    },
  )
})

test('invalid parameters of an export are refused', async () => {
  const { bot, workspace } = await office()
  const at = 'export_request_parameters'
  const cases: [unknown, string][] = [
    [[], `${at}: Missing input`],
    ['task', `${at}: Not a list`],
    [[1], `${at}: [0]: Not an object`],
    [[{}], `${at}: [0]: resource_type: Missing input`],
    [[{ resource_type: 'project' }], `${at}: [0]: resource_type: Not a recognized value: project`],
    [[{ resource_type: 'team', filters: { 'created_by.any': [] } }], `${at}: [0]: filters: Teams cannot be filtered`],
    [[{ resource_type: 'task', filters: { name: 'x' } }], `${at}: [0]: filters: name: Not a filter`],
    [
      [{ resource_type: 'task', filters: { 'constructor.any': [] } }],
      `${at}: [0]: filters: constructor.any: Not a filter`,
    ],
    [[{ resource_type: 'task', fields: [1] }], `${at}: [0]: fields: Not a list of names`],
    [Array(51).fill({ resource_type: 'task' }), `${at}: Too many values (maximum 50)`],
  ]
  for (const [export_request_parameters, message] of cases) {
    const answer = await bot.post('/exports/resource', { workspace, export_request_parameters })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('an export is tried again while the storage fails, and ends after an hour', async () => {
  const home = await office()
  const { bot, exportAll, jobs, clock, files, logged } = home
  const { receive } = files
  files.receive = async () => {
    throw new Error('The disk is full.')
  }
  const stateOf = async (gid: string) => (await ok(bot.get(`/organization_exports/${gid}`))).data.state
  const first = (await ok(exportAll())).data.gid
  await jobs.tick()
  assert.equal(await stateOf(first), 'started')
  Object.assign(files, { receive })
  clock.now += 10 * 60 * 1000
  await jobs.tick()
  assert.equal(await stateOf(first), 'finished')
  files.receive = async () => {
    throw new Error('The disk is full.')
  }
  const second = (await ok(exportAll())).data.gid
  clock.now += 2 * HOUR_MS
  await jobs.tick()
  assert.equal(await stateOf(second), 'error')
  assert.ok(logged.some(({ message }) => message === 'An export failed.'))
})

test('an export that another worker has finished stays finished when a slower one fails', async () => {
  const { bot, exportAll, jobs, clock, files, store } = await office()
  const { gid } = (await ok(exportAll())).data
  const finished = { state: 'finished', file_bytes: 1, task_count: 1, completed_at: clock.now }
  files.receive = async () => {
    await store.write(tx => update(tx, 'exports', { gid: Number(gid) }, finished))
    throw new Error('The lease of this worker has expired.')
  }
  clock.now += 2 * HOUR_MS
  await jobs.tick()
  assert.equal((await ok(bot.get(`/organization_exports/${gid}`))).data.state, 'finished')
})

test('an export and its file are deleted after 30 days', async () => {
  const { bot, exportAll, jobs, clock, files } = await office()
  const { gid } = (await ok(exportAll())).data
  await jobs.tick()
  assert.ok(await files.get(`exports/${gid}`))
  clock.now += 31 * DAY_MS
  await jobs.tick()
  assert.equal((await bot.get(`/organization_exports/${gid}`)).status, 404)
  assert.equal(await files.get(`exports/${gid}`), undefined)
})

test('the export of a project has its allocations, and for its admins its budget and rates', async () => {
  const home = await office()
  const { ann, ben, shared } = home
  const days = { start_date: '2026-01-05', end_date: '2026-01-09' }
  await ann.create('/allocations', { parent: shared, assignee: ben.gid, ...days })
  await ann.create('/budgets', { parent: shared, budget_type: 'cost', total: { enabled: true, value: 500 } })
  await ann.create('/rates', { parent: shared, resource: ben.gid, rate: 40 })
  const capacity = async (person: Person) => {
    const objects: Json[] = JSON.parse(await exported(home, person, '/exports/graph', { parent: shared })).data
    const found = objects.filter(({ resource_type: type }) => ['allocation', 'budget', 'rate'].includes(type))
    return found.map(({ resource_type, total, rate, start_date }) => [
      resource_type,
      total?.value ?? rate ?? start_date,
    ])
  }
  const allocation = ['allocation', '2026-01-05']
  assert.deepEqual((await capacity(ann)).toSorted(), [allocation, ['budget', 500], ['rate', 40]])
  assert.deepEqual(await capacity(ben), [allocation])
})
