/** Sync tokens are accepted as issued, for their own stream, until they expire, and reveal nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSyncTokens } from './sync_tokens.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 5)

const gid = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const change = fc.integer({ min: 0, max: 2 ** 40 - 1 })

test('a sync token gives the position in its own stream and is invalid for any other', () => {
  const syncs = createSyncTokens('secret', () => START, 24)
  const others = createSyncTokens('another secret', () => START, 24)
  fc.assert(
    fc.property(gid, gid, change, (stream, other, at) => {
      const token = syncs.issue(stream, at)
      assert.match(token, /^[0-9a-f]{32}:0$/)
      assert.equal(syncs.read(stream, token), at)
      if (other !== stream) assert.equal(syncs.read(other, token), undefined)
      assert.equal(others.read(stream, token), undefined)
    }),
  )
})

test('a sync token expires the configured number of hours after its start', () => {
  let now = START
  const syncs = createSyncTokens('secret', () => now, 2)
  const [fresh, waiting] = [syncs.issue(1, 7), syncs.issue(1, 7, START - HOUR)]
  now += HOUR
  assert.deepEqual([syncs.read(1, fresh), syncs.read(1, waiting)], [7, 7])
  now += 1
  assert.deepEqual([syncs.read(1, fresh), syncs.read(1, waiting)], [7, undefined])
  now += HOUR
  assert.equal(syncs.read(1, fresh), undefined)
})

test('a text that is not a sync token is rejected', () => {
  const syncs = createSyncTokens('secret', () => START, 24)
  fc.assert(fc.property(fc.string(), text => assert.equal(syncs.read(1, text), undefined)))
  const [one, next] = [syncs.issue(1, 7), syncs.issue(1, 8)]
  assert.notEqual(one.slice(0, 8), next.slice(0, 8))
  assert.notEqual(one.slice(10, 20), next.slice(10, 20), 'the number is hidden')
})
