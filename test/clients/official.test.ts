/** Both official JavaScript clients search, attach files, poll jobs, send batches, plan portfolios and export. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { listeningWorld } from '../harness/clients/listening.ts'
import { folderFor } from '../harness/program.ts'
import type { Json, World } from '../harness/world.ts'
import { isDone, OFFICIAL, type OfficialClient, polled, skip } from './official.ts'

type Connect = (token: string) => OfficialClient
type Journey = (world: World, connect: Connect, t: TestContext) => Promise<void>

const gidOf = ({ gid }: Json): string => gid
const namesIn = (found: Json): string[] => found.map(({ name }: Json) => name)

/** Runs the jobs of the world until the test ends. */
function startJobs({ jobs, clock }: World, t: TestContext): void {
  clock.step = 0
  jobs.start()
  t.after(() => jobs.stop())
}

const journeys: Record<string, Journey> = {
  async 'searches tasks by text and by a custom field, and projects, and completes their names'(
    { ann, workspace },
    connect,
  ) {
    const { reads, writes, searchesProjects, completes } = connect(ann.token)
    const project = gidOf(await writes('Projects', 'createProject', [], { workspace, name: 'Orchard' }))
    await writes('Projects', 'createProject', [], { workspace, name: 'Kitchen' })
    const defined = { workspace, name: 'Trees', resource_subtype: 'number', precision: 0 }
    const field = gidOf(await writes('CustomFields', 'createCustomField', [], defined))
    await writes('Projects', 'addCustomFieldSettingForProject', [project], { custom_field: field })
    for (const [name, trees] of Object.entries({ 'Prune apples': 12, 'Prune pears': 7, 'Sell apples': 12 })) {
      const custom_fields = { [field]: trees }
      await writes('Tasks', 'createTask', [], { name, projects: [project], custom_fields })
    }
    const search = async (query: Json) =>
      namesIn(await reads('Tasks', 'searchTasksForWorkspace', [workspace], query)).sort()
    assert.deepEqual(await search({ text: 'apples' }), ['Prune apples', 'Sell apples'])
    assert.deepEqual(await search({ [`custom_fields.${field}.value`]: 7 }), ['Prune pears'])
    const both = { text: 'prune', 'projects.any': project, [`custom_fields.${field}.greater_than`]: 10 }
    assert.deepEqual(await search({ ...both, completed: false, limit: 1, opt_fields: 'name' }), ['Prune apples'])
    assert.deepEqual(namesIn(await searchesProjects(workspace, { text: 'orchard' })), ['Orchard'])
    assert.deepEqual(namesIn(await completes(workspace, 'task', 'pea')), ['Prune pears'])
    assert.deepEqual(namesIn(await completes(workspace, 'project', 'orch')), ['Orchard'])
    assert.deepEqual(namesIn(await completes(workspace, 'user', 'ann@')), ['Ann'])
  },

  async 'uploads a file to a task, lists and downloads it'({ ann, workspace }, connect, t) {
    const { reads, writes, uploads, attachments } = connect(ann.token)
    const task = gidOf(await writes('Tasks', 'createTask', [], { workspace, name: 'With a file' }))
    const file = join(folderFor(t), 'größe €.txt')
    writeFileSync(file, 'Some notes')
    const made = await uploads(task, file)
    assert.deepEqual([made.name, made.resource_subtype], ['größe €.txt', 'asana'])
    assert.deepEqual((await attachments(task)).map(gidOf), [made.gid])
    const opt_fields = 'download_url,size'
    const { download_url, size } = await reads('Attachments', 'getAttachment', [made.gid], { opt_fields })
    assert.equal(size, 10)
    assert.equal(await (await fetch(download_url)).text(), 'Some notes')
    await ann.delete(`/attachments/${made.gid}`)
    assert.deepEqual(await attachments(task), [])
  },

  async 'duplicates a task and a project, and polls the jobs'(world, connect, t) {
    const { ann, workspace } = world
    startJobs(world, t)
    const { reads, writes } = connect(ann.token)
    const opt_fields = 'status,new_task.name,new_project.name'
    const ended = ({ gid }: Json) => polled(() => reads('Jobs', 'getJob', [gid], { opt_fields }), isDone)
    const project = gidOf(await writes('Projects', 'createProject', [], { workspace, name: 'Plan' }))
    const task = gidOf(await writes('Tasks', 'createTask', [], { name: 'Step', notes: 'How to', projects: [project] }))
    await writes('Tasks', 'createSubtaskForTask', [task], { name: 'Part' })

    const copying = { name: 'Next step', include: 'notes,projects,subtasks' }
    const started = await writes('Tasks', 'duplicateTask', [task], copying)
    assert.equal(started.resource_subtype, 'duplicate_task')
    const { status, new_task } = await ended(started)
    assert.deepEqual([status, new_task.name, new_task.gid], ['succeeded', 'Next step', started.new_task.gid])
    assert.deepEqual(namesIn(await reads('Tasks', 'getSubtasksForTask', [new_task.gid])), ['Part'])

    const include = 'task_notes,task_subtasks'
    const { new_project } = await ended(
      await writes('Projects', 'duplicateProject', [project], { name: 'Next plan', include }),
    )
    assert.equal(new_project.name, 'Next plan')
    const query = { opt_fields: 'name,notes,num_subtasks' }
    const copies = await reads('Tasks', 'getTasksForProject', [new_project.gid], query)
    assert.deepEqual(copies.map(({ name, notes, num_subtasks }: Json) => [name, notes, num_subtasks]).sort(), [
      ['Next step', 'How to', 1],
      ['Step', 'How to', 1],
    ])
  },

  async 'sends a batch of reads and writes, of which one fails'({ ann, workspace }, connect) {
    const { reads, writes } = connect(ann.token)
    const task = gidOf(await writes('Tasks', 'createTask', [], { workspace, name: 'Old' }))
    const actions = [
      { method: 'get', relative_path: '/users/me', options: { fields: ['name'] } },
      { method: 'put', relative_path: `/tasks/${task}`, data: { name: 'New' } },
      { method: 'post', relative_path: '/tasks', data: { workspace, name: 'Made' } },
      { method: 'get', relative_path: '/tasks/404' },
    ]
    const [me, changed, made, failed] = (await writes('BatchAPI', 'createBatchRequest', [], { actions })) as Json[]
    assert.deepEqual([me?.status_code, me?.body.data], [200, { gid: ann.gid, name: 'Ann' }])
    assert.deepEqual([changed?.status_code, changed?.body.data.name], [200, 'New'])
    assert.deepEqual([made?.status_code, made?.body.data.name], [201, 'Made'])
    assert.deepEqual([failed?.status_code, failed?.body.errors[0].message], [404, 'task: Not a recognized ID: 404'])
    assert.equal((await reads('Tasks', 'getTask', [task])).name, 'New')
  },

  async 'plans a portfolio with items and members, and shares a project'({ ann, ben, workspace }, connect) {
    const { reads, writes } = connect(ann.token)
    const portfolio = gidOf(await writes('Portfolios', 'createPortfolio', [], { workspace, name: 'Orchards' }))
    const make = async (name: string) => gidOf(await writes('Projects', 'createProject', [], { workspace, name }))
    const [apples, pears] = [await make('Apples'), await make('Pears')]
    await writes('Portfolios', 'addItemForPortfolio', [portfolio], { item: apples })
    await writes('Portfolios', 'addItemForPortfolio', [portfolio], { item: pears, insert_before: apples })
    const items = () => reads('Portfolios', 'getItemsForPortfolio', [portfolio], { limit: 100 })
    assert.deepEqual(namesIn(await items()), ['Pears', 'Apples'])
    await writes('Portfolios', 'addMembersForPortfolio', [portfolio], { members: ben.gid })
    const members = await reads('PortfolioMemberships', 'getPortfolioMembershipsForPortfolio', [portfolio])
    assert.deepEqual(
      members.map(({ user }: Json) => user.name),
      ['Ann', 'Ben'],
    )
    await writes('Portfolios', 'removeItemForPortfolio', [portfolio], { item: pears })
    assert.deepEqual(namesIn(await items()), ['Apples'])

    const membership = { parent: apples, member: ben.gid, access_level: 'commenter' }
    const { gid } = await writes('Memberships', 'createMembership', [], membership)
    const shown = await reads('ProjectMemberships', 'getProjectMembership', [gid])
    assert.deepEqual([shown.user.name, shown.access_level], ['Ben', 'commenter'])
    await writes('Memberships', 'updateMembership', [gid], { access_level: 'editor' })
    const found = await reads('Memberships', 'getMemberships', [], { parent: apples, member: ben.gid })
    assert.deepEqual(found.map(gidOf), [gid])
    assert.equal((await reads('Memberships', 'getMembership', [gid])).access_level, 'editor')
  },

  async 'exports the organization as a service account'(world, connect, t) {
    const { ann, workspace } = world
    startJobs(world, t)
    await ann.create('/tasks', { workspace, name: 'Prune' })
    const exporting = { organization: workspace }
    const create = ['OrganizationExports', 'createOrganizationExport', []] as const
    await assert.rejects(connect(ann.token).writes(...create, exporting), ({ status }: Json) => status === 403)
    const { reads, writes } = connect((await world.service('Bot')).token)
    const { gid, state } = await writes(...create, exporting)
    assert.equal(state, 'pending')
    const read = () => reads('OrganizationExports', 'getOrganizationExport', [gid])
    const ended = await polled(read, shown => shown.state === 'finished' || shown.state === 'error')
    assert.equal(ended.state, 'finished')
    const file = Buffer.from(await (await fetch(ended.download_url)).arrayBuffer())
    assert.match(gunzipSync(file).toString(), /"name": ?"Prune"/)
  },
}

for (const [client, connectTo] of Object.entries(OFFICIAL)) {
  for (const [title, journey] of Object.entries(journeys)) {
    test(`${client} ${title}`, { skip }, async t => {
      const world = await listeningWorld()
      await journey(world, token => connectTo(world.origin, token), t)
    })
  }
}
