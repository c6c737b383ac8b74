import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, setActive } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { createWorkspace, join } from '../people/rules/join.ts'

const brief = (gid: string, resource_type: string, name: string) => ({ gid, resource_type, name })

const levelsOf = async (person: Person, project: string) => {
  const { data } = await person.get(`/projects/${project}/project_memberships?opt_fields=member,access_level`)
  return data.map((one: Json) => [one.member.gid, one.access_level])
}

test('a project needs only a workspace', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/projects', { workspace, name: 'Move house' })
  assert.equal(made.status, 201)
  const { gid, created_at, modified_at, permalink_url, ...rest } = made.data
  assert.equal(made.headers.location, `/api/1.0/projects/${gid}`)
  assert.equal(created_at, modified_at)
  assert.match(permalink_url, new RegExp(`/1/${workspace}/project/${gid}$`))
  const me = brief(ann.gid, 'user', 'Ann')
  const expected = {
    resource_type: 'project',
    name: 'Move house',
    archived: false,
    color: null,
    icon: 'list',
    completed: false,
    completed_at: null,
    completed_by: null,
    current_status: null,
    current_status_update: null,
    default_view: 'list',
    due_on: null,
    due_date: null,
    start_on: null,
    notes: '',
    public: false,
    privacy_setting: 'private',
    default_access_level: 'editor',
    minimum_access_level_for_customization: 'editor',
    minimum_access_level_for_sharing: 'editor',
    members: [me],
    followers: [me],
    owner: me,
    team: null,
    workspace: brief(workspace, 'workspace', 'Example'),
  }
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(rest[name], value, name)
  assert.deepEqual(await levelsOf(ann, gid), [[ann.gid, 'admin']])
  const sections = await ann.get(`/projects/${gid}/sections`)
  assert.deepEqual(
    sections.data.map(({ name }: Json) => name),
    ['Untitled section'],
  )
})

test('the followers and the owner of a new project become its members', async () => {
  const { ann, ben, person, workspace } = await world()
  const cy = await person('Cy')
  const given = {
    workspace,
    name: 'Party',
    owner: ben.email,
    followers: `${cy.gid},me`,
    default_access_level: 'viewer',
  }
  const { data } = await ann.post('/projects', given)
  assert.equal(data.owner.gid, ben.gid)
  const [me, owner, follower] = [
    [ann.gid, 'admin'],
    [ben.gid, 'admin'],
    [cy.gid, 'commenter'],
  ]
  assert.deepEqual(await levelsOf(ann, data.gid), [me, owner, follower])
  assert.deepEqual(data.followers.map(({ gid }: Json) => gid).sort(), [ann.gid, cy.gid].sort())
  const ownerless = await ann.post('/projects', { workspace, name: 'Nobody', owner: null })
  assert.equal(ownerless.data.owner, null)
  assert.deepEqual(await levelsOf(ann, ownerless.data.gid), [[ann.gid, 'admin']])
})

test('a project of a team is in its organization and shared with the team', async () => {
  const { ann, ben, workspace } = await world()
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  const made = await ann.post(`/teams/${team}/projects`, { name: 'Voyage' })
  assert.equal(made.status, 201)
  assert.deepEqual(made.data.team, brief(team, 'team', 'Crew'))
  assert.equal(made.data.workspace.gid, workspace)
  assert.equal(made.data.privacy_setting, 'private_to_team')
  assert.equal((await ben.get(`/projects/${made.data.gid}`)).status, 404)
  await ann.post(`/teams/${team}/addUser`, { user: ben.gid })
  assert.equal((await ben.get(`/projects/${made.data.gid}`)).status, 200)
  assert.deepEqual(await gidsOf(ben, `/teams/${team}/projects`), [made.data.gid])
  assert.deepEqual(await gidsOf(ben, `/projects?team=${team}`), [made.data.gid])
})

test('privacy can be set by the older field public', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/projects', { workspace, public: true })
  const seen = async () => {
    const { data } = await ann.get(`/projects/${gid}?opt_fields=public,privacy_setting`)
    return [data.public, data.privacy_setting]
  }
  assert.deepEqual(await seen(), [true, 'public_to_workspace'])
  await ann.put(`/projects/${gid}`, { public: false })
  assert.deepEqual(await seen(), [false, 'private'])
  await ann.put(`/projects/${gid}`, { public: false, privacy_setting: 'public_to_workspace' })
  assert.deepEqual(await seen(), [true, 'public_to_workspace'])
})

test('an update changes only the given fields and modified_at of a project', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/projects', { workspace, name: 'One', color: 'dark-red', notes: 'first' })
  const before = (await ann.get(`/projects/${gid}`)).data
  const given = { name: 'Two', color: 'none', due_date: '2026-03-01', html_notes: '<body><em>second</em></body>' }
  const changed = await ann.put(`/projects/${gid}`, given)
  assert.equal(changed.status, 200)
  const { name, color, due_on, due_date, notes, icon, modified_at } = changed.data
  assert.deepEqual(
    [name, color, due_on, due_date, notes, icon],
    ['Two', null, '2026-03-01', '2026-03-01', 'second', 'list'],
  )
  assert.ok(modified_at > before.modified_at)
  const { data } = await ann.get(`/projects/${gid}?opt_fields=html_notes`)
  assert.equal(data.html_notes, '<body><em>second</em></body>')
  assert.equal((await ann.put(`/projects/${gid}`, {})).data.modified_at, modified_at)
})

