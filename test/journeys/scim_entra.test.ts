/** Microsoft Entra ID: the requests of its guides, with and without the flag for standard compliance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  ENTERPRISE,
  GROUP,
  LIST,
  membersOf,
  patch,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const json = {
  'content-type': 'application/scim+json; charset=utf-8',
  accept: 'application/scim+json, application/json',
}
const find = (kind: 'Users' | 'Groups', filter: string, more = '') =>
  `/${kind}?filter=${encodeURIComponent(filter)}${more}`

/** The attribute mapping that its application for this service sends. */
const gallery = {
  schemas: [USER, ENTERPRISE],
  userName: 'Test_User_ab6490ee@example.com',
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  active: true,
  name: { formatted: 'given name family name' },
  title: 'Lead',
  emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@example.com' }],
  addresses: [{ type: 'work', country: 'SE', region: 'Skåne', locality: 'Lund' }],
  phoneNumbers: [{ type: 'work', value: '+1 (425) 555-0100' }],
  meta: { resourceType: 'User' },
  roles: [],
  [ENTERPRISE]: { department: 'Design', employeeNumber: '7', costCenter: 'C1', organization: 'Org', division: 'East' },
}

test('R102: Entra tests the connection with an unknown user', async () => {
  const { scim } = await scimWorld()
  const random = 'f8a1b2c3-1111-2222-3333-444455556666'
  for (const path of [
    find('Users', `userName eq "${random}"`),
    find('Users', `externalId eq "${random}"`),
    find('Groups', `displayName eq "${random}"`, '&excludedAttributes=members'),
    find('Groups', `id eq "${random}"`, '&excludedAttributes=members'),
  ]) {
    const list = assertSuccess(await scim.get(path, json))
    assert.deepEqual([list.schemas, list.totalResults, list.Resources], [[LIST], 0, []])
  }
  assertScimError(await scim.get(`/Users/${random}`, json), 404)
  assertScimError(await scim.get(`/Groups/${random}?excludedAttributes=members`, json), 404)
})

test('R102: Entra creates a user, finds it by each matching attribute, and reads it back as sent', async () => {
  const { scim } = await scimWorld()
  const made = assertSuccess(await scim.post('/Users', gallery, json), 201)
  assert.ok(made.id && made.meta.created && made.meta.location)
  const lookups = [
    `userName eq "${gallery.userName}"`,
    `externalId eq "${gallery.externalId}"`,
    `externalId eq ${gallery.externalId}`,
    'emails[type eq "work"].value eq "Test_User_fd0ea19b@example.com"',
    `userName eq "${gallery.userName.toUpperCase()}"`,
  ]
  for (const filter of lookups) {
    const list = assertSuccess(await scim.get(find('Users', filter), json))
    assert.deepEqual([list.totalResults, list.Resources[0]?.id, list.startIndex], [1, made.id, 1], filter)
  }
  const seen = assertSuccess(await scim.get(`/Users/${made.id}`, json))
  for (const name of ['userName', 'externalId', 'title', 'active', ENTERPRISE] as const)
    assert.deepEqual(seen[name], gallery[name], name)
  assert.equal(seen.name.formatted, 'given name family name')
  assert.equal(seen.phoneNumbers[0].value, '+1 (425) 555-0100')
  const { country, region, locality, type } = seen.addresses[0]
  assert.deepEqual([country, region, locality, type], ['SE', 'Skåne', 'Lund', 'work'])
})

const createWorld = async () => {
  const home = await scimWorld()
  const made = assertSuccess(await home.scim.post('/Users', gallery, json), 201)
  const change = async (...operations: Json[]) =>
    assertSuccess(await home.scim.patch(`/Users/${made.id}`, patch(...operations), json))
  return { ...home, made, change }
}

