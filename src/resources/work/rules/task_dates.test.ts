import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../../lib/errors.ts'
import { mustNotStartMilestone, noDates, settleDates, type TaskDates } from './task_dates.ts'

const at = (text: string) => Date.parse(text)
const morning = at('2026-03-10T02:00:00.000Z')
const evening = at('2026-03-10T20:00:00.000Z')

const day: TaskDates = { ...noDates, due_on: '2026-03-10' }
const moment: TaskDates = { ...noDates, due_on: '2026-03-10', due_at: evening }
const days: TaskDates = { ...day, start_on: '2026-03-09' }
const moments: TaskDates = { start_on: '2026-03-10', start_at: morning, due_on: '2026-03-10', due_at: evening }

const needsDue = "You must provide 'due_on' or 'due_at' when setting 'start_on'."
const needsDueAt = "You must provide 'due_at' when setting 'start_at'."
const late = (field: string) => `${field}: Must not be after the due date`

type Case = [before: TaskDates, given: Partial<TaskDates>, after: Partial<TaskDates> | string]

const cases: Case[] = [
  // No input changes nothing.
  [noDates, {}, noDates],
  [moments, {}, moments],
  // The due date alone.
  [noDates, { due_on: '2026-03-10' }, day],
  [noDates, { due_at: evening }, moment],
  [day, { due_at: evening }, moment],
  [moment, { due_on: '2026-03-11' }, { ...noDates, due_on: '2026-03-11' }],
  [moment, { due_on: '2026-03-10' }, day],
  [moment, { due_at: null }, day],
  [moment, { due_on: null }, noDates],
  [moment, { due_on: null, due_at: null }, noDates],
  [day, { due_on: null, due_at: evening }, moment],
  [day, { due_on: '2026-03-12', due_at: null }, { ...noDates, due_on: '2026-03-12' }],
  [noDates, { due_on: '2026-03-10', due_at: evening }, 'You may only provide one of due_on or due_at!'],
  // A start needs its due date in the same request.
  [noDates, { start_on: '2026-03-09' }, needsDue],
  [noDates, { start_at: morning }, needsDueAt],
  [day, { start_on: '2026-03-09' }, needsDue],
  [moment, { start_at: morning }, needsDueAt],
  [days, { start_on: null }, needsDue],
  [moments, { start_at: null }, needsDue],
  [noDates, { start_on: '2026-03-09', due_on: null }, needsDue],
  [days, { start_on: '2026-03-08', due_on: null }, needsDue],
  [noDates, { start_at: morning, due_on: '2026-03-10' }, needsDueAt],
  [moment, { start_at: morning, due_at: null }, needsDueAt],
  // Start and due date together.
  [noDates, { start_on: '2026-03-09', due_on: '2026-03-10' }, days],
  [noDates, { start_on: '2026-03-10', due_on: '2026-03-10' }, { ...day, start_on: '2026-03-10' }],
  [noDates, { start_at: morning, due_at: evening }, moments],
  [noDates, { start_at: evening, due_at: evening }, { ...moments, start_at: evening }],
  [noDates, { start_on: '2026-03-09', due_at: evening }, { ...moment, start_on: '2026-03-09' }],
  [days, { start_on: null, due_on: '2026-03-11' }, { ...noDates, due_on: '2026-03-11' }],
  [days, { start_on: null, due_on: null }, noDates],
  [moments, { start_at: null, due_at: evening }, { ...moment, start_on: '2026-03-10' }],
  [
    noDates,
    { start_on: '2026-03-09', start_at: morning, due_at: evening },
    'You may only provide one of start_on or start_at!',
  ],
  // A start that is not given stays, or is cleared with the due date.
  [days, { start_on: '2026-03-09' }, days],
  [days, { due_on: '2026-03-12' }, { ...days, due_on: '2026-03-12' }],
  [days, { due_on: null }, noDates],
  [moments, { due_on: '2026-03-12' }, { ...noDates, start_on: '2026-03-10', due_on: '2026-03-12' }],
  [moments, { due_at: null }, { ...day, start_on: '2026-03-10' }],
  // The start is never after the due date.
  [noDates, { start_on: '2026-03-11', due_on: '2026-03-10' }, late('start_on')],
  [noDates, { start_at: evening, due_at: morning }, late('start_at')],
  [days, { due_on: '2026-03-08' }, late('start_on')],
  [moments, { due_at: at('2026-03-10T01:00:00Z') }, late('start_at')],
]

test('each combination of dates has one result', () => {
  for (const [before, given, expected] of cases) {
    const name = JSON.stringify([before, given])
    if (typeof expected === 'string') {
      assert.throws(() => settleDates(before, given, 'UTC'), { status: 400, message: expected }, name)
    } else assert.deepEqual(settleDates(before, given, 'UTC'), expected, name)
  }
})

test('a time is on its day in the time zone of the caller', () => {
  const given = { start_at: morning, due_at: evening }
  const on = (zone: string) => Object.values(settleDates(noDates, given, zone)).filter(one => typeof one === 'string')
  assert.deepEqual(on('America/Los_Angeles'), ['2026-03-09', '2026-03-10'])
  assert.deepEqual(on('Asia/Tokyo'), ['2026-03-10', '2026-03-11'])
})

test('a time whose day is outside the calendar is refused', () => {
  const last = at('9999-12-31T23:59:59Z')
  assert.equal(settleDates(noDates, { due_at: last }, 'UTC').due_on, '9999-12-31')
  const refused = { status: 400, message: /^due_at: Date must be in ISO-8601/ }
  assert.throws(() => settleDates(noDates, { due_at: last }, 'Pacific/Kiritimati'), refused)
  const first = at('1000-01-01T00:00:00Z')
  assert.throws(() => settleDates(noDates, { due_at: first }, 'America/Los_Angeles'), refused)
})

test('dates are consistent after any sequence of writes', () => {
  const on = fc.constantFrom('2026-03-08', '2026-03-09', '2026-03-10', null, undefined)
  const moments = fc.constantFrom(morning, evening, at('2026-03-09T12:00:00Z'), null, undefined)
  const write = fc.record({ start_on: on, start_at: moments, due_on: on, due_at: moments })
  fc.assert(
    fc.property(fc.array(write, { maxLength: 6 }), writes => {
      let dates = noDates
      for (const { start_on, start_at, due_on, due_at } of writes) {
        const all = Object.entries({ start_on, start_at, due_on, due_at })
        const given = Object.fromEntries(all.filter(([, one]) => one !== undefined))
        try {
          dates = settleDates(dates, given, 'Europe/Berlin')
        } catch (error) {
          assert.ok(error instanceof ApiError && error.status === 400)
        }
        assert.ok(dates.due_at === null || dates.due_on !== null)
        assert.ok(dates.start_at === null || (dates.start_on !== null && dates.due_at !== null))
        assert.ok(dates.start_on === null || (dates.due_on !== null && dates.start_on <= dates.due_on))
      }
    }),
    { numRuns: 300 },
  )
})

test('a milestone cannot have a start date, other subtypes can', () => {
  assert.throws(() => mustNotStartMilestone('milestone', days), { status: 400 })
  mustNotStartMilestone('milestone', day)
  mustNotStartMilestone('approval', days)
})
