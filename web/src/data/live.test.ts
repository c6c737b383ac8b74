import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earlierCursor } from './live.ts'

test('the earlier of two cursors is the earlier one in each workspace of the first', () => {
  assert.equal(earlierCursor('1:10,2:20', '1:9,2:21'), '1:9,2:20')
  assert.equal(earlierCursor('1:10', '1:10'), '1:10')
  assert.equal(earlierCursor('1:10,2:20', '2:5,3:1'), '1:10,2:5')
})

test('without numbers to compare the first cursor stays', () => {
  assert.equal(earlierCursor('-', '1:9'), '-')
  assert.equal(earlierCursor('1:10', '-'), '1:10')
  assert.equal(earlierCursor('1:10', ''), '1:10')
})
