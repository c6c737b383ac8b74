/**
 * Okta, request by request: the checks that it makes of a new server, the life cycle of a user in the catalog
 * application and in a custom one, and its changes of groups.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  GROUP,
  membersOf,
  PATCH,
  patch,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const json = { 'content-type': 'application/json', accept: 'application/scim+json' }
const findByName = (userName: string) =>
  `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`

test('R100: all checks of the protocol that Okta makes pass', async () => {
  const { scim, clientFor, ann } = await scimWorld()
  await ann.put(`/users/${ann.gid}`, { name: 'Ann Lee' })
  const list = assertSuccess(await scim.get('/Users?count=1&startIndex=1', json))
  assert.ok(list.schemas.includes('urn:ietf:params:scim:api:messages:2.0:ListResponse'))
  for (const name of ['itemsPerPage', 'startIndex', 'totalResults']) assert.ok(Number.isInteger(list[name]), name)
  const [first] = list.Resources
  assert.ok(first.id && first.name.familyName && first.name.givenName && first.userName)
  assert.deepEqual([typeof first.active, typeof first.emails[0].value], ['boolean', 'string'])
  assert.equal(assertSuccess(await scim.get(`/Users/${first.id}`)).id, first.id)
  const empty = assertSuccess(await scim.get('/Users?filter=userName%20eq%20%22abcdefgh%40atko.com%22', json))
  assert.deepEqual([empty.totalResults, empty.Resources], [0, []])
  assert.ok(assertScimError(await scim.get('/Users/abcdefgh'), 404).detail)
  const runscope = {
    schemas: [USER],
    userName: 'Runscope300Abc@example.com',
    name: { givenName: 'Runscope300', familyName: 'Abc' },
    emails: [{ primary: true, value: 'Runscope300Abc@example.com', type: 'work' }],
    displayName: 'Runscope300 Abc',
    active: true,
  }
  const made = assertSuccess(await scim.post('/Users', runscope, json), 201)
  assert.deepEqual(
    [made.active, made.userName, made.name.givenName, made.name.familyName],
    [true, runscope.userName, 'Runscope300', 'Abc'],
  )
  assert.deepEqual(made.schemas, [USER])
  assert.equal(assertSuccess(await scim.get(`/Users/${made.id}`)).name.familyName, 'Abc')
  assertScimError(await scim.post('/Users', runscope, json), 409, 'uniqueness')
  const swapped = assertSuccess(await scim.get(findByName('RUNSCOPE300abc@EXAMPLE.com'), json))
  assert.deepEqual(
    swapped.Resources.map((one: Json) => one.id),
    [made.id],
  )
  assert.ok(Array.isArray(assertSuccess(await scim.get('/Groups', json)).Resources))
  const unknownUser = assertScimError(
    await clientFor(null).get('/Users?startIndex=1&count=1', { authorization: 'non-token' }),
    401,
  )
  assert.equal(unknownUser.status, '401')
  assertScimError(await scim.get('/Users/00919288221112222', json), 404)
})

/** A user as a custom application sends it. */
const person = (userName: string, more: Json = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Eva', familyName: 'Lind' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Eva Lind',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

test('R101: a custom Okta application creates, updates, deactivates and restores a user', async () => {
  const { scim, ann } = await scimWorld()
  assertSuccess(await scim.get('/Users?startIndex=1&count=2', json))
  assertSuccess(await scim.get('/Groups?count=100&startIndex=1', json))
  assert.equal(assertSuccess(await scim.get(findByName('eva@example.com'), json)).totalResults, 0)
  const made = assertSuccess(await scim.post('/Users', person('eva@example.com'), json), 201)
  assert.deepEqual(
    [made.name.givenName, made.name.familyName, made.externalId],
    ['Eva', 'Lind', '00ujl29u0le5T6Aj10h7'],
  )
  const at = `/Users/${made.id}`
  const put = async (more: Json) =>
    assertSuccess(await scim.put(at, { ...assertSuccess(await scim.get(at, json)), ...more }, json))
  assert.equal((await put({ name: { givenName: 'Eva', familyName: 'Berg' } })).name.familyName, 'Berg')
  assert.equal((await put({ title: 'Lead', roles: [], groups: [], locale: 'en-US' })).title, 'Lead')
  assert.equal((await put({ active: false })).active, false)
  assert.equal(assertSuccess(await scim.get(findByName('eva@example.com'), json)).Resources[0].active, false)
  assert.equal((await ann.get('/users/eva@example.com')).status, 404)
  assert.equal((await put({ active: true })).active, true)
  assert.equal((await ann.get('/users/eva@example.com')).data.gid, made.id)
  assert.equal((await put({ active: false })).active, false)
  const again = assertSuccess(await scim.post('/Users', person('eva@example.com', { title: 'Chief' }), json), 201)
  assert.deepEqual([again.id, again.active, again.title], [made.id, true, 'Chief'])
  assertScimError(await scim.post('/Users', person('eva@example.com'), json), 409, 'uniqueness')
})

test('R101: the Okta catalog application updates attributes, and creates a new user after a deactivation', async () => {
  const { scim } = await scimWorld()
  const made = assertSuccess(await scim.post('/Users', person('eva@example.com'), json), 201)
  const at = `/Users/${made.id}`
  const active = async (value: boolean) =>
    assertSuccess(
      await scim.patch(at, { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: value } }] }, json),
    ).active
  assert.equal(await active(false), false)
  assert.equal(await active(true), true)
  const profile = assertSuccess(await scim.get(at, json))
  const changed = assertSuccess(
    await scim.put(at, { ...profile, title: 'Lead', userName: 'eva.lind@example.com' }, json),
  )
  assert.deepEqual([changed.id, changed.title, changed.userName], [made.id, 'Lead', 'eva.lind@example.com'])
  assert.equal(await active(false), false)
  const fresh = assertSuccess(
    await scim.post('/Users', person('eva.new@example.com', { externalId: 'another' }), json),
    201,
  )
  assert.notEqual(fresh.id, made.id)
  assert.equal(assertSuccess(await scim.post('/Users', person('eva.lind@example.com'), json), 201).id, made.id)
})

