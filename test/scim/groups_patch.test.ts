/**
 * Requests of existing clients that change a group. A change of one part must not affect another: a lost member loses
 * access.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertScimError, assertSuccess, GROUP, membersOf, patch, scimWorld } from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

/** A group with Ann and Ben, and Eva, who is not a member. */
async function team() {
  const home = await scimWorld()
  const { scim, ann, ben } = home
  const eva = (await scim.user('eva@example.com')).id as string
  const { id } = await scim.group('Design', [ann.gid, ben.gid])
  const at = `/Groups/${id}`
  const change = async (...operations: Json[]) => {
    assertSuccess(await scim.patch(at, patch(...operations)), 204)
    const members = await membersOf(scim, id)
    const names: Record<string, string> = { [ann.gid]: 'ann', [ben.gid]: 'ben', [eva]: 'eva' }
    return members
      .map(one => names[one] ?? one)
      .sort()
      .join(' ')
  }
  return { ...home, eva, a: ann.gid, b: ben.gid, id, at, change }
}

test('R70: members are added to the existing ones, in every form', async () => {
  const { change, eva, a, scim, at } = await team()
  const value = { value: eva, display: 'Eva', $ref: null, type: 'User' }
  const forms: Json[] = [
    { op: 'add', path: 'members', value: [{ value: eva }] },
    { op: 'Add', path: 'members', value: [{ value: eva }, { value: a }, { value: eva }] },
    { op: 'add', path: 'members', value: { value: eva } },
    { op: 'add', path: 'members', value: [eva] },
    { op: 'add', path: 'members', value: eva },
    { op: 'add', path: 'members', value: [value] },
    { op: 'add', value: { members: [{ value: eva }] } },
    { op: 'ADD', path: `${GROUP}:members`, value: [{ value: eva }] },
    { op: 'add', path: 'Members', value: [{ VALUE: eva }] },
    { op: 'add', path: 'members', value: [] },
  ]
  for (const form of forms) {
    const expected = JSON.stringify(form).includes(eva) ? 'ann ben eva' : 'ann ben'
    assert.equal(await change(form), expected, JSON.stringify(form))
    assert.equal(await change(form), expected, `${JSON.stringify(form)} again`)
    assertSuccess(await scim.patch(at, patch({ op: 'remove', path: `members[value eq "${eva}"]` })), 204)
  }
})

test('R71: only the id of a member counts', async () => {
  const { change, eva, a, b } = await team()
  assert.equal(
    await change({
      op: 'add',
      path: 'members',
      value: [{ value: eva, display: 'Ann', $ref: `../Users/${a}`, type: 'user' }],
    }),
    'ann ben eva',
  )
  assert.equal(
    await change({ op: 'remove', path: 'members', value: [{ value: eva, display: 'somebody else', $ref: 'x' }] }),
    'ann ben',
  )
  assert.equal(await change({ op: 'remove', path: 'members', value: [{ $ref: null, value: a }] }), 'ben')
  assert.equal(
    await change({
      op: 'replace',
      path: 'members',
      value: [
        { value: a, display: 'Ben' },
        { value: b, type: null },
      ],
    }),
    'ann ben',
  )
})

test('R72: a PATCH that does not name the members keeps them', async () => {
  const { change, scim, at } = await team()
  const changes: Json[] = [
    { op: 'replace', path: 'displayName', value: 'Art' },
    { op: 'Replace', value: { displayName: 'Craft' } },
    { op: 'replace', path: 'externalId', value: 'g-1' },
    { op: 'add', value: { externalId: 'g-2', displayName: 'Design' } },
    { op: 'remove', path: 'externalId' },
  ]
  for (const query of [
    '',
    '?excludedAttributes=members',
    '?attributes=displayName',
    '?attributes=id',
    '?excludedAttributes=members,displayName',
  ]) {
    for (const operation of changes) {
      const reply = await scim.patch(at + query, patch(operation))
      assert.ok([200, 204].includes(reply.status), reply.text)
      assert.equal(await change(), 'ann ben', `${query} ${JSON.stringify(operation)}`)
    }
    assertSuccess(await scim.put(at + query, { displayName: 'Design' }))
    assert.equal(await change(), 'ann ben', query)
  }
})

