/** The times until which notifications are snoozed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snoozeTimes, snoozeUntil, untilText } from './snooze_times.ts'

const ZONE = 'Europe/Berlin'
/** A Tuesday at 11:00 in the zone. */
const now = new Date('2026-12-08T10:00:00Z')
const timesAt = (at: string) =>
  Object.fromEntries(snoozeTimes(new Date(at), ZONE).map(({ label, until }) => [label, until]))

test('the usual times are three hours later, and the mornings of tomorrow and of Monday in the zone', () => {
  assert.deepEqual(timesAt('2026-12-08T10:00:00Z'), {
    'Later today': '2026-12-08T13:00:00.000Z',
    Tomorrow: '2026-12-09T08:00:00.000Z',
    'Next week': '2026-12-14T08:00:00.000Z',
  })
})

test('the evening has no later time', () => {
  assert.ok(timesAt('2026-12-08T18:59:00Z')['Later today'])
  assert.equal(timesAt('2026-12-08T19:00:00Z')['Later today'], undefined)
})

test('the next week begins on the Monday after the day', () => {
  assert.equal(timesAt('2026-12-14T10:00:00Z')['Next week'], '2026-12-21T08:00:00.000Z')
  assert.equal(timesAt('2026-12-13T10:00:00Z')['Next week'], '2026-12-14T08:00:00.000Z')
})

test('mornings follow the clock when summer time begins', () => {
  assert.equal(timesAt('2026-03-28T10:00:00Z').Tomorrow, '2026-03-29T07:00:00.000Z')
})

test('a chosen day means its morning, today some hours later, and a former day nothing', () => {
  const chosen = (due_on: string | null, due_at: string | null = null) => snoozeUntil({ due_on, due_at }, now, ZONE)
  assert.equal(chosen('2026-12-24'), '2026-12-24T08:00:00.000Z')
  assert.equal(chosen('2026-12-08'), '2026-12-08T13:00:00.000Z')
  assert.equal(chosen('2026-12-07'), null)
  assert.equal(chosen('2026-12-24', '2026-12-24T14:00:00.000Z'), '2026-12-24T14:00:00.000Z')
  assert.equal(chosen('2026-12-08', '2026-12-08T09:00:00.000Z'), null)
  assert.equal(chosen(null), null)
})

test('a time is named by its day and the time of the zone', () => {
  assert.equal(untilText('2026-12-08T13:00:00.000Z', now, ZONE), 'today, 14:00')
  assert.equal(untilText('2026-12-09T08:00:00.000Z', now, ZONE), 'tomorrow, 09:00')
  assert.equal(untilText('2026-12-14T08:00:00.000Z', now, ZONE), 'Monday, 09:00')
  assert.equal(untilText('2026-12-24T08:00:00.000Z', now, ZONE), '24 Dec, 09:00')
})
