/** Isolation of organizations: neither sees nor changes objects of the other, even if they share a person. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToken } from '../../src/identity/tokens.ts'
import { createUser, join } from '../../src/resources/people/rules/join.ts'
import { assertScimError, assertSuccess, membersOf, patch, type ScimClient, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

/** Two organizations, each with an identity provider; `Two` has the domain two.org. */
async function twoOrganizations() {
  const home = await scimWorld()
  const two = await home.organization('Two', ['two.org'])
  return { ...home, two, other: await home.account({ workspace: two }) }
}

/** A person with an account, in the given organizations. */
async function olle(
  {
    store,
    workspace,
    two,
  }: { store: Awaited<ReturnType<typeof twoOrganizations>>['store']; workspace: string; two: string },
  email: string,
  both = true,
) {
  return store.write(async tx => {
    const user = await createUser(tx, { name: 'Olle Ek', email })
    await join(tx, user, Number(two))
    if (both) await join(tx, user, Number(workspace))
    return { gid: String(user), token: await createToken(tx, user, 'laptop') }
  })
}

test('R88: users and groups of another organization are unknown', async () => {
  const { scim, other, ann, ben } = await twoOrganizations()
  const eva = await scim.user('eva@example.com')
  const team = await scim.group('Design', [ann.gid])
  const outsider = await other.user('adam@two.org')
  assert.deepEqual(
    assertSuccess(await other.get('/Users')).Resources.map((one: Json) => one.id),
    [outsider.id],
  )
  assert.deepEqual(assertSuccess(await other.get('/Groups')).Resources, [])
  for (const id of [eva.id, ann.gid, ben.gid]) {
    assertScimError(await other.get(`/Users/${id}`), 404)
    assertScimError(await other.put(`/Users/${id}`, { userName: 'eva@two.org', active: false }), 404)
    assertScimError(await other.patch(`/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })), 404)
    assertScimError(await other.delete(`/Users/${id}`), 404)
    assert.deepEqual(await other.search('Users', `id eq "${id}"`), [])
  }
  assertScimError(await other.get(`/Groups/${team.id}`), 404)
  assertScimError(await other.put(`/Groups/${team.id}`, { displayName: 'Ours', members: [] }), 404)
  assertScimError(await other.patch(`/Groups/${team.id}`, patch({ op: 'remove', path: 'members' })), 404)
  assertScimError(await other.delete(`/Groups/${team.id}`), 404)
  for (const filter of [
    'userName sw "e"',
    'userName co "example"',
    'active eq true and not (userName eq "adam@two.org")',
    'meta.created pr and userName ne "adam@two.org"',
  ]) {
    assert.deepEqual(await other.search('Users', filter), [], filter)
  }
  for (const filter of ['displayName eq "Design"', `members.value eq "${ann.gid}"`, 'displayName pr']) {
    assert.deepEqual(await other.search('Groups', filter), [], filter)
  }
  assert.equal(assertSuccess(await scim.get(`/Users/${eva.id}`)).active, true)
  assert.deepEqual(await membersOf(scim, team.id), [ann.gid])
})

test('R88: a user of another organization cannot become a member of a group', async () => {
  const { scim, other, ann } = await twoOrganizations()
  const outsider = await other.user('adam@two.org')
  const team = await scim.group('Design', [ann.gid])
  const members = [{ value: outsider.id }]
  assertScimError(
    await scim.patch(`/Groups/${team.id}`, patch({ op: 'add', path: 'members', value: members })),
    400,
    'invalidValue',
  )
  assertScimError(await scim.put(`/Groups/${team.id}`, { displayName: 'Design', members }), 400, 'invalidValue')
  assertScimError(await scim.post('/Groups', { displayName: 'Art', members }), 400, 'invalidValue')
  assert.equal((await other.group('Design')).displayName, 'Design', 'names of groups are unique per organization')
  assert.deepEqual(await membersOf(scim, team.id), [ann.gid])
})

test('R89: only addresses of the domains of the organization are accepted', async () => {
  const { scim } = await twoOrganizations()
  const eva = await scim.user('eva@EXAMPLE.com')
  const outside = [
    'eva@two.org',
    'eva@sub.example.com',
    'eva@example.com.evil.org',
    'eva@notexample.com',
    'eva@example.com@evil.org',
    'eva@evil.org?@example.com.x',
  ]
  for (const userName of outside) {
    assertScimError(await scim.post('/Users', { userName }), 400, 'invalidValue')
    assertScimError(await scim.put(`/Users/${eva.id}`, { userName }), 400, 'invalidValue')
    assertScimError(
      await scim.patch(`/Users/${eva.id}`, patch({ op: 'replace', path: 'userName', value: userName })),
      400,
      'invalidValue',
    )
  }
  const seen = assertSuccess(await scim.get(`/Users/${eva.id}`))
  assert.equal(seen.userName, 'eva@EXAMPLE.com')
  assert.equal(assertSuccess(await scim.get('/Users')).totalResults, 3)
})

test('R89: a member with an address of another domain stays a member', async () => {
  const home = await twoOrganizations()
  const { scim } = home
  const outsider = await olle(home, 'olle@elsewhere.net')
  const put = assertSuccess(await scim.put(`/Users/${outsider.gid}`, { userName: 'olle@elsewhere.net', title: 'Lead' }))
  assert.deepEqual([put.title, put.userName], ['Lead', 'olle@elsewhere.net'])
})

test('R90: a person with an existing account gets a membership here, and nothing else changes', async () => {
  const home = await twoOrganizations()
  const { scim, other, store } = home
  const outsider = await olle(home, 'olle@example.com', false)
  const made = assertSuccess(await scim.post('/Users', { userName: 'Olle@example.com', title: 'Lead' }), 201)
  assert.equal(made.id, outsider.gid)
  const memberships = await store.read.db
    .selectFrom('workspace_memberships')
    .select('workspace')
    .where('user', '=', Number(outsider.gid))
    .execute()
  assert.equal(memberships.length, 2)
  const there = assertSuccess(await other.get(`/Users/${outsider.gid}`))
  assert.deepEqual([there.title, there.name.formatted, there.active], [undefined, 'Olle Ek', true])
})

test('R90: an organization does not change the account of a person whose address is not its own', async () => {
  const home = await twoOrganizations()
  const { scim, store, other } = home
  const outsider = await olle(home, 'olle@two.org')
  const account = () => store.read.db.selectFrom('users').selectAll().where('gid', '=', Number(outsider.gid)).execute()
  const before = await account()
  const attempts = [
    await scim.patch(`/Users/${outsider.gid}`, patch({ op: 'replace', path: 'name.formatted', value: 'Taken Over' })),
    await scim.put(`/Users/${outsider.gid}`, {
      userName: 'olle@two.org',
      name: { givenName: 'Taken', familyName: 'Over' },
      emails: [{ value: 'x@example.com' }],
      password: 'x',
    }),
    await scim.put(`/Users/${outsider.gid}`, { userName: 'olle@example.com' }),
    await scim.patch(`/Users/${outsider.gid}`, patch({ op: 'replace', path: 'userName', value: 'olle@example.com' })),
  ]
  for (const { status } of attempts) assert.ok(status < 500)
  for (const { status } of attempts.slice(2)) assert.ok(status >= 400, 'an address of another domain is refused')
  assert.deepEqual(await account(), before)
  const there = assertSuccess(await other.get(`/Users/${outsider.gid}`))
  assert.deepEqual([there.userName, there.name.formatted], ['olle@two.org', 'Olle Ek'])
})

const removals: [string, (scim: ScimClient, id: string) => Promise<{ status: number; text: string }>][] = [
  ['deactivated', (scim, id) => scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))],
  ['deleted', (scim, id) => scim.delete(`/Users/${id}`)],
]

for (const [what, end] of removals) {
  test(`R91: a person who is ${what} in one organization keeps working in another`, async () => {
    const home = await twoOrganizations()
    const { scim, other, send, workspace, two } = home
    const outsider = await olle(home, 'olle@two.org')
    const team = await other.group('Art', [outsider.gid])
    const { status, text } = await end(scim, outsider.gid)
    assert.ok(status < 300, text)
    const seen = assertSuccess(await other.get(`/Users/${outsider.gid}`))
    assert.deepEqual([seen.active, await membersOf(other, team.id)], [true, [outsider.gid]])
    const headers = { authorization: `Bearer ${outsider.token}` }
    const reach = async (gid: string) =>
      (await send({ method: 'GET', url: `/api/1.0/workspaces/${gid}`, headers })).status
    assert.equal(await reach(two), 200)
    assert.ok([403, 404].includes(await reach(workspace)))
  })
}

test('R90: neither of two organizations with one domain changes the account of a person in both', async () => {
  const home = await scimWorld()
  const two = await home.organization('Two', ['example.com'])
  const other = await home.account({ workspace: two })
  const { gid } = await olle({ ...home, two }, 'olle@example.com')
  assertScimError(await other.put(`/Users/${gid}`, { userName: 'eve@example.com' }), 400, 'mutability')
  const name = { op: 'replace', path: 'name.formatted', value: 'Eve Ek' }
  assertSuccess(await other.patch(`/Users/${gid}`, patch(name)))
  const { data } = await home.ann.get(`/users/${gid}`)
  assert.deepEqual([data.email, data.name], ['olle@example.com', 'Olle Ek'])
})

test('R92: provisioning sends no e-mail', async () => {
  const emails: unknown[] = []
  const { scim, store, announced } = await scimWorld({ mail: async letter => void emails.push(letter) })
  const { id } = await scim.user('eva@example.com')
  assertSuccess(await scim.delete(`/Users/${id}`), 204)
  await scim.user('eva@example.com')
  const links = await store.read.db.selectFrom('sign_in_links').selectAll().execute()
  assert.deepEqual([emails, announced, links], [[], [], []])
})

test('R93: the last administrator cannot be removed', async () => {
  const { scim, ann, workspace } = await twoOrganizations()
  const at = `/Users/${ann.gid}`
  for (const reply of [
    await scim.patch(at, patch({ op: 'replace', path: 'active', value: false })),
    await scim.patch(at, patch({ op: 'Replace', value: { active: 'False', title: 'X' } })),
    await scim.put(at, { userName: 'ann@example.com', active: false }),
    await scim.delete(at),
  ]) {
    const { detail } = assertScimError(reply, 400, 'mutability')
    assert.match(detail, /administrator/)
  }
  const seen = assertSuccess(await scim.get(at))
  assert.deepEqual([seen.active, seen.title], [true, undefined])
  assert.equal((await ann.get(`/workspaces/${workspace}`)).status, 200)
})

test('R93: one of two administrators can be removed, and then the other stays', async () => {
  const { scim, ann, person } = await twoOrganizations()
  const deputy = await person('Dee', { is_admin: true })
  assertSuccess(await scim.delete(`/Users/${ann.gid}`), 204)
  assertScimError(await scim.delete(`/Users/${deputy.gid}`), 400, 'mutability')
})
