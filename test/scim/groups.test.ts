/** Groups as identity providers create, read and replace them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTeams, fillTeam } from '../harness/scim/teams.ts'
import {
  assertScimError,
  assertSuccess,
  GROUP,
  membersOf,
  patch,
  type ScimWorld,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const sorted = (...ids: string[]) => [...ids].sort()

/** The gids in a list of the application, for a caller who can see everything. */
async function rest(
  { send, scim }: ScimWorld,
  path: string,
  at: (one: Json) => string = one => one.gid,
): Promise<string[]> {
  const { data, message } = await send({
    method: 'GET',
    url: `/api/1.0${path}`,
    headers: { authorization: `Bearer ${scim.token}` },
  })
  assert.ok(Array.isArray(data), String(message))
  return data.map(at).sort()
}

test('R68: a group is created with or without members', async () => {
  const { scim, ann, ben } = await scimWorld()
  const made = assertSuccess(
    await scim.post('/Groups', {
      schemas: [GROUP],
      displayName: 'Design',
      members: [{ value: ann.gid }, { value: ben.gid }],
    }),
    201,
  )
  assert.equal(typeof made.id, 'string')
  assert.deepEqual([made.displayName, made.schemas, made.meta.resourceType], ['Design', [GROUP], 'Group'])
  assert.deepEqual(made.members.map((one: Json) => one.value).sort(), sorted(ann.gid, ben.gid))
  for (const one of made.members) assert.ok(one.$ref.endsWith(`/Users/${one.value}`))
  assert.deepEqual(assertSuccess(await scim.get(`/Groups/${made.id}`)), made)
  for (const [index, members] of [undefined, [], null].entries()) {
    const empty = assertSuccess(await scim.post('/Groups', { displayName: `Empty ${index}`, members }), 201)
    assert.deepEqual(await membersOf(scim, empty.id), [])
  }
  assertSuccess(await scim.put(`/Groups/${made.id}`, { displayName: 'Design', members: [{ value: ben.gid }] }))
  assert.deepEqual(await membersOf(scim, made.id), [ben.gid])
})

test('R68: the external id is stored, and unknown attributes are ignored', async () => {
  const { scim } = await scimWorld()
  const noise = { id: 'mine', meta: {}, description: 'x', 'urn:x:y': { a: 1 }, owners: [], externalId: 'g-1' }
  const made = assertSuccess(await scim.post('/Groups', { displayName: 'Design', ...noise }), 201)
  assert.notEqual(made.id, 'mine')
  assert.deepEqual([made.externalId, made.description], ['g-1', undefined])
  assert.equal(assertSuccess(await scim.put(`/Groups/${made.id}`, { displayName: 'Design' })).externalId, undefined)
})

test('R69: the name of a group is unique', async () => {
  const { scim } = await scimWorld()
  for (const displayName of [undefined, null, '', ' ', 7, [], {}]) {
    assertScimError(await scim.post('/Groups', { displayName, externalId: 'never' }), 400, 'invalidValue')
  }
  const { id } = await scim.group('Design')
  await scim.group('Sales')
  for (const displayName of ['Design', 'DESIGN', 'design'])
    assertScimError(await scim.post('/Groups', { displayName }), 409, 'uniqueness')
  assertScimError(await scim.put(`/Groups/${id}`, { displayName: 'sales' }), 409, 'uniqueness')
  assertScimError(
    await scim.patch(`/Groups/${id}`, patch({ op: 'replace', path: 'displayName', value: 'SALES' })),
    409,
    'uniqueness',
  )
  assertScimError(await scim.put(`/Groups/${id}`, { members: [] }), 400, 'invalidValue')
  assert.equal(assertSuccess(await scim.put(`/Groups/${id}`, { displayName: 'DESIGN' })).displayName, 'DESIGN')
  assert.deepEqual(await scim.search('Groups', 'externalId eq "never"'), [])
})

test('R69: a group shows its current name', async () => {
  const { scim, ann, workspace } = await scimWorld()
  const gid = await ann.create('/teams', { organization: workspace, name: 'Design' })
  assert.equal((await scim.search('Groups', 'displayName eq "design"'))[0]?.id, gid)
  assert.equal((await ann.put(`/teams/${gid}`, { name: 'Art' })).status, 200)
  assert.equal(assertSuccess(await scim.get(`/Groups/${gid}`)).displayName, 'Art')
  assert.deepEqual(await scim.search('Groups', 'displayName eq "Design"'), [])
  assert.equal((await scim.search('Groups', 'displayName eq "ART"'))[0]?.id, gid)
  assertScimError(await scim.post('/Groups', { displayName: 'art' }), 409, 'uniqueness')
  assertSuccess(await scim.patch(`/Groups/${gid}`, patch({ op: 'replace', path: 'displayName', value: 'Käse' })), 204)
  assert.equal((await ann.get(`/teams/${gid}`)).data.name, 'Käse')
})

