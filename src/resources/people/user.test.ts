import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type Person, world } from '../../../test/harness/world.ts'
import { insert } from '../../store/change.ts'
import { createWorkspace, join } from './rules/join.ts'

const namesOf = ({ status, data, message }: Answer): string[] => {
  assert.equal(status, 200, message ?? '')
  return data.map((user: { name: string }) => user.name)
}

async function walk(who: Person, first: string): Promise<string[]> {
  const seen: string[] = []
  let path: string | undefined = first
  while (path) {
    const page = await who.get(path)
    seen.push(...namesOf(page))
    path = page.body.next_page?.path
  }
  return seen
}

test('users of a workspace are listed by name, ignoring case, and paged without loss', async () => {
  const { ann, workspace, person } = await world()
  for (const name of ['zed', 'Cid', 'dan', 'Abe']) await person(name)
  const sorted = ['Abe', 'Ann', 'Ben', 'Cid', 'dan', 'zed']
  const whole = await ann.get(`/workspaces/${workspace}/users`)
  assert.deepEqual(namesOf(whole), sorted)
  assert.equal('next_page' in whole.body, false)
  assert.deepEqual(await walk(ann, `/workspaces/${workspace}/users?limit=2`), sorted)
})

test('users with the same name are paged in a stable order', async () => {
  const { ann, workspace, person } = await world()
  for (const name of ['T1', 'T2', 'T3']) {
    const twin = await person(name)
    await twin.put('/users/me', { name: 'Tim' })
  }
  assert.deepEqual(await walk(ann, `/workspaces/${workspace}/users?limit=1`), ['Ann', 'Ben', 'Tim', 'Tim', 'Tim'])
})

test('users of all workspaces, of a workspace and of a team are listed by gid', async () => {
  const { ann, ben, workspace, person } = await world()
  await person('Abe')
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ann.post(`/teams/${team}/addUser`, { user: ben.gid })
  assert.deepEqual(namesOf(await ann.get('/users')), ['Ann', 'Ben', 'Abe'])
  assert.deepEqual(namesOf(await ann.get(`/users?workspace=${workspace}`)), ['Ann', 'Ben', 'Abe'])
  assert.deepEqual(namesOf(await ann.get(`/users?team=${team}`)), ['Ann', 'Ben'])
  assert.deepEqual(namesOf(await ann.get(`/users?team=${team}&workspace=${workspace}`)), ['Ann', 'Ben'])
  assert.deepEqual(await walk(ann, '/users?limit=1'), ['Ann', 'Ben', 'Abe'])
  assert.deepEqual(await walk(ann, `/users?workspace=${workspace}&limit=2`), ['Ann', 'Ben', 'Abe'])
})

test('guests can see themselves and users with shared objects', async () => {
  const { ann, ben, workspace, person } = await world()
  const [guest, abe] = [await person('Gus', { is_guest: true }), await person('Abe')]
  const everywhere = ['/users', `/users?workspace=${workspace}`, `/workspaces/${workspace}/users`]
  for (const path of everywhere) assert.deepEqual(namesOf(await guest.get(path)), ['Gus'])
  assert.equal((await guest.get(`/workspaces/${workspace}/workspace_memberships`)).data.length, 1)
  assert.equal((await guest.get(`/workspaces/${workspace}/workspace_memberships?user=${ann.gid}`)).status, 400)
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ann.post(`/teams/${team}/addUser`, { user: guest.gid })
  assert.deepEqual(namesOf(await guest.get(`/workspaces/${workspace}/users`)), ['Ann', 'Gus'])
  await ben.create('/tasks', { workspace, name: 'together', followers: [guest.gid] })
  assert.deepEqual(namesOf(await guest.get(`/workspaces/${workspace}/users`)), ['Ann', 'Ben', 'Gus'])
  assert.equal((await guest.get(`/workspaces/${workspace}/workspace_memberships`)).data.length, 3)
  assert.deepEqual(namesOf(await abe.get(`/workspaces/${workspace}/users`)), ['Abe', 'Ann', 'Ben', 'Gus'])
})

test('unknown users are not found, neither in lists nor by gid', async () => {
  const { ann, workspace, person } = await world()
  const sam = await person('Sam', null)
  assert.deepEqual(namesOf(await sam.get('/users')), ['Sam'])
  assert.equal((await sam.get(`/workspaces/${workspace}/users`)).status, 404)
  const hidden = await sam.get(`/users?workspace=${workspace}`)
  assert.deepEqual([hidden.status, hidden.message], [400, `workspace: Not a recognized ID: ${workspace}`])
  const answer = await sam.get(`/users/${ann.gid}`)
  assert.deepEqual([answer.status, answer.message], [404, `user: Not a recognized ID: ${ann.gid}`])
})

