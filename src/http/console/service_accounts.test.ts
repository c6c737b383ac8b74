import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn, type Visitor } from '../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { createLink } from '../../identity/links.ts'
import { createPasswords } from '../../identity/passwords.ts'
import { createWorkspace, join } from '../../resources/people/rules/join.ts'
import { insert, update } from '../../store/change.ts'

const all = await world()
const { store, workspace, person, send } = all
const ann = await signedIn(all, all.ann)
const path = `/organizations/${workspace}/service_accounts`
const everything = { name: 'Sync', scopes: ['all'] }

const statusOf = async (token: string) =>
  (await send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: `Bearer ${token}` } })).status

const list = async (): Promise<Json[]> => (await ok(ann.get(path))).data as Json[]

/** Runs a function while the organization has another plan. */
async function onPlan(plan: string, work: () => Promise<void>) {
  const set = (to: string) => store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: to }))
  await set(plan)
  await work().finally(() => set('enterprise'))
}

test('an administrator creates service accounts, and each token is returned once', async () => {
  const made = await ann.post(path, { name: ' Okta ', scopes: ['users:read', 'users:write', 'users:read'] })
  assert.equal(made.status, 201)
  const { token, ...rest } = made.data
  assert.match(token, new RegExp(`^2/${rest.gid}/\\d+:[0-9a-f]{32}$`))
  assert.deepEqual(Object.keys(rest), [
    'gid',
    'name',
    'scopes',
    'is_agent',
    'description',
    'behavior_guidance',
    'created_at',
    'created_by',
    'last_used_at',
  ])
  assert.deepEqual([rest.name, rest.scopes, rest.last_used_at], ['Okta', ['users:read', 'users:write'], null])
  assert.deepEqual(rest.created_by, { gid: all.ann.gid, name: 'Ann' })
  assert.deepEqual(
    (await list()).find(({ gid }) => gid === rest.gid),
    rest,
  )
})

test('a service account has the time of its last use', async () => {
  const { gid, token } = (await ok(ann.post(path, everything))).data
  assert.equal(await statusOf(token), 200)
  assert.match((await list()).find(one => one.gid === gid)?.last_used_at, /^2026-01-05T/)
})

test('a reset returns a new token and revokes the old one immediately', async () => {
  const { gid, token } = (await ok(ann.post(path, everything))).data
  const again = (await ok(ann.post(`${path}/${gid}/reset`))).data
  assert.deepEqual([again.gid, again.name, again.scopes], [gid, 'Sync', ['all']])
  assert.deepEqual([await statusOf(token), await statusOf(again.token)], [401, 200])
})

test('updating the scopes of a service account changes those of its token', async () => {
  const { gid, token } = (await ok(ann.post(path, everything))).data
  assert.equal((await ok(ann.put(`${path}/${gid}`, { name: 'Renamed' }))).data.name, 'Renamed')
  const me = await send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: `Bearer ${token}` } })
  assert.equal(me.data.name, 'Renamed')
  const narrow = (await ok(ann.put(`${path}/${gid}`, { scopes: ['teams:read'] }))).data
  assert.deepEqual([narrow.name, narrow.scopes], ['Renamed', ['teams:read']])
  assert.deepEqual((await list()).find(one => one.gid === gid)?.scopes, ['teams:read'])
})

test('a deleted service account loses its token immediately, and what it created keeps its name', async () => {
  const { gid, token } = (await ok(ann.post(path, { ...everything, name: 'Gone' }))).data
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ data: { workspace, name: 'Made', assignee: all.ben.gid } })
  const task = await send({ method: 'POST', url: '/api/1.0/tasks', headers, payload })
  await ok(ann.delete(`${path}/${gid}`))
  assert.equal(await statusOf(token), 401)
  assert.ok(!(await list()).some(one => one.gid === gid))
  const { data } = await ok(all.ben.get(`/tasks/${task.data.gid}?opt_fields=created_by.name`))
  assert.deepEqual(data.created_by, { gid, name: 'Gone' })
  for (const asked of [ann.delete(`${path}/${gid}`), ann.post(`${path}/${gid}/reset`), ann.put(`${path}/${gid}`, {})])
    assert.equal((await asked).status, 404)
})

