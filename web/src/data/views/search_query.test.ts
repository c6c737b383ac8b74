import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_VIEW } from '../views.ts'
import type { Filter, WeekStart } from './filter.ts'
import { isAsking, searchQuery, wordsOf } from './search_query.ts'

/** A Wednesday. */
const TODAY = '2026-03-04'

const filter = (field: string, operator: string, ...value: string[]): Filter => ({ field, operator, value })
const query = (filters: readonly Filter[], more = {}, weekStart?: WeekStart) => {
  const { parameters, rest } = searchQuery(
    { ...DEFAULT_VIEW, show: 'all', filters, ...more },
    { today: TODAY, weekStart },
  )
  return [Object.fromEntries(parameters), rest] as const
}

test('filters become the parameters of the server', () => {
  const cases: readonly (readonly [Filter, object])[] = [
    [filter('q', 'contains', ' two words '), { q: 'two words' }],
    [filter('assignee', 'is', 'me'), { 'assignee.any': 'me' }],
    [filter('assignee', 'any', '1', '2'), { 'assignee.any': '1,2' }],
    [filter('assignee', 'empty'), { 'assignee.any': 'null' }],
    [filter('tags', 'not_empty'), { 'tags.not': 'null' }],
    [filter('commented_by', 'is_not', '1'), { 'commented_on_by.not': '1' }],
    [filter('portfolio', 'is', '7'), { 'portfolios.any': '7' }],
    [filter('due_on', 'is', 'today'), { due_on: TODAY }],
    [
      filter('due_on', 'between', '2026-03-01', '2026-03-09'),
      { 'due_on.after': '2026-02-28', 'due_on.before': '2026-03-10' },
    ],
    [filter('due_on', 'this_week'), { 'due_on.after': '2026-03-01', 'due_on.before': '2026-03-09' }],
    [filter('created_at', 'last', '7'), { 'created_on.after': '2026-02-24', 'created_on.before': '2026-03-05' }],
    [filter('due_on', 'overdue'), { 'due_on.before': TODAY, completed: 'false' }],
    [filter('has_attachment', 'is', 'true'), { has_attachment: 'true' }],
    [filter('resource_subtype', 'is', 'milestone'), { resource_subtype: 'milestone' }],
  ]
  for (const [one, expected] of cases) assert.deepEqual(query([one]), [expected, []], `${one.field} ${one.operator}`)
})

test('a week starts on the day that the person prefers', () => {
  const [parameters] = query([filter('due_on', 'this_week')], {}, 'sun')
  assert.deepEqual(parameters, { 'due_on.after': '2026-02-28', 'due_on.before': '2026-03-08' })
})

test('what the server cannot compare stays with the view', () => {
  const kept = [
    filter('name', 'contains', 'x'),
    filter('portfolio', 'is_not', '7'),
    filter('resource_subtype', 'any', 'a'),
  ]
  assert.deepEqual(query(kept), [{}, kept])
  const [first, second] = [filter('assignee', 'is', '1'), filter('assignee', 'is', '2')]
  assert.deepEqual(query([first, second]), [{ 'assignee.any': '1' }, [second]])
  assert.deepEqual(query([filter('assignee', 'is')]), [{}, []], 'a filter that is not complete filters nothing')
})

test('the order and what is shown are parameters', () => {
  assert.deepEqual(query([], { sort: ['-due_on', 'name'] })[0], { sort_by: 'due_date', sort_ascending: 'false' })
  assert.deepEqual(query([], { sort: ['name'] })[0], {})
  assert.deepEqual(query([], { show: 'incomplete' })[0], { completed: 'false' })
})

test('a view asks for something by words or by filters', () => {
  assert.equal(isAsking(DEFAULT_VIEW), false)
  assert.equal(isAsking({ ...DEFAULT_VIEW, filters: [filter('q', 'contains', '  ')] }), false)
  assert.equal(isAsking({ ...DEFAULT_VIEW, filters: [filter('assignee', 'is')] }), false)
  assert.equal(isAsking({ ...DEFAULT_VIEW, filters: [filter('assignee', 'is', 'me')] }), true)
  assert.equal(wordsOf({ filters: [filter('q', 'contains', 'a b')] }), 'a b')
})
