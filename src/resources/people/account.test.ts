/** Removal and return of accounts: who can add a former member again, and which credentials are left. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { assertSuccess, patch, scimWorld } from '../../../test/harness/scim/world.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import type { Json } from '../../../test/harness/world.ts'
import { createToken } from '../../identity/tokens.ts'
import { insert } from '../../store/change.ts'
import { createUser, createWorkspace, join } from './rules/join.ts'

const off = patch({ op: 'replace', path: 'active', value: false })

/** Leo, provisioned, in a secret team with a project, and in another organization too. */
async function dismissal() {
  const all = await scimWorld()
  const { ann, workspace, store, scim } = all
  const leo = await all.person('Leo')
  const team = await ann.create('/teams', { organization: workspace, name: 'Secret', visibility: 'secret' })
  await ok(ann.post(`/teams/${team}/addUser`, { user: leo.gid }))
  const project = await ann.create('/projects', { team, name: 'Secret plans', privacy_setting: 'private_to_team' })
  await store.write(async tx => {
    const beta = await createWorkspace(tx, { name: 'Beta', domains: ['beta.example'], plan: 'enterprise' })
    await join(tx, Number(leo.gid), beta)
  })
  const takesOut: Record<string, () => Promise<unknown>> = {
    deactivated: async () => assertSuccess(await scim.patch(`/Users/${leo.gid}`, off)),
    deleted: async () => assertSuccess(await scim.delete(`/Users/${leo.gid}`), 204),
    removed: () => ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: leo.gid })),
  }
  const adds = (who: typeof ann) => who.post(`/workspaces/${workspace}/addUser`, { user: 'leo@example.com' })
  const reads = async () => {
    const token = await store.write(tx => createToken(tx, Number(leo.gid), 'new'))
    const headers = { authorization: `Bearer ${token}` }
    return (await all.send({ method: 'GET', url: `/api/1.0/projects/${project}`, headers })).status
  }
  return { ...all, leo, takesOut, adds, reads }
}

for (const how of ['deactivated', 'deleted', 'removed']) {
  test(`a user who was ${how} can be added again only by an administrator, without former teams and tokens`, async () => {
    const all = await dismissal()
    const { ann, ben, leo } = all
    await all.takesOut[how]?.()
    assert.equal((await leo.get('/users/me')).status, 401, 'the tokens have ended, although Beta has the person')
    const refused = await all.adds(ben)
    assert.deepEqual([refused.status, await all.reads()], [403, 404])
    assert.match(refused.message ?? '', /has left the workspace: ask one of its administrators/)
    await ok(all.adds(ann))
    assert.equal(await all.reads(), 404, 'no team takes the person back')
    assert.equal((await leo.get('/users/me')).status, 401)
    assert.equal(assertSuccess(await all.scim.get(`/Users/${leo.gid}`)).active, true)
  })
}

test('a provider reactivates a user with the former teams and without the former tokens', async () => {
  const all = await dismissal()
  await all.takesOut.deactivated?.()
  assertSuccess(await all.scim.patch(`/Users/${all.leo.gid}`, patch({ op: 'replace', path: 'active', value: true })))
  assert.deepEqual([await all.reads(), (await all.leo.get('/users/me')).status], [200, 401])
})

test('a former guest with a foreign address can be added again only by administrators', async () => {
  const { ann, ben, workspace } = await scimWorld()
  const path = (verb: string) => `/workspaces/${workspace}/${verb}`
  const { data } = await ok(ben.post(path('addUser'), { user: 'gus@nowhere.net' }))
  await ok(ann.post(path('removeUser'), { user: data.gid }))
  for (const user of ['gus@nowhere.net', data.gid])
    assert.equal((await ben.post(path('addUser'), { user })).status, 403)
  assert.equal((await ok(ann.post(path('addUser'), { user: 'gus@nowhere.net' }))).data.gid, data.gid)
})