test('only administrators reach service accounts, and callers without access get 404', async () => {
  const { gid } = (await ok(ann.post(path, everything))).data
  const calls = (visitor: Visitor) => [
    visitor.get(path),
    visitor.post(path, everything),
    visitor.post(`${path}/${gid}/reset`),
    visitor.put(`${path}/${gid}`, { name: 'x' }),
    visitor.delete(`${path}/${gid}`),
  ]
  const guest = await signedIn(all, await person('Gil', { is_guest: true }))
  for (const visitor of [await signedIn(all, all.ben), guest]) {
    for (const asked of calls(visitor)) assert.equal((await asked).status, 403)
  }
  for (const asked of calls(await signedIn(all, await person('Sam', null)))) assert.equal((await asked).status, 404)
})

test('an administrator of another organization cannot reach a service account by either path', async () => {
  const { gid, token } = (await ok(ann.post(path, everything))).data
  const olga = await person('Olga', null)
  const other = await store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'enterprise' })
    await join(tx, Number(olga.gid), made, { is_admin: true })
    return made
  })
  const visitor = await signedIn(all, olga)
  for (const home of [path, `/organizations/${other}/service_accounts`]) {
    assert.equal((await visitor.delete(`${home}/${gid}`)).status, 404)
    assert.equal((await visitor.post(`${home}/${gid}/reset`)).status, 404)
  }
  assert.equal(await statusOf(token), 200)
})

test('a lower plan allows only deleting service accounts', async () => {
  const { gid, token } = (await ok(ann.post(path, everything))).data
  for (const plan of ['free', 'premium', 'business']) {
    await onPlan(plan, async () => {
      for (const asked of [
        ann.post(path, everything),
        ann.post(`${path}/${gid}/reset`),
        ann.put(`${path}/${gid}`, { scopes: ['all'] }),
      ]) {
        const { status, message } = await asked
        assert.deepEqual([status, message], [402, 'Service accounts need an organization with the plan enterprise.'])
      }
      assert.equal(
        (await signedInBen().then(ben => ben.post(path, everything))).status,
        403,
        'rights are checked before the plan',
      )
      assert.ok((await list()).some(one => one.gid === gid))
    })
  }
  await onPlan('free', async () => void (await ok(ann.delete(`${path}/${gid}`))))
  assert.equal(await statusOf(token), 401)
})

const signedInBen = () => signedIn(all, all.ben)

test('a service account cannot sign in', async () => {
  const { gid, token } = (await ok(ann.post(path, everything))).data
  const user = Number(gid)
  const headers = { 'x-requested-with': 'workloom', 'content-type': 'application/json' }
  const enter = async (to: string, data: Json) =>
    (await send({ method: 'POST', url: `/-${to}`, headers, payload: JSON.stringify({ data }) })).status
  const link = await store.write(tx => createLink(tx, user, 'reset'))
  assert.equal(await enter('/sign_in/link', { link }), 401)
  const password = 'correct horse battery staple'
  const hash = await createPasswords().hash(password)
  await store.write(tx => insert(tx, 'passwords', { user, hash, changed_at: tx.now }))
  const me = await send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: `Bearer ${token}` } })
  assert.equal(await enter('/sign_in', { email: me.data.email, password }), 401)
  const home = `/organizations/${workspace}`
  assert.equal((await ann.post(`${home}/people/${gid}/link`)).status, 404)
  assert.equal((await ann.put(`${home}/people/${gid}`, { role: 'guest' })).status, 404)
  assert.equal((await ann.post(`${home}/invitations`, { email: me.data.email })).status, 400)
  assert.equal(await statusOf(token), 200)
})

test('invalid input is refused and creates no service account', async () => {
  const before = await list()
  const rule = 'Must be all alone, or some of users:read, users:write, teams:read, teams:write'
  const cases: [Json, string][] = [
    [{ scopes: ['all'] }, 'name: Missing input'],
    [{ name: ' ', scopes: ['all'] }, 'name: Missing input'],
    [{ name: 'x' }, 'scopes: Missing input'],
    [{ name: 'x', scopes: [] }, `scopes: ${rule}`],
    [{ name: 'x', scopes: ['all', 'users:read'] }, `scopes: ${rule}`],
    [{ name: 'x', scopes: ['tasks:read'] }, 'scopes: [0]: Not a recognized value: tasks:read'],
    [{ name: 'x', scopes: [null] }, 'scopes: [0]: Not a recognized value: null'],
  ]
  for (const [body, text] of cases) {
    const { status, message } = await ann.post(path, body)
    assert.deepEqual([status, message], [400, text])
  }
  assert.equal((await ann.post(`/organizations/${all.ben.gid}/service_accounts`, everything)).status, 404)
  assert.deepEqual(await list(), before)
})
