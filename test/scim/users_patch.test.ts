/** Requests of existing clients that change a user, each habit by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  ENTERPRISE,
  patch,
  type ScimClient,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const start = {
  name: { givenName: 'Eva', familyName: 'Lind' },
  title: 'Lead',
  emails: [{ value: 'eva@example.com', type: 'work', primary: true }],
  [ENTERPRISE]: { department: 'Design' },
}

/** A user, and a change of it that must succeed and return the user. */
async function eva() {
  const home = await scimWorld()
  const made = await home.scim.user('eva@example.com', start)
  const change = async (...operations: Json[]) =>
    assertSuccess(await home.scim.patch(`/Users/${made.id}`, patch(...operations)))
  return { ...home, made, change, at: `/Users/${made.id}` }
}

const plain = (entries: Json[] = []) => entries.map(({ type, value }) => [type, value])
const unchanged = async (scim: ScimClient, made: Json) =>
  assert.deepEqual(assertSuccess(await scim.get(`/Users/${made.id}`)), made)

test('R59: a PATCH answers the whole user', async () => {
  const { change, scim, made } = await eva()
  const changed = await change({ op: 'replace', path: 'title', value: 'Chief' })
  assert.deepEqual({ ...changed, meta: null }, { ...made, title: 'Chief', meta: null })
  assert.equal(changed.meta.created, made.meta.created)
  assert.ok(changed.meta.lastModified > made.meta.lastModified)
  assert.deepEqual(assertSuccess(await scim.get(`/Users/${made.id}`)), changed)
})

test('R60: the verb of an operation ignores case', async () => {
  const { change } = await eva()
  assert.equal((await change({ op: 'Replace', path: 'title', value: 'A' })).title, 'A')
  assert.equal((await change({ op: 'Add', path: 'title', value: 'B' })).title, 'B')
  assert.equal((await change({ op: 'REPLACE', path: 'title', value: 'C' })).title, 'C')
  assert.equal((await change({ op: 'Remove', path: 'title' })).title, undefined)
})

test('R60: true and false may be texts', async () => {
  const { change, scim } = await eva()
  for (const [value, active] of [
    ['False', false],
    ['True', true],
    ['false', false],
    ['TRUE', true],
    [false, false],
    [true, true],
  ] as const) {
    assert.equal((await change({ op: 'Replace', path: 'active', value })).active, active, String(value))
  }
  assert.equal((await change({ op: 'replace', value: { active: 'False' } })).active, false)
  const made = await scim.user('adam@example.com', {
    active: 'True',
    emails: [{ value: 'a@example.com', primary: 'True' }],
  })
  assert.deepEqual([made.active, made.emails[0].primary], [true, true])
})

test('R60: the value of an operation without a path is an object of attributes', async () => {
  const { change } = await eva()
  const one = await change({ op: 'replace', value: { active: false, title: 'Chief', name: { formatted: 'Eva Berg' } } })
  assert.deepEqual([one.active, one.title, one.name.formatted], [false, 'Chief', 'Eva Berg'])
  const two = await change({
    op: 'add',
    value: { active: true, preferredLanguage: 'sv', [ENTERPRISE]: { division: 'East' } },
  })
  assert.deepEqual([two.active, two.preferredLanguage, two.title], [true, 'sv', 'Chief'])
  assert.deepEqual(two[ENTERPRISE], { department: 'Design', division: 'East' })
})

test('R60: keys of an operation without a path may be dotted or qualified', async () => {
  const { change } = await eva()
  const changed = await change({
    op: 'replace',
    value: {
      'name.givenName': 'Ewa',
      [`${ENTERPRISE}:employeeNumber`]: '7',
      [`${USER}:title`]: 'Chief',
      'emails[type eq "work"].value': 'ewa@example.com',
    },
  })
  assert.deepEqual([changed.name.givenName, changed.title], ['Ewa', 'Chief'])
  assert.deepEqual(changed[ENTERPRISE], { department: 'Design', employeeNumber: '7' })
  assert.deepEqual(plain(changed.emails), [['work', 'ewa@example.com']])
})

