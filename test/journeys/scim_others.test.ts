/** OneLogin, Google, JumpCloud, Keycloak and authentik: the requests that each of them is known to send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  ENTERPRISE,
  GROUP,
  membersOf,
  patch,
  type ScimClient,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

test('R106: OneLogin sends plus signs and ampersands, and names an older protocol', async () => {
  const { scim } = await scimWorld()
  const legacy = ['urn:scim:schemas:core:2.0', 'urn:scim:schemas:extension:enterprise:1.0']
  const find = (name: string) => scim.get(`/Users?filter=userName+eq+%22${name}%22&`)
  assertSuccess(await scim.get('/Users?'))
  assert.equal(assertSuccess(await find('eva@example.com')).totalResults, 0)
  const body = {
    schemas: legacy,
    userName: 'eva@example.com',
    name: { givenName: 'Eva', familyName: 'Lind', formatted: 'Eva Lind' },
    externalId: '77',
    active: true,
  }
  const made = assertSuccess(await scim.post('/Users', body), 201)
  assert.equal(assertSuccess(await find('eva@example.com')).Resources[0].id, made.id)
  const put = assertSuccess(await scim.put(`/Users/${made.id}?`, { ...body, title: 'Lead' }))
  assert.deepEqual([put.title, put.name.givenName], ['Lead', 'Eva'])
  const team = assertSuccess(await scim.post('/Groups', { schemas: legacy, displayName: 'Design' }), 201)
  assertSuccess(
    await scim.patch(`/Groups/${team.id}?`, {
      schemas: legacy,
      Operations: [{ op: 'add', path: 'members', value: [{ value: made.id }] }],
    }),
    204,
  )
  assert.deepEqual(await membersOf(scim, team.id), [made.id])
  assert.equal(
    assertSuccess(await scim.patch(`/Users/${made.id}?`, patch({ op: 'replace', path: 'active', value: false })))
      .active,
    false,
  )
  assertSuccess(await scim.delete(`/Users/${made.id}?`), 204)
})

test('R106: Google looks up, creates, suspends and restores users', async () => {
  const { scim } = await scimWorld()
  assert.equal(assertSuccess(await scim.get('/Users?count=1')).Resources.length, 1)
  const body = {
    schemas: [USER, ENTERPRISE],
    userName: 'eva@example.com',
    name: { givenName: 'Eva', familyName: 'Lind', formatted: 'Eva Lind' },
    emails: [{ value: 'eva@example.com', primary: true, type: 'work' }],
    active: true,
    [ENTERPRISE]: { department: 'Design' },
  }
  assert.deepEqual(await scim.search('Users', 'userName eq "eva@example.com"'), [])
  const made = assertSuccess(await scim.post('/Users', body), 201)
  assert.equal(assertSuccess(await scim.put(`/Users/${made.id}`, { ...body, active: false })).active, false)
  assert.equal(
    assertSuccess(await scim.patch(`/Users/${made.id}`, patch({ op: 'replace', path: 'active', value: true }))).active,
    true,
  )
  assertSuccess(await scim.delete(`/Users/${made.id}`), 204)
})

test('R106: JumpCloud creates a user and a group to test the connection, and deletes both', async () => {
  const { scim } = await scimWorld()
  const person = {
    schemas: [USER],
    userName: 'jumpcloud-test@example.com',
    externalId: 'jc1',
    active: true,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ type: 'work', primary: true, value: 'jumpcloud-test@example.com' }],
  }
  const made = assertSuccess(await scim.post('/Users', person), 201)
  assert.equal(typeof made.id, 'string')
  assert.equal(assertSuccess(await scim.get(`/Users/${made.id}`)).userName, person.userName)
  assert.equal(assertSuccess(await scim.put(`/Users/${made.id}`, { ...person, active: false })).active, false)
  const team = assertSuccess(
    await scim.post('/Groups', { schemas: [GROUP], displayName: 'jumpcloud-test', externalId: 'jcg1', members: [] }),
    201,
  )
  assert.equal(typeof team.id, 'string')
  const member = { op: 'add', path: 'members', value: [{ value: made.id }] }
  for (const _ of [1, 2]) assertSuccess(await scim.patch(`/Groups/${team.id}`, patch(member)), 204)
  for (const _ of [1, 2]) assertSuccess(await scim.patch(`/Groups/${team.id}`, patch({ ...member, op: 'remove' })), 204)
  assert.deepEqual(await membersOf(scim, team.id), [])
  assertSuccess(await scim.delete(`/Groups/${team.id}`), 204)
  assertSuccess(await scim.delete(`/Users/${made.id}`), 204)
  assertScimError(await scim.get(`/Users/${made.id}`), 404)
  assert.equal(assertSuccess(await scim.post('/Users', person), 201).id, made.id, 'the test can be made again')
})

test('R106: Keycloak sends ids of its own, and groups without members', async () => {
  const { scim, ann } = await scimWorld()
  assertSuccess(await scim.get('/ServiceProviderConfig'))
  const own = '6f1f1f1f-0000-4000-8000-000000000001'
  const body = {
    schemas: [USER],
    id: own,
    externalId: own,
    userName: 'eva@example.com',
    name: { givenName: 'Eva', familyName: 'Lind' },
    active: true,
    emails: [{ value: 'eva@example.com', primary: true }],
    roles: [],
  }
  const made = assertSuccess(await scim.post('/Users', body), 201)
  assert.notEqual(made.id, own)
  assert.equal(
    assertSuccess(await scim.put(`/Users/${made.id}`, { ...body, name: { givenName: 'Eva', familyName: 'Berg' } })).name
      .familyName,
    'Berg',
  )
  const team = assertSuccess(
    await scim.post('/Groups', {
      schemas: [GROUP],
      id: own,
      externalId: own,
      displayName: 'Design',
      members: [{ value: made.id }, { value: ann.gid }],
    }),
    201,
  )
  assertSuccess(
    await scim.put(`/Groups/${team.id}`, { schemas: [GROUP], id: team.id, externalId: own, displayName: 'Design' }),
  )
  assert.equal((await membersOf(scim, team.id)).length, 2, 'missing members do not mean an empty list')
  assertSuccess(await scim.delete(`/Users/${made.id}`), 204)
  assert.deepEqual(await membersOf(scim, team.id), [ann.gid])
})

/** The synchronization of a group by authentik: created without members, or adopted if the name is taken. */
async function synced(
  scim: ScimClient,
  displayName: string,
  externalId: string,
  members: string[],
  chunk: number,
): Promise<string> {
  const body = { schemas: [GROUP], externalId, displayName }
  const reply = await scim.post('/Groups', body)
  const adopt = async () => {
    assertScimError(reply, 409, 'uniqueness')
    const [found] = await scim.search('Groups', `displayName eq "${displayName}"`)
    assertSuccess(
      await scim.patch(`/Groups/${found?.id}`, patch({ op: 'replace', value: { ...body, id: found?.id } })),
      204,
    )
    return found?.id as string
  }
  const id = reply.status === 201 ? (reply.body.id as string) : await adopt()
  const there = new Set(await membersOf(scim, id))
  const adds = members.filter(one => !there.has(one)).map(value => ({ op: 'add', path: 'members', value: [{ value }] }))
  const removes = [...there]
    .filter(one => !members.includes(one))
    .map(value => ({ op: 'remove', path: 'members', value: [{ value }] }))
  const operations = [...adds, ...removes]
  for (let from = 0; from < operations.length; from += chunk) {
    assertSuccess(await scim.patch(`/Groups/${id}`, patch(...operations.slice(from, from + chunk))), 204)
  }
  return id
}

