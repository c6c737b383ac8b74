import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../test/harness/sample.ts'
import { signedIn } from '../../test/harness/sign_in/console.ts'
import { type World, world } from '../../test/harness/world.ts'
import { createUser, createWorkspace, join } from '../resources/people/rules/join.ts'
import { insert, update } from '../store/change.ts'
import { statement } from '../store/statement.ts'
import { createToken } from './tokens.ts'

const TABLES = ['tokens', 'sign_in_links', 'authorization_codes', 'refresh_tokens', 'grants'] as const

const counts = TABLES.map(table =>
  statement<{ count: number }>((param, db) =>
    db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('user', '=', param('user')),
  ),
)

const left = (all: World, user: number) =>
  Promise.all(counts.map(async count => (await all.store.read.first(count, { user }))?.count))

/** Gives a person one credential of each kind. */
async function equip({ store }: World, user: number): Promise<void> {
  await store.write(async tx => {
    const application = tx.gid()
    const [created_at, expires_at] = [tx.now, tx.now + 60_000]
    await insert(tx, 'applications', {
      ...{ gid: application, owner: user, name: 'App', secret_hash: 'x', redirect_uris: '[]', scopes: '', created_at },
      owner_left_at: null,
    })
    await insert(tx, 'sign_in_links', { hash: `link ${user}`, user, purpose: 'reset', created_at, expires_at })
    await insert(tx, 'authorization_codes', {
      ...{ hash: `code ${user}`, application, user, redirect_uri: '', scopes: '', challenge: null, nonce: null },
      ...{ challenge_method: null, refresh_token: null, created_at, expires_at, is_used: 0 },
    })
    await insert(tx, 'refresh_tokens', { gid: tx.gid(), hash: `r ${user}`, application, user, scopes: '', created_at })
    await insert(tx, 'grants', { gid: tx.gid(), application, user, scopes: '', created_at })
  })
}

test('a user who is removed from the last workspace loses all credentials', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const browser = await signedIn(all, ben)
  await equip(all, Number(ben.gid))
  await equip(all, Number(ann.gid))
  assert.deepEqual(await left(all, Number(ben.gid)), [2, 1, 1, 1, 1])
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual(await left(all, Number(ben.gid)), [0, 0, 0, 0, 0])
  assert.equal((await ben.get('/users/me')).status, 401)
  assert.equal((await browser.get('/tokens')).status, 401)
  assert.deepEqual(await left(all, Number(ann.gid)), [1, 1, 1, 1, 1], 'other users keep their credentials')
})

/** Adds a person to another workspace. */
const alsoIn = ({ store }: World, user: number, domains: string[] | null = null) =>
  store.write(async tx => {
    const other = await createWorkspace(tx, { name: 'Other', domains, plan: 'free' })
    await join(tx, user, other)
    return other
  })

test('a user who is removed by the organization of their address loses all credentials, also with another membership', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const browser = await signedIn(all, ben)
  await alsoIn(all, Number(ben.gid), ['other.org'])
  await equip(all, Number(ben.gid))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual(await left(all, Number(ben.gid)), [0, 0, 0, 0, 0])
  assert.deepEqual([(await ben.get('/users/me')).status, (await browser.get('/tokens')).status], [401, 401])
})

test('a user who is removed by another workspace keeps all credentials', async () => {
  const all = await world()
  const { ann, ben, workspace, store } = all
  await store.write(tx => update(tx, 'users', { gid: Number(ben.gid) }, { email: 'ben@other.org' }))
  await alsoIn(all, Number(ben.gid), ['other.org'])
  await equip(all, Number(ben.gid))
  await store.write(tx => createToken(tx, Number(ben.gid), 'laptop'))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual(await left(all, Number(ben.gid)), [1, 1, 1, 1, 1])
})

test('two organizations with the same domain cannot revoke the credentials of a common member', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  await alsoIn(all, Number(ben.gid), ['example.com'])
  await equip(all, Number(ben.gid))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.deepEqual(await left(all, Number(ben.gid)), [1, 1, 1, 1, 1])
})

test('a user who joins the organization of their address loses all earlier credentials', async () => {
  const all = await world()
  const { workspace, store } = all
  const user = await store.write(tx => createUser(tx, { name: 'Soon', email: 'soon@example.com' }))
  await alsoIn(all, user, ['other.org'])
  await equip(all, user)
  await store.write(tx => createToken(tx, user, 'laptop'))
  assert.deepEqual(await left(all, user), [1, 1, 1, 1, 1])
  assert.equal(await store.write(tx => join(tx, user, Number(workspace))), true)
  assert.deepEqual(await left(all, user), [0, 0, 0, 0, 0])
})

test('a user who removes their own membership gets a response, and then loses access', async () => {
  const { ben, ann, workspace, person } = await world()
  const cara = await person('Cara', { is_admin: true })
  await ok(cara.post(`/workspaces/${workspace}/removeUser`, { user: 'me' }))
  assert.equal((await cara.get('/users/me')).status, 401)
  assert.deepEqual([(await ben.get('/users/me')).status, (await ann.get('/users/me')).status], [200, 200])
})
