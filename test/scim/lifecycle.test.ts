/** Users who change, leave and return. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSession } from '../../src/identity/sessions.ts'
import { authenticate, createToken } from '../../src/identity/tokens.ts'
import { assertScimError, assertSuccess, ENTERPRISE, patch, type ScimClient, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const full = {
  userName: 'eva@example.com',
  externalId: 'ext-1',
  name: { formatted: 'Eva Lind', givenName: 'Eva', familyName: 'Lind' },
  title: 'Lead',
  emails: [
    { value: 'eva@work.example.com', type: 'work', primary: true },
    { value: 'eva@home.org', type: 'home' },
  ],
  phoneNumbers: [{ value: '1', type: 'work' }],
  addresses: [{ country: 'SE', type: 'work' }],
  preferredLanguage: 'sv',
  [ENTERPRISE]: { department: 'Design', manager: { value: 'm1' } },
}

/** Eva with a token, a session, a task and a membership in REST. */
async function worldWithUser() {
  const home = await scimWorld()
  const { scim, store, ann, workspace, clock, send } = home
  const made = await scim.user(full.userName, full)
  const user = Number(made.id)
  const token = await store.write(tx => createToken(tx, user, 'laptop'))
  const session = await store.write(tx => createSession(tx, user, { agent: 'a browser', address: '127.0.0.1' }))
  const task = await ann.create('/tasks', { workspace, name: 'A', assignee: made.id })
  const me = async () =>
    (await send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: `Bearer ${token}` } })).status
  const signedIn = () =>
    authenticate(store, { authorization: undefined, session }, clock.now).then(
      () => true,
      () => false,
    )
  const colleagues = async () =>
    ((await ann.get(`/workspaces/${workspace}/users`)).data as unknown as Json[]).map(one => one.gid)
  return { ...home, made, at: `/Users/${made.id}`, task, token, me, signedIn, colleagues }
}

const without = ({ meta, ...rest }: Json) => rest

test('R57: a PUT replaces the whole user', async () => {
  const { scim, at, made } = await worldWithUser()
  const put = assertSuccess(await scim.put(at, { userName: 'eva@example.com', title: 'Chief' }))
  assert.deepEqual([put.id, put.title, put.active, put.meta.created], [made.id, 'Chief', true, made.meta.created])
  const cleared = ['externalId', 'phoneNumbers', 'addresses', 'preferredLanguage', ENTERPRISE]
  for (const name of cleared) assert.equal(put[name], undefined, name)
  assert.deepEqual(
    put.emails.map((one: Json) => one.value),
    ['eva@example.com'],
  )
  assert.deepEqual(assertSuccess(await scim.get(at)), put)
})

test('R57: a PUT without active keeps it', async () => {
  const { scim, at } = await worldWithUser()
  assert.equal(assertSuccess(await scim.put(at, { ...full, active: false })).active, false)
  assert.equal(assertSuccess(await scim.put(at, full)).active, false)
  assert.equal(assertSuccess(await scim.put(at, { ...full, active: 'True' })).active, true)
  assert.equal(assertSuccess(await scim.put(at, full)).active, true)
})

test('R57: a PUT ignores read-only attributes', async () => {
  const { scim, at, made } = await worldWithUser()
  const noise = { id: '12', meta: { created: '2001-01-01T00:00:00Z', location: 'x' }, groups: [{ value: '1' }] }
  const put = assertSuccess(await scim.put(at, { ...full, ...noise }))
  assert.deepEqual(without(put), without(made))
  assert.equal(put.meta.created, made.meta.created)
})

test('R58: a user that was read can be sent back unchanged', async () => {
  const { scim, at, made, ann } = await worldWithUser()
  assert.deepEqual(without(assertSuccess(await scim.put(at, made))), without(made))
  assert.deepEqual(
    without(assertSuccess(await scim.put(at, { ...made, active: true, locale: 'sv', groups: [], roles: [] }))),
    without(made),
  )
  const native = assertSuccess(await scim.get(`/Users/${ann.gid}`))
  assert.deepEqual(without(assertSuccess(await scim.put(`/Users/${ann.gid}`, native))), without(native))
})

