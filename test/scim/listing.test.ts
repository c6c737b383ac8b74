/** Lists: pages, totals, and shown attributes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTeams } from '../harness/scim/teams.ts'
import {
  assertScimError,
  assertSuccess,
  createPeople,
  ENTERPRISE,
  GROUP,
  LIST,
  patch,
  type ScimClient,
  SEARCH,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import { watchStatements } from '../harness/statements.ts'
import type { Json } from '../harness/world.ts'

const watch = watchStatements()
const ids = (list: Json): string[] => list.Resources.map((one: Json) => one.id)

test('R35: pages are cut as the protocol specifies', async () => {
  const home = await scimWorld()
  await createPeople(home, 5)
  const { scim } = home
  const all = ids(assertSuccess(await scim.get('/Users')))
  assert.equal(all.length, 7)
  const pages: [string, number, number, number][] = [
    ['startIndex=1&count=3', 0, 3, 1],
    ['startIndex=4&count=3', 3, 6, 4],
    ['startIndex=7&count=3', 6, 7, 7],
    ['startIndex=8&count=3', 7, 7, 8],
    ['startIndex=900&count=3', 7, 7, 900],
    ['startIndex=0&count=2', 0, 2, 1],
    ['startIndex=-5&count=2', 0, 2, 1],
    ['count=2', 0, 2, 1],
    ['count=0', 0, 0, 1],
    ['count=-3', 0, 0, 1],
    ['startIndex=3', 2, 7, 3],
    ['startIndex=1&count=2147483648', 0, 7, 1],
  ]
  for (const [query, from, to, startIndex] of pages) {
    const list = assertSuccess(await scim.get(`/Users?${query}`))
    assert.deepEqual(ids(list), all.slice(from, to), query)
    assert.deepEqual([list.totalResults, list.itemsPerPage, list.startIndex], [7, to - from, startIndex], query)
    assert.deepEqual(list.schemas, [LIST])
  }
})

test('R35: an invalid page number is refused', async () => {
  const { scim } = await scimWorld()
  for (const query of [
    'count=many',
    'startIndex=one',
    'count=1.5',
    'startIndex=1e1',
    'count=%22%22',
    'startIndex=0x10',
  ]) {
    assertScimError(await scim.get(`/Users?${query}`), 400, 'invalidValue')
    assertScimError(await scim.get(`/Groups?${query}`), 400, 'invalidValue')
  }
})

test('an empty page number returns the whole list', async () => {
  const home = await scimWorld()
  await createPeople(home, 3)
  const whole = assertSuccess(await home.scim.get('/Users'))
  for (const query of ['startIndex=&count=', 'startIndex=', 'count=']) {
    assert.deepEqual(assertSuccess(await home.scim.get(`/Users?${query}`)), whole, query)
  }
  const body = { startIndex: '', count: '' }
  assert.deepEqual(ids(assertSuccess(await home.scim.post('/Users/.search', body))), ids(whole))
})

test('the length of attribute names is checked before they are split', async () => {
  const { scim } = await scimWorld()
  const attributes = 'a!,'.repeat(3000)
  assertScimError(await scim.post('/Users/.search', { attributes }), 400, 'invalidValue')
})

test('R35: pages of a filtered list have its totals', async () => {
  const home = await scimWorld()
  await createPeople(home, 12)
  const find = (query: string) => home.scim.get(`/Users?filter=userName%20sw%20%22person%22&${query}`)
  const pages = [
    assertSuccess(await find('startIndex=1&count=5')),
    assertSuccess(await find('startIndex=6&count=5')),
    assertSuccess(await find('startIndex=11&count=5')),
  ]
  assert.deepEqual(
    pages.map(page => [page.totalResults, page.itemsPerPage]),
    [
      [12, 5],
      [12, 5],
      [12, 2],
    ],
  )
  assert.equal(new Set(pages.flatMap(ids)).size, 12)
})

test('R37: a list without paging parameters is complete', async () => {
  const home = await scimWorld()
  await createPeople(home, 1502)
  await createTeams(home, 1103)
  const users = assertSuccess(await home.scim.get('/Users'))
  assert.deepEqual([users.totalResults, new Set(ids(users)).size], [1504, 1504])
  const groups = assertSuccess(await home.scim.get('/Groups'))
  assert.deepEqual([groups.totalResults, new Set(ids(groups)).size], [1103, 1103])
})

test('R38: a list always has Resources', async () => {
  const { scim } = await scimWorld()
  for (const query of ['count=0', 'startIndex=100&count=10', 'filter=userName%20eq%20%22nobody@example.com%22']) {
    assert.deepEqual(assertSuccess(await scim.get(`/Users?${query}`)).Resources, [], query)
  }
  assert.deepEqual(assertSuccess(await scim.get('/Groups')).Resources, [])
})

const full = {
  userName: 'eva@example.com',
  name: { givenName: 'Eva', familyName: 'Lind' },
  title: 'Lead',
  emails: [{ value: 'eva@example.com', type: 'work' }],
  phoneNumbers: [{ value: '1', type: 'work' }],
  [ENTERPRISE]: { department: 'Design', division: 'East' },
}

async function describedUsers() {
  const home = await scimWorld()
  const user = assertSuccess(await home.scim.post('/Users', full), 201)
  return { ...home, user }
}

/** Every call that returns a user, with a query. */
const answersOf = async (scim: ScimClient, id: string, query: string, search: Json): Promise<[string, Json][]> => [
  ['GET', assertSuccess(await scim.get(`/Users/${id}?${query}`))],
  ['list', assertSuccess(await scim.get(`/Users?filter=id%20eq%20%22${id}%22&${query}`)).Resources[0]],
  ['PUT', assertSuccess(await scim.put(`/Users/${id}?${query}`, full))],
  ['PATCH', assertSuccess(await scim.patch(`/Users/${id}?${query}`, patch({ op: 'add', value: full })))],
  [
    'search',
    assertSuccess(await scim.post('/Users/.search', { schemas: [SEARCH], filter: `id eq "${id}"`, ...search }))
      .Resources[0],
  ],
]

