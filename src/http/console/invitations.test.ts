/** Invitations to an organization, and sign-in links that its administrators create. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { browser } from '../../../test/harness/sign_in/browser.ts'
import { signedIn, type Visitor } from '../../../test/harness/sign_in/console.ts'
import { type Json, type World, world } from '../../../test/harness/world.ts'
import type { Email } from '../../identity/mail.ts'
import { saveSignInSettings } from '../../identity/sign_in_settings.ts'
import { createUser, createWorkspace, join, type Role } from '../../resources/people/rules/join.ts'
import { insert, update } from '../../store/change.ts'
import { standardRoleOf } from '../../store/queries/roles/standing.ts'

interface Office extends World {
  at: Visitor
  /** The path of the organization in the console. */
  here: string
  sent: Email[]
}

/** A world whose administrator is signed in; with a mail server if `mails`. */
async function office(mails = false): Promise<Office> {
  const sent: Email[] = []
  const all = await world(mails ? { mail: async email => void sent.push(email) } : {})
  return { ...all, sent, at: await signedIn(all, all.ann), here: `/organizations/${all.workspace}` }
}

/** Another organization, with these people in it. */
const otherOrganization = ({ store }: World, people: [gid: string, role: Role][]) =>
  store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Elsewhere', domains: ['elsewhere.org'], plan: 'free' })
    for (const [gid, role] of people) await join(tx, Number(gid), workspace, role)
    return workspace
  })

/** A person with an account and an address outside all organizations' domains. */
const personElsewhere = ({ store }: World, name: string) =>
  store.write(async tx => {
    const email = `${name.toLowerCase()}@nowhere.net`
    return { gid: String(await createUser(tx, { name, email })), email }
  })

const secretIn = (link: unknown) => String(link).split('#')[1] ?? ''

async function membershipOf({ ann, workspace }: World, user: string): Promise<Json> {
  const fields = 'is_admin,is_guest,is_active'
  const path = `/workspaces/${workspace}/workspace_memberships?user=${user}&opt_fields=${fields}`
  const [bond] = (await ok(ann.get(path))).data as Json[]
  return bond ?? {}
}