const deprovisionings: [string, (scim: ScimClient, at: string) => Promise<unknown>][] = [
  ['PUT', async (scim, at) => assertSuccess(await scim.put(at, { ...full, active: false }))],
  [
    'PATCH',
    async (scim, at) => assertSuccess(await scim.patch(at, patch({ op: 'replace', path: 'active', value: 'False' }))),
  ],
  ['DELETE', async (scim, at) => assertSuccess(await scim.delete(at), 204)],
]

for (const [verb, end] of deprovisionings) {
  test(`R62: a user who is deprovisioned by ${verb} loses access at once, and their work stays`, async () => {
    const { scim, at, made, me, signedIn, colleagues, ann, task } = await worldWithUser()
    assert.deepEqual([await me(), await signedIn(), (await colleagues()).includes(made.id)], [200, true, true])
    await end(scim, at)
    assert.deepEqual([await me(), await signedIn(), (await colleagues()).includes(made.id)], [401, false, false])
    const { assignee } = (await ann.get(`/tasks/${task}?opt_fields=assignee.name`)).data
    assert.deepEqual([assignee.gid, assignee.name], [made.id, 'Eva Lind'])
  })
}

test('R62: deprovisioning twice has the effect of once', async () => {
  const { scim, at, made } = await worldWithUser()
  for (const _ of [1, 2])
    assert.equal(assertSuccess(await scim.patch(at, patch({ op: 'replace', value: { active: false } }))).active, false)
  assert.equal(assertSuccess(await scim.get(at)).id, made.id)
})

const returnWays: [string, (scim: ScimClient, at: string) => Promise<Json>][] = [
  ['PUT', async (scim, at) => assertSuccess(await scim.put(at, { ...full, active: true, title: 'Chief' }))],
  [
    'PATCH',
    async (scim, at) =>
      assertSuccess(
        await scim.patch(
          at,
          patch({ op: 'Replace', path: 'active', value: 'True' }, { op: 'replace', path: 'title', value: 'Chief' }),
        ),
      ),
  ],
  [
    'POST',
    async scim =>
      assertSuccess(
        await scim.post('/Users', { ...full, userName: 'EVA@example.com', active: true, title: 'Chief' }),
        201,
      ),
  ],
]

for (const [verb, back] of returnWays) {
  test(`R63: a deprovisioned user returns by ${verb} with the same id`, async () => {
    const { scim, at, made, me, colleagues, ann, task } = await worldWithUser()
    assertSuccess(await scim.patch(at, patch({ op: 'replace', path: 'active', value: false })))
    const again = await back(scim, at)
    assert.deepEqual([again.id, again.active, again.title], [made.id, true, 'Chief'])
    assert.ok((await colleagues()).includes(made.id))
    assert.equal((await ann.get(`/tasks/${task}`)).data.assignee.gid, made.id)
    assert.equal(await me(), 401, 'former credentials stay revoked')
    assert.deepEqual(assertSuccess(await scim.get(at)), again)
  })
}

test('R63: a deleted user returns by POST with the same id', async () => {
  const { scim, at, made, colleagues } = await worldWithUser()
  assertSuccess(await scim.delete(at), 204)
  const reply = await scim.post('/Users', { userName: 'Eva@Example.com', title: 'New' })
  const again = assertSuccess(reply, 201)
  assert.deepEqual([again.id, again.userName, again.title, again.active], [made.id, 'Eva@Example.com', 'New', true])
  assert.deepEqual([again.phoneNumbers, again[ENTERPRISE]], [undefined, undefined])
  assert.equal(reply.headers.location, again.meta.location)
  assert.ok((await colleagues()).includes(made.id))
  assertSuccess(await scim.get(at))
})

test('R63: a user who was removed in the application returns by POST', async () => {
  const { scim, at, made, ann, workspace, colleagues } = await worldWithUser()
  assert.equal((await ann.post(`/workspaces/${workspace}/removeUser`, { user: made.id })).status, 200)
  assert.equal(assertSuccess(await scim.get(at)).active, false)
  assert.equal((await scim.user('eva@example.com')).id, made.id)
  assert.ok((await colleagues()).includes(made.id))
})

test('R63: an inactive member is in the group again after their return', async () => {
  const { scim, at, made } = await worldWithUser()
  assertSuccess(await scim.patch(at, patch({ op: 'replace', path: 'active', value: false })))
  const { id } = await scim.group('Design', [made.id])
  assertSuccess(await scim.patch(at, patch({ op: 'replace', path: 'active', value: true })))
  assert.deepEqual(
    assertSuccess(await scim.get(`/Groups/${id}`)).members.map((one: Json) => one.value),
    [made.id],
  )
})