test('an editor can send back a project as it was read', async () => {
  const { ann, ben, workspace } = await world()
  const gid = await ann.create('/projects', { workspace, name: 'One', start_on: '2026-01-01', due_on: '2026-02-01' })
  await ann.post(`/projects/${gid}/addMembers`, { members: [ben.gid] })
  // Values are read as a list and written by gid, as those of tasks.
  const { followers, workspace: _, owner, custom_fields, ...read } = (await ben.get(`/projects/${gid}`)).data
  const { data } = await ben.put(`/projects/${gid}`, { ...read, owner: owner.gid, name: 'Two' })
  assert.equal(data?.name, 'Two')
})

test('start and due dates are given together, in order, and never equal', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/projects', { workspace, start_on: '2026-01-10', due_on: '2026-01-20' })
  const seen = async () => {
    const { data } = await ann.get(`/projects/${gid}?opt_fields=start_on,due_on`)
    return [data.start_on, data.due_on]
  }
  const lonely = "You must provide 'due_on' or 'due_at' when setting 'start_on'."
  const refused: [Json, string][] = [
    [{ start_on: '2026-01-11' }, lonely],
    [{ start_on: null }, lonely],
    [{ start_on: '2026-01-11', due_on: null }, lonely],
    [{ start_on: '2026-01-20', due_on: '2026-01-20' }, 'start_on: Must not be the due date itself'],
    [{ due_on: '2026-01-10' }, 'start_on: Must not be the due date itself'],
    [{ start_on: '2026-01-21', due_on: '2026-01-20' }, 'start_on: Must not be after the due date'],
    [{ due_on: '2026-01-20', due_date: '2026-01-21' }, 'due_date: Must be the same as due_on'],
    [{ due_on: '20.1.2026' }, 'due_on: Date must be in ISO-8601 (yyyy-mm-dd) format, not: 20.1.2026'],
  ]
  for (const [given, text] of refused) {
    const answer = await ann.put(`/projects/${gid}`, given)
    assert.deepEqual([answer.status, answer.message], [400, text], JSON.stringify(given))
  }
  assert.deepEqual(await seen(), ['2026-01-10', '2026-01-20'])
  await ann.put(`/projects/${gid}`, { start_on: null, due_on: '2026-01-20' })
  assert.deepEqual(await seen(), [null, '2026-01-20'])
  await ann.put(`/projects/${gid}`, { start_on: '2026-01-10', due_on: '2026-01-22' })
  await ann.put(`/projects/${gid}`, { due_on: null })
  assert.deepEqual(await seen(), [null, null])
})

test('an invalid project is refused, and nothing is created', async () => {
  const home = await world()
  const { ann, ben, person, workspace } = home
  const sam = await person('Sam', null)
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  const [other, abroad] = await elsewhere(home, ann, ben)
  await setActive(home, ben, false)
  const deleted = `Not a recognized ID: ${sam.gid}`
  const refused: [Json, string][] = [
    [{}, 'You should specify one of workspace, team'],
    [{ workspace: '1' }, 'workspace: Not a recognized ID: 1'],
    [{ workspace: other, team }, `team: Unknown object: ${team}`],
    [{ workspace, followers: [sam.gid] }, `followers: [0]: ${deleted}`],
    [{ workspace, owner: sam.gid }, `owner: ${deleted}`],
    [{ workspace, owner: ben.gid }, `owner: Not a user in Organization: ${ben.gid}`],
    [{ workspace, followers: ['me', ben.gid] }, `followers: [1]: Not a user in Organization: ${ben.gid}`],
    [{ workspace: other, followers: [abroad] }, `followers: [0]: Not a user in Workspace: ${other}`],
    [{ workspace, color: 'pink' }, 'color: Not a recognized value: pink'],
    [{ workspace, default_view: 'gantt' }, 'default_view: Not a recognized value: gantt'],
    [{ workspace, name: 7 }, 'name: Not a text: number'],
    [{ workspace, notes: 'a', html_notes: '<body>a</body>' }, 'html_notes: Cannot be given together with notes'],
    [
      { workspace, privacy_setting: 'private_to_team' },
      'privacy_setting: A project without a team cannot be private to its team',
    ],
    [{ workspace, start_on: '2026-01-01' }, "You must provide 'due_on' or 'due_at' when setting 'start_on'."],
  ]
  for (const [given, text] of refused) {
    const answer = await ann.post('/projects', given)
    assert.deepEqual([answer.status, answer.message], [400, text], JSON.stringify(given))
  }
  assert.deepEqual(await gidsOf(ann, '/projects'), [])
})

