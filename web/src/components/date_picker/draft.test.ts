/** The dates of a task while they are edited, and typed dates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonDraft, draftOf, valuesOf, withEnd } from './draft.ts'
import { parseWords } from './words.ts'

const end = (day: string, time: string | null = null) => ({ day: `2026-12-${day}`, time })
const now = new Date('2026-12-08T14:30:00Z')

test('a draft shows moments in the time zone, and writes them back', () => {
  const dates = { start_on: '2026-12-08', start_at: null, due_on: '2026-12-09', due_at: '2026-12-08T20:00:00.000Z' }
  const draft = draftOf(dates, 'Asia/Tokyo')
  assert.deepEqual(draft, { start: end('08'), due: end('09', '05:00') })
  assert.deepEqual(valuesOf(draft, 'Asia/Tokyo'), dates)
})

test('a start without a due date is no value', () => {
  assert.equal(valuesOf({ start: end('08'), due: null }), null)
  assert.deepEqual(valuesOf({ start: null, due: null }), { start_on: null, start_at: null, due_on: null, due_at: null })
})

test('an end that crosses the other one moves it by the same number of days', () => {
  const draft = { start: end('08'), due: end('12') }
  assert.deepEqual(withEnd(draft, 'due', end('05')), { start: end('01'), due: end('05') })
  assert.deepEqual(withEnd(draft, 'start', end('14')), { start: end('14'), due: end('18') })
  assert.deepEqual(withEnd(draft, 'due', end('20')), { start: end('08'), due: end('20') })
})

test('both ends can be on one day, the start without a later time', () => {
  const draft = { start: end('08', '15:00'), due: end('12') }
  assert.deepEqual(withEnd(draft, 'due', end('08', '09:00')), { start: end('08'), due: end('08', '09:00') })
  assert.deepEqual(withEnd(draft, 'due', end('08', '16:00')), { start: end('08', '15:00'), due: end('08', '16:00') })
})

test('typed words are dates', () => {
  const parsed = (text: string) => parseWords(text, now, 'UTC')
  assert.deepEqual(parsed('today'), end('08'))
  assert.deepEqual(parsed('tomorrow'), end('09'))
  assert.deepEqual(parsed('fri 3pm'), end('11', '15:00'))
  assert.deepEqual(parsed('in 2 weeks'), end('22'))
  assert.deepEqual(parsed('24 dec'), end('24'))
  assert.deepEqual(parsed('24.12.'), end('24'))
  assert.deepEqual(parsed('24/12/2026'), end('24'))
  assert.deepEqual(parsed('2026-12-24'), end('24'))
  assert.equal(parsed('write the brief'), null)
})

test('typed words are read on the clock of the time zone', () => {
  const late = new Date('2026-12-08T23:30:00Z')
  assert.deepEqual(parseWords('today', late, 'Asia/Tokyo'), end('09'))
})

test('several tasks have in common the ends in which they are alike', () => {
  const [one, two] = [
    { start: null, due: { day: '2026-12-11', time: null } },
    { start: { day: '2026-12-01', time: null }, due: { day: '2026-12-11', time: null } },
  ]
  assert.deepEqual(commonDraft([one, two]), { start: null, due: one.due })
  assert.deepEqual(commonDraft([two, two]), two)
  assert.deepEqual(commonDraft([two, { ...two, due: { day: '2026-12-11', time: '15:00' } }]), {
    start: two.start,
    due: null,
  })
})