test('R39: only the requested attributes are shown, on every call', async () => {
  const { scim, user } = await describedUsers()
  const cases: [string[], Json][] = [
    [['userName'], { userName: 'eva@example.com' }],
    [['USERNAME', 'title'], { userName: 'eva@example.com', title: 'Lead' }],
    [['name.givenName'], { name: { givenName: 'Eva' } }],
    [['phoneNumbers.value'], { phoneNumbers: [{ value: '1' }] }],
    [[`${ENTERPRISE}:department`], { [ENTERPRISE]: { department: 'Design' } }],
    [[`${USER}:title`], { title: 'Lead' }],
    [['id'], {}],
    [['unknown', 'name.unknown', 'emails[type eq "work"]'], undefined as unknown as Json],
  ]
  for (const [attributes, shown] of cases) {
    const query = `attributes=${encodeURIComponent(attributes.join(','))}`
    for (const [call, { id, schemas, ...rest }] of await answersOf(scim, user.id, query, { attributes })) {
      assert.equal(id, user.id, call)
      assert.ok(schemas.includes(USER), call)
      if (shown) assert.deepEqual(rest, shown, `${call} ${query}`)
    }
  }
  const made = assertSuccess(
    await scim.post('/Users?attributes=userName', { ...full, userName: 'adam@example.com' }),
    201,
  )
  assert.deepEqual(Object.keys(made).sort(), ['id', 'schemas', 'userName'])
})

test('R39: excluded attributes are omitted, on every call', async () => {
  const { scim, user } = await describedUsers()
  const excludedAttributes = ['name.familyName', 'emails', `${ENTERPRISE}:division`, 'TITLE', 'id', 'schemas']
  const query = `excludedAttributes=${encodeURIComponent(excludedAttributes.join(','))}`
  for (const [call, one] of await answersOf(scim, user.id, query, { excludedAttributes })) {
    assert.equal(one.id, user.id, call)
    assert.ok(one.schemas.includes(USER), call)
    assert.deepEqual([one.emails, one.title, one.name.familyName], [undefined, undefined, undefined], call)
    assert.deepEqual([one.name.givenName, one.userName], ['Eva', 'eva@example.com'], call)
    assert.deepEqual(one[ENTERPRISE], { department: 'Design' }, call)
  }
  const made = assertSuccess(
    await scim.post('/Users?excludedAttributes=title', { ...full, userName: 'adam@example.com' }),
    201,
  )
  assert.deepEqual([made.title, made.userName], [undefined, 'adam@example.com'])
})