test('R101: Okta pushes groups, sends the name before each change, and deletes unlinked groups', async () => {
  const { scim, ann, ben } = await scimWorld()
  const eva = await scim.user('eva@example.com')
  const made = assertSuccess(
    await scim.post('/Groups', { schemas: [GROUP], displayName: 'Design', members: [] }, json),
    201,
  )
  assert.ok(made.id)
  const at = `/Groups/${made.id}`
  const change = async (...operations: Json[]) => {
    assertSuccess(
      await scim.patch(at, patch({ op: 'replace', value: { id: made.id, displayName: 'Design' } }), json),
      204,
    )
    assertSuccess(await scim.patch(at, patch(...operations), json), 204)
    return membersOf(scim, made.id)
  }
  const many = (...ids: string[]) => ids.map(value => ({ value, display: `${value}@example.com` }))
  assert.deepEqual(await change({ op: 'add', path: 'members', value: many(eva.id, ann.gid) }), [ann.gid, eva.id].sort())
  assert.deepEqual(
    await change(
      { op: 'remove', path: `members[value eq "${eva.id}"]` },
      { op: 'add', path: 'members', value: many(ben.gid) },
    ),
    [ann.gid, ben.gid].sort(),
  )
  assert.deepEqual(await change({ op: 'replace', path: 'members', value: many(eva.id) }), [eva.id])
  assertSuccess(
    await scim.patch(at, patch({ op: 'replace', value: { id: made.id, displayName: 'Design EU' } }), json),
    204,
  )
  const [found] = assertSuccess(
    await scim.get('/Groups?filter=displayName%20eq%20%22Design%20EU%22&startIndex=1&count=100', json),
  ).Resources
  assert.equal(found.id, made.id)
  const put = assertSuccess(
    await scim.put(at, { schemas: [GROUP], id: made.id, displayName: 'Design', members: many(ann.gid) }, json),
  )
  assert.equal(put.displayName, 'Design')
  assert.deepEqual(await membersOf(scim, made.id), [ann.gid])
  assertSuccess(await scim.delete(at), 204)
  assertScimError(await scim.get(at), 404)
})

test('Okta reads all users page by page', async () => {
  const { scim } = await scimWorld()
  for (let index = 0; index < 7; index++) await scim.user(`p${index}@example.com`)
  const seen: string[] = []
  for (let startIndex = 1; ; startIndex += 3) {
    const { Resources, totalResults } = assertSuccess(await scim.get(`/Users?startIndex=${startIndex}&count=3`, json))
    seen.push(...Resources.map((one: Json) => one.id))
    if (startIndex + 3 > totalResults) break
  }
  assert.equal(new Set(seen).size, 9)
})
