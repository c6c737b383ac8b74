/** The applications with grants of an organization's people: listing and revoking. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import {
  application,
  authorizeQuery,
  callApi,
  consent,
  exchange,
  postForm,
  tokensFor,
} from '../../../../test/harness/sign_in/oauth.ts'
import { type Json, type World, world } from '../../../../test/harness/world.ts'
import { createWorkspace, join } from '../../../resources/people/rules/join.ts'

const listed = async (all: World) =>
  (await ok((await signedIn(all, all.ann)).get(`/organizations/${all.workspace}/applications`))).data as Json[]

/** The audit entries about applications: their types, with the name in them. */
async function auditEntries({ store, workspace }: World) {
  const rows = await store.read.db
    .selectFrom('audit_log_events')
    .select(['event_type', 'details'])
    .where('workspace', '=', Number(workspace))
    .where('event_type', 'like', 'oauth_app_%')
    .orderBy('cursor')
    .execute()
  return rows.map(({ event_type, details }) => [event_type, ...Object.values(JSON.parse(details))])
}

test('an administrator lists the applications with grants of people, and revokes one for all of them', async () => {
  const all = await world()
  const app = await application(all, { scopes: ['users:read', 'tasks:read'] })
  assert.deepEqual(await listed(all), [])
  const cai = await all.person('Cai')
  const anns = await tokensFor(all, app, all.ann, { scope: 'users:read' })
  const cais = await tokensFor(all, app, cai, { scope: 'users:read tasks:read' })
  const [found, ...more] = await listed(all)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [found?.gid, found?.name, found?.owner, found?.people, found?.scopes],
    [app.gid, 'Planner', { gid: all.ben.gid, name: 'Ben' }, 2, ['tasks:read', 'users:read']],
  )
  const admin = await signedIn(all, all.ann)
  await ok(admin.delete(`/organizations/${all.workspace}/applications/${app.gid}`))
  assert.deepEqual(await listed(all), [])
  for (const { access_token, refresh_token } of [anns, cais]) {
    assert.equal((await callApi(all, access_token, '/users/me')).status, 401)
    const members = { grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token }
    assert.equal((await postForm(all, members)).body.error, 'invalid_grant')
  }
  assert.equal((await admin.delete(`/organizations/${all.workspace}/applications/${app.gid}`)).status, 404)
})

test('revoking an application keeps its grants of people of other organizations', async () => {
  const all = await world()
  const app = await application(all)
  const sam = await all.person('Sam', null)
  await all.store.write(async tx => {
    const other = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    await join(tx, Number(sam.gid), other)
  })
  await tokensFor(all, app, all.ann)
  const sams = await tokensFor(all, app, sam)
  const admin = await signedIn(all, all.ann)
  await ok(admin.delete(`/organizations/${all.workspace}/applications/${app.gid}`))
  assert.equal((await callApi(all, sams.access_token, '/users/me')).status, 200)
})

test('an application whose owner has left has no owner, still works and can be revoked', async () => {
  const all = await world()
  const app = await application(all)
  const anns = await tokensFor(all, app, all.ann)
  await ok(all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: all.ben.gid }))
  assert.equal((await listed(all))[0]?.owner, null)
  assert.deepEqual(await auditEntries(all), [
    ['oauth_app_created', 'Planner'],
    ['oauth_app_owner_left', 'Planner'],
  ])
  const { refresh_token } = anns
  const members = { grant_type: 'refresh_token', client_id: app.gid, client_secret: app.secret, refresh_token }
  assert.equal((await postForm(all, members)).status, 200)
  await ok((await signedIn(all, all.ann)).delete(`/organizations/${all.workspace}/applications/${app.gid}`))
  assert.equal((await postForm(all, members)).body.error, 'invalid_grant')
  await ok(all.ann.post(`/workspaces/${all.workspace}/addUser`, { user: all.ben.gid }))
  await tokensFor(all, app, all.ann)
  assert.equal((await listed(all))[0]?.owner?.gid, all.ben.gid, 'an owner who rejoins is the owner again')
})

test('creating an application, renewing its secret and deleting it are audit entries', async () => {
  const all = await world()
  const app = await application(all)
  const owner = await signedIn(all, all.ben)
  await ok(owner.post(`/applications/${app.gid}/secret`))
  await ok(owner.put(`/applications/${app.gid}`, { name: 'Planner 2' }))
  await ok(owner.delete(`/applications/${app.gid}`))
  assert.deepEqual(await auditEntries(all), [
    ['oauth_app_created', 'Planner'],
    ['oauth_app_secret_renewed', 'Planner'],
    ['oauth_app_deleted', 'Planner 2'],
  ])
})

test('a code does not grant a scope that the application lost after the consent', async () => {
  const all = await world()
  const app = await application(all, { scopes: ['users:read', 'tasks:read'] })
  const { code } = await consent(await signedIn(all, all.ann), authorizeQuery(app, { scope: 'users:read tasks:read' }))
  await ok((await signedIn(all, all.ben)).put(`/applications/${app.gid}`, { scopes: ['users:read'] }))
  const refused = await exchange(all, app, code)
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'])
})
