import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatElapsed, parseDuration } from './duration.ts'

test('durations are read as people type them', () => {
  const typed: Readonly<Record<string, number>> = {
    ...{ '1h 30m': 90, '1h30m': 90, '90m': 90, '1:30': 90, '1.5h': 90, '1,5 h': 90, '90': 90, ' 1H  30M ': 90 },
    ...{ '2h': 120, '2 hours': 120, '1 hour and 5 minutes': 65, '45 min': 45, '0:05': 5, '100:00': 6000, '1h 5': 65 },
  }
  for (const [text, minutes] of Object.entries(typed)) assert.equal(parseDuration(text), minutes, text)
})

test('what is no duration is refused', () => {
  for (const text of ['', ' ', '0', '0m', '-5', '1:75', 'h', 'm', 'soon', '1d', '5:5', '1h 30m 5s', '99999h'])
    assert.equal(parseDuration(text), null, text)
})

test('a running timer shows minutes and seconds, then hours', () => {
  assert.deepEqual([0, 5000, 760_000, 3_729_999].map(formatElapsed), ['0:00', '0:05', '12:40', '1:02:09'])
  assert.equal(formatElapsed(-1), '0:00')
})