test('R39: requesting and excluding attributes at once is refused', async () => {
  const { scim, user } = await describedUsers()
  const both = 'attributes=userName&excludedAttributes=title'
  for (const path of [`/Users?${both}`, `/Users/${user.id}?${both}`, `/Groups?${both}`])
    assertScimError(await scim.get(path), 400, 'invalidValue')
  assertScimError(
    await scim.post('/Users/.search', { attributes: ['userName'], excludedAttributes: ['title'] }),
    400,
    'invalidValue',
  )
})

test('R39: the attributes of a response do not change what is stored', async () => {
  const { scim, user } = await describedUsers()
  for (const query of ['attributes=userName', 'excludedAttributes=title,emails,name']) {
    assertSuccess(await scim.put(`/Users/${user.id}?${query}`, full))
    assertSuccess(
      await scim.patch(`/Users/${user.id}?${query}`, patch({ op: 'replace', path: 'title', value: 'Chief' })),
    )
    const { title, emails, name, phoneNumbers } = assertSuccess(await scim.get(`/Users/${user.id}`))
    assert.deepEqual([title, emails.length, name.givenName, phoneNumbers.length], ['Chief', 1, 'Eva', 1])
  }
})

test('R40: a request that excludes members does not load them', async () => {
  const home = await describedUsers()
  const { scim, ann, user } = home
  const team = await scim.group('Design', [ann.gid, user.id])
  const leaves: string[] = [
    `/Groups/${team.id}?excludedAttributes=members`,
    '/Groups?excludedAttributes=members',
    '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22Design%22',
    '/Groups',
    `/Groups/${team.id}?attributes=displayName`,
  ]
  for (const path of leaves) {
    watch.take()
    const body = assertSuccess(await scim.get(path))
    for (const one of body.Resources ?? [body]) assert.ok(one.displayName === 'Design' && !('members' in one), path)
    assert.ok(!watch.take().some(text => /team_memberships/.test(text)), path)
  }
  assert.equal(assertSuccess(await scim.get(`/Groups/${team.id}`)).members.length, 2)
  const [listed] = assertSuccess(await scim.get('/Groups?attributes=members')).Resources
  assert.deepEqual(listed.members.map((one: Json) => one.value).sort(), [ann.gid, user.id].sort())
})

test('R41: a search returns a list', async () => {
  const home = await describedUsers()
  await createPeople(home, 30)
  await createTeams(home, 4)
  const cases: [string, Json, string][] = [
    ['/Users', {}, ''],
    [
      '/Users',
      { filter: 'userName sw "person"', startIndex: 3, count: 7 },
      'filter=userName%20sw%20%22person%22&startIndex=3&count=7',
    ],
    ['/Users', { attributes: ['userName', 'title'], count: 2 }, 'attributes=userName,title&count=2'],
    ['/Users', { excludedAttributes: ['emails'], count: 0 }, 'excludedAttributes=emails&count=0'],
    ['/Groups', { attributes: ['members'] }, 'attributes=members'],
  ]
  for (const [path, body, query] of cases) {
    const search = await home.scim.post(`${path}/.search`, { schemas: [SEARCH], ...body })
    assert.deepEqual(assertSuccess(search), assertSuccess(await home.scim.get(`${path}?${query}`)), query)
  }
  assertScimError(await home.scim.post('/Users/.search', { filter: 'userName eq' }), 400, 'invalidFilter')
})

test('R41: a search at the root finds users and groups', async () => {
  const { scim, user } = await describedUsers()
  const team = await scim.group('Design')
  const all = assertSuccess(await scim.post('/.search', { schemas: [SEARCH] }))
  assert.equal(all.totalResults, 4)
  const kinds = all.Resources.filter((one: Json) => [user.id, team.id].includes(one.id)).map(
    (one: Json) => one.schemas[0],
  )
  assert.deepEqual(kinds.sort(), [GROUP, USER].sort())
  const found = assertSuccess(
    await scim.post('/.search', { schemas: [SEARCH], filter: 'userName eq "eva@example.com"' }),
  )
  assert.deepEqual(ids(found), [user.id])
})
