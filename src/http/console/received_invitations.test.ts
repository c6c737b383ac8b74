/** Invitations by organizations that do not own the domain of the invited address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { signedIn, type Visitor } from '../../../test/harness/sign_in/console.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import type { Email } from '../../identity/mail.ts'
import { createToken } from '../../identity/tokens.ts'
import { createUser, createWorkspace, join, setDomains } from '../../resources/people/rules/join.ts'

const DAY = 24 * 60 * 60 * 1000

interface Beta extends World {
  beta: string
  /** Administrator of Beta. */
  bob: Visitor
  /** Calls the API as a plain member of Beta. */
  mel(method: 'GET' | 'POST', path: string, data?: Json): ReturnType<World['send']>
  sent: Email[]
}

/** The world, and a second organization with the domain `beta.example`. */
async function beta(mails = false): Promise<Beta> {
  const sent: Email[] = []
  const all = await world(mails ? { mail: async email => void sent.push(email) } : {})
  const made = await all.store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Beta', domains: ['beta.example'], plan: 'enterprise' })
    const [bob, mel] = [
      await createUser(tx, { name: 'Bob', email: 'bob@beta.example' }),
      await createUser(tx, { name: 'Mel', email: 'mel@beta.example' }),
    ]
    await join(tx, bob, workspace, { is_admin: true })
    await join(tx, mel, workspace)
    return { workspace, bob, token: await createToken(tx, mel, 'laptop') }
  })
  const mel: Beta['mel'] = (method, path, data) =>
    all.send({
      method,
      url: `/api/1.0${path}`,
      headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
      ...(data ? { payload: JSON.stringify({ data }) } : {}),
    })
  const bob = await signedIn(all, { gid: String(made.bob) })
  return { ...all, beta: String(made.workspace), bob, mel, sent }
}

const addUser = (all: Beta, user: string) => all.mel('POST', `/workspaces/${all.beta}/addUser`, { user })

const membershipStatus = async ({ store, beta }: Beta, { gid }: Pick<Person, 'gid'>) =>
  (
    await store.read.db
      .selectFrom('workspace_memberships')
      .select('is_active')
      .where('user', '=', Number(gid))
      .where('workspace', '=', Number(beta))
      .execute()
  )[0]?.is_active

test('adding an address of another organization sends an invitation, and reveals nothing before it is accepted', async () => {
  const all = await beta()
  const { status, data } = await addUser(all, ' ben@Example.com'.trim())
  assert.deepEqual([status, data.name, data.email, data.resource_type], [200, 'ben', 'ben@example.com', 'user'])
  assert.notEqual(data.gid, all.ben.gid)
  assert.equal(
    (await addUser(all, 'ben@example.com')).data.gid,
    data.gid,
    'a repeated request returns the same invitation',
  )
  const unknown = await addUser(all, 'nobody@example.com')
  assert.deepEqual(
    Object.keys(unknown.data),
    Object.keys(data),
    'the response is the same for an address without an account',
  )
  assert.equal(await membershipStatus(all, all.ben), undefined)
  for (const gid of [data.gid, all.ben.gid]) assert.equal((await all.mel('GET', `/users/${gid}`)).status, 404)
  const accounts = all.store.read.db.selectFrom('users').select('gid').where('email', '=', 'nobody@example.com')
  assert.deepEqual(await accounts.execute(), [], 'no account is created for the domain of another organization')
})

test('an invitation is accepted once, by its signed-in person', async () => {
  const all = await beta()
  const invited = await all.bob.post(`/organizations/${all.beta}/invitations`, { email: 'BEN@example.com.', name: 'B' })
  assert.deepEqual(
    [invited.status, invited.data],
    [201, { user: { gid: null, name: 'B', email: 'ben@example.com' }, is_asked: true, link: null }],
  )
  const [ben, ann] = [await signedIn(all, all.ben), await signedIn(all, all.ann)]
  const [asked, ...more] = (await ok(ben.get('/invitations'))).data as Json[]
  assert.deepEqual(more, [])
  assert.deepEqual(
    [asked?.organization, asked?.invited_by, asked?.role],
    [{ gid: all.beta, name: 'Beta' }, 'Bob', 'guest'],
  )
  assert.equal((await ann.post(`/invitations/${asked?.gid}/accept`)).status, 404, 'it is only for its person')
  assert.equal((await ann.delete(`/invitations/${asked?.gid}`)).status, 404)
  await ok(ben.post(`/invitations/${asked?.gid}/accept`))
  assert.equal(await membershipStatus(all, all.ben), 1)
  assert.equal((await ben.post(`/invitations/${asked?.gid}/accept`)).status, 404)
  assert.equal((await all.ben.get('/users/me')).status, 200, 'the tokens of the account stay valid')
  assert.equal((await addUser(all, 'ben@example.com')).data.gid, all.ben.gid, 'a member is returned')
})

