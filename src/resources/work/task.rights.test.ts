import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'
import { createWorkspace, join } from '../people/rules/join.ts'

/** The statuses of these requests of a user on a task, in this order. */
const attempts = ['see', 'like', 'rename', 'follow', 'tag', 'nest', 'wait', 'detach', 'delete'] as const

async function statuses(person: Person, task: string, tag: string, other: string): Promise<Record<string, number>> {
  const path = `/tasks/${task}`
  const run: Record<(typeof attempts)[number], () => Promise<{ status: number }>> = {
    see: () => person.get(path),
    like: () => person.put(path, { liked: true }),
    rename: () => person.put(path, { name: 'new' }),
    follow: () => person.post(`${path}/addFollowers`, { followers: [] }),
    tag: () => person.post(`${path}/addTag`, { tag }),
    nest: () => person.post(`${path}/subtasks`, { name: 'below' }),
    wait: () => person.post(`${path}/addDependencies`, { dependencies: [other] }),
    detach: () => person.post(`${path}/setParent`, { parent: null }),
    delete: () => person.delete(path),
  }
  const found: Record<string, number> = {}
  for (const name of attempts) found[name] = (await run[name]()).status
  return found
}

const all = (status: number) => Object.fromEntries(attempts.map(name => [name, status]))

const everything = { ...all(200), nest: 201 }
const looking = { ...all(403), see: 200 }
const commenting = { ...looking, like: 200 }

test('rights on a task are the highest of all paths to it', async () => {
  const home = await world()
  const { ann, person, workspace } = home
  const tag = await ann.create('/tags', { workspace, name: 'tag' })
  const other = await ann.create('/tasks', { workspace })
  const people: Record<string, { who: Person; may: Json }> = {}
  const add = async (name: string, may: Json, role: Json | null = {}) => {
    const who = await person(name, role)
    people[name] = { who, may }
    await ann.post(`/tasks/${other}/addFollowers`, role === null ? { followers: [] } : { followers: [who.gid] })
    return who
  }
  const viewer = await add('Viewer', looking)
  const commenter = await add('Commenter', commenting)
  const editor = await add('Editor', everything)
  const admin = await add('Admin', everything)
  await add('Stranger', all(404), null)
  await add('Colleague', all(404))
  const guest = await add('Guest', everything, { is_guest: true })
  await add('Outer', all(404), { is_guest: true })
  const licence = await add('Licence', looking, { is_view_only: true })
  const assignee = await add('Assignee', everything)
  const project = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [viewer, 'viewer'],
      [commenter, 'commenter'],
      [editor, 'editor'],
      [admin, 'admin'],
      [licence, 'editor'],
    ],
  })
  for (const [name, { who, may }] of Object.entries(people)) {
    const followers = [guest.gid, licence.gid]
    const task = await ann.create('/tasks', { projects: [project.gid], name, followers, assignee: assignee.gid })
    assert.deepEqual(await statuses(who, task, tag, other), may, name)
  }
})

test('a public project gives members rights on its tasks, but not guests', async () => {
  const home = await world()
  const { ann, ben, person } = home
  const guest = await person('Guest', { is_guest: true })
  const open = { members: [[ann, 'admin']] as [Person, 'admin'][], privacy: 'public_to_workspace' as const }
  const readable = await makeProject(home, { ...open, level: 'viewer' })
  const editable = await makeProject(home, open)
  const [one, two] = [
    await ann.create('/tasks', { projects: readable.gid }),
    await ann.create('/tasks', { projects: editable.gid }),
  ]
  const try_ = async (who: Person, task: string) => [
    (await who.get(`/tasks/${task}`)).status,
    (await who.put(`/tasks/${task}`, { name: 'x' })).status,
  ]
  assert.deepEqual(await try_(ben, one), [200, 403])
  assert.deepEqual(await try_(ben, two), [200, 200])
  assert.deepEqual(await try_(guest, two), [404, 404])
  const both = await ann.create('/tasks', { projects: [readable.gid, editable.gid] })
  assert.deepEqual(await try_(ben, both), [200, 200])
})