/** A user with an address of the organization, who was in another organization first. */
async function foreigner() {
  const all = await scimWorld()
  const { gid, token } = await all.store.write(async tx => {
    const beta = await createWorkspace(tx, { name: 'Beta', domains: ['beta.example'], plan: 'enterprise' })
    const user = await createUser(tx, { name: 'Soon', email: 'soon@example.com' })
    await join(tx, user, beta)
    return { gid: String(user), token: await createToken(tx, user, 'of Beta') }
  })
  const session = await signedIn(all, { gid })
  const reaches = async () =>
    (await all.send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await reaches(), 200)
  return { ...all, gid, session, reaches }
}

test('an account that joins the organization of its address loses all former credentials', async () => {
  const all = await foreigner()
  const ann = await signedIn(all, all.ann)
  const invited = await ann.post(`/organizations/${all.workspace}/invitations`, { email: 'soon@example.com' })
  assert.deepEqual([invited.status, invited.data.user.gid], [201, all.gid])
  assert.deepEqual([await all.reaches(), (await all.session.get('/session')).status], [401, 401])
  const link = String(invited.data.link).split('#')[1]
  assert.equal((await browser(all).call('POST', '/sign_in/link', { link })).status, 200, 'the administrator has a link')
})

test('an account that an identity provider provisions loses all former credentials', async () => {
  const all = await foreigner()
  assert.equal((await all.scim.user('soon@example.com')).id, all.gid)
  assert.deepEqual([await all.reaches(), (await all.session.get('/session')).status], [401, 401])
})

test('spellings of one address are one account for every entry point', async () => {
  const all = await scimWorld()
  const { ann, workspace, scim } = all
  const spellings = ['BEN@Example.com', 'ben@example.com.', 'ben@example。com', 'ben@ｅｘａｍｐｌｅ.com']
  const at = await signedIn(all, ann)
  for (const user of spellings) {
    assert.equal((await ok(ann.post(`/workspaces/${workspace}/addUser`, { user }))).data.gid, all.ben.gid, user)
    assert.equal((await ok(ann.get(`/users/${encodeURIComponent(user)}`))).data.gid, all.ben.gid, user)
    const invited = await at.post(`/organizations/${workspace}/invitations`, { email: user })
    assert.equal(invited.message, 'email: Belongs to the organization already', user)
    assert.equal((await scim.post('/Users', { userName: user })).status, 409, user)
    assert.deepEqual(
      (await scim.search('Users', `userName eq "${user}"`)).map((one: Json) => one.id),
      [all.ben.gid],
      user,
    )
  }
})

test('an address with quotes, control characters or invisible characters is refused by every entry point', async () => {
  const all = await scimWorld()
  const { ann, workspace, scim } = all
  const at = await signedIn(all, ann)
  for (const user of ['"ben"@example.com', 'ben\u200b@example.com', 'ben@example.com/x', 'ben@exa mple.com']) {
    assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user })).status, 400, user)
    assert.equal((await at.post(`/organizations/${workspace}/invitations`, { email: user })).status, 400, user)
    assert.equal((await scim.post('/Users', { userName: user })).status, 400, user)
  }
})

test('an administrator of the installation loses the role with another address, or without the organization of the address', async () => {
  const { store, scim, ann, ben, person, workspace } = await scimWorld()
  const dee = await person('Dee', { is_admin: true })
  const named = async () =>
    (await store.read.db.selectFrom('administrators').select('user').execute()).map(({ user }) => String(user))
  await store.write(tx => insert(tx, 'administrators', { user: Number(ben.gid), created_at: tx.now }))
  const { id } = assertSuccess(
    await scim.patch(`/Users/${ben.gid}`, patch({ op: 'replace', path: 'userName', value: 'b@example.com' })),
  )
  assert.deepEqual([id, await named()], [ben.gid, [ann.gid]])
  await ok(dee.post(`/workspaces/${workspace}/removeUser`, { user: ann.gid }))
  assert.deepEqual(await named(), [])
  const events = store.read.db.selectFrom('audit_log_events').select('event_type')
  const types = (await events.where('event_type', 'like', 'installation_%').orderBy('cursor').execute()).map(
    ({ event_type }) => event_type.split('_').at(-1),
  )
  assert.deepEqual(types, ['added', 'added', 'removed', 'removed'])
})