test('R102: Entra replaces attributes, also those that do not exist yet', async () => {
  const { change, made } = await createWorld()
  const changed = await change(
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@example.com' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '5' },
    { op: 'Add', path: 'addresses[type eq "work"].Formatted', value: 'A street' },
    { op: 'Add', path: 'emails[type eq "home"].Value', value: 'home@example.com' },
    { op: 'Add', path: `${ENTERPRISE}:manager`, value: made.id },
    { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'DE' },
  )
  assert.equal(changed.emails.find((one: Json) => one.type === 'work').value, 'updatedEmail@example.com')
  assert.equal(changed.emails.find((one: Json) => one.type === 'home').value, 'home@example.com')
  assert.equal(changed.name.familyName, 'updatedFamilyName')
  assert.equal(changed.phoneNumbers.find((one: Json) => one.type === 'mobile').value, '5')
  assert.deepEqual([changed.addresses.length, changed.addresses[0].country], [1, 'DE'])
  assert.equal(changed[ENTERPRISE].manager.value, made.id)
})

test('R102: Entra replaces the user name', async () => {
  const { change, made } = await createWorld()
  const changed = await change({
    op: 'Replace',
    path: 'userName',
    value: '5b50642d-79fc-4410-9e90-4c077cdd1a59@example.com',
  })
  assert.deepEqual([changed.id, changed.userName], [made.id, '5b50642d-79fc-4410-9e90-4c077cdd1a59@example.com'])
})

test('R102: Entra without the flag sends booleans as texts, one operation for each attribute, managers as texts', async () => {
  const { change, made } = await createWorld()
  assert.equal((await change({ op: 'Replace', path: 'active', value: 'False' })).active, false)
  assert.equal((await change({ op: 'Replace', path: 'active', value: 'True' })).active, true)
  const path = `${ENTERPRISE}:manager`
  assert.equal((await change({ op: 'Add', path, value: made.id }))[ENTERPRISE].manager.value, made.id)
  assert.equal((await change({ op: 'Remove', path }))[ENTERPRISE].manager, undefined)
  const several = await change(
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Art' },
    { op: 'Replace', path: 'displayName', value: 'Not kept' },
    { op: 'Replace', path: 'name.formatted', value: 'Someone Else' },
    { op: 'Remove', path: 'title' },
  )
  assert.deepEqual(
    [several[ENTERPRISE].department, several.name.formatted, several.title],
    ['Art', 'Someone Else', undefined],
  )
})

test('R102: Entra with the flag sends verbs in lower case, booleans, one object of dotted and qualified keys', async () => {
  const { change, made } = await createWorld()
  assert.equal((await change({ op: 'replace', path: 'active', value: false })).active, false)
  assert.equal((await change({ op: 'replace', path: 'active', value: true })).active, true)
  const changed = await change(
    { op: 'add', path: `${ENTERPRISE}:manager`, value: [{ $ref: null, value: made.id }] },
    {
      op: 'replace',
      value: {
        displayName: 'Pvlo',
        'name.givenName': 'NewGiven',
        'name.familyName': 'NewFamily',
        [`${ENTERPRISE}:employeeNumber`]: '16',
        [`${ENTERPRISE}:department`]: 'Art',
      },
    },
  )
  assert.deepEqual([changed.name.givenName, changed.name.familyName], ['NewGiven', 'NewFamily'])
  assert.deepEqual([changed[ENTERPRISE].employeeNumber, changed[ENTERPRISE].department], ['16', 'Art'])
  assert.equal(changed[ENTERPRISE].manager.value, made.id)
})

test('R102: a user whom Entra disables stays readable, is enabled again, and is deleted in the end', async () => {
  const { scim, change, made } = await createWorld()
  await change({ op: 'Replace', path: 'active', value: 'False' })
  const [found] = assertSuccess(await scim.get(find('Users', `userName eq "${gallery.userName}"`), json)).Resources
  assert.deepEqual([found.id, found.active, found.title], [made.id, false, 'Lead'])
  assert.equal(assertSuccess(await scim.get(`/Users/${made.id}`, json)).active, false)
  await change({ op: 'Replace', path: 'active', value: 'True' }, { op: 'Replace', path: 'title', value: 'Chief' })
  const deleted = await scim.delete(`/Users/${made.id}`)
  assert.deepEqual([deleted.status, deleted.text], [204, ''])
  assertScimError(await scim.get(`/Users/${made.id}`, json), 404)
})