test('R106: authentik discovers all users, creates missing ones, and synchronizes groups', async () => {
  const { scim, ann, workspace } = await scimWorld()
  const { bulk, patch: patching } = assertSuccess(await scim.get('/ServiceProviderConfig'))
  assert.ok(patching.supported && bulk.maxOperations > 0)
  const people: string[] = []
  for (let index = 0; index < 30; index++)
    people.push((await scim.user(`p${index}@example.com`, { externalId: `ak${index}` })).id)
  const seen: Json[] = []
  let pages = 0
  for (let total = 1; seen.length < total; pages++) {
    const page = assertSuccess(await scim.get(`/Users?startIndex=${seen.length + 1}`))
    assert.ok(page.Resources.length > 0 && pages < 10, 'the walk ends')
    seen.push(...page.Resources)
    total = page.totalResults
  }
  assert.equal(new Set(seen.map(one => one.id)).size, 32)
  assertScimError(await scim.post('/Users', { userName: 'p0@example.com', externalId: 'ak0' }), 409, 'uniqueness')
  const native = await ann.create('/teams', { organization: workspace, name: 'Design' })
  const id = await synced(scim, 'Design', 'akg1', people, 7)
  assert.equal(id, native)
  assert.deepEqual(await membersOf(scim, id), [...people].sort())
  assert.equal(await synced(scim, 'Design', 'akg1', people.slice(0, 5), bulk.maxOperations), id)
  assert.deepEqual(await membersOf(scim, id), people.slice(0, 5).sort())
  const sales = await synced(scim, 'Sales', 'akg2', people.slice(3), bulk.maxOperations)
  assert.equal((await membersOf(scim, sales)).length, 27)
})
