import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../../lib/date.ts'
import { type Schedule, shiftDate, shiftedDates } from './schedule.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map(days => addDays('1990-01-01', days))
const schedule: fc.Arbitrary<Schedule> = fc.record({
  from: day,
  to: day,
  anchor: fc.constantFrom('start' as const, 'due' as const),
  skipsWeekends: fc.boolean(),
})

const weekdayOf = (date: string): number => new Date(date).getUTCDay()
const isWeekend = (date: string): boolean => weekdayOf(date) === 0 || weekdayOf(date) === 6

/** The working days after a date, up to and including another one. */
function workdaysBetween(first: string, last: string): number {
  let count = 0
  for (let date = first; date < last; ) {
    date = addDays(date, 1)
    if (!isWeekend(date)) count++
  }
  return count
}

test('a schedule moves its anchor to the requested day, or to the working day next to it', () => {
  fc.assert(
    fc.property(schedule, given => {
      const moved = shiftDate(given, given.from)
      if (!given.skipsWeekends || !isWeekend(given.to)) return assert.equal(moved, given.to)
      assert.equal(weekdayOf(moved), given.anchor === 'start' ? 1 : 5)
      const [first = '', last = ''] = [moved, given.to].sort()
      assert.ok(addDays(first, 2) >= last)
    }),
  )
})

test('a schedule keeps the order of dates, and without weekends their working days', () => {
  fc.assert(
    fc.property(schedule, day, fc.integer({ min: 0, max: 60 }), (given, first, days) => {
      const last = addDays(first, days)
      const [movedFirst, movedLast] = [shiftDate(given, first), shiftDate(given, last)]
      assert.ok(movedFirst <= movedLast)
      if (!given.skipsWeekends) return assert.equal(addDays(movedFirst, days), movedLast)
      assert.ok(!isWeekend(movedFirst) && !isWeekend(movedLast))
      if (!isWeekend(first) && !isWeekend(last))
        assert.equal(workdaysBetween(movedFirst, movedLast), workdaysBetween(first, last))
    }),
  )
})

test('a time moves with its day', () => {
  const given: Schedule = { from: '2026-03-02', to: '2026-03-09', anchor: 'start', skipsWeekends: true }
  const at = Date.UTC(2026, 2, 3, 15, 30)
  assert.deepEqual(shiftedDates(given, { start_on: null, start_at: null, due_on: '2026-03-03', due_at: at }), {
    ...{ start_on: null, start_at: null, due_on: '2026-03-10', due_at: Date.UTC(2026, 2, 10, 15, 30) },
  })
})
