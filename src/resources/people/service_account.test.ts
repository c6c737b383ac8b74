/** Service accounts over HTTP: they have all rights in their organization, and are in no list of users. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog, ok, sample, sampleOf, send } from '../../../test/harness/sample.ts'
import { serviceAccount } from '../../../test/harness/sign_in/console.ts'
import { gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Answer, type Json, world } from '../../../test/harness/world.ts'
import { createWorkspace, join } from './rules/join.ts'

const all = await world()
const { ann, ben, workspace, person } = all
const service = await serviceAccount(all)

const refused = async (request: Promise<Answer>, field: string) => {
  const { status, message } = await request
  assert.deepEqual([status, message], [400, `${field}: Not a user in Organization: ${service.gid}`])
}

test('a service account has its name, and finds its organization', async () => {
  const { data } = await ok(service.get('/users/me'))
  assert.deepEqual([data.gid, data.name], [service.gid, 'Service'])
  assert.match(data.email, /^service-[0-9a-f]{16}@service\.invalid$/)
  assert.deepEqual(data.workspaces, [{ gid: workspace, resource_type: 'workspace', name: 'Example' }])
  assert.deepEqual(await gidsOf(service, '/workspaces'), [workspace])
})

test('members of the organization can read a service account by gid', async () => {
  const { name, workspaces } = (await ok(ben.get(`/users/${service.gid}`))).data
  assert.deepEqual([name, workspaces.length], ['Service', 1])
  assert.equal((await (await person('Gil', { is_guest: true })).get(`/users/${service.gid}`)).status, 404)
  assert.equal((await (await person('Sam', null)).get(`/users/${service.gid}`)).status, 404)
})

test('a service account can read and change private objects', async () => {
  const project = await makeProject(all, { members: [[ben, 'admin']] })
  const inside = await ben.create('/tasks', { projects: [project.gid], name: 'Inside' })
  const own = await ben.create('/tasks', { workspace, name: 'Own', assignee: 'me' })
  const secret = await ben.create('/teams', { organization: workspace, name: 'Secret', visibility: 'secret' })
  for (const path of [`/projects/${project.gid}`, `/tasks/${inside}`, `/tasks/${own}`, `/teams/${secret}`]) {
    const name = `Seen ${path}`
    assert.equal((await ok(service.put(path, { name }))).data.name, name)
    assert.equal((await ok(ben.get(path))).data.name, name)
  }
  assert.ok((await gidsOf(service, `/workspaces/${workspace}/projects`)).includes(project.gid))
  assert.ok((await gidsOf(service, `/workspaces/${workspace}/teams`)).includes(secret))
  assert.deepEqual(await gidsOf(service, `/teams/${secret}/users`), [ben.gid])
  await ok(service.post(`/teams/${secret}/addUser`, { user: ann.gid }))
  await ok(service.delete(`/projects/${project.gid}`))
})

test('a service account can read and order My Tasks of others', async () => {
  const list = (await ok(service.get(`/users/${ben.gid}/user_task_list?workspace=${workspace}`))).data.gid
  const task = await ben.create('/tasks', { workspace, name: 'Mine', assignee: 'me' })
  assert.ok((await gidsOf(service, `/user_task_lists/${list}/tasks`)).includes(task))
  const [first = '', second = ''] = await gidsOf(service, `/projects/${list}/sections`)
  assert.equal((await ann.get(`/sections/${first}`)).status, 404, 'an administrator does not')
  await ok(service.post(`/sections/${second}/addTask`, { task }))
  assert.deepEqual(await gidsOf(ben, `/sections/${second}/tasks`), [task])
})

test('a service account is in no list of users', async () => {
  const guest = await person('Gus', { is_guest: true })
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  await service.create('/tasks', { workspace, name: 'Theirs', followers: [guest.gid] })
  for (const reader of [ann, ben, guest, service]) {
    for (const path of [
      `/users?workspace=${workspace}`,
      '/users',
      `/workspaces/${workspace}/users`,
      ...(reader === guest ? [] : [`/teams/${team}/users`, `/users?team=${team}`]),
    ]) {
      const found = await gidsOf(reader, path)
      assert.equal(found.includes(service.gid), reader === service && path === '/users', `${path} for ${reader.gid}`)
    }
    const memberships = (await ok(reader.get(`/workspaces/${workspace}/workspace_memberships?opt_fields=user`)))
      .data as Json[]
    assert.ok(!memberships.some(({ user }) => user.gid === service.gid))
  }
})

test('a service account is not a member of what it creates', async () => {
  const project = (await ok(service.post('/projects', { workspace, name: 'Made' }))).data
  assert.deepEqual([project.owner, project.members, project.followers], [null, [], []])
  const owned = await service.create('/projects', { workspace, name: 'Owned', owner: ben.gid, followers: [ann.gid] })
  const { data } = await ok(service.get(`/projects/${owned}?opt_fields=owner,members`))
  assert.deepEqual([data.owner.gid, data.members.map(({ gid }: Json) => gid)], [ben.gid, [ann.gid, ben.gid]])
  const team = await service.create('/teams', { organization: workspace, name: 'Made' })
  assert.deepEqual(await gidsOf(ann, `/teams/${team}/users`), [])
})

test('a service account cannot be named as assignee, follower or member by any caller', async () => {
  const { email } = (await ok(service.get('/users/me'))).data
  const project = await ann.create('/projects', { workspace, name: 'Project' })
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const task = await ann.create('/tasks', { workspace, name: 'Task' })
  const { gid } = service
  await refused(ann.post('/tasks', { workspace, assignee: gid }), 'assignee')
  await refused(ann.put(`/tasks/${task}`, { assignee: gid }), 'assignee')
  await refused(ann.put(`/tasks/${task}`, { assignee: email }), 'assignee')
  await refused(service.put(`/tasks/${task}`, { assignee: 'me' }), 'assignee')
  await refused(ann.post('/tasks', { workspace, followers: [ben.gid, gid] }), 'followers: [1]')
  await refused(ann.post(`/tasks/${task}/addFollowers`, { followers: [gid] }), 'followers: [0]')
  await refused(ann.put(`/projects/${project}`, { owner: gid }), 'owner')
  await refused(ann.post('/projects', { workspace, owner: gid }), 'owner')
  await refused(ann.post(`/projects/${project}/addMembers`, { members: [gid] }), 'members: [0]')
  await refused(ann.post(`/projects/${project}/addFollowers`, { followers: [gid] }), 'followers: [0]')
  await refused(ann.post(`/teams/${team}/addUser`, { user: gid }), 'user')
  await refused(ann.post(`/workspaces/${workspace}/removeUser`, { user: gid }), 'user')
})

test('a service account cannot be the value of a custom field', async () => {
  const definition = { workspace, name: 'People', resource_subtype: 'people' }
  const custom_field = await ann.create('/custom_fields', definition)
  const project = await ann.create('/projects', { workspace, name: 'Project' })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
  const task = await ann.create('/tasks', { projects: [project] })
  await refused(ann.put(`/tasks/${task}`, { custom_fields: { [custom_field]: [service.gid] } }), 'people_value')
})

test('a service account cannot be added to an organization as a user', async () => {
  const olga = await person('Olga', null)
  const other = await all.store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'enterprise' })
    await join(tx, Number(olga.gid), made, { is_admin: true })
    return made
  })
  const { email } = (await ok(service.get('/users/me'))).data
  const own = await ann.post(`/workspaces/${workspace}/addUser`, { user: service.gid })
  assert.deepEqual([own.status, own.message], [400, `user: Unknown object: ${service.gid}`])
  assert.equal((await olga.post(`/workspaces/${other}/addUser`, { user: email })).status, 400)
  assert.equal((await olga.post(`/workspaces/${other}/addUser`, { user: service.gid })).status, 400)
  assert.equal((await service.get(`/workspaces/${other}`)).status, 404)
  const foreign = await olga.create('/tasks', { workspace: String(other), name: 'Foreign' })
  assert.equal((await service.get(`/tasks/${foreign}`)).status, 404)
  assert.equal((await service.post('/tasks', { workspace: String(other) })).status, 400)
  assert.deepEqual(await gidsOf(service, '/workspaces'), [workspace])
})

test('an administrator gets the projects of a user whom a service account removes', async () => {
  const leo = await person('Leo')
  const project = await leo.create('/projects', { workspace, name: 'Shared', members: [], followers: [ben.gid] })
  await ok(service.post(`/workspaces/${workspace}/removeUser`, { user: leo.gid }))
  assert.equal((await ok(service.get(`/projects/${project}`))).data.owner.gid, ann.gid)
})

// Favorites, webhooks, jobs and exports are visible only to their owner.
const PERSONAL = ['getFavoritesForUser', 'getWebhook', 'getJob', 'getOrganizationExport']

// Only service accounts can use these.
const OWN = ['getWorkspaceEvents', 'getAuditLogEvents', 'getAiStudioRuns', 'getAiStudioSeats']

test('a service account can read everything that an administrator with access to all objects can', async () => {
  const made = await sample()
  const one = await serviceAccount(made)
  const others = [...PERSONAL, ...OWN]
  for (const operation of catalog.operations.filter(({ method, id }) => method === 'GET' && !others.includes(id))) {
    const sent = await sampleOf(made, operation)
    const [mine, hers] = [await send(made, one, operation, sent), await send(made, made.ann, operation, sent)]
    assert.equal(mine.status, hers.status, `${operation.id} answers ${mine.message}`)
  }
})
