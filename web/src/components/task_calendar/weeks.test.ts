import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutWeek, periodOf, type Span, startOfWeek, stepPeriod, weekdayNames, weekNumber } from './weeks.ts'

const SUNDAY = 0
const MONDAY = 1
const SATURDAY = 6

const week = periodOf('week', '2026-12-08', MONDAY).weeks[0] ?? []

/** The lanes of each day: names of segments with their length, `-` for a place that a bar takes, `+n` for the rest. */
function drawn(spans: readonly Span[], limit = 10): string[] {
  return layoutWeek(week, spans, limit).map(({ lanes, more }) => {
    const names = lanes.map(segment => {
      if (!segment) return '-'
      const { gid, days, isStart, isEnd } = segment
      return `${isStart ? '' : '<'}${gid}${days > 1 ? days : ''}${isEnd ? '' : '>'}`
    })
    return [...names, ...(more > 0 ? [`+${more}`] : [])].join(' ')
  })
}

const on = (gid: string, day: number, last = day): Span => ({
  gid,
  start: `2026-12-${String(day).padStart(2, '0')}`,
  end: `2026-12-${String(last).padStart(2, '0')}`,
})

test('a month has all weeks of its days, from the chosen weekday', () => {
  const december = periodOf('month', '2026-12-08', MONDAY)
  assert.equal(december.title, 'December 2026')
  assert.equal(december.month, '2026-12')
  assert.deepEqual(
    december.weeks.map(days => days[0]),
    ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'],
  )
  assert.equal(december.weeks.at(-1)?.at(-1), '2027-01-03')
  assert.equal(periodOf('month', '2026-12-08', SUNDAY).weeks[0]?.[0], '2026-11-29')
  assert.equal(periodOf('month', '2027-02-14', MONDAY).weeks.length, 4)
  assert.equal(periodOf('month', '2026-08-14', SATURDAY).weeks.length, 5)
  assert.equal(periodOf('month', '2026-08-14', SUNDAY).weeks.length, 6)
})

test('other periods are whole weeks', () => {
  assert.deepEqual(
    week,
    [7, 8, 9, 10, 11, 12, 13].map(day => on('', day).start),
  )
  const two = periodOf('two_weeks', '2026-12-31', MONDAY)
  assert.equal(two.weeks.length, 2)
  assert.equal(two.title.replaceAll(/\s/g, ' '), '28 December 2026 – 10 January 2027')
  assert.equal(periodOf('week', '2026-12-08', MONDAY).title.replaceAll(/\s/g, ' '), '7 – 13 December 2026')
})

test('steps keep the day of the month where it exists', () => {
  assert.equal(stepPeriod('month', '2026-12-08', 1), '2027-01-08')
  assert.equal(stepPeriod('month', '2026-01-31', 1), '2026-02-28')
  assert.equal(stepPeriod('month', '2026-01-31', -1), '2025-12-31')
  assert.equal(stepPeriod('month', '2028-03-30', -1), '2028-02-29')
  assert.equal(stepPeriod('week', '2026-12-31', 1), '2027-01-07')
  assert.equal(stepPeriod('two_weeks', '2026-12-31', -1), '2026-12-17')
})

test('weeks have the numbers of ISO 8601 wherever they start', () => {
  const numberOf = (day: string, weekStart: number) => weekNumber(periodOf('week', day, weekStart).weeks[0] ?? [])
  assert.equal(numberOf('2026-01-01', MONDAY), 1)
  assert.equal(numberOf('2026-12-31', MONDAY), 53)
  assert.equal(numberOf('2027-01-03', MONDAY), 53)
  assert.equal(numberOf('2027-01-03', SUNDAY), 1)
  assert.equal(numberOf('2027-01-04', MONDAY), 1)
  assert.equal(startOfWeek('2026-12-06', MONDAY), '2026-11-30')
  assert.deepEqual(weekdayNames('2026-12-08'), { long: 'Tuesday', short: 'Tue' })
})

test('tasks of one day stand below each other in their order', () => {
  assert.deepEqual(drawn([on('a', 8), on('b', 8), on('c', 9)]), ['', 'a b', 'c', '', '', '', ''])
})

test('a bar keeps its lane, and later tasks use what is free', () => {
  assert.deepEqual(drawn([on('a', 9), on('b', 8, 10), on('c', 11)]), ['', 'b3', '- a', '-', 'c', '', ''])
})

test('bars that reach into other weeks are cut', () => {
  assert.deepEqual(drawn([on('a', 1, 8), on('b', 13, 20)]), ['<a2', '-', '', '', '', '', 'b>'])
  assert.deepEqual(drawn([on('a', 1, 30)]), ['<a7>', '-', '-', '-', '-', '-', '-'])
  assert.deepEqual(drawn([on('a', 1, 6), on('b', 14)]), Array(7).fill(''))
})

test('what has no place is counted on the last line', () => {
  const four = ['a', 'b', 'c', 'd'].map(gid => on(gid, 8))
  assert.deepEqual(drawn(four, 4)[1], 'a b c d')
  assert.deepEqual(drawn(four, 3)[1], 'a b +2')
  const cell = layoutWeek(week, four, 3)[1]
  assert.deepEqual(cell?.tasks, ['a', 'b', 'c', 'd'])
})

test('a bar that would cross a full line is counted on each of its days', () => {
  const spans = [on('x', 8), on('y', 9), on('z', 9), on('bar', 8, 9)]
  assert.deepEqual(drawn(spans, 2), ['', 'bar2 x', '- +2', '', '', '', ''])
  const second = [on('a', 7, 8), on('b', 7, 9), on('c', 9), on('d', 9)]
  assert.deepEqual(drawn(second, 2), ['b3 a2', '- -', '- +2', '', '', '', ''])
  const crossed = [on('a', 7, 9), on('b', 8, 10), on('c', 10), on('d', 10)]
  assert.deepEqual(drawn(crossed, 2), ['a3', '- +1', '- +1', 'c +2', '', '', ''])
})
