/** Sorting: a stable permutation in natural order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { WorkRecord } from '../records.ts'
import { enumValue, task } from './sample.ts'
import { createComparison, createSortKeys, createTextOrder, sortByKeys } from './sort.ts'

const sorted = (tasks: readonly WorkRecord[], sort: readonly string[], others: readonly WorkRecord[] = []) => {
  const records = new Map([...tasks, ...others].map(one => [one.gid, one]))
  const keysOf = createSortKeys(sort, gid => records.get(gid))
  const order = sortByKeys(tasks, tasks.map(keysOf), sort).map(({ gid }) => gid)
  // Comparing two tasks gives the order of the whole.
  const compare = createComparison(sort)
  const compared = tasks.toSorted((a, b) => compare(keysOf(a), keysOf(b)))
  assert.deepEqual(
    compared.map(({ gid }) => gid),
    order,
  )
  return order
}

test('numbers inside texts count as numbers', () => {
  const names = ['Task 10', 'task 9', 'Ämter', 'Task 1', 'Zebra']
  assert.deepEqual(
    sorted(
      names.map(name => task(name)),
      ['name'],
    ),
    ['Ämter', 'Task 1', 'task 9', 'Task 10', 'Zebra'],
  )
})

test('further keys decide where the first is equal, up to three', () => {
  const tasks = [
    task('a', { due_on: '2026-01-02', num_likes: 1 }),
    task('b', { due_on: '2026-01-01', num_likes: 1 }),
    task('c', { due_on: '2026-01-02', num_likes: 5 }),
  ]
  assert.deepEqual(sorted(tasks, ['due_on', '-num_likes']), ['b', 'c', 'a'])
  assert.deepEqual(sorted(tasks, ['completed', 'is_blocked', 'resource_subtype', 'due_on']), ['a', 'b', 'c'])
})

test('options are sorted by their place in the field, people by their name', () => {
  const field = { gid: '77', resource_type: 'custom_field', enum_options: [{ gid: 'z' }, { gid: 'a' }] }
  const tasks = [task('1', enumValue('77', 'a')), task('2', enumValue('77', 'z')), task('3', enumValue('77', null))]
  assert.deepEqual(sorted(tasks, ['77'], [field]), ['2', '1', '3'])
  assert.deepEqual(sorted(tasks, ['-77'], [field]), ['1', '2', '3'])
  const people = [
    { gid: '8', resource_type: 'user', name: 'Zoe' },
    { gid: '9', resource_type: 'user', name: 'Ben' },
  ]
  assert.deepEqual(sorted([task('1', { assignee: '8' }), task('2', { assignee: '9' })], ['assignee'], people), [
    '2',
    '1',
  ])
})

const arbitrary = fc
  .array(
    fc.record({
      name: fc.constantFrom('', 'a', 'b 2', 'b 10', 'Ä'),
      due_on: fc.constantFrom(null, '2026-01-01', '2026-02-01'),
      num_likes: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 30 },
  )
  .map(all => all.map((members, index) => task(String(index), members)))
const keys = fc.uniqueArray(fc.constantFrom('name', '-name', 'due_on', '-due_on', 'num_likes', '-num_likes'), {
  maxLength: 3,
})

test('a sorted list is a permutation, empty values are last, and sorting again changes nothing', () => {
  fc.assert(
    fc.property(arbitrary, keys, (tasks, sort) => {
      const result = sorted(tasks, sort)
      assert.deepEqual(result.toSorted(), tasks.map(({ gid }) => gid).toSorted())
      const byGid = new Map(tasks.map(one => [one.gid, one]))
      const again = sorted(
        result.flatMap(gid => byGid.get(gid) ?? []),
        sort,
      )
      assert.deepEqual(again, result)
      if (sort[0]?.endsWith('due_on')) {
        const isEmpty = result.map(gid => byGid.get(gid)?.due_on === null)
        assert.deepEqual(isEmpty, isEmpty.toSorted())
      }
    }),
  )
})

test('texts keep a natural order, in whatever steps they arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ maxLength: 6 }))), batches => {
      const order = createTextOrder()
      let ranks: ReadonlyMap<string, number> = new Map()
      for (const batch of batches) ranks = order(batch)
      const whole = createTextOrder()(batches.flat())
      for (const text of batches.flat()) assert.equal(ranks.get(text), whole.get(text))
    }),
  )
})