test('R60: the whole resource may be the value', async () => {
  const { change, made, scim, at } = await eva()
  const { id, schemas, meta, ...rest } = made
  const changed = await change({
    op: 'replace',
    value: { ...rest, id, schemas, meta, externalId: 'x', title: 'Chief' },
  })
  assert.deepEqual([changed.id, changed.externalId, changed.title, changed.name], [id, 'x', 'Chief', made.name])
  assertScimError(
    await scim.patch(at, patch({ op: 'replace', value: { id: '12', title: 'Never' } })),
    400,
    'mutability',
  )
})

test('R60: paths may be qualified', async () => {
  const { change } = await eva()
  const changed = await change(
    { op: 'add', path: `${ENTERPRISE}:costCenter`, value: 'C' },
    { op: 'replace', path: `${USER}:title`, value: 'Chief' },
    { op: 'replace', path: `${USER}:userName`, value: 'ewa@example.com' },
    { op: 'replace', path: `${USER}:name.familyName`, value: 'Berg' },
  )
  assert.deepEqual([changed[ENTERPRISE].costCenter, changed.title, changed.userName], ['C', 'Chief', 'ewa@example.com'])
  assert.equal(changed.name.familyName, 'Berg')
})

test('R60: a manager may be a text, an object or a part, and an empty value removes it', async () => {
  const { change, ann } = await eva()
  const path = `${ENTERPRISE}:manager`
  const of = (body: Json) => body[ENTERPRISE]?.manager?.value
  for (const value of ['m1', { value: 'm2' }, { value: ann.gid, $ref: '../Users/1', displayName: 'A' }] as const) {
    const expected = typeof value === 'string' ? value : value.value
    assert.equal(of(await change({ op: 'Add', path, value })), expected)
  }
  assert.equal(of(await change({ op: 'replace', path: `${path}.value`, value: 'm3' })), 'm3')
  assert.equal(of(await change({ op: 'replace', value: { [path]: 'm4' } })), 'm4')
  for (const value of ['', null, { value: '' }]) {
    await change({ op: 'replace', path, value: 'm5' })
    assert.equal(of(await change({ op: 'replace', path, value })), undefined, JSON.stringify(value))
  }
  await change({ op: 'replace', path, value: 'm5' })
  assert.equal(of(await change({ op: 'Remove', path })), undefined)
})

test('R60: a value filter creates the entry that it does not find', async () => {
  for (const op of ['add', 'replace', 'Replace']) {
    const { change } = await eva()
    const changed = await change(
      { op, path: 'phoneNumbers[type eq "work"].value', value: '1' },
      { op, path: 'phoneNumbers[type eq "mobile"].value', value: '2' },
      { op, path: 'emails[type eq "home"].value', value: 'home@example.com' },
      { op, path: 'addresses[type eq "work"].country', value: 'SE' },
      { op, path: 'addresses[type eq "work"].locality', value: 'Lund' },
      { op, path: 'emails[type eq "other" and primary eq true].value', value: 'other@example.com' },
    )
    assert.deepEqual(
      plain(changed.phoneNumbers),
      [
        ['work', '1'],
        ['mobile', '2'],
      ],
      op,
    )
    assert.deepEqual(plain(changed.emails), [
      ['work', 'eva@example.com'],
      ['home', 'home@example.com'],
      ['other', 'other@example.com'],
    ])
    assert.deepEqual(
      changed.emails.map((one: Json) => one.primary === true),
      [false, false, true],
    )
    assert.equal(changed.addresses.length, 1)
    const [{ type, country, locality }] = changed.addresses
    assert.deepEqual([type, country, locality], ['work', 'SE', 'Lund'])
  }
})