test('R73: members are removed by a filter, by a list, or all', async () => {
  const { scim, id, at, eva, a, b, change } = await team()
  const forms: [Json, string][] = [
    [{ op: 'remove', path: `members[value eq "${a}"]` }, 'ben eva'],
    [{ op: 'Remove', path: `members[value eq "${a}"]` }, 'ben eva'],
    [{ op: 'remove', path: `members[VALUE EQ "${a}"]` }, 'ben eva'],
    [{ op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }, 'eva'],
    [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] }, 'ben eva'],
    [{ op: 'Remove', path: 'members', value: [{ value: a }, { value: b, display: 'B' }] }, 'eva'],
    [{ op: 'remove', path: 'members', value: { value: a } }, 'ben eva'],
    [{ op: 'remove', path: 'members', value: [a] }, 'ben eva'],
    [{ op: 'remove', path: 'members' }, ''],
    [{ op: 'remove', path: 'members', value: null }, ''],
  ]
  for (const [operation, left] of forms) {
    assertSuccess(await scim.put(at, { displayName: 'Design', members: [a, b, eva].map(value => ({ value })) }))
    assert.equal(await change(operation), left, JSON.stringify(operation))
    assert.equal(await change(operation), left, `${JSON.stringify(operation)} again`)
  }
  assert.deepEqual(await membersOf(scim, id), [])
})

test('R73: removing an empty list or an absent member removes no member', async () => {
  const { change, eva } = await team()
  const absent: Json[] = [
    { op: 'remove', path: 'members', value: [] },
    { op: 'remove', path: `members[value eq "${eva}"]` },
    { op: 'remove', path: 'members[value eq "12"]' },
    { op: 'remove', path: 'members', value: [{ value: eva }, { value: 'nobody' }] },
  ]
  for (const operation of absent) assert.equal(await change(operation), 'ann ben', JSON.stringify(operation))
})

test('a replace operation sets the members, in every form', async () => {
  const { change, eva, a } = await team()
  const both = [{ value: eva }, { value: a }]
  assert.equal(await change({ op: 'replace', path: 'members', value: both }), 'ann eva')
  assert.equal(await change({ op: 'Replace', value: { members: [{ value: a }] } }), 'ann')
  assert.equal(await change({ op: 'replace', path: 'members', value: [eva, a] }), 'ann eva')
  assert.equal(await change({ op: 'replace', path: 'members', value: [] }), '')
  assert.equal(
    await change(
      { op: 'add', path: 'members', value: both },
      { op: 'replace', path: 'members', value: [{ value: eva }] },
    ),
    'eva',
  )
  assert.equal(await change({ op: 'replace', path: 'members', value: null }), '')
})

test('operations are executed in their order', async () => {
  const { change, eva, a, b } = await team()
  const [add, remove] = ['add', 'remove'].map(
    op =>
      (value: string): Json => ({ op, path: 'members', value: [{ value }] }),
  )
  assert.ok(add && remove)
  assert.equal(await change(add(eva), remove(eva)), 'ann ben')
  assert.equal(await change(remove(a), add(a)), 'ann ben')
  assert.equal(await change({ op: 'remove', path: 'members' }, add(eva), add(a), remove(a)), 'eva')
  assert.equal(await change(add(b), { op: 'remove', path: 'members' }), '')
  assert.equal(await change({ op: 'replace', path: 'members', value: [{ value: a }] }, add(b), remove(a)), 'ben')
})

test('a PATCH of a group is applied completely or not at all', async () => {
  const { scim, at, change, eva, a } = await team()
  const good = [
    { op: 'replace', path: 'displayName', value: 'Art' },
    { op: 'add', path: 'members', value: [{ value: eva }] },
    { op: 'remove', path: `members[value eq "${a}"]` },
  ]
  const bad: [Json, string][] = [
    [{ op: 'add', path: 'members', value: [{ value: '12' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: 7 }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ display: 'Eva' }] }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: '' }, 'invalidValue'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
    [{ op: 'replace', path: 'colour', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'members[value eq', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: '12' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'remove', value: { members: [{ value: a }] } }, 'noTarget'],
    [{ op: 'paint', path: 'displayName', value: 'x' }, 'invalidSyntax'],
    [{ op: 'add', path: '__proto__.x', value: 'x' }, 'invalidPath'],
  ]
  for (const [one, scimType] of bad) {
    assertScimError(await scim.patch(at, patch(...good, one)), 400, scimType)
    assert.equal(await change(), 'ann ben')
    assert.equal(assertSuccess(await scim.get(at)).displayName, 'Design')
  }
})