test('R64: a deleted user is unknown', async () => {
  const { scim, at, made } = await worldWithUser()
  const { text, headers } = await scim.delete(at)
  assert.deepEqual([text, headers['content-type']], ['', undefined])
  assertScimError(await scim.get(at), 404)
  assertScimError(await scim.patch(at, patch({ op: 'replace', path: 'active', value: true })), 404)
  assertScimError(await scim.put(at, full), 404)
  assertScimError(await scim.delete(at), 404)
  assert.deepEqual(await scim.search('Users', 'userName eq "eva@example.com"'), [])
  assert.deepEqual(await scim.search('Users', `id eq "${made.id}"`), [])
  assert.equal(assertSuccess(await scim.get('/Users')).totalResults, 2)
})

test('R64: a deleted user is in no group, and cannot become a member', async () => {
  const { scim, at, made, ben } = await worldWithUser()
  const { id } = await scim.group('Design', [made.id, ben.gid])
  assertSuccess(await scim.delete(at), 204)
  assert.deepEqual(
    assertSuccess(await scim.get(`/Groups/${id}`)).members.map((one: Json) => one.value),
    [ben.gid],
  )
  assertScimError(
    await scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value: made.id }] })),
    400,
    'invalidValue',
  )
})

test('R65: a user who owns projects, tasks and teams can be deleted', async () => {
  const { scim, at, made, token, send, workspace, ann } = await worldWithUser()
  const call = async (path: string, data: Json, expected = 201) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const {
      status,
      data: answer,
      message,
    } = await send({ method: 'POST', url: `/api/1.0${path}`, headers, payload: JSON.stringify({ data }) })
    assert.equal(status, expected, String(message))
    return answer.gid
  }
  const project = await call('/projects', { workspace, name: 'Mine', privacy_setting: 'private' })
  const shared = await call('/projects', { workspace, name: 'Ours' })
  await call(`/projects/${shared}/addMembers`, { members: [ann.gid] }, 200)
  const task = await call('/tasks', { name: 'A', projects: [shared], assignee: made.id, followers: [made.id] })
  await call(`/tasks/${task}/stories`, { text: 'Hello' })
  await call('/teams', { organization: workspace, name: 'Own' })
  assert.ok(project)
  assertSuccess(await scim.delete(at), 204)
  assert.equal((await ann.get(`/tasks/${task}`)).status, 200)
  assert.equal((await ann.get(`/projects/${shared}`)).status, 200)
})

for (const verb of ['PUT', 'PATCH']) {
  test(`R66: a new name by ${verb} keeps the user`, async () => {
    const { scim, at, made, me, ann } = await worldWithUser()
    const rename = (userName: string) =>
      verb === 'PUT'
        ? scim.put(at, { ...full, userName })
        : scim.patch(at, patch({ op: 'Replace', path: 'userName', value: userName }))
    const renamed = assertSuccess(await rename('Eva.Berg@Example.com'))
    assert.deepEqual([renamed.id, renamed.userName], [made.id, 'Eva.Berg@Example.com'])
    assert.equal((await ann.get(`/users/${made.id}`)).data.email, 'eva.berg@example.com')
    assert.equal((await ann.get('/users/eva.berg@example.com')).data.gid, made.id)
    assert.equal(await me(), 200, 'a token belongs to the user, not to the name')
    assert.deepEqual(
      (await scim.search('Users', 'userName eq "eva.berg@example.com"')).map(one => one.id),
      [made.id],
    )
    assert.deepEqual(await scim.search('Users', 'userName eq "eva@example.com"'), [])
    for (const usedName of ['ann@example.com', 'ANN@example.com'])
      assertScimError(await rename(usedName), 409, 'uniqueness')
    assert.deepEqual(assertSuccess(await scim.get(at)), renamed)
    assert.notEqual((await scim.user('eva@example.com')).id, made.id, 'the old name is free')
  })
}

test('R66: a name may change in case alone', async () => {
  const { scim, at, made } = await worldWithUser()
  const renamed = assertSuccess(
    await scim.patch(at, patch({ op: 'replace', path: 'userName', value: 'EVA@example.com' })),
  )
  assert.deepEqual([renamed.id, renamed.userName], [made.id, 'EVA@example.com'])
})
