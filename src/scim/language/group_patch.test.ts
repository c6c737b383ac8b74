import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileGroupPatch } from './group_patch.ts'
import { readOperations } from './operations.ts'

const compile = (...Operations: unknown[]) => compileGroupPatch('7', readOperations({ Operations }))

const lastOperations = (...operations: unknown[]) => {
  const { replaceMembers, members } = compile(...operations)
  return [replaceMembers, Object.fromEntries(members)]
}

const add = (...ids: string[]) => ({ op: 'Add', path: 'members', value: ids.map(value => ({ value })) })
const remove = (id: string) => ({ op: 'remove', path: `members[value eq "${id}"]` })

test('the last operation on a member counts', () => {
  assert.deepEqual(lastOperations(add('1', '2'), remove('1'), remove('3')), [
    false,
    { 1: 'remove', 2: 'add', 3: 'remove' },
  ])
})

test('operations before the removal of all members do not count', () => {
  assert.deepEqual(lastOperations(add('1'), { op: 'remove', path: 'members' }, add('2')), [true, { 2: 'add' }])
  assert.deepEqual(lastOperations(add('1'), { op: 'replace', path: 'members', value: [] }), [true, {}])
})

test('a removal with an empty list removes no members', () => {
  assert.deepEqual(lastOperations({ op: 'remove', path: 'members', value: [] }), [false, {}])
})

test('members are accepted in every form that clients send', () => {
  const value = [{ value: '2', $ref: null, display: 'Eva' }, '3', { VALUE: '4' }, null]
  assert.deepEqual(lastOperations({ op: 'add', value: { members: value } }), [false, { 2: 'add', 3: 'add', 4: 'add' }])
  const either = 'members[value eq "1" or value eq 2]'
  assert.deepEqual(lastOperations({ op: 'remove', path: either }), [false, { 1: 'remove', 2: 'remove' }])
})

test('an id that is added and removed again must still exist', () => {
  assert.deepEqual([...compile(add('1'), remove('1')).referencedIds], ['1'])
})

test('a change of other attributes leaves the members unchanged', () => {
  const { members, replaceMembers, displayName, externalId } = compile({
    op: 'replace',
    value: { schemas: [], id: '7', displayName: ' New ', externalId: 'x', nothing: 1 },
  })
  assert.deepEqual([members.size, replaceMembers, displayName, externalId], [0, false, 'New', 'x'])
})

const refusals: [string, unknown, RegExp][] = [
  ['another id', { op: 'replace', value: { id: '8' } }, /id cannot be changed/],
  ['the removal of the name', { op: 'remove', path: 'displayName' }, /cannot be taken away/],
  ['a group as a member', { op: 'add', path: 'members', value: [{ value: '1', type: 'Group' }] }, /hold people/],
  ['a filter by something else', { op: 'remove', path: 'members[display eq "x"]' }, /value eq/],
  ['an unknown attribute', { op: 'add', path: 'colour', value: 'x' }, /no attribute/],
  ['a removal without a path', { op: 'remove' }, /must have a path/],
]

for (const [name, operation, text] of refusals) {
  test(`${name} is refused`, () => assert.throws(() => compile(operation), text))
}