test('R60: a value filter changes the entry that it finds, and no other', async () => {
  const { change } = await eva()
  await change({
    op: 'add',
    path: 'phoneNumbers',
    value: [
      { type: 'work', value: '1' },
      { type: 'mobile', value: '2' },
    ],
  })
  const changed = await change({ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '3' })
  assert.deepEqual(plain(changed.phoneNumbers), [
    ['work', '1'],
    ['mobile', '3'],
  ])
  const whole = await change({
    op: 'replace',
    path: 'phoneNumbers[type eq "work"]',
    value: { type: 'work', value: '4' },
  })
  assert.deepEqual(plain(whole.phoneNumbers).sort(), [
    ['mobile', '3'],
    ['work', '4'],
  ])
  const less = await change({ op: 'remove', path: 'phoneNumbers[type eq "work"]' })
  assert.deepEqual(plain(less.phoneNumbers), [['mobile', '3']])
  const part = await change({ op: 'remove', path: 'phoneNumbers[type eq "mobile"].type' })
  assert.equal(part.phoneNumbers[0].value, '3')
})

test('R60: a value filter that finds nothing and cannot create an entry is refused', async () => {
  const { scim, at, made } = await eva()
  const paths = [
    'phoneNumbers[value co "9"].type',
    'phoneNumbers[not (type eq "work")].value',
    'emails[type eq "a" or type eq "b"].value',
  ]
  for (const path of paths)
    assertScimError(await scim.patch(at, patch({ op: 'replace', path, value: 'x@example.com' })), 400, 'noTarget')
  await unchanged(scim, made)
})

test('R60: names in paths ignore case', async () => {
  const { change } = await eva()
  const changed = await change(
    { op: 'Replace', path: 'emails[type eq "work"].Value', value: 'x@example.com' },
    { op: 'Replace', path: 'EMAILS[TYPE EQ "home"].VALUE', value: 'y@example.com' },
    { op: 'Add', path: 'addresses[type eq "work"].Country', value: 'SE' },
    { op: 'Add', path: 'Name.FormattED', value: 'Eva B' },
    { op: 'Add', value: { TITLE: 'Chief', 'NAME.givenname': 'Ewa' } },
  )
  assert.deepEqual(plain(changed.emails), [
    ['work', 'x@example.com'],
    ['home', 'y@example.com'],
  ])
  assert.deepEqual([changed.addresses[0].country, changed.title, changed.name.givenName], ['SE', 'Chief', 'Ewa'])
  assert.ok(!('TITLE' in changed))
})

test('R60: null removes an attribute', async () => {
  const { change } = await eva()
  await change({ op: 'add', path: 'phoneNumbers', value: [{ type: 'work', value: '1' }] })
  const changed = await change(
    { op: 'replace', path: 'title', value: null },
    { op: 'Replace', path: 'phoneNumbers', value: null },
    { op: 'replace', value: { [ENTERPRISE]: { department: null } } },
  )
  assert.deepEqual([changed.title, changed.phoneNumbers, changed[ENTERPRISE]], [undefined, undefined, undefined])
  assert.deepEqual(changed.schemas, [USER])
})

test('R60: unknown keys are ignored, and so is an operation without effect', async () => {
  const { scim, made, at } = await eva()
  const extra = { ...patch({ op: 'replace', path: 'title', value: 'Chief', name: 'changeTitle' }), id: '12', more: 1 }
  const changed = assertSuccess(await scim.patch(at, extra))
  assert.equal(changed.title, 'Chief')
  assert.deepEqual(assertSuccess(await scim.patch(at, patch())), changed)
  assert.deepEqual(assertSuccess(await scim.patch(at, { Operations: [] })), changed)
  const same = patch({ op: 'replace', path: 'title', value: 'Chief' }, { op: 'add', value: { name: made.name } })
  assert.deepEqual(assertSuccess(await scim.patch(at, same)), changed, 'also the moment of the last change stays')
})

