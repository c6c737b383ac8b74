import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTERPRISE, USER, userKind } from '../schema/attributes.ts'
import type { ScimValues } from '../schema/values.ts'
import { type PatchOperation, readOperations } from './operations.ts'
import { applyPatch } from './patch.ts'
import { compilePatch } from './patch_compiler.ts'

const patchValues = (before: ScimValues, operations: PatchOperation[], steps?: { left: number }) =>
  applyPatch(userKind, before, compilePatch(userKind, '7', operations), steps)

const apply = (before: ScimValues, ...Operations: unknown[]) =>
  // Converted by JSON: the values have no prototype, and undefined members are dropped.
  JSON.parse(JSON.stringify(patchValues(before, readOperations({ Operations })).values))

const work = { value: 'a@example.com', type: 'work', primary: true }
const home = { value: 'b@example.com', type: 'home', primary: false }

test('a patch does not modify the values before', () => {
  const before = { title: 'Chief', emails: [{ ...work }] }
  apply(before, { op: 'replace', path: 'emails[type eq "work"].value', value: 'c@example.com' })
  assert.deepEqual(before, { title: 'Chief', emails: [work] })
})

test('a path whose filter matches no entry creates the entry', () => {
  const value = '+1 555'
  for (const op of ['add', 'Replace']) {
    const made = apply({}, { op, path: 'phoneNumbers[type eq "mobile" and primary eq "True"].Value', value })
    assert.deepEqual(made, { phoneNumbers: [{ type: 'mobile', primary: true, value }] })
  }
})

test('a path whose filter matches and defines no entry is refused', () => {
  const path = 'emails[type ne "work"].value'
  assert.throws(() => apply({ emails: [work] }, { op: 'replace', path, value: 'x' }), /none can be made/)
})

test('the entry that was last set as primary is the only primary one', () => {
  const chosen = apply(
    { emails: [home, work] },
    { op: 'replace', path: 'emails[type eq "home"].primary', value: 'TRUE' },
  )
  assert.deepEqual(
    chosen.emails.map((one: ScimValues) => one.primary),
    [true, false],
  )
  const added = apply({ emails: [work] }, { op: 'add', path: 'emails', value: [{ ...home, primary: true }] })
  assert.deepEqual(
    added.emails.map((one: ScimValues) => one.primary),
    [false, true],
  )
})

test('an entry with nothing but its type is removed', () => {
  assert.deepEqual(apply({ emails: [work, home] }, { op: 'remove', path: 'emails[type eq "work"].value' }), {
    emails: [home],
  })
})

test('schema names and dotted names resolve to attributes, with and without a path', () => {
  const number = `${ENTERPRISE}:employeeNumber`
  const expected = { name: { givenName: 'Eva' }, [ENTERPRISE]: { employeeNumber: '7' } }
  assert.deepEqual(apply({}, { op: 'add', value: { 'NAME.givenname': 'Eva', [number.toUpperCase()]: '7' } }), expected)
  assert.deepEqual(
    apply({}, { op: 'add', path: number, value: '7' }, { op: 'add', path: 'name.givenName', value: 'Eva' }),
    expected,
  )
  assert.deepEqual(
    apply({}, { op: 'add', value: { name: { givenName: 'Eva' }, [ENTERPRISE]: { employeeNumber: '7' } } }),
    expected,
  )
})

test('a manager is read from a string, an object or null', () => {
  const path = `${ENTERPRISE}:manager`
  const before = { [ENTERPRISE]: { manager: { value: '1' } } }
  for (const value of ['2', { value: '2' }, [{ value: '2' }]]) {
    assert.equal(apply(before, { op: 'replace', path, value })[ENTERPRISE].manager.value, '2')
  }
  for (const value of ['', null, { value: '' }]) {
    assert.deepEqual(apply(before, { op: 'replace', path, value })[ENTERPRISE], {})
  }
})

test('names of prototype members resolve to nothing', () => {
  for (const name of ['__proto__.x', 'constructor.prototype.x', 'toString.x', 'name.__proto__', 'hasOwnProperty']) {
    assert.deepEqual(apply({}, { op: 'add', value: JSON.parse(`{"${name}": "x"}`) }), {}, name)
    assert.throws(() => apply({}, { op: 'add', path: name, value: 'x' }), /path|attribute|has no/, name)
  }
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
})

test('a read-only attribute cannot change, and sending its present value is accepted', () => {
  assert.deepEqual(apply({}, { op: 'replace', value: { id: '7', meta: { version: 'x' }, schemas: [] } }), {})
  assert.throws(() => apply({}, { op: 'replace', value: { id: '8' } }), /id cannot be changed/)
  assert.throws(() => apply({}, { op: 'replace', path: 'meta.created', value: 'x' }), /meta cannot be changed/)
  assert.throws(() => apply({ userName: 'a' }, { op: 'remove', path: 'userName' }), /cannot be taken away/)
})

test('deeply nested values are refused or ignored', () => {
  const deep = (open: string, close: string) => JSON.parse(`${open.repeat(20_000)}1${close.repeat(20_000)}`)
  const value = deep(`{"${USER}":`, '}')
  assert.deepEqual(apply({}, { op: 'add', value }), {})
  assert.throws(() => apply({}, { op: deep('[', ']'), path: 'title', value: 'x' }), /must be one of/)
  assert.throws(() => apply({}, { op: { toString: 1, valueOf: 2 }, path: 'title', value: 'x' }), /must be one of/)
  assert.throws(() => apply({}, { op: 'add', path: 'title', value: deep('[', ']') }), /must be a text/)
})

test('the limit of entries holds for all operations together', () => {
  const operations = Array.from({ length: 101 }, (_, index) => ({ op: 'add', path: 'emails', value: `${index}@x.org` }))
  assert.throws(() => apply({}, ...operations), /more than 100 entries/)
  assert.equal(apply({}, ...operations.slice(1)).emails.length, 100)
})

test('the comparisons of a request are bounded in addition to its entries', () => {
  const emails = Array.from({ length: 100 }, (_, index) => ({ value: `${index}@example.com` }))
  const steps = { left: 100_000 }
  const where = Array(50).fill('value eq "x"').join(' or ')
  const operation = { op: 'remove', path: `emails[${where} or value pr].type` }
  const Operations = Array(100).fill(operation)
  const run = (many: unknown[]) => patchValues({ emails }, readOperations({ Operations: many }), steps)
  assert.throws(() => run(Operations), { status: 400 })
  assert.ok(steps.left > -10_000, 'work stops when all steps are used')
  const lists = Array(100).fill({ op: 'add', path: 'emails', value: emails })
  assert.throws(() => patchValues({ emails }, readOperations({ Operations: lists })), { status: 400 })
})

test('operations and the names in operations without a path are bounded', () => {
  const refuse = (Operations: unknown[]) => assert.throws(() => readOperations({ Operations }), { status: 400 })
  const one = { op: 'replace', path: 'title', value: 'x' }
  assert.equal(readOperations({ Operations: Array(5000).fill(one) }).length, 5000)
  refuse(Array(5001).fill(one))
  const value = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`a${index}`, 1]))
  refuse(Array(9).fill({ op: 'add', value }))
})
