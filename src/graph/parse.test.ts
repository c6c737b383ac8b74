import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../lib/errors.ts'
import { isEmpty, parsePaths, type SelectionTree } from './parse.ts'

/** A tree as plain objects. */
const plain = (tree: SelectionTree): object =>
  Object.fromEntries([...tree].map(([name, below]) => [name, plain(below)]))

const parsed = (text: string) => plain(parsePaths(text))

test('paths are parsed into a tree of names', () => {
  assert.deepEqual(parsed('name,assignee.name,assignee.email'), { name: {}, assignee: { name: {}, email: {} } })
  assert.deepEqual(parsed('a.b,a'), { a: { b: {} } })
})

test('a group expands to each of its names at any position of a path', () => {
  assert.deepEqual(parsed('this.(followers|assignee).email'), { followers: { email: {} }, assignee: { email: {} } })
  assert.deepEqual(parsed('followers.(email|name)'), { followers: { email: {}, name: {} } })
  assert.deepEqual(parsed('(a|b).(c|d)'), { a: { c: {}, d: {} }, b: { c: {}, d: {} } })
})

test('`this` at the start of a path is the object itself', () => {
  assert.deepEqual(parsed('this.name'), { name: {} })
  assert.deepEqual(parsed('a.this'), { a: { this: {} } })
})

test('spaces and empty names are ignored', () => {
  assert.deepEqual(parsed(' name , notes,, assignee . name,'), { name: {}, notes: {}, assignee: { name: {} } })
  for (const text of ['', ',', ' , ', '()', '(|)']) assert.ok(isEmpty(parsePaths(text)), text)
})

test('names of prototypes are ordinary names', () => {
  assert.deepEqual([...parsePaths('__proto__.polluted,constructor').keys()], ['__proto__', 'constructor'])
  assert.equal('polluted' in {}, false)
})

test('a selection is bounded in depth and in the number of names', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`)
  assert.equal(parsePaths(names(1000).join()).size, 1000)
  const refuse = (text: string, message: string) => assert.throws(() => parsePaths(text), { status: 400, message })
  refuse(names(1001).join(), 'opt_fields: At most 1000 fields can be asked for')
  refuse(Array(10).fill('(a|b)').join('.'), 'opt_fields: At most 1000 fields can be asked for')
  refuse(names(11).join('.'), 'opt_fields: A path may have at most 10 terms')
  assert.equal(parsePaths(['this', ...names(10)].join('.')).size, 1)
})

test('a repeated name in a group costs no extra steps', () => {
  const group = `(${Array(50).fill('a').join('|')})`
  assert.equal(parsePaths(Array(10).fill(group).join('.')).size, 1)
})

/** The number of steps that a text costs. */
function stepsOf(text: string): number {
  const steps = { left: 1_000_000 }
  parsePaths(text, steps)
  return 1_000_000 - steps.left
}

const pairs = (count: number) => Array(count).fill('(a|b)').join('.')

test('a path that is repeated is walked once', () => {
  const path = `${pairs(8)}.a`
  assert.equal(stepsOf(path), 1 + 511 + 255)
  assert.ok(stepsOf(Array(300).fill(path).join()) <= stepsOf(path) + 300)
})

test('a selection is bounded in steps, in addition to names', () => {
  const paths = Array.from({ length: 200 }, (_, index) => `${pairs(7)}.${'c'.repeat(1 + (index % 9))}${index}`)
  const text = paths.join()
  assert.throws(() => parsePaths(text), { status: 400, message: /^opt_fields: / })
  // The same names in different spellings of one path: the tree does not grow, but each spelling costs steps.
  const spellings = Array.from(
    { length: 120 },
    (_, index) => `${' '.repeat(index % 60)}${pairs(7)}${' '.repeat(1 + Math.floor(index / 60))}`,
  )
  const steps = { left: 10_000 }
  assert.throws(() => parsePaths(spellings.join(), steps), {
    status: 400,
    message: 'opt_fields: The selection is too complex',
  })
  assert.ok(steps.left >= -1)
  assert.throws(() => parsePaths(','.repeat(12_000)), {
    status: 400,
    message: 'opt_fields: The selection is too complex',
  })
})

test('a selection longer than a query is rejected before it is split', () => {
  const steps = { left: 10_000 }
  const message = 'opt_fields: At most 16384 characters can be sent'
  assert.throws(() => parsePaths('a'.repeat(16_385), steps), { status: 400, message })
  assert.equal(steps.left, 10_000)
  assert.equal(parsePaths('a'.repeat(16_384)).size, 1)
})

test('any text is parsed into a tree or rejected', () => {
  const term = fc.constantFrom('a', 'b', '.', ',', '(', ')', '|', 'this', ' ', '\u0000', '💥', '__proto__')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(term).map(list => list.join('')),
        fc.string({ unit: 'binary-ascii' }),
      ),
      text => {
        try {
          for (const name of parsePaths(text).keys()) assert.equal(name, name.trim())
        } catch (error) {
          assert.ok(error instanceof ApiError && error.status === 400)
        }
      },
    ),
  )
})
