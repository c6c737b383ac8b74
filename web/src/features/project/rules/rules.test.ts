/** Rules in the form: values, problems and words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkRecord } from '../../../data/records.ts'
import { definitionOf, draftOf, newPart, problemIn } from './draft.ts'
import type { PartKinds } from './rule.ts'
import { comparisonsOf, shownValue, storedValue, valueInput } from './values.ts'
import { summaryOf, wordsOf } from './words.ts'

const field = (resource_subtype: string): WorkRecord =>
  ({ gid: '1', resource_type: 'custom_field', resource_subtype, enum_options: [{ gid: '7', name: 'High' }] }) as never

const custom = { kind: 'set_custom_field', custom_field: '1' }

test('a value has the form that the server takes, and is shown again', () => {
  for (const [type, shown, stored] of [
    ['text', 'North', 'North'],
    ['number', '2.5', 2.5],
    ['enum', '7', '7'],
    ['multi_enum', '7', ['7']],
    ['people', '9', ['9']],
    ['date', '2026-01-05', { date: '2026-01-05' }],
  ] as const) {
    const value = storedValue(valueInput(custom, field(type)), shown, true)
    assert.deepEqual(value, stored)
    assert.equal(shownValue(value), shown)
  }
  assert.equal(storedValue(valueInput(custom, field('text')), '  ', true), null)
  assert.equal(storedValue(valueInput({ kind: 'set_field', field: 'completed' }, undefined), 'true', true), true)
  assert.equal(storedValue(valueInput({ kind: 'custom_field', custom_field: '1' }, field('people')), '9', false), '9')
})

test('a field has the comparisons that make sense for it', () => {
  const offered = ['is', 'contains', 'greater_than', 'is_set']
  const of = (name: string) => comparisonsOf(valueInput({ kind: 'field', field: name }, undefined), offered)
  assert.deepEqual(of('due_on'), ['is', 'greater_than', 'is_set'])
  assert.deepEqual(of('name'), ['is', 'contains', 'is_set'])
  assert.deepEqual(of('assignee'), ['is', 'is_set'])
})

test('a message of the server is shown at the part that it names', () => {
  assert.deepEqual(problemIn('actions: [1]: in_days: Missing required field'), {
    ...{ list: 'actions', index: 1, text: 'Days from then: Missing required field' },
  })
  assert.deepEqual(problemIn('trigger: kind: Must be one of a, b')?.index, null)
  assert.equal(problemIn('name: Missing input'), null)
})

const member = { type: 'oneOf', doc: '', types: [], values: ['due_on'], is_nullable: false }
const kinds: PartKinds = {
  triggers: [
    { kind: 'task_added', doc: '', fields: [] },
    { kind: 'date_approaching', doc: '', fields: [{ ...member, name: 'field', is_required: true }] },
  ],
  conditions: [],
  actions: [{ kind: 'move', doc: '', fields: [] }],
}

test('a new rule begins with a trigger and an action, and choices with their first value', () => {
  assert.deepEqual(definitionOf(draftOf(null, kinds)), {
    ...{ trigger: { kind: 'task_added' }, conditions: [], actions: [{ kind: 'move' }] },
  })
  assert.deepEqual(kinds.triggers[1] && newPart(kinds.triggers[1]), { kind: 'date_approaching', field: 'due_on' })
})

test('a rule is described in words', () => {
  const actions = [{ kind: 'move', section: '3' }, { kind: 'assign', assignee: null }, { kind: 'later_kind' }]
  const rule = { trigger: { kind: 'field_changed', field: 'due_on' }, conditions: [{ kind: 'tag', tag: '1' }], actions }
  assert.deepEqual(
    summaryOf(rule, gid => (gid === '3' ? 'Done' : undefined)),
    { when: 'Due date changes, on 1 condition', effects: 'Move to Done, Assign to nobody, Later kind' },
  )
  assert.equal(wordsOf('custom_field'), 'Custom field')
})
