/** Concurrent requests of identity providers, and of people next to them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisoryLock } from '../../src/store/locks.ts'
import { AUDIT_LOG_ID } from '../../src/store/queries/events/log.ts'
import { atOnce, countByStatus, instances, whileBlockedBy } from '../harness/instances.ts'
import { client, membersOf, patch, serviceToken } from '../harness/scim/world.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import type { World } from '../harness/world.ts'

async function provisionedWorld() {
  const all = (await instances()) as unknown as World
  return { ...all, scim: client(all, await serviceToken(all, Number(all.workspace), null)) }
}

test('one of many clients that create the same user at once succeeds, also with names in another case', async () => {
  const { scim, ann, workspace } = await provisionedWorld()
  const answers = await atOnce(one =>
    scim.post('/Users', { userName: one % 2 ? 'eva@example.com' : 'EVA@example.com' }),
  )
  assert.deepEqual(countByStatus(answers), { 201: 1, 409: 19 })
  const others = await Promise.all([
    scim.post('/Users', { userName: 'tom@example.com' }),
    ann.post(`/workspaces/${workspace}/addUser`, { user: 'tom@example.com' }),
  ])
  assert.ok(others[0].status === 201 || others[0].status === 409)
  assert.equal(others[1].status, 200)
  assert.equal((await scim.search('Users', 'userName sw "t"')).length, 1)
})

test('two users that change to one address at once do not both get it', async () => {
  const { scim } = await provisionedWorld()
  const ids = await atOnce(async one => (await scim.user(`one${one}@example.com`)).id as string, 6)
  const change = patch({ op: 'replace', path: 'userName', value: 'the.one@example.com' })
  const answers = await Promise.all(ids.map(id => scim.patch(`/Users/${id}`, change)))
  assert.deepEqual(countByStatus(answers), { 200: 1, 409: 5 })
})

test('one of many clients that create groups or rename them to one name at once succeeds', async () => {
  const { scim } = await provisionedWorld()
  const made = await atOnce(one => scim.post('/Groups', { displayName: one % 2 ? 'Design' : 'DESIGN' }))
  assert.deepEqual(countByStatus(made), { 201: 1, 409: 19 })
  const ids = await atOnce(async one => (await scim.group(`Team ${one}`)).id as string, 6)
  const change = patch({ op: 'replace', path: 'displayName', value: 'Sales' })
  const renamed = await Promise.all(ids.map(id => scim.patch(`/Groups/${id}`, change)))
  assert.deepEqual(countByStatus(renamed), { 204: 1, 409: 5 })
})

test('a group that is restored from the trash gets its old name back, or stays in the trash', async () => {
  const all = await provisionedWorld()
  const { scim, workspace } = all
  const ann = await signedIn(all, all.ann)
  for (let round = 0; round < 4; round++) {
    const displayName = `Team ${round}`
    const { id } = await scim.group(displayName)
    await scim.delete(`/Groups/${id}`)
    const answers = await Promise.all([
      ann.post(`/organizations/${workspace}/trash/${id}/restore`),
      scim.post('/Groups', { displayName }),
    ])
    assert.deepEqual(answers.map(({ status }) => status < 300).sort(), [false, true])
    assert.equal((await scim.search('Groups', `displayName eq "${displayName}"`)).length, 1)
  }
})

test('clients that change different attributes of a user at once do not overwrite each other', async () => {
  const { scim } = await provisionedWorld()
  const { id } = await scim.user('eva@example.com')
  const changes = { title: 'Engineer', preferredLanguage: 'de', externalId: 'x1', 'name.givenName': 'Eva' }
  const answers = await Promise.all(
    Object.entries(changes).map(([path, value]) => scim.patch(`/Users/${id}`, patch({ op: 'replace', path, value }))),
  )
  assert.deepEqual(countByStatus(answers), { 200: 4 })
  const { body } = await scim.get(`/Users/${id}`)
  const { title, preferredLanguage, externalId, name } = body
  assert.deepEqual([title, preferredLanguage, externalId, name.givenName], Object.values(changes))
})

test('users that are added to a group at once are all in it', async () => {
  const { scim } = await provisionedWorld()
  const ids = await atOnce(async one => (await scim.user(`one${one}@example.com`)).id as string, 10)
  const { id } = await scim.group('Design')
  const add = (member: string) => patch({ op: 'add', path: 'members', value: [{ value: member }] })
  await Promise.all(ids.flatMap(member => [1, 2].map(() => scim.patch(`/Groups/${id}`, add(member)))))
  assert.deepEqual(await membersOf(scim, id), ids.toSorted())
})

test('the identity provider cannot remove the last administrators at once', async () => {
  const all = await provisionedWorld()
  const { scim, person, ann, workspace, store } = all
  const admins = [ann, await person('Eva', { is_admin: true }), await person('Tom', { is_admin: true })]
  await Promise.all([
    ...admins.map(({ gid }) => scim.delete(`/Users/${gid}`)),
    ...admins.map(one => one.post(`/workspaces/${workspace}/removeUser`, { user: 'me' })),
  ])
  const left = await store.read.db
    .selectFrom('workspace_memberships')
    .select('user')
    .where('is_admin', '=', 1)
    .where('is_active', '=', 1)
    .where('is_service', '=', 0)
    .execute()
  assert.equal(left.length, 1)
})

test('a deprovisioned user returns to the teams of the moment of the return', async () => {
  const { scim, ann, store, workspace } = await provisionedWorld()
  const { id: user } = await scim.user('eva@example.com')
  const [mine, other] = [await scim.group('Design', [user]), await scim.group('Sales')]
  const activate = (value: boolean) => scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'active', value }))
  // The first request with a token records its use, which is a write of its own.
  await ann.get('/users/me')
  // Each has written its part and is about to commit when the user is deprovisioned.
  const answers = await whileBlockedBy<{ status: number }[]>(
    store,
    tx => advisoryLock(tx, 'change_log', AUDIT_LOG_ID, Number(workspace)),
    () => ann.post(`/teams/${mine.id}/removeUser`, { user }),
    () => ann.post(`/teams/${other.id}/addUser`, { user }),
    () => activate(false),
  )
  const [removed, added, deactivated] = answers.map(({ status }) => status)
  assert.deepEqual([removed, deactivated], [200, 200])
  // Access ended meanwhile, so the second request may be repeated, and finds that the person has left.
  assert.ok(added === 200 || added === 400)
  await activate(true)
  assert.deepEqual(await membersOf(scim, mine.id), [])
  assert.deepEqual(await membersOf(scim, other.id), added === 200 ? [user] : [])
})
