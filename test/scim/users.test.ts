/** Users as identity providers create and read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentSchema } from '../../src/store/transfer/schema.ts'
import { assertScimError, assertSuccess, ENTERPRISE, GROUP, patch, scimWorld, USER } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const primaries = (entries: Json[]) => entries.filter(one => one.primary === true)

test('R42: a user name is an e-mail address', async () => {
  const { scim } = await scimWorld()
  const wrong: unknown[] = [
    undefined,
    null,
    '',
    ' ',
    'eva',
    '@',
    'eva@',
    '@example.com',
    'eva lind@example.com',
    7,
    [],
    {},
    true,
  ]
  for (const userName of [
    ...wrong,
    'eva@example.com, adam@example.com',
    'eva@@example.com',
    `${'e'.repeat(400)}@example.com`,
  ]) {
    assertScimError(await scim.post('/Users', { schemas: [USER], userName, title: 'X' }), 400, 'invalidValue')
  }
  assert.deepEqual(await scim.search('Users', 'title eq "X"'), [])
})

test('a text instead of a list of entries is refused', async () => {
  const { scim } = await scimWorld()
  for (const emails of ['x', 'eva@example.com']) {
    assertScimError(
      await scim.post('/Users', { schemas: [USER], userName: 'eva@example.com', emails }),
      400,
      'invalidValue',
    )
  }
  assert.deepEqual(await scim.search('Users', 'userName eq "eva@example.com"'), [])
})

test('a body has at most as many members as are defined', async () => {
  const { scim } = await scimWorld()
  const more = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`a${index}`, 1]))
  assertScimError(await scim.post('/Users', { ...more, userName: 'eva@example.com' }), 400, 'invalidSyntax')
})

test('R42: no change removes the user name', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.user('eva@example.com')
  assertScimError(await scim.put(`/Users/${id}`, { title: 'Lead' }), 400, 'invalidValue')
  for (const operation of [
    { op: 'replace', value: 'eva' },
    { op: 'add', value: '' },
  ]) {
    assertScimError(await scim.patch(`/Users/${id}`, patch({ ...operation, path: 'userName' })), 400, 'invalidValue')
  }
  for (const operation of [{ op: 'remove' }, { op: 'replace', value: null }]) {
    const reply = await scim.patch(`/Users/${id}`, patch({ ...operation, path: 'userName' }))
    assertScimError(reply, 400, reply.body.scimType)
  }
  const { userName, title } = assertSuccess(await scim.get(`/Users/${id}`))
  assert.deepEqual([userName, title], ['eva@example.com', undefined])
})

const full = {
  schemas: [USER, ENTERPRISE],
  userName: 'Eva.Lind@Example.COM',
  externalId: 'ext-1',
  name: { formatted: 'Eva Lind', givenName: 'Eva', familyName: 'Lind' },
  emails: [{ value: 'Eva.Lind@Example.COM' }],
  active: true,
  title: 'Lead',
  preferredLanguage: 'sv-SE',
  addresses: [{ country: 'SE', region: 'Skåne', locality: 'Lund' }],
  phoneNumbers: [{ value: '+46 (0)46-12 34 56' }, { value: 'tel:+4670', type: 'mobile' }],
  [ENTERPRISE]: {
    department: 'Design',
    costCenter: 'C 1',
    organization: 'Org',
    division: 'East',
    employeeNumber: '007',
  },
}

test('R43: a created user is returned completely, with the attributes that the service adds', async () => {
  const { scim } = await scimWorld()
  const made = assertSuccess(await scim.post('/Users', full), 201)
  const { id, meta, schemas, emails, addresses, phoneNumbers, ...rest } = made
  assert.match(id, /^\d+$/)
  assert.deepEqual([...schemas].sort(), [USER, ENTERPRISE].sort())
  assert.deepEqual([meta.resourceType, meta.created], ['User', meta.lastModified])
  assert.match(meta.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  assert.ok(meta.location.endsWith(`/Users/${id}`))
  assert.deepEqual(emails, [{ value: 'Eva.Lind@Example.COM', type: 'work', primary: true }])
  assert.deepEqual(addresses, [{ country: 'SE', region: 'Skåne', locality: 'Lund', type: 'work', primary: true }])
  assert.deepEqual(
    phoneNumbers.map((one: Json) => [one.value, one.type]),
    [
      ['+46 (0)46-12 34 56', 'work'],
      ['tel:+4670', 'mobile'],
    ],
  )
  assert.equal(primaries(phoneNumbers).length, 1)
  const { schemas: _, emails: __, addresses: ___, phoneNumbers: ____, ...sent } = full
  assert.deepEqual(rest, sent)
  assert.deepEqual(assertSuccess(await scim.get(`/Users/${id}`)), made)
})

test('R44: a user name is taken in every case', async () => {
  const { scim, organization, account } = await scimWorld()
  await scim.user('Eva@example.com')
  for (const userName of [
    'Eva@example.com',
    'eva@example.com',
    'EVA@EXAMPLE.COM',
    'ann@example.com',
    'Ann@Example.com',
  ]) {
    assertScimError(await scim.post('/Users', { userName, title: 'X' }), 409, 'uniqueness')
  }
  assert.deepEqual(await scim.search('Users', 'title eq "X"'), [])
  const two = await account({ workspace: await organization('Two', ['example.com']) })
  assert.equal(
    (await two.post('/Users', { userName: 'eva@example.com' })).status,
    201,
    'each organization has its own list',
  )
})

test('R45: values are returned as they were sent', async () => {
  const { scim } = await scimWorld()
  const values = [
    'ÅSA öberg',
    '  inner  blanks',
    'İstanbul',
    '日本語',
    '💥',
    '<b>&amp;</b>',
    '"quoted"',
    "O'Neil",
    'e\u0301',
    '0012',
    'null',
  ]
  for (const [index, text] of values.entries()) {
    const title = text.trim()
    const name = { givenName: title, familyName: title, formatted: title }
    const made = await scim.user(`P${index}@Example.com`, {
      title,
      name,
      phoneNumbers: [{ value: title, type: title }],
    })
    const seen = assertSuccess(await scim.get(`/Users/${made.id}`))
    assert.deepEqual([seen.userName, seen.title, seen.name], [`P${index}@Example.com`, title, name])
    assert.deepEqual([seen.phoneNumbers[0].value, seen.phoneNumbers[0].type], [title, title])
  }
})

test('R46: the external id is stored, and found', async () => {
  const { scim, organization, account } = await scimWorld()
  const { id } = await scim.user('eva@example.com', { externalId: 'Ext 1' })
  assert.equal(assertSuccess(await scim.get(`/Users/${id}`)).externalId, 'Ext 1')
  const two = await account({ workspace: await organization('Two', ['example.com']) })
  const there = await two.user('eva@example.com', { externalId: 'other' })
  assert.deepEqual([there.id, there.externalId], [id, 'other'], 'one person, an id of its own for each organization')
  assert.deepEqual(
    (await scim.search('Users', 'externalId eq "Ext 1"')).map(one => one.id),
    [id],
  )
  assert.deepEqual(await scim.search('Users', 'externalId eq "other"'), [])
  assertSuccess(await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })))
  const again = await scim.user('eva2@example.com', { externalId: 'Ext 1' })
  assert.notEqual(again.id, id)
})

test('R47: unknown attributes are ignored', async () => {
  const { scim } = await scimWorld()
  const noise = {
    ...{
      roles: [],
      groups: [{ value: '1', display: 'X' }],
      meta: { resourceType: 'Nothing', created: 'never' },
      locale: 'sv',
    },
    ...{
      nickName: 'E',
      displayName: 'Eva',
      timezone: 'UTC',
      userType: 'Employee',
      photos: [{ value: 'x' }],
      id: 'mine',
    },
    ...{
      title: null,
      emails: null,
      name: null,
      addresses: [],
      phoneNumbers: null,
      externalId: null,
      preferredLanguage: null,
    },
    ...{ x509Certificates: [{ value: 'x' }], entitlements: null, 'urn:x:y': { a: 1 }, [ENTERPRISE]: null },
  }
  const made = await scim.user('eva@example.com', noise)
  assert.notEqual(made.id, 'mine')
  const seen = assertSuccess(await scim.put(`/Users/${made.id}`, { ...noise, userName: 'eva@example.com' }))
  for (const one of [made, seen]) {
    assert.deepEqual([one.meta.resourceType, one.title, one.externalId], ['User', undefined, undefined])
    for (const name of ['roles', 'locale', 'nickName', 'timezone', 'photos', 'urn:x:y', 'entitlements'])
      assert.ok(!(name in one), name)
    assert.ok(!Object.values(one).includes(null))
  }
})

test('R48: a password is dropped', async () => {
  const { scim, store } = await scimWorld()
  const secret = 'correct horse battery'
  const replies = [await scim.post('/Users', { userName: 'eva@example.com', password: secret })]
  const { id } = assertSuccess(replies[0] as never, 201)
  replies.push(await scim.put(`/Users/${id}`, { userName: 'eva@example.com', password: secret }))
  replies.push(await scim.patch(`/Users/${id}`, patch({ op: 'replace', value: { password: secret } })))
  replies.push(await scim.get(`/Users/${id}`), await scim.get('/Users?attributes=password'))
  for (const { status, text } of replies)
    assert.ok(status < 300 && !text.includes(secret) && !text.includes('password'), text)
  const { tables } = await currentSchema()
  for (const { name } of tables) {
    const rows = await store.read.db
      .selectFrom(name as 'users')
      .selectAll()
      .execute()
    assert.ok(!JSON.stringify(rows).includes(secret), name)
  }
  assert.deepEqual(await store.read.db.selectFrom('passwords').selectAll().execute(), [])
})

test('R49: the schemas of the body do not matter', async () => {
  const { scim } = await scimWorld()
  const calls: unknown[] = [
    ['urn:scim:schemas:core:2.0'],
    ['urn:scim:schemas:core:1.0', 'urn:ietf:params:scim:schemas:extension:unknown:2.0:User'],
    [],
    undefined,
    [USER, ENTERPRISE, 'urn:example:custom'],
  ]
  for (const [index, schemas] of calls.entries()) {
    const sent = { schemas, userName: `p${index}@example.com`, [ENTERPRISE]: { department: 'Design' } }
    const made = assertSuccess(await scim.post('/Users', sent), 201)
    assert.equal(made[ENTERPRISE].department, 'Design')
    assert.deepEqual([...made.schemas].sort(), [USER, ENTERPRISE].sort())
  }
  const legacy = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'
  const team = assertSuccess(await scim.post('/Groups', { schemas: [GROUP, legacy], displayName: 'Design' }), 201)
  assert.deepEqual(team.schemas, [GROUP])
})

test('R50: attribute names ignore case', async () => {
  const { scim } = await scimWorld()
  const sent = {
    ...{
      USERNAME: 'eva@example.com',
      Name: { GIVENNAME: 'Eva', familyname: 'Lind' },
      EMAILS: [{ VALUE: 'e@example.com', Type: 'home' }],
    },
    ...{
      Active: true,
      [ENTERPRISE.toLowerCase()]: { Department: 'Design', MANAGER: { VALUE: '12' } },
      ExternalID: 'x',
    },
  }
  const made = assertSuccess(await scim.post('/Users', sent), 201)
  assert.deepEqual([made.userName, made.name.givenName, made.name.familyName], ['eva@example.com', 'Eva', 'Lind'])
  assert.deepEqual([made.emails[0].value, made.emails[0].type, made.externalId], ['e@example.com', 'home', 'x'])
  assert.deepEqual([made[ENTERPRISE].department, made[ENTERPRISE].manager.value], ['Design', '12'])
  const team = assertSuccess(await scim.post('/Groups', { DISPLAYNAME: 'Design', Members: [{ Value: made.id }] }), 201)
  assert.deepEqual([team.displayName, team.members.length], ['Design', 1])
})

test('R51: the parts of a name follow from the whole, and the whole from its parts', async () => {
  const { scim, ann } = await scimWorld()
  const cases: [Json, Json][] = [
    [{ formatted: 'John Smith' }, { formatted: 'John Smith', givenName: 'John', familyName: 'Smith' }],
    [
      { givenName: 'John', familyName: 'Smith' },
      { formatted: 'John Smith', givenName: 'John', familyName: 'Smith' },
    ],
    [
      { formatted: 'Dr. Smith', givenName: 'John', familyName: 'Smyth' },
      { formatted: 'Dr. Smith', givenName: 'John', familyName: 'Smyth' },
    ],
  ]
  for (const [index, [sent, expected]] of cases.entries()) {
    const made = await scim.user(`p${index}@example.com`, { name: sent })
    assert.deepEqual(made.name, expected)
    assert.equal((await ann.get(`/users/${made.id}`)).data.name, expected.formatted)
  }
  for (const [index, formatted] of ['Mary Jane van Dyke', 'A B', '  Two   Words ', 'José-María de la Cruz'].entries()) {
    const { name } = await scim.user(`q${index}@example.com`, { name: { formatted } })
    assert.ok(name.givenName && name.familyName, formatted)
  }
  for (const [index, name] of [{ givenName: 'Ada' }, { familyName: 'Lind' }, { formatted: 'Madonna' }].entries()) {
    const made = await scim.user(`r${index}@example.com`, { name })
    assert.equal(made.name.formatted, Object.values(name)[0])
  }
})

test('R51: users of the application have names in parts too', async () => {
  const { scim, ann } = await scimWorld()
  await ann.put(`/users/${ann.gid}`, { name: 'Ann Marie Lee' })
  const { name, emails, userName, active } = assertSuccess(await scim.get(`/Users/${ann.gid}`))
  assert.deepEqual([name.formatted, userName, active], ['Ann Marie Lee', 'ann@example.com', true])
  assert.ok(name.givenName && name.familyName)
  assert.deepEqual(emails, [{ value: 'ann@example.com', type: 'work', primary: true }])
})

test('R52: the user name is the address if no addresses are sent', async () => {
  const { scim } = await scimWorld()
  for (const [index, emails] of [undefined, [], null].entries()) {
    const { userName, ...made } = await scim.user(`P${index}@example.com`, { emails })
    assert.deepEqual(made.emails, [{ value: userName, type: 'work', primary: true }])
  }
})

test('R53: the last of several primary entries is primary', async () => {
  const { scim } = await scimWorld()
  const emails = ['a', 'b', 'c'].map(one => ({ value: `${one}@example.com`, type: one, primary: one !== 'c' }))
  const made = await scim.user('eva@example.com', {
    emails,
    phoneNumbers: [
      { value: '1', primary: 'true' },
      { value: '2', primary: true },
    ],
  })
  assert.deepEqual(
    primaries(made.emails).map(one => one.value),
    ['b@example.com'],
  )
  assert.deepEqual(
    primaries(made.phoneNumbers).map(one => one.value),
    ['2'],
  )
  const { emails: put } = assertSuccess(
    await scim.put(`/Users/${made.id}`, { userName: 'eva@example.com', emails: [...emails].reverse() }),
  )
  assert.deepEqual(
    primaries(put).map(one => one.value),
    ['a@example.com'],
  )
})
