/** Dates, times, numbers and durations as people read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDays,
  dayOf,
  formatBytes,
  formatDay,
  formatDue,
  formatDuration,
  formatLongDay,
  formatMoment,
  formatNumber,
  formatRelative,
  isOverdue,
  momentOf,
} from './format.ts'
import { ariaKeys, formatKeys } from './keys.ts'

const TODAY = '2026-12-08'
const now = new Date('2026-12-08T14:30:00Z')

test('days close to today have words', () => {
  const texts = [-2, -1, 0, 1, 2, 6, 7].map(count => formatDay(addDays(TODAY, count), TODAY))
  assert.deepEqual(texts, ['6 Dec', 'Yesterday', 'Today', 'Tomorrow', 'Thursday', 'Monday', '15 Dec'])
})

test('a day of another year has its year', () => {
  assert.equal(formatDay('2027-02-01', TODAY), '1 Feb 2027')
  assert.equal(formatDay('2025-12-08', TODAY), '8 Dec 2025')
})

test('days cross months, years and changes of the clock', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2028-03-01', -1), '2028-02-29')
  assert.equal(addDays('2026-03-29', 1), '2026-03-30')
})

test('the day of a moment depends on the time zone', () => {
  const at = new Date('2026-12-08T23:30:00Z')
  assert.equal(dayOf(at, 'UTC'), '2026-12-08')
  assert.equal(dayOf(at, 'Asia/Tokyo'), '2026-12-09')
})

test('a due date is a day, a moment or a range', () => {
  const due = (dates: object) => formatDue(dates, now, 'UTC')
  assert.equal(due({}), null)
  assert.equal(due({ due_on: '2026-12-12' }), 'Saturday')
  assert.equal(due({ due_on: '2026-12-08', due_at: '2026-12-08T15:00:00Z' }), 'Today, 15:00')
  assert.equal(due({ start_on: '2026-12-03', due_on: '2026-12-12' }), '3 – 12 Dec')
  assert.equal(due({ start_on: '2026-11-28', due_on: '2026-12-03' }), '28 Nov – 3 Dec')
  assert.equal(due({ start_on: '2026-12-28', due_on: '2027-01-03' }), '28 Dec – 3 Jan 2027')
  assert.equal(due({ start_on: '2026-12-12', due_on: '2026-12-12' }), 'Saturday')
})

test('a time on a day is a moment of its zone, also on days when the clock changes', () => {
  assert.equal(momentOf('2026-12-08', '15:00', 'UTC'), '2026-12-08T15:00:00.000Z')
  assert.equal(momentOf('2026-12-08', '15:00', 'America/New_York'), '2026-12-08T20:00:00.000Z')
  assert.equal(momentOf('2026-03-29', '01:30', 'Europe/Berlin'), '2026-03-29T00:30:00.000Z')
  assert.equal(momentOf('2026-03-29', '03:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
})

test('a task is overdue after its day, or after its moment', () => {
  assert.equal(isOverdue({ due_on: '2026-12-08' }, now, 'UTC'), false)
  assert.equal(isOverdue({ due_on: '2026-12-07' }, now, 'UTC'), true)
  assert.equal(isOverdue({ due_on: '2026-12-08', due_at: '2026-12-08T14:29:00Z' }, now, 'UTC'), true)
  assert.equal(isOverdue({}, now, 'UTC'), false)
})

test('long forms name everything', () => {
  assert.equal(formatLongDay('2026-12-08'), 'Tuesday, 8 December 2026')
  assert.match(formatMoment(now, 'Europe/Berlin'), /^8 December 2026 at 15:30 (?:CET|GMT\+1)$/)
})

test('moments are relative to the clock that is passed in', () => {
  const ago = (milliseconds: number) => formatRelative(new Date(now.getTime() - milliseconds), now)
  assert.deepEqual([0, 30_000, 90_000, 7_200_000, 86_400_000, 400 * 86_400_000].map(ago), [
    'just now',
    'just now',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    'last year',
  ])
  assert.equal(ago(-120_000), 'in 2 minutes')
})

test('numbers follow the style of their field', () => {
  assert.equal(formatNumber(1234.5), '1,234.5')
  assert.equal(formatNumber(1234.5, { precision: 2 }), '1,234.50')
  assert.equal(formatNumber(0.256, { format: 'percentage', precision: 0 }), '26%')
  assert.equal(formatNumber(1234, { format: 'currency', currency_code: 'EUR', precision: 0 }), '€1,234')
  assert.equal(formatNumber(3, { format: 'custom', custom_label: 'pts', custom_label_position: 'suffix' }), '3 pts')
  assert.equal(formatNumber(12345, { format: 'identifier' }), '12345')
  assert.equal(formatNumber(90, { format: 'duration' }), '1h 30m')
})

test('durations are hours and minutes', () => {
  assert.deepEqual([0, 45, 60, 90, -30].map(formatDuration), ['0m', '45m', '1h', '1h 30m', '−30m'])
})

test('sizes of files have units', () => {
  assert.deepEqual([1, 999, 1500, 820_000, 104_857_600].map(formatBytes), [
    '1 byte',
    '999 bytes',
    '1.5 kB',
    '820 kB',
    '105 MB',
  ])
})

test('key combinations have the signs of the platform', () => {
  assert.equal(formatKeys('Mod+Shift+Z', false), 'Ctrl+Shift+Z')
  assert.equal(formatKeys('Mod+Shift+Z', true), '⌘⇧Z')
  assert.equal(formatKeys('G then H', false), 'G H')
  assert.equal(ariaKeys('Mod+K', false), 'Control+K')
  assert.equal(ariaKeys('G then H', false), undefined)
})