test('an invitation without mail returns the link to the administrator', async () => {
  const all = await office()
  const made = await all.at.post(`${all.here}/invitations`, { email: ' Cid@Example.com ', name: 'Cid Campo' })
  assert.equal(made.status, 201)
  assert.match(made.data.link, /^http:\/\/localhost\/sign_in#[0-9a-f]{48}$/)
  assert.deepEqual([made.data.user.name, made.data.user.email], ['Cid Campo', 'cid@example.com'])
  const cid = browser(all)
  const { data } = await ok(cid.call('POST', '/sign_in/link', { link: secretIn(made.data.link) }))
  assert.deepEqual(
    [data.user.gid, data.has_password, data.organizations[0].is_admin],
    [made.data.user.gid, false, false],
  )
  assert.equal(all.announced.length, 0)
})

test('an invitation with mail sends the link only to the person', async () => {
  const all = await office(true)
  const { data } = await all.at.post(`${all.here}/invitations`, { email: 'cid@example.com' })
  assert.equal(data.link, null)
  const [email] = all.sent
  assert.deepEqual([email?.to.email, email?.subject], ['cid@example.com', 'You are invited to Example'])
  const link = /http:\/\/localhost\/sign_in#[0-9a-f]{48}/.exec(email?.text ?? '')?.[0]
  assert.equal((await browser(all).call('POST', '/sign_in/link', { link: secretIn(link) })).status, 200)
})

test('inviting an existing account with a password adds it without a sign-in link', async () => {
  for (const mails of [false, true]) {
    const all = await office(mails)
    const dan = await personElsewhere(all, 'Dan')
    const row = { user: Number(dan.gid), hash: 'of a password', changed_at: 0 }
    await all.store.write(tx => insert(tx, 'passwords', row))
    const { status, data } = await all.at.post(`${all.here}/invitations`, { email: 'DAN@nowhere.net', name: 'Other' })
    assert.deepEqual([status, data.link, data.user.gid, data.user.name], [201, null, dan.gid, 'Dan'])
    assert.equal((await membershipOf(all, dan.gid)).is_active, true)
    assert.equal(all.sent.length, mails ? 1 : 0)
    assert.ok(!JSON.stringify(all.sent).includes('#'), 'the e-mail has no sign-in link')
    const again = await all.at.post(`${all.here}/invitations`, { email: 'dan@nowhere.net' })
    assert.deepEqual([again.status, again.message], [400, 'email: Belongs to the organization already'])
  }
})

test('a link that was returned to an administrator is revoked when another organization adds the account', async () => {
  const all = await office()
  const invited = await ok(all.at.post(`${all.here}/invitations`, { email: 'cid@elsewhere.org' }))
  const dan = await ok(all.at.post(`${all.here}/invitations`, { email: 'dan@nowhere.net' }))
  const renewed = await ok(all.at.post(`${all.here}/people/${dan.data.user.gid}/link`))
  await otherOrganization(all, [
    [invited.data.user.gid, { is_admin: true }],
    [dan.data.user.gid, {}],
  ])
  for (const { data } of [invited, renewed]) {
    const { status } = await browser(all).call('POST', '/sign_in/link', { link: secretIn(data.link) })
    assert.equal(status, 401)
  }
})

test('inviting an account without a password sends a link by e-mail, and returns none', async () => {
  const all = await office(true)
  const dan = await all.person('Dan', null)
  const { data } = await ok(all.at.post(`${all.here}/invitations`, { email: dan.email }))
  assert.equal(data.link, null)
  const link = /http:\/\/localhost\/sign_in#[0-9a-f]{48}/.exec(all.sent[0]?.text ?? '')?.[0]
  const { data: who } = await ok(browser(all).call('POST', '/sign_in/link', { link: secretIn(link) }))
  assert.equal(who.user.gid, dan.gid)
})

test('an administrator cannot create a link for themselves', async () => {
  const all = await office()
  const { status, message } = await all.at.post(`${all.here}/people/${all.ann.gid}/link`)
  assert.equal(status, 403)
  assert.match(message ?? '', /request one on the sign-in page/)
})

test('people of a foreign domain are guests unless the invitation has a role', async () => {
  const all = await office()
  const comes = async (email: string, role?: string) => {
    const { data } = await ok(all.at.post(`${all.here}/invitations`, role ? { email, role } : { email }))
    const { is_admin, is_guest } = await membershipOf(all, data.user.gid)
    return is_admin ? 'admin' : is_guest ? 'guest' : 'member'
  }
  assert.deepEqual(
    [await comes('a@example.com'), await comes('b@foreign.org'), await comes('c@foreign.org', 'member')],
    ['member', 'guest', 'member'],
  )
  assert.deepEqual([await comes('d@example.com', 'guest'), await comes('e@example.com', 'admin')], ['guest', 'admin'])
})

test('only administrators invite, create links and change roles, each in their own organization', async () => {
  const all = await office()
  const [ben, sam] = [await signedIn(all, all.ben), await signedIn(all, await all.person('Sam', null))]
  const calls = (who: Visitor, here: string) => [
    who.post(`${here}/invitations`, { email: 'x@example.com' }),
    who.post(`${here}/people/${all.ann.gid}/link`),
    who.put(`${here}/people/${all.ann.gid}`, { role: 'guest' }),
  ]
  const statuses = async (who: Visitor, here = all.here) =>
    (await Promise.all(calls(who, here))).map(({ status }) => status)
  assert.deepEqual(await statuses(ben), [403, 403, 403])
  assert.deepEqual(await statuses(sam), [404, 404, 404])
  assert.deepEqual(await statuses(all.at, '/organizations/1'), [404, 404, 404])
})

test('an invalid address and an invalid role are refused', async () => {
  const all = await office()
  const refused = async (body: Json) => (await all.at.post(`${all.here}/invitations`, body)).message ?? ''
  for (const email of ['', 'x', 'a@b c', 'a@b,c@d', 'a@b\r\nBcc: c@d', '<a@b>']) {
    assert.equal(await refused({ email }), 'email: Must be an e-mail address')
  }
  assert.match(await refused({ email: 'x@example.com', role: 'owner' }), /^role: Not a recognized value/)
  assert.match(await refused({}), /^email: Missing input/)
})

test('an administrator creates links only for people of the organization', async () => {
  const all = await office()
  const link = (gid: string) => all.at.post(`${all.here}/people/${gid}/link`)
  const { data } = await ok(link(all.ben.gid))
  const { data: who } = await ok(browser(all).call('POST', '/sign_in/link', { link: secretIn(data.link) }))
  assert.equal(who.user.gid, all.ben.gid)
  const dan = await personElsewhere(all, 'Dan')
  await all.store.write(tx => join(tx, Number(dan.gid), Number(all.workspace), {}))
  const other = await otherOrganization(all, [
    [all.ben.gid, {}],
    [dan.gid, {}],
  ])
  assert.equal((await link(all.ben.gid)).status, 200, 'the organization controls addresses of its own domains')
  const refused = await link(dan.gid)
  assert.equal(refused.status, 403, 'the link would give access to the other organization')
  assert.match(refused.message ?? '', /organization that you do not administer/)
  await all.store.write(tx => join(tx, Number(all.ann.gid), other, {}))
  assert.equal((await link(dan.gid)).status, 403, 'the caller must administer the other organization, too')
  const eve = await personElsewhere(all, 'Eve')
  await all.store.write(tx => join(tx, Number(eve.gid), Number(all.workspace), {}))
  await otherOrganization(all, [
    [eve.gid, {}],
    [all.ann.gid, { is_admin: true }],
  ])
  assert.equal((await link(eve.gid)).status, 200, 'both are administered')
  const own = await personElsewhere(all, 'Own')
  await all.store.write(tx => join(tx, Number(own.gid), Number(all.workspace), {}))
  const bea = await all.person('Bea', { is_admin: true })
  const adminOf = async (workspace: number, { gid }: { gid: string }) =>
    all.store.write(async tx => {
      const role = await standardRoleOf(tx, workspace, 'admin')
      await update(tx, 'workspace_memberships', { workspace, user: Number(gid) }, { role })
    })
  await adminOf(Number(all.workspace), bea)
  const byBea = await (await signedIn(all, bea)).post(`${all.here}/people/${own.gid}/link`)
  assert.equal(byBea.status, 200, 'the person belongs to no other organization')
  const fay = await personElsewhere(all, 'Fay')
  await all.store.write(tx => join(tx, Number(fay.gid), Number(all.workspace), {}))
  const third = await otherOrganization(all, [
    [fay.gid, { is_admin: true }],
    [all.ann.gid, { is_admin: true }],
  ])
  await adminOf(third, all.ann)
  assert.equal((await link(fay.gid)).status, 403, 'Fay is a super administrator there, and the caller is not')
  const [robot, sam] = [await all.person('Robot', { is_service: true }), await all.person('Sam', null)]
  assert.deepEqual([(await link(robot.gid)).status, (await link(sam.gid)).status], [404, 404])
})

test('only the operator creates a link for an administrator of the installation', async () => {
  const all = await office()
  const dee = await signedIn(all, await all.person('Dee', { is_admin: true }))
  const refused = await dee.post(`${all.here}/people/${all.ann.gid}/link`)
  assert.equal(refused.status, 403)
  assert.match(refused.message ?? '', /administers the installation: its operator creates links/)
})

test('a sign-in link with mail is sent and never returned', async () => {
  const all = await office(true)
  const { data } = await ok(all.at.post(`${all.here}/people/${all.ben.gid}/link`))
  assert.equal(data.link, null)
  assert.equal(all.sent[0]?.to.email, 'ben@example.com')
})

test('a role can be changed, except for that of the last administrator', async () => {
  const all = await office()
  const set = (gid: string, role: string) => all.at.put(`${all.here}/people/${gid}`, { role })
  const last = await set(all.ann.gid, 'member')
  assert.deepEqual([last.status, last.message], [400, 'role: The last administrator cannot step down'])
  await ok(set(all.ben.gid, 'guest'))
  assert.equal((await membershipOf(all, all.ben.gid)).is_guest, true)
  await ok(set(all.ben.gid, 'admin'))
  const { is_guest, is_admin } = await membershipOf(all, all.ben.gid)
  assert.deepEqual([is_guest, is_admin], [false, true])
  await ok(set(all.ann.gid, 'member'))
  assert.equal((await set(all.ben.gid, 'member')).status, 403, 'the right ends with the role')
})

test('an invitation has no link when passwords are off', async () => {
  const all = await office(true)
  const trust = { email_domains: ['example.com'], trusts_addresses: true }
  const provider = { name: 'Company', issuer: 'https://id.example', client_id: 'x', client_secret: 'sealed', ...trust }
  await all.store.write(tx => saveSignInSettings(tx, { password: false, provider }))
  assert.equal((await ok(all.at.post(`${all.here}/invitations`, { email: 'cid@example.com' }))).data.link, null)
  assert.ok(!JSON.stringify(all.sent).includes('#'))
  assert.equal((await all.at.post(`${all.here}/people/${all.ben.gid}/link`)).status, 403)
})
