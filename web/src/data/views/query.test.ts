/** The state of a view in the address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEFAULT_VIEW, type ViewState } from '../views.ts'
import { formatView, isChanged, parseView } from './query.ts'

const view = (state: Partial<ViewState>): ViewState => ({ ...DEFAULT_VIEW, ...state })
const filter = (field: string, operator: string, ...value: string[]) => ({ field, operator, value })

const EXAMPLES: readonly (readonly [query: string, state: Partial<ViewState>])[] = [
  ['', {}],
  ['?show=all', { show: 'all' }],
  ['?sort=due_on,-name', { sort: ['due_on', '-name'] }],
  ['?group=assignee', { group: 'assignee' }],
  ['?f.assignee=me,1201', { filters: [filter('assignee', 'any', 'me', '1201')] }],
  ['?f.assignee=me', { filters: [filter('assignee', 'is', 'me')] }],
  ['?f.due_on=lt:2026-12-31', { filters: [filter('due_on', 'lt', '2026-12-31')] }],
  ['?f.due_on=overdue', { filters: [filter('due_on', 'overdue')] }],
  ['?f.due_on=between:2026-12-01,2026-12-31', { filters: [filter('due_on', 'between', '2026-12-01', '2026-12-31')] }],
  ['?f.1201=77', { filters: [filter('1201', 'is', '77')] }],
  ['?f.assignee=is:', { filters: [filter('assignee', 'is')] }],
  ['?match=any', { match: 'any' }],
  [
    '?fields=assignee:pinned,due_on:140:pinned',
    {
      columns: [
        { field: 'assignee', is_pinned: true },
        { field: 'due_on', width: 140, is_pinned: true },
      ],
    },
  ],
  ['?fields=assignee,due_on:140', { columns: [{ field: 'assignee' }, { field: 'due_on', width: 140 }] }],
  ['?q=two+words', { filters: [filter('q', 'contains', 'two words')] }],
]

for (const [query, state] of EXAMPLES) {
  test(`${query || 'an empty query'} is read and written`, () => {
    assert.deepEqual(parseView(query), view(state))
    assert.equal(formatView(view(state)), query)
  })
}

test('only the differences from a saved view appear', () => {
  const saved = view({
    ...{ show: 'all', sort: ['name'], group: 'tags', columns: [{ field: 'tags' }] },
    filters: [filter('assignee', 'is', 'me'), filter('due_on', 'overdue')],
  })
  assert.equal(formatView(saved, saved), '')
  assert.equal(isChanged(saved, saved), false)
  const changed = view({ show: 'all', sort: [], filters: [filter('assignee', 'empty')] })
  const query = '?sort=&group=section&fields=default&f.due_on=&f.assignee=empty'
  assert.equal(formatView(changed, saved), query)
  assert.deepEqual(parseView(query, saved), changed)
})

test('parameters of others stay, and unknown or wrong values are ignored', () => {
  assert.equal(
    formatView(view({ show: 'all' }), DEFAULT_VIEW, '?view=5&zoom=weeks&show=completed'),
    '?view=5&zoom=weeks&show=all',
  )
  assert.deepEqual(parseView('?show=none&match=most&zoom=weeks&date=2026-12'), DEFAULT_VIEW)
  assert.deepEqual(parseView('?f.name=50%25').filters, [filter('name', 'is', '50%')])
})

test('a text that looks like an operator or holds separators keeps its meaning', () => {
  for (const text of ['overdue', 'lt:5', 'a, b: c', '100%', '%2C', '=&?#', '']) {
    const state = view({ filters: [filter('name', 'is', `${text}!`), filter('name', 'is', text || 'x')] })
    assert.deepEqual(parseView(formatView(state)), state)
  }
})

const texts = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
const filters = fc.oneof(
  fc
    .tuple(fc.constantFrom('assignee', '1201', 'name'), fc.constantFrom('any', 'is_not'), texts)
    .map(([field, operator, value]) => filter(field, operator, ...value)),
  fc
    .tuple(fc.constantFrom('due_on', 'tags'), fc.constantFrom('overdue', 'empty'))
    .map(([field, operator]) => filter(field, operator)),
)
const views = fc.record(
  {
    show: fc.constantFrom('incomplete', 'completed', 'all'),
    filters: fc.array(filters, { maxLength: 4 }),
    match: fc.constantFrom('all', 'any'),
    sort: fc.uniqueArray(fc.constantFrom('name', '-due_on', '1201'), { maxLength: 3 }),
    group: fc.constantFrom(null, 'assignee', '1201'),
    columns: fc.constantFrom(null, [], [{ field: 'tags' }, { field: '1201', width: 90, is_pinned: true }]),
  },
  { noNullPrototype: true },
) as fc.Arbitrary<ViewState>

/** Filters of one field keep their order; the order of the fields means nothing. */
const normal = ({ filters: found, ...rest }: ViewState) => ({
  ...rest,
  filters: found.toSorted((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0)),
})

test('every view survives its query, from every saved view', () => {
  fc.assert(
    fc.property(views, views, (state, saved) => {
      const read = parseView(formatView(state, saved), saved)
      assert.deepEqual(normal(read), normal(state))
    }),
  )
})