test('a user is found by gid, address and me, if in the given workspace', async () => {
  const { ann, ben, workspace, store } = await world()
  for (const key of [ben.gid, ben.email, 'BEN@example.com']) {
    assert.equal((await ann.get(`/users/${key}`)).data.email, ben.email)
  }
  assert.equal((await ann.get('/users/me')).data.gid, ann.gid)
  assert.equal((await ann.get(`/users/${ben.gid}?workspace=${workspace}`)).data.gid, ben.gid)
  assert.equal((await ann.get(`/workspaces/${workspace}/users/${ben.gid}`)).data.gid, ben.gid)
  const club = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Club', domains: null, plan: 'premium' })
    await join(tx, Number(ann.gid), gid)
    return gid
  })
  const elsewhere = [
    `/users/${ben.gid}?workspace=${club}`,
    `/workspaces/${club}/users/${ben.gid}`,
    `/users/${ben.gid}/user_task_list?workspace=${club}`,
  ]
  for (const path of elsewhere) {
    const { status, message } = await ann.get(path)
    assert.deepEqual([status, message], [404, `user: Not a recognized ID: ${ben.gid}`])
  }
})

test('users can rename only themselves', async () => {
  const { ann, ben, workspace, person } = await world()
  const guest = await person('Gus', { is_guest: true })
  assert.equal((await ben.put('/users/me', { name: 'Benno' })).data.name, 'Benno')
  assert.equal((await guest.put(`/workspaces/${workspace}/users/me`, { name: 'Gusto' })).data.name, 'Gusto')
  for (const path of [`/users/${ben.gid}`, `/workspaces/${workspace}/users/${ben.gid}`]) {
    const { status, message } = await ann.put(path, { name: 'Nobody' })
    assert.deepEqual([status, message], [403, 'You do not have access to this user.'])
  }
  assert.equal((await ann.get(`/users/${ben.gid}`)).data.name, 'Benno')
  for (const [name, message] of [
    [null, 'name: Cannot be null'],
    [7, 'name: Not a text: number'],
    ['x'.repeat(256), 'name: Text is too long (maximum 255 characters)'],
  ]) {
    const answer = await ben.put('/users/me', { name })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('My Tasks is found by its owner, its workspace and its gid', async () => {
  const { ann, ben, workspace, person } = await world()
  const sam = await person('Sam', null)
  const found = await ann.get(`/users/${ben.gid}/user_task_list?workspace=${workspace}`)
  assert.equal(found.status, 200)
  assert.deepEqual(found.data, {
    gid: found.data.gid,
    resource_type: 'user_task_list',
    name: 'My Tasks',
    owner: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
    workspace: { gid: workspace, resource_type: 'workspace', name: 'Example' },
  })
  assert.deepEqual((await ben.get(`/user_task_lists/${found.data.gid}`)).data, found.data)
  assert.equal((await sam.get(`/user_task_lists/${found.data.gid}`)).status, 404)
  const bare = await ann.get('/users/me/user_task_list')
  assert.deepEqual([bare.status, bare.message], [400, 'workspace: Missing input'])
})

test('favorites are listed in order, by type, only to their owner', async () => {
  const { ann, ben, workspace, store } = await world()
  const tags: string[] = []
  for (const name of ['b', 'a', 'c']) tags.push(await ann.create('/tags', { workspace, name }))
  await store.write(async tx => {
    const row = { user: Number(ann.gid), workspace: Number(workspace) }
    for (const [index, tag] of tags.entries()) {
      await insert(tx, 'favorites', { ...row, resource_type: 'tag', resource: Number(tag), rank: `a${9 - index}` })
    }
    await insert(tx, 'favorites', { ...row, resource_type: 'user', resource: Number(ben.gid), rank: 'a0' })
  })
  const favorites = (type: string) => `/users/me/favorites?workspace=${workspace}&resource_type=${type}`
  assert.deepEqual(await walk(ann, `${favorites('tag')}&limit=2`), ['c', 'a', 'b'])
  assert.deepEqual((await ann.get(favorites('user'))).data, [{ gid: ben.gid, resource_type: 'user', name: 'Ben' }])
  for (const type of ['goal', 'portfolio', 'project_template', 'project', 'task']) {
    assert.deepEqual((await ann.get(favorites(type))).data, [])
  }
  assert.deepEqual((await ben.get(favorites('tag'))).data, [])
  assert.equal((await ben.get(favorites('tag').replace('me', ann.gid))).status, 403)
  const rows: [string, string][] = [
    [`/users/me/favorites?workspace=${workspace}`, 'resource_type: Missing input'],
    ['/users/me/favorites?resource_type=tag', 'workspace: Missing input'],
    [favorites('section'), 'resource_type: Not a recognized value: section'],
  ]
  for (const [path, message] of rows) {
    const answer = await ann.get(path)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})
