/** Dragging into another group: the changes of the task. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cache } from '../cache.ts'
import { createLists } from '../lists.ts'
import { createRecords, type WorkRecord } from '../records.ts'
import { NO_VALUE } from './group.ts'
import { regroup } from './regroup.ts'
import { TODAY_IS, task } from './sample.ts'

const field = {
  ...{ gid: '77', resource_type: 'custom_field', name: 'Priority' },
  enum_options: [
    { gid: 'h', name: 'High' },
    { gid: 'x', name: 'Old', enabled: false },
  ],
}

const priority = (enum_value: object | null) => ({
  ...{ gid: '77', name: 'Priority', resource_subtype: 'enum', enum_value },
})

/** The task as it is shown after its move from a group to another one, and the data that is sent. */
function move(members: Record<string, unknown>, by: string, from: string, to: string) {
  const records = createRecords()
  records.confirm([task('1', members), field].map(({ gid, ...rest }: WorkRecord) => ({ gid, members: rest })))
  const cache = { records, lists: createLists(records) } as unknown as Cache
  const change = { list: '5', field: by, from, to, today: TODAY_IS, now: `${TODAY_IS}T12:00:00.000Z` }
  const { steps, reason } = regroup(cache, '1', change)
  for (const [index, { patches }] of steps.entries()) records.addLayer(String(index), patches)
  return { shown: records.get('1'), sent: steps.map(({ call }) => call?.data), count: steps.length, reason }
}

test('a task gets the assignee of the group, or none', () => {
  assert.deepEqual(move({}, 'assignee', NO_VALUE, '901').sent, [{ assignee: '901' }])
  assert.equal(move({ assignee: '901' }, 'assignee', '901', NO_VALUE).shown?.assignee, null)
})

test('a task gets a day of the period, and loses the time', () => {
  const due = (to: string) => move({ due_on: '2026-12-01' }, 'due_on', 'overdue', to).shown?.due_on
  assert.deepEqual(['today', 'tomorrow', 'this_week', 'next_week', NO_VALUE].map(due), [
    '2026-12-09',
    '2026-12-10',
    '2026-12-13',
    '2026-12-14',
    null,
  ])
})

test('nothing is put into a period that names no day, or into its own group', () => {
  for (const period of ['overdue', 'later', 'earlier']) {
    const { count, reason } = move({}, 'due_on', 'today', period)
    assert.deepEqual([count, reason], [0, 'This period names no day: set the due date instead.'])
  }
  const { count, reason } = move({}, 'assignee', '901', '901')
  assert.deepEqual([count, reason], [0, null])
})

test('values that nobody can change are refused with a reason', () => {
  const formula = { gid: '77', name: 'Score', resource_subtype: 'number', is_formula_field: true, number_value: 1 }
  const reasonOf = (members: Record<string, unknown>, by: string, from: string, to: string) => {
    const { count, reason } = move(members, by, from, to)
    assert.equal(count, 0)
    return reason
  }
  assert.equal(reasonOf({ custom_fields: [formula] }, '77', '1', '2'), 'A formula computes this value.')
  assert.equal(reasonOf({ custom_fields: [priority(null)] }, '77', NO_VALUE, 'x'), 'This option is archived.')
  assert.equal(reasonOf({}, '77', NO_VALUE, 'h'), 'The task does not have this field.')
  assert.equal(reasonOf({}, 'created_by', '901', '902'), 'The creator of a task cannot be changed.')
  assert.equal(reasonOf({}, 'is_blocked', 'true', 'false'), 'Dependencies decide whether a task is blocked.')
  assert.match(String(reasonOf({}, 'projects', '5', '6')), /would leave this project/)
})

test('the project and the type follow the group, and several people lose only that of the group', () => {
  const memberships = [
    { project: '5', section: null },
    { project: '6', section: '61' },
  ]
  const { shown, sent } = move({ memberships }, 'projects', '6', '7')
  assert.deepEqual(shown?.memberships, [memberships[0], { project: '7', section: null }])
  assert.deepEqual(sent, [{ project: '6' }, { project: '7' }])
  assert.deepEqual(move({}, 'resource_subtype', 'default_task', 'milestone').sent, [{ resource_subtype: 'milestone' }])
  const people = {
    gid: '77',
    name: 'Reviewers',
    resource_subtype: 'people',
    people_value: [{ gid: '1' }, { gid: '2' }],
  }
  assert.deepEqual(move({ custom_fields: [people] }, '77', '1', '3').sent, [{ custom_fields: { 77: ['2', '3'] } }])
})

test('completion, tags and options follow the group, and other tags stay', () => {
  assert.deepEqual(move({}, 'completed', 'false', 'true').sent, [{ completed: true }])
  assert.deepEqual(move({ tags: ['1', '2'] }, 'tags', '1', '3').shown?.tags, ['2', '3'])
  assert.deepEqual(move({ custom_fields: [priority(null)] }, '77', NO_VALUE, 'h').sent, [
    { custom_fields: { 77: 'h' } },
  ])
})

test('a text "none" is a value', () => {
  const notes = { gid: '88', name: 'Notes', resource_subtype: 'text', text_value: 'x' }
  assert.deepEqual(move({ custom_fields: [notes] }, '88', 'x', 'none').sent, [{ custom_fields: { 88: 'none' } }])
})