test('an invitation can be declined, and expires after seven days', async () => {
  const all = await beta()
  const ben = await signedIn(all, all.ben)
  const open = async () => (await ok(ben.get('/invitations'))).data as Json[]
  await ok(addUser(all, 'ben@example.com'))
  await ok(ben.delete(`/invitations/${(await open())[0]?.gid}`))
  assert.deepEqual(await open(), [])
  await ok(addUser(all, 'ben@example.com'))
  const [late] = await open()
  all.clock.now += 7 * DAY
  assert.deepEqual(await open(), [])
  assert.equal((await ben.post(`/invitations/${late?.gid}/accept`)).status, 404)
  await ok(addUser(all, 'ben@example.com'))
  assert.equal((await open()).length, 1, 'a new invitation can be created')
})

test('an invitation of another organization neither revokes links nor prevents new ones', async () => {
  const all = await beta()
  const ann = await signedIn(all, all.ann)
  const invited = await ok(ann.post(`/organizations/${all.workspace}/invitations`, { email: 'hire@example.com' }))
  await ok(addUser(all, 'hire@example.com'))
  const link = String(invited.data.link).split('#')[1]
  const hire = browser(all)
  assert.equal((await hire.call('POST', '/sign_in/link', { link })).status, 200)
  const { gid } = invited.data.user
  await ok(ann.post(`/organizations/${all.workspace}/people/${gid}/link`))
  const [asked] = (await ok(hire.call('GET', '/invitations'))).data as Json[]
  const renewed = await ok(ann.post(`/organizations/${all.workspace}/people/${gid}/link`))
  await ok(hire.call('POST', `/invitations/${asked?.gid}/accept`))
  await ok(browser(all).call('POST', '/sign_in/link', { link: String(renewed.data.link).split('#')[1] }))
  await ok(ann.post(`/organizations/${all.workspace}/people/${gid}/link`))
  assert.equal((await all.bob.post(`/organizations/${all.beta}/people/${gid}/link`)).status, 403)
})

test('an invitation that must be accepted is sent by e-mail without a sign-in link', async () => {
  const all = await beta(true)
  await ok(all.bob.post(`/organizations/${all.beta}/invitations`, { email: 'ben@example.com' }))
  const [email, ...more] = all.sent
  assert.deepEqual([email?.to.email, email?.subject, more], ['ben@example.com', 'Beta asks you to join', []])
  assert.ok(!email?.text.includes('#'))
})

test('an invitation by a plain member does not change the role that an administrator chose', async () => {
  const all = await beta()
  await ok(all.bob.post(`/organizations/${all.beta}/invitations`, { email: 'ben@example.com', role: 'admin' }))
  await ok(addUser(all, 'ben@example.com'))
  const ben = await signedIn(all, all.ben)
  assert.equal((await ok(ben.get('/invitations'))).data[0].role, 'admin')
})

test('a removed person cannot rejoin by an earlier invitation', async () => {
  const all = await beta()
  await ok(addUser(all, 'ben@example.com'))
  const ben = await signedIn(all, all.ben)
  await all.store.write(tx => join(tx, Number(all.ben.gid), Number(all.beta)))
  const [asked] = (await ok(ben.get('/invitations'))).data as Json[]
  await ok(all.bob.put(`/organizations/${all.beta}/people/${all.ben.gid}`, { role: 'guest' }))
  const bobs = await all.store.write(tx => createToken(tx, Number(all.bob.gid), 'laptop'))
  const headers = { authorization: `Bearer ${bobs}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ data: { user: all.ben.gid } })
  await ok(all.send({ method: 'POST', url: `/api/1.0/workspaces/${all.beta}/removeUser`, headers, payload }))
  assert.equal((await ben.post(`/invitations/${asked?.gid}/accept`)).status, 404)
  assert.equal((await addUser(all, 'ben@example.com')).status, 403, 'a plain member cannot add them either')
})

test('two organizations with one domain add people of it as their own', async () => {
  const all = await beta()
  await all.store.write(tx => setDomains(tx, Number(all.beta), ['beta.example', 'example.com']))
  assert.equal((await ok(addUser(all, 'ben@example.com'))).data.gid, all.ben.gid)
  assert.equal(await membershipStatus(all, all.ben), 1)
})
