import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, distanceOf, dueOn, shiftDates, stretchDates } from './dates.ts'

const ZONE = 'Europe/Berlin'
const none = { start_on: null, start_at: null, due_on: null, due_at: null }

test('a task stands on the days from its start to its due date', () => {
  assert.equal(daysOf(none), null)
  assert.deepEqual(daysOf({ ...none, due_on: '2026-12-08' }), { start: '2026-12-08', end: '2026-12-08' })
  assert.deepEqual(daysOf({ ...none, start_on: '2026-12-03', due_on: '2026-12-08' }), {
    start: '2026-12-03',
    end: '2026-12-08',
  })
  // 23:30 UTC is the next day in Berlin.
  assert.equal(daysOf({ ...none, due_on: '2026-12-08', due_at: '2026-12-08T23:30:00Z' }, ZONE)?.end, '2026-12-09')
})

test('moving keeps the length and the times, also across a change of the clock', () => {
  assert.equal(shiftDates(none, 1), null)
  assert.deepEqual(shiftDates({ ...none, start_on: '2026-12-30', due_on: '2026-12-31' }, 7), {
    ...none,
    ...{ start_on: '2027-01-06', due_on: '2027-01-07' },
  })
  const at = (moment: string) => ({ ...none, due_on: moment.slice(0, 10), due_at: moment })
  assert.equal(shiftDates(at('2026-10-24T08:00:00.000Z'), 1, ZONE)?.due_at, '2026-10-25T09:00:00.000Z')
  assert.equal(distanceOf('2026-10-24', '2026-10-26'), 2)
})

test('stretching moves one end, and never past the other one', () => {
  const range = { ...none, start_on: '2026-12-03', due_on: '2026-12-08' }
  assert.equal(stretchDates(none, 'due', '2026-12-08'), null)
  assert.deepEqual(stretchDates(range, 'due', '2026-12-10'), { ...range, due_on: '2026-12-10' })
  assert.deepEqual(stretchDates(range, 'start', '2026-12-05'), { ...range, start_on: '2026-12-05' })
  assert.deepEqual(stretchDates(range, 'start', '2026-12-20'), dueOn('2026-12-08'))
  assert.deepEqual(stretchDates(range, 'due', '2026-12-01'), dueOn('2026-12-03'))
  assert.deepEqual(stretchDates(dueOn('2026-12-08'), 'due', '2026-12-10'), {
    ...dueOn('2026-12-10'),
    start_on: '2026-12-08',
  })
})