test('R60: entries are added once, and a new primary replaces the old one', async () => {
  const { change } = await eva()
  const add = { op: 'add', path: 'emails', value: [{ value: 'two@example.com', type: 'home', primary: true }] }
  const once = await change(add)
  assert.deepEqual(
    once.emails.map((one: Json) => [one.value, one.primary === true]),
    [
      ['eva@example.com', false],
      ['two@example.com', true],
    ],
  )
  assert.deepEqual((await change(add)).emails, once.emails)
  const back = await change({ op: 'replace', path: 'emails[type eq "work"].primary', value: 'True' })
  assert.deepEqual(
    back.emails.map((one: Json) => one.primary === true),
    [true, false],
  )
})

test('R60: parts of a name may be changed, and the whole follows', async () => {
  const { change, ann, made } = await eva()
  const one = await change({ op: 'replace', path: 'name.givenName', value: 'Ewa' })
  assert.deepEqual(one.name, { givenName: 'Ewa', familyName: 'Lind', formatted: 'Ewa Lind' })
  const two = await change(
    { op: 'replace', path: 'name.familyName', value: 'Berg' },
    { op: 'replace', path: 'name.formatted', value: 'Dr Berg' },
  )
  assert.deepEqual(two.name, { givenName: 'Ewa', familyName: 'Berg', formatted: 'Dr Berg' })
  assert.equal((await ann.get(`/users/${made.id}`)).data.name, 'Dr Berg')
  const three = await change({ op: 'replace', path: 'name.formatted', value: 'Eva Ek' })
  assert.equal(three.name.formatted, 'Eva Ek')
  assert.equal((await ann.get(`/users/${made.id}`)).data.name, 'Eva Ek')
})

test('R61: all operations are applied, or none', async () => {
  const { scim, at, made } = await eva()
  const good = [
    { op: 'replace', path: 'title', value: 'Chief' },
    { op: 'replace', path: 'userName', value: 'other@example.com' },
    { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
    { op: 'remove', path: `${ENTERPRISE}:department` },
    { op: 'replace', path: 'active', value: false },
  ]
  const bad: Json[] = [
    { op: 'replace', path: 'favouriteColour', value: 'x' },
    { op: 'replace', path: 'id', value: '12' },
    { op: 'replace', path: 'userName', value: 'ann@example.com' },
    { op: 'replace', path: 'active', value: 'perhaps' },
    { op: 'remove' },
    { op: 'paint', path: 'title', value: 'x' },
    { op: 'replace', path: 'emails[type eq', value: 'x' },
    { path: 'title', value: 'x' },
  ]
  for (const one of bad) {
    const reply = await scim.patch(at, patch(...good, one))
    assert.ok([400, 409].includes(reply.status), JSON.stringify(one))
    await unchanged(scim, made)
  }
})

test('R67: attribute names that JavaScript reserves are ordinary names', async () => {
  const { scim, at, made } = await eva()
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
  const paths = names.flatMap(name => [
    name,
    `${name}.polluted`,
    `name.${name}`,
    `emails.${name}`,
    `emails[${name} eq "x"].value`,
    `${ENTERPRISE}:${name}`,
  ])
  for (const path of [...paths, 'constructor.prototype.polluted', '__proto__[a eq "b"].c', 'toString.x']) {
    assertScimError(await scim.patch(at, patch({ op: 'add', path, value: 'yes' })), 400, 'invalidPath')
    const key = JSON.stringify(path)
    for (const text of [
      `{"Operations":[{"op":"add","value":{${key}:"yes"}}]}`,
      `{"Operations":[{"op":"replace","value":{${key}:{"polluted":"yes"}}}]}`,
    ]) {
      const reply = await scim.patch(at, text)
      assert.ok([200, 400].includes(reply.status), `${path}: ${reply.text}`)
    }
    const body = `{"userName":"p@example.com",${key}:{"polluted":"yes","active":false},"name":{${key}:{"polluted":"yes"}}}`
    const reply = await scim.post('/Users', body)
    assert.ok([201, 400].includes(reply.status), `${path}: ${reply.text}`)
    if (reply.status === 201) await scim.delete(`/Users/${reply.body.id}`)
  }
  assert.equal(({} as Json).polluted, undefined)
  assert.equal(typeof {}.toString, 'function')
  await unchanged(scim, made)
})