/** A plain workspace of Ann and Ben, and a user who is only in the organization. */
async function elsewhere({ store, person }: World, ...people: Person[]): Promise<[string, string]> {
  const gid = await store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Home', domains: null, plan: 'free' })
    for (const one of people) await join(tx, Number(one.gid), made)
    return made
  })
  return [String(gid), (await person('Dee')).gid]
}

test('create-only fields of a project cannot be updated', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/projects', { workspace, name: 'One' })
  for (const [given, text] of [
    [{ workspace }, 'workspace: Cannot write this property'],
    [{ followers: ['me'] }, 'followers: Cannot write this property'],
    [{ name: null }, 'name: Cannot be null'],
    [{ archived: 'perhaps' }, 'archived: Not true or false: perhaps'],
    [{ team: gid }, `team: Not a recognized ID: ${gid}`],
  ] as const) {
    const answer = await ann.put(`/projects/${gid}`, { color: 'dark-red', ...given })
    assert.deepEqual([answer.status, answer.message], [400, text])
  }
  assert.equal((await ann.get(`/projects/${gid}`)).data.color, null)
})

test('projects are listed in creation order, and paged without loss during inserts', async () => {
  const { ann, workspace } = await world()
  const gids: string[] = []
  const more = async () => void gids.push(await ann.create('/projects', { workspace, archived: gids.length % 2 === 1 }))
  for (let index = 0; index < 5; index++) await more()
  const seen = await allPages(ann, `/workspaces/${workspace}/projects?limit=2`, async page => {
    if (page < 3) await more()
  })
  assert.deepEqual(seen, gids)
  assert.deepEqual(await allPages(ann, '/projects?limit=3'), gids)
  const put = gids.filter((_, index) => index % 2 === 1)
  assert.deepEqual(await gidsOf(ann, `/projects?workspace=${workspace}&archived=true`), put)
  assert.deepEqual(
    await gidsOf(ann, '/projects?archived=False'),
    gids.filter(gid => !put.includes(gid)),
  )
})

test('deleting a project deletes the tasks that are nowhere else', async () => {
  const { ann, workspace } = await world()
  const [home, other] = [await ann.create('/projects', { workspace }), await ann.create('/projects', { workspace })]
  const make = (given: Json) => ann.create('/tasks', { workspace, ...given })
  const put = (task: string) => ann.post(`/tasks/${task}/addProject`, { project: home })
  const deletedWith = await make({ projects: [home] })
  const below = await make({ parent: deletedWith })
  const assigned = await make({ projects: [home], assignee: 'me' })
  const shared = await make({ projects: [home, other] })
  const stays = await make({ parent: shared })
  const belowStays = await make({ parent: stays })
  const belowAssigned = await make({ parent: deletedWith, assignee: 'me' })
  await put(belowStays)
  const answer = await ann.delete(`/projects/${home}`)
  assert.deepEqual([answer.status, answer.body], [200, { data: {} }])
  const deleted = await ann.get(`/projects/${home}`)
  assert.deepEqual([deleted.status, deleted.message], [404, `project: Unknown object: ${home}`])
  assert.deepEqual(await gidsOf(ann, '/projects'), [other])
  const states = await Promise.all(
    [deletedWith, below, assigned, shared, stays, belowStays, belowAssigned].map(gid => ann.get(`/tasks/${gid}`)),
  )
  assert.deepEqual(
    states.map(({ status }) => status),
    [404, 404, 200, 200, 200, 200, 200],
  )
  assert.deepEqual(states[3]?.data.projects, [brief(other, 'project', '')])
})

test('the projects of a task are limited to those visible to the caller', async () => {
  const { ann, ben, workspace } = await world()
  const [secret, open] = [
    await ann.create('/projects', { workspace }),
    await ann.create('/projects', { workspace, public: true }),
  ]
  const task = await ann.create('/tasks', { projects: [secret, open], assignee: ben.gid })
  assert.deepEqual(await gidsOf(ann, `/tasks/${task}/projects`), [secret, open])
  assert.deepEqual(await gidsOf(ben, `/tasks/${task}/projects`), [open])
})

test('task counts are returned only on request', async () => {
  const { ann, workspace } = await world()
  const project = await ann.create('/projects', { workspace })
  const path = `/projects/${project}/task_counts`
  const done = { projects: [project], completed: true, resource_subtype: 'milestone' }
  await ann.create('/tasks', done)
  const deleted = await ann.create('/tasks', done)
  const task = await ann.create('/tasks', { projects: [project] })
  await ann.create('/tasks', { parent: task })
  await ann.delete(`/tasks/${deleted}`)
  assert.deepEqual((await ann.get(path)).body, { data: {} })
  const names = 'num_tasks,num_incomplete_tasks,num_completed_tasks,num_milestones,num_incomplete_milestones'
  assert.deepEqual((await ann.get(`${path}?opt_fields=${names},num_completed_milestones`)).data, {
    num_tasks: 2,
    num_incomplete_tasks: 1,
    num_completed_tasks: 1,
    num_milestones: 1,
    num_incomplete_milestones: 0,
    num_completed_milestones: 1,
  })
})