test('a collaborator can see the task of a private project, but not the project', async () => {
  const home = await world()
  const { ann, ben } = home
  const project = await makeProject(home, { members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { projects: [project.gid], followers: [ben.gid] })
  const { data } = await ben.get(`/tasks/${task}`)
  assert.deepEqual([data.projects, data.memberships], [[], []])
  const deep = await ben.get(
    `/tasks/${task}?opt_fields=projects.name,memberships.project.name,memberships.section.name`,
  )
  assert.deepEqual(deep.data, { gid: task, projects: [], memberships: [] })
  assert.equal((await ben.get(`/projects/${project.gid}/tasks`)).status, 404)
  const add = await ben.post(`/tasks/${task}/addProject`, { project: project.gid })
  assert.deepEqual([add.status, add.message], [400, `project: Not a recognized ID: ${project.gid}`])
  const remove = await ben.post(`/tasks/${task}/removeProject`, { project: project.gid })
  assert.equal(remove.status, 400)
  assert.equal((await ben.post(`/sections/${project.sections[0]}/addTask`, { task })).status, 404)
})

test('adding a task to a project needs the right to edit both', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const project = await makeProject(home, {
    members: [
      [ann, 'editor'],
      [ben, 'viewer'],
    ],
  })
  const forbidden = [403, 'You do not have access to this project.']
  const own = await ben.create('/tasks', { workspace })
  const answers = [
    await ben.post('/tasks', { projects: [project.gid] }),
    await ben.post('/tasks', { memberships: [{ project: project.gid }] }),
    await ben.post(`/tasks/${own}/addProject`, { project: project.gid }),
  ]
  for (const { status, message } of answers) assert.deepEqual([status, message], forbidden)
  const section = await ben.post(`/sections/${project.sections[0]}/addTask`, { task: own })
  assert.deepEqual([section.status, section.message], [403, 'You do not have access to this section.'])
  const seen = await ann.create('/tasks', { projects: [project.gid] })
  const taken = await ben.post(`/tasks/${own}/setParent`, { parent: seen })
  assert.deepEqual([taken.status, taken.message], [403, 'You do not have access to this task.'])
})

test('access to a task includes its subtasks, but not its parent', async () => {
  const { ann, ben, person, workspace } = await world()
  const cai = await person('Cai')
  const top = await ann.create('/tasks', { workspace, followers: [ben.gid] })
  const middle = await ann.create('/tasks', { parent: top })
  const bottom = await ann.create('/tasks', { parent: middle, assignee: cai.gid })
  assert.equal((await ben.put(`/tasks/${bottom}`, { name: 'by ben' })).status, 200)
  assert.deepEqual(await gidsOf(ben, `/tasks/${middle}/subtasks`), [bottom])
  assert.equal((await cai.get(`/tasks/${bottom}`)).data.parent, null)
  assert.equal((await cai.get(`/tasks/${middle}`)).status, 404)
  assert.equal((await cai.get(`/tasks/${middle}/subtasks`)).status, 404)
})

test('a task in the trash gives no access to its subtasks', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  const parent = await ann.create('/tasks', { workspace, followers: [ben.gid] })
  const child = await ann.create('/tasks', { parent })
  await ann.post(`/tasks/${child}/addProject`, { project: project.gid })
  assert.equal((await ben.get(`/tasks/${child}`)).status, 200)
  await ann.delete(`/tasks/${parent}`)
  assert.equal((await ann.get(`/tasks/${child}`)).status, 200)
  assert.equal((await ben.get(`/tasks/${child}`)).status, 404)
})

test('a project in the trash gives no access to its tasks', async () => {
  const home = await world()
  const { ann, ben, store } = home
  const project = await makeProject(home, {
    members: [
      [ann, 'editor'],
      [ben, 'editor'],
    ],
  })
  const task = await ann.create('/tasks', { projects: [project.gid] })
  assert.equal((await ben.get(`/tasks/${task}`)).status, 200)
  await store.write(tx => update(tx, 'projects', { gid: Number(project.gid) }, { deleted_at: tx.now }))
  assert.equal((await ben.get(`/tasks/${task}`)).status, 404)
  const { data } = await ann.get(`/tasks/${task}`)
  assert.deepEqual([data.projects, data.memberships], [[], []])
  assert.doesNotMatch(data.permalink_url, /project/)
  assert.equal((await ann.get(`/tasks?project=${project.gid}`)).status, 400)
})

