/** The bucket compared with a model that simulates every millisecond. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { charge, emptyBucket, quotaOf, refillMs, take, waitMs } from './bucket.ts'

/** The balance in parts, 60,000 to a request; each millisecond adds `size` of them. */
function model(size: number) {
  const full = size * 60_000
  let balance = full
  const pass = () => {
    balance = Math.min(full, balance + size)
  }
  const finds = (from: number, count: number) => {
    let left = from
    for (let taken = 0; taken < Math.min(count, size); taken++, left -= 60_000) if (left <= 0) return false
    return true
  }
  return {
    sleep(milliseconds: number) {
      for (let ms = 0; ms < milliseconds && balance < full; ms++) pass()
    },
    take(count: number) {
      const allowed = finds(balance, count)
      balance = Math.max(-full, balance - count * 60_000)
      return allowed
    },
    charge(count: number) {
      balance -= count * 60_000
    },
    /** The wait until `count` is allowed, found by trying each millisecond. */
    wait(count: number) {
      for (let [ms, later] = [0, balance]; ; ms++, later = Math.min(full, later + size))
        if (finds(later, count)) return ms
    },
    remaining() {
      let left = 0
      for (let rest = balance; rest > 0; rest -= 60_000) left++
      return left
    },
    rest: () => Math.ceil((full - balance) / size),
  }
}

const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3000 }))
const sleep = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20_000 }))
const step = fc.oneof(
  fc.record({ sleep, take: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ sleep, charge: fc.integer({ min: 0, max: 3000 }) }),
)

test('a bucket allows, waits and reports like the model, for any sequence', () => {
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (limit, steps, next) => {
      let now = 1_700_000_000_000
      const bucket = emptyBucket(now)
      const expected = model(limit)
      for (const one of steps) {
        now += one.sleep
        expected.sleep(one.sleep)
        if ('take' in one) assert.equal(take(bucket, limit, one.take, now), expected.take(one.take))
        else {
          const most = Math.min(one.charge, limit)
          charge(bucket, limit, most, now)
          expected.charge(most)
        }
        assert.equal(quotaOf(bucket, limit, now)?.remaining, expected.remaining())
        assert.equal(refillMs(bucket, limit, now), expected.rest())
      }
      assert.equal(waitMs(bucket, limit, next, now), expected.wait(next))
    }),
    { numRuns: 300 },
  )
})

test('the wait is exact: a request is allowed after it, and not a millisecond earlier', () => {
  const used = fc.integer({ min: 0, max: 60_000 * 1500 * 2 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1500 }), used, (limit, parts) => {
      const bucket = () => ({ used: Math.min(parts, limit * 120_000), at: 0 })
      const wait = waitMs(bucket(), limit, 1, 0)
      assert.ok(take(bucket(), limit, 1, wait))
      if (wait > 0) assert.ok(!take(bucket(), limit, 1, wait - 1))
    }),
  )
})

test('a clock that is set back neither fills a bucket nor stops it', () => {
  const bucket = emptyBucket(1_000_000)
  for (let count = 0; count < 3; count++) take(bucket, 3, 1, 1_000_000)
  assert.equal(take(bucket, 3, 1, 0), false)
  assert.equal(waitMs(bucket, 3, 1, 0), 20_001)
  assert.equal(waitMs(bucket, 3, 1, 20_001), 0)
})