test('R102: Entra creates a group empty, finds it without its members, and fills it', async () => {
  const { scim, made } = await createWorld()
  const other = await scim.user('other@example.com')
  const legacy = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'
  const body = {
    schemas: [GROUP, legacy],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  }
  const team = assertSuccess(await scim.post('/Groups', body, json), 201)
  assert.ok(!('members' in team) || team.members.length === 0)
  const list = assertSuccess(
    await scim.get(find('Groups', 'displayName eq "displayName"', '&excludedAttributes=members'), json),
  )
  assert.deepEqual([list.totalResults, list.Resources[0].id, 'members' in list.Resources[0]], [1, team.id, false])
  const at = `/Groups/${team.id}`
  const one = assertSuccess(await scim.get(`${at}?excludedAttributes=members`, json))
  assert.deepEqual([one.displayName, one.externalId], ['displayName', body.externalId])
  const change = async (...operations: Json[]) => {
    const { status, text } = await scim.patch(at, patch(...operations), json)
    assert.deepEqual([status, text], [204, ''])
    return membersOf(scim, team.id)
  }
  assert.deepEqual(
    await change({
      op: 'Replace',
      path: 'displayName',
      value: '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName',
    }),
    [],
  )
  assert.deepEqual(await change({ op: 'Add', path: 'members', value: [{ $ref: null, value: made.id }] }), [made.id])
  assert.deepEqual(
    await change({ op: 'add', path: 'members', value: [{ value: other.id }] }),
    [made.id, other.id].sort(),
  )
  assert.deepEqual(await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: made.id }] }), [other.id])
  assert.deepEqual(await change({ op: 'remove', path: `members[value eq "${other.id}"]` }), [])
  const found = assertSuccess(await scim.get(find('Groups', `id eq "${team.id}" and members eq "${other.id}"`), json))
  assert.equal(found.totalResults, 0)
  assertSuccess(await scim.delete(at), 204)
})

test('R103: requests of a careless client are read as far as possible', async () => {
  const { scim } = await scimWorld()
  const made = assertSuccess(
    await scim.post('/Users', {
      userName: 'omalley@example.com',
      active: 'True',
      displayName: 'x',
      junk: { a: [1] },
      Emails: [{ Value: 'o@example.com', Primary: 'true' }],
    }),
    201,
  )
  assert.deepEqual([made.active, made.emails[0].primary], [true, true])
  for (const body of ['', '{', 'junk', '[1]', '{"userName":"x@example.com"', '{"userNmae":"x@example.com"}']) {
    assert.equal((await scim.post('/Users', body)).status, 400, body)
  }
  await scim.user('second@example.com', { name: { familyName: 'Two' } })
  const counts: [string, number][] = [
    ['userName eq omalley@example.com', 1],
    ['userName eq "omalley@example.com" and (active eq true or title pr)', 1],
    ['userName sw "s" or (userName sw "o" and active eq "True")', 2],
    ['name.familyName eq "Two"', 1],
  ]
  for (const [filter, count] of counts) assert.equal((await scim.search('Users', filter)).length, count, filter)
  const odd = assertSuccess(
    await scim.get(`/Users?attributes=${encodeURIComponent('userName,emails[type eq "work"]')}`),
  )
  assert.equal(odd.totalResults, 4)
  const page = assertSuccess(await scim.get('/Users?startIndex=2&count=1'))
  assert.deepEqual([page.Resources.length, page.startIndex, page.itemsPerPage, page.totalResults], [1, 2, 1, 4])
  const team = assertSuccess(await scim.post('/Groups', { displayName: 'T', members: [made.id] }), 201)
  assert.deepEqual(await membersOf(scim, team.id), [made.id])
  const named = patch({ name: 'removeMembers', op: 'remove', path: 'members' })
  assertSuccess(await scim.patch(`/Groups/${team.id}`, { ...named, id: team.id }), 204)
  assert.deepEqual(await membersOf(scim, team.id), [])
})