test('a refused update changes nothing', async () => {
  const home = await world()
  const { ann, ben } = home
  const project = await makeProject(home, {
    members: [
      [ann, 'editor'],
      [ben, 'commenter'],
    ],
  })
  const path = `/tasks/${await ann.create('/tasks', { projects: [project.gid], name: 'A' })}`
  assert.equal((await ben.put(path, { liked: true, name: 'B' })).status, 403)
  const bad = await ann.put(path, { name: 'C', liked: true, assignee: 'me', parent: path.slice('/tasks/'.length) })
  assert.equal(bad.message, 'parent: A task cannot be below itself')
  const { name, num_likes, assignee } = (await ann.get(path)).data
  assert.deepEqual([name, num_likes, assignee], ['A', 0, null])
})

test('guests can create tasks; users with view-only licences cannot', async () => {
  const { person, workspace } = await world()
  const guest = await person('Guest', { is_guest: true })
  const licence = await person('Licence', { is_view_only: true })
  const stranger = await person('Stranger', null)
  assert.equal((await guest.post('/tasks', { workspace })).status, 201)
  const answer = await licence.post('/tasks', { workspace })
  assert.deepEqual([answer.status, answer.message], [403, 'You do not have access to this workspace.'])
  const outside = await stranger.post('/tasks', { workspace })
  assert.deepEqual([outside.status, outside.message], [400, `workspace: Not a recognized ID: ${workspace}`])
})

test('references between workspaces are refused', async () => {
  const home = await world()
  const { ann, ben, store, workspace } = home
  const other = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: null, plan: 'free' })
    await join(tx, Number(ann.gid), gid)
    return String(gid)
  })
  const project = await makeProject(home, { members: [[ann, 'admin']] })
  const [here, there] = [await ann.create('/tasks', { workspace }), await ann.create('/tasks', { workspace: other })]
  const tag = await ann.create('/tags', { workspace: other })
  const attempts: [string, Json, string][] = [
    [`/tasks/${here}/setParent`, { parent: there }, `parent: Unknown object: ${there}`],
    [`/tasks/${here}/addTag`, { tag }, `tag: Unknown object: ${tag}`],
    [`/tasks/${here}/addDependencies`, { dependencies: [there] }, `dependencies: [0]: Unknown object: ${there}`],
    [`/tasks/${here}/addDependents`, { dependents: [there] }, `dependents: [0]: Unknown object: ${there}`],
    [`/tasks/${there}/addProject`, { project: project.gid }, `project: Unknown object: ${project.gid}`],
    [`/tasks/${there}/addFollowers`, { followers: [ben.gid] }, `followers: [0]: Not a user in Workspace: ${other}`],
    [`/sections/${project.sections[0]}/addTask`, { task: there }, `project: Unknown object: ${project.gid}`],
    ['/tasks', { workspace, parent: there }, `parent: Unknown object: ${there}`],
    ['/tasks', { workspace: other, projects: [project.gid] }, `projects: [0]: Unknown object: ${project.gid}`],
    ['/tasks', { workspace, tags: [tag] }, `tags: [0]: Unknown object: ${tag}`],
    ['/tasks', { workspace: other, assignee: ben.gid }, `assignee: Not a user in Workspace: ${other}`],
  ]
  for (const [path, given, message] of attempts) {
    const answer = await ann.post(path, given)
    assert.deepEqual([answer.status, answer.message], [400, message], path)
  }
  const section = (await ann.put(`/tasks/${there}`, { assignee: 'me' })).data.assignee_section.gid
  const answer = await ann.put(`/tasks/${here}`, { assignee: 'me', assignee_section: section })
  assert.equal(answer.message, `assignee_section: Unknown object: ${section}`)
})
