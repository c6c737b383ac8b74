/** Filters: the operators of each type of field, and how they combine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Filter, isActive, matcher } from './filter.ts'
import { enumValue, ME_IS, TODAY_IS, task } from './sample.ts'

const context = { user: ME_IS, today: TODAY_IS }
const matches = (members: Record<string, unknown>, field: string, operator: string, ...value: string[]): boolean =>
  matcher([{ field, operator, value }], 'all', context)(task('1', members))

test('people are found by gid, as "me", and by their absence', () => {
  assert.equal(matches({ assignee: ME_IS }, 'assignee', 'is', 'me'), true)
  assert.equal(matches({ assignee: '901' }, 'assignee', 'is', 'me'), false)
  assert.equal(matches({ assignee: '901' }, 'assignee', 'any', 'me', '901'), true)
  assert.equal(matches({}, 'assignee', 'is_not', 'me'), true)
  assert.equal(matches({}, 'assignee', 'empty'), true)
  assert.equal(matches({ assignee: '901' }, 'assignee', 'not_empty'), true)
})

test('texts are compared without regard to case', () => {
  assert.equal(matches({ name: 'Write the Brief' }, 'name', 'contains', 'brief'), true)
  assert.equal(matches({ name: 'Write the Brief' }, 'name', 'not_contains', 'brief'), false)
  assert.equal(matches({ name: 'Brief' }, 'name', 'is', 'brief'), true)
  assert.equal(matches({ name: 'Write the brief' }, 'q', 'contains', 'brief write'), true)
  assert.equal(matches({ name: ' ' }, 'name', 'empty'), true)
})

test('dates are compared with days, periods and today', () => {
  const due = (due_on: string, operator: string, ...value: string[]) =>
    matches({ due_on }, 'due_on', operator, ...value)
  assert.equal(due('2026-12-09', 'is', 'today'), true)
  assert.equal(due('2026-12-09', 'is', '2026-12-09'), true)
  assert.equal(due('2026-12-08', 'lt', '2026-12-09'), true)
  assert.equal(due('2026-12-09', 'gt', 'today'), false)
  assert.equal(due('2026-12-12', 'between', '2026-12-10', '2026-12-12'), true)
  assert.equal(due('2026-12-16', 'next', '7'), true)
  assert.equal(due('2026-12-17', 'next', '7'), false)
  assert.equal(due('2026-12-02', 'last', '7'), true)
  assert.deepEqual(
    ['2026-12-06', '2026-12-07', '2026-12-13', '2026-12-14'].map(day => due(day, 'this_week')),
    [false, true, true, false],
  )
})

test('a task is overdue only while it is incomplete', () => {
  assert.equal(matches({ due_on: '2026-12-08' }, 'due_on', 'overdue'), true)
  assert.equal(matches({ due_on: '2026-12-09' }, 'due_on', 'overdue'), false)
  assert.equal(matches({ due_on: '2026-12-08', completed: true }, 'due_on', 'overdue'), false)
})

test('numbers are compared as numbers', () => {
  const value = (number_value: number | null) => ({
    custom_fields: [{ gid: '5', resource_subtype: 'number', number_value }],
  })
  assert.equal(matches(value(10), '5', 'gt', '9'), true)
  assert.equal(matches(value(2.5), '5', 'is', '2.50'), true)
  assert.equal(matches(value(3), '5', 'le', '3'), true)
  assert.equal(matches(value(3), '5', 'lt', '3'), false)
  assert.equal(matches(value(null), '5', 'is_not', '3'), true)
  assert.equal(matches(value(null), '5', 'ge', '0'), false)
  assert.equal(matches(value(0), '5', 'not_empty'), true)
})

test('options, tags, projects, completion and blocking are choices', () => {
  assert.equal(matches(enumValue('77', 'h'), '77', 'is', 'h'), true)
  assert.equal(matches(enumValue('77', null), '77', 'empty'), true)
  assert.equal(matches({ tags: ['1', '2'] }, 'tags', 'is', '2'), true)
  assert.equal(matches({ memberships: [{ project: '8', section: '9' }] }, 'projects', 'any', '7', '8'), true)
  assert.equal(matches({ completed: true }, 'completed', 'is', 'true'), true)
  assert.equal(matches({}, 'is_blocked', 'is', 'false'), true)
})

test('an incomplete condition filters nothing, also when any condition is enough', () => {
  assert.equal(matches({}, 'assignee', 'is'), true)
  assert.equal(isActive({ field: 'due_on', operator: 'between', value: ['2026-12-01', ''] }), false)
  const filters: Filter[] = [
    { field: 'assignee', operator: 'is', value: [] },
    { field: 'due_on', operator: 'overdue', value: [] },
  ]
  assert.equal(matcher(filters, 'any', context)(task('1')), false)
})

const tasks = fc.record({
  assignee: fc.constantFrom(null, ME_IS, '901'),
  tags: fc.subarray(['1', '2', '3']),
  completed: fc.boolean(),
})
const choices = fc.constantFrom(
  ...(['assignee:me', 'assignee:901', 'tags:1', 'tags:3', 'completed:true'] as const).map(text => text.split(':')),
)

test('what matches none of some conditions matches the opposite of all of them', () => {
  fc.assert(
    fc.property(tasks, fc.array(choices, { minLength: 1, maxLength: 4 }), (members, conditions) => {
      const filters = (operator: string) =>
        conditions.map(([field = '', value = '']): Filter => ({ field, operator, value: [value] }))
      const one = task('1', members)
      const none = !matcher(filters('is'), 'any', context)(one)
      assert.equal(matcher(filters('is_not'), 'all', context)(one), none)
    }),
  )
})