test('R76: an unknown member refuses the whole list of members', async () => {
  const { scim, ann, ben, person, workspace } = await scimWorld()
  const gus = await person('Gus', { is_guest: true })
  const { id } = await scim.group('Design', [ann.gid])
  for (const unknown of ['12', 'nobody', gus.gid, workspace, id, '']) {
    const members = [{ value: ben.gid }, { value: unknown }]
    const attempts = [
      await scim.put(`/Groups/${id}`, { displayName: 'Renamed', members }),
      await scim.patch(`/Groups/${id}`, patch({ op: 'replace', path: 'members', value: members })),
      await scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value: members })),
      await scim.patch(`/Groups/${id}`, patch({ op: 'replace', value: { displayName: 'Renamed', members } })),
      await scim.post('/Groups', { displayName: 'Another', members }),
    ]
    for (const reply of attempts) {
      const { detail } = assertScimError(reply, 400, 'invalidValue')
      assert.ok(detail.includes(unknown), detail)
    }
  }
  assert.deepEqual(await membersOf(scim, id), [ann.gid])
  assert.deepEqual(
    (await scim.search('Groups', 'displayName pr')).map(one => one.displayName),
    ['Design'],
  )
})

test('R77: a replaced group has exactly the given members', async () => {
  const { scim, ann, ben } = await scimWorld()
  const eva = await scim.user('eva@example.com')
  const { id } = await scim.group('Design', [ann.gid, ben.gid])
  for (const members of [[eva.id], [ann.gid, eva.id], [ann.gid, ben.gid, eva.id], [ben.gid, ben.gid]]) {
    const put = assertSuccess(
      await scim.put(`/Groups/${id}`, { displayName: 'Design', members: members.map(value => ({ value })) }),
    )
    assert.equal(put.displayName, 'Design')
    assert.deepEqual(await membersOf(scim, id), [...new Set(members)].sort())
  }
})

test('R78: replacing a group without members changes only its name', async () => {
  const { scim, ann, ben } = await scimWorld()
  const { id } = await scim.group('Design', [ann.gid, ben.gid])
  assert.equal(assertSuccess(await scim.put(`/Groups/${id}`, { displayName: 'Art' })).displayName, 'Art')
  assert.deepEqual(await membersOf(scim, id), sorted(ann.gid, ben.gid))
  const cleared = assertSuccess(await scim.put(`/Groups/${id}`, { displayName: 'Art', members: [] }))
  assert.ok(!('members' in cleared), 'an empty list is omitted')
  assert.deepEqual(await membersOf(scim, id), [])
})

test('R81: every group is listed, also a private team of the application, and without members by default', async () => {
  const home = await scimWorld()
  const { scim, ann } = home
  const teams = await createTeams(home, 3)
  const { id } = await scim.group('Design', [ann.gid])
  const { Resources, totalResults } = assertSuccess(await scim.get('/Groups'))
  assert.deepEqual([totalResults, Resources.map((one: Json) => one.id).sort()], [4, sorted(id, ...teams)])
  for (const one of Resources) assert.ok(!('members' in one) && one.displayName && one.meta.resourceType === 'Group')
  const requested = assertSuccess(
    await scim.get(`/Groups?filter=${encodeURIComponent(`members.value eq "${ann.gid}"`)}`),
  ).Resources
  const own = requested.find((one: Json) => one.id === id)
  assert.deepEqual(
    own.members.map((one: Json) => one.value),
    [ann.gid],
  )
})

test('R82: a deleted group is unknown, its name is free, and its projects stay', async () => {
  const home = await scimWorld()
  const { scim, ann, workspace, store } = home
  const { id } = await scim.group('Design', [ann.gid])
  const project = await ann.create('/projects', { workspace, team: id, name: 'A project' })
  const { status, text } = await scim.delete(`/Groups/${id}`)
  assert.deepEqual([status, text], [204, ''])
  for (const reply of [
    await scim.get(`/Groups/${id}`),
    await scim.delete(`/Groups/${id}`),
    await scim.put(`/Groups/${id}`, { displayName: 'X' }),
  ])
    assertScimError(reply, 404)
  assert.equal(assertSuccess(await scim.get('/Groups')).totalResults, 0)
  assert.equal((await ann.get(`/teams/${id}`)).status, 404)
  assert.equal((await ann.get(`/projects/${project}`)).status, 200)
  assert.notEqual((await scim.group('Design')).id, id)
  const rows = await store.read.db
    .selectFrom('teams')
    .select(['name', 'deleted_at'])
    .where('gid', '=', Number(id))
    .execute()
  assert.ok(rows[0]?.name === 'Design' && rows[0].deleted_at, 'an administrator can restore it')
})