test('R75: fifty changes at once lose no member', async () => {
  const { scim, id, at } = await team()
  const people: string[] = []
  for (let index = 0; index < 50; index++) people.push((await scim.user(`p${index}@example.com`)).id)
  const add = (value: string) => scim.patch(at, patch({ op: 'add', path: 'members', value: [{ value }] }))
  for (const reply of await Promise.all(people.map(add))) assertSuccess(reply, 204)
  const members = await membersOf(scim, id)
  assert.equal(members.length, 52)
  assert.ok(people.every(one => members.includes(one)))
})

test('R75: adding and removing a member at once ends in one of the two states', async () => {
  const { scim, id, at, eva, a, b } = await team()
  for (let round = 0; round < 20; round++) {
    const operations = [
      { op: 'add', path: 'members', value: [{ value: eva }] },
      { op: 'remove', path: `members[value eq "${eva}"]` },
    ]
    for (const reply of await Promise.all(operations.map(one => scim.patch(at, patch(one))))) assertSuccess(reply, 204)
    const members = await membersOf(scim, id)
    assert.deepEqual(
      members.filter(one => one !== eva),
      [a, b].sort(),
    )
    assert.ok(members.filter(one => one === eva).length <= 1)
  }
})

test('R79: a PATCH of a group answers without a body, unless attributes are requested', async () => {
  const { scim, at, id, a, b } = await team()
  const rename = patch({ op: 'replace', path: 'displayName', value: 'Art' })
  const { status, text, headers } = await scim.patch(at, rename)
  assert.deepEqual([status, text, headers['content-type']], [204, '', undefined])
  const shown = assertSuccess(await scim.patch(`${at}?attributes=displayName`, rename))
  assert.deepEqual(shown, { schemas: [GROUP], id, displayName: 'Art' })
  const less = assertSuccess(await scim.patch(`${at}?excludedAttributes=members`, rename))
  assert.deepEqual([less.displayName, 'members' in less], ['Art', false])
  const preferred = assertSuccess(await scim.patch(at, rename, { prefer: 'return=representation' }))
  assert.deepEqual(preferred.members.map((one: Json) => one.value).sort(), [a, b].sort())
  assert.equal((await scim.patch(at, rename, { prefer: 'return=minimal' })).status, 204)
})

test('R80: a group may be renamed by sending its whole resource', async () => {
  const { scim, at, id, change } = await team()
  assert.equal(await change({ op: 'replace', value: { id, displayName: 'Art' } }), 'ann ben')
  assert.equal(assertSuccess(await scim.get(at)).displayName, 'Art')
  assert.equal(
    await change({
      op: 'replace',
      value: { schemas: [GROUP], id, externalId: 'ak-1', displayName: 'Craft', meta: {} },
    }),
    'ann ben',
  )
  const { displayName, externalId } = assertSuccess(await scim.get(at))
  assert.deepEqual([displayName, externalId], ['Craft', 'ak-1'])
  assertScimError(
    await scim.patch(at, patch({ op: 'replace', value: { id: '12', displayName: 'Never' } })),
    400,
    'mutability',
  )
})

test('a PATCH that changes nothing keeps the time of the last change', async () => {
  const { scim, at, a } = await team()
  const before = assertSuccess(await scim.get(at))
  for (const operations of [
    [],
    [{ op: 'add', path: 'members', value: [{ value: a }] }],
    [{ op: 'replace', path: 'displayName', value: 'Design' }],
  ]) {
    assertSuccess(await scim.patch(at, patch(...operations)), 204)
    assert.deepEqual(assertSuccess(await scim.get(at)), before)
  }
})
