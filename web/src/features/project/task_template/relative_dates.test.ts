import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesInWords, localDates, sentDates, typedDays, withDue, withStart } from './relative_dates.ts'

const NOON = new Date('2026-01-05T12:00:00Z')
const none = { start_on: null, due_on: null, due_time: null }

test('a due time is sent in UTC, with the day that it has there', () => {
  const dates = { start: 1, due: 3, time: '08:00' }
  const sent = (timeZone: string) => sentDates(dates, { now: NOON, timeZone })
  assert.deepEqual(sent('UTC'), { start_on: 1, due_on: 3, due_time: '08:00:00.000Z' })
  assert.deepEqual(sent('Asia/Tokyo'), { start_on: 1, due_on: 2, due_time: '23:00:00.000Z' })
  assert.deepEqual(sent('America/Los_Angeles'), { start_on: 1, due_on: 3, due_time: '16:00:00.000Z' })
  const late = sentDates({ ...dates, time: '20:30' }, { now: NOON, timeZone: 'America/Los_Angeles' })
  assert.deepEqual(late, { start_on: 1, due_on: 4, due_time: '04:30:00.000Z' })
})

test('dates that were sent are read as they were', () => {
  const zones = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kathmandu']
  for (const timeZone of zones) {
    for (const hour of [0, 9, 15, 23]) {
      const now = new Date(Date.UTC(2026, 2, 29, hour, 30))
      for (const time of [null, '00:00', '09:45', '23:59']) {
        for (const due of [-3, 0, 14]) {
          const dates = { start: due - 1, due, time }
          assert.deepEqual(localDates(sentDates(dates, { now, timeZone }), { now, timeZone }), dates)
        }
      }
    }
  }
})

test('without a due date a template has neither start nor time', () => {
  assert.deepEqual(sentDates({ start: 1, due: null, time: '09:00' }, { now: NOON }), none)
  assert.deepEqual(localDates(none, { now: NOON }), { start: null, due: null, time: null })
})

test('the start is never after the due date', () => {
  const dates = { start: 2, due: 5, time: null }
  assert.deepEqual(withDue(dates, 1), { start: 1, due: 1, time: null })
  assert.deepEqual(withDue(dates, 9), { start: 2, due: 9, time: null })
  assert.deepEqual(withStart(dates, 7), { start: 7, due: 7, time: null })
  assert.deepEqual(withStart({ ...dates, start: null, due: null }, 3), { start: 3, due: 3, time: null })
})

test('dates are shown in words', () => {
  const words = (start: number | null, due: number | null, time: string | null = null) =>
    datesInWords({ start, due, time })
  assert.equal(words(null, null), null)
  assert.equal(words(null, 0), 'On the day it is created')
  assert.equal(words(null, 1, '15:00'), '1 day after creation, 15:00')
  assert.equal(words(3, 3), '3 days after creation')
  assert.equal(words(null, -2), '2 days before creation')
  assert.equal(words(0, 1), '0 to 1 day after creation')
  assert.equal(words(2, 14), '2 to 14 days after creation')
  assert.equal(words(-2, 3), '2 days before creation to 3 days after creation')
})

test('a typed number of days is a whole number that the server accepts', () => {
  for (const [text, days] of [
    [' 3 ', 3],
    ['-2', -2],
    ['−2', -2],
    ['100000', 100_000],
    ['100001', undefined],
    ['1.5', undefined],
    ['', undefined],
    ['two', undefined],
  ] as const) {
    assert.equal(typedDays(text), days, text)
  }
})