test('R83: a group cannot be a member of a group', async () => {
  const { scim, ann } = await scimWorld()
  const inner = await scim.group('Inner')
  const { id } = await scim.group('Outer', [ann.gid])
  const value = [{ value: inner.id, type: 'Group' }]
  for (const reply of [
    await scim.post('/Groups', { displayName: 'Third', members: value }),
    await scim.put(`/Groups/${id}`, { displayName: 'Outer', members: value }),
    await scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value })),
    await scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value: inner.id }] })),
  ]) {
    assert.ok(assertScimError(reply, 400, 'invalidValue').detail.length > 10)
  }
  assert.deepEqual(await membersOf(scim, id), [ann.gid])
})

test('R84: REST and SCIM show the same state at once', async () => {
  const home = await scimWorld()
  const { scim, ann, ben, workspace } = home
  const eva = await scim.user('eva@example.com')
  const { id } = await scim.group('Design', [eva.id])
  assert.deepEqual(await rest(home, `/teams/${id}/users`), [eva.id])
  assert.deepEqual(await rest(home, `/team_memberships?team=${id}&opt_fields=user`, one => one.user.gid), [eva.id])
  assert.ok((await rest(home, `/workspaces/${workspace}/teams`)).includes(id))
  assert.ok((await rest(home, `/users/${eva.id}/teams?organization=${workspace}`)).includes(id))
  assertSuccess(
    await scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value: ben.gid }] })),
    204,
  )
  assert.deepEqual(await rest(home, `/teams/${id}/users`), sorted(eva.id, ben.gid))
  assert.equal((await ben.get(`/teams/${id}`)).status, 200)
  const team = await ann.create('/teams', { organization: workspace, name: 'Made there' })
  const before = await membersOf(scim, team)
  assert.equal((await ann.post(`/teams/${team}/addUser`, { user: ben.gid })).status, 200)
  assert.deepEqual(await membersOf(scim, team), sorted(...before, ben.gid))
  assert.equal((await ann.post(`/teams/${team}/removeUser`, { user: ben.gid })).status, 200)
  assert.deepEqual(await membersOf(scim, team), before)
})

test('R85: the groups of a user cannot be written at the user', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.group('Design')
  const groups = [{ value: id, display: 'Design' }]
  const eva = await scim.user('eva@example.com', { groups })
  assertSuccess(await scim.put(`/Users/${eva.id}`, { userName: 'eva@example.com', groups }))
  const reply = await scim.patch(`/Users/${eva.id}`, patch({ op: 'add', value: { groups } }))
  assert.ok([200, 400].includes(reply.status))
  assert.deepEqual(await membersOf(scim, id), [])
  assert.deepEqual(eva.schemas, [USER])
})

test('R87: guests of a team are hidden, and stay after any change of the provider', async () => {
  const home = await scimWorld()
  const { scim, ann, ben, person } = home
  const gus = await person('Gus', { is_guest: true })
  const { id } = await scim.group('Design', [ann.gid])
  await fillTeam(home, id, [gus.gid, ben.gid])
  assert.deepEqual(await membersOf(scim, id), sorted(ann.gid, ben.gid))
  assert.deepEqual(await scim.search('Groups', `members.value eq "${gus.gid}"`), [])
  const changes: [Json | null, Json | null, string[]][] = [
    [null, { op: 'replace', path: 'members', value: [{ value: ann.gid }] }, [ann.gid]],
    [{ displayName: 'Design', members: [{ value: ben.gid }] }, null, [ben.gid]],
    [null, { op: 'remove', path: `members[value eq "${gus.gid}"]` }, [ben.gid]],
    [null, { op: 'remove', path: 'members' }, []],
    [{ displayName: 'Design', members: [] }, null, []],
  ]
  for (const [put, operation, left] of changes) {
    if (put) assertSuccess(await scim.put(`/Groups/${id}`, put))
    if (operation) assertSuccess(await scim.patch(`/Groups/${id}`, patch(operation)), 204)
    assert.deepEqual(await membersOf(scim, id), left)
    assert.deepEqual(await rest(home, `/teams/${id}/users`), sorted(gus.gid, ...left), 'the guest and the members stay')
  }
})
