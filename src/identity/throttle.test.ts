/** A throttle: what is let through, for how long the rest must wait, and what is remembered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../lib/errors.ts'
import { createOwnThrottle, networkOf, type Throttle } from './throttle.ts'

const START = 1_000_000

/** The seconds that a refused attempt is told to wait; 0 for one that was let through. */
function wait(throttle: Throttle, key: string): number {
  try {
    throttle.take(key)
    return 0
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 429)
    return error.retryAfter ?? assert.fail('a refusal says how long to wait')
  }
}

function held(terms: { burst: number; every: number; most?: number }) {
  const clock = { now: START }
  return { clock, throttle: createOwnThrottle({ clock: () => clock.now, ...terms }) }
}

test('a key has its attempts, and then waits exactly as long as it is told', () => {
  const { clock, throttle } = held({ burst: 3, every: 60_000 })
  assert.deepEqual(
    [1, 2, 3].map(() => wait(throttle, 'a')),
    [0, 0, 0],
  )
  assert.equal(wait(throttle, 'a'), 60)
  clock.now += 59_000
  assert.equal(wait(throttle, 'a'), 1, 'a second early')
  clock.now += 1000
  assert.equal(wait(throttle, 'a'), 0, 'just in time')
  assert.equal(wait(throttle, 'a'), 60, 'and no more than one came back')
})

test('a refused attempt costs nothing, and other keys know nothing of it', () => {
  const { throttle } = held({ burst: 1, every: 10_000 })
  assert.deepEqual(
    [1, 2, 3].map(() => wait(throttle, 'a')),
    [0, 10, 10],
  )
  assert.equal(wait(throttle, 'b'), 0)
})

test('an attempt that is given back is there again, and no other', () => {
  const { throttle } = held({ burst: 2, every: 10_000 })
  throttle.take('a')
  throttle.take('a')
  throttle.giveBack('a')
  assert.deepEqual([wait(throttle, 'a'), wait(throttle, 'a')], [0, 10])
})

test('whatever is tried, the number of remembered keys is bounded, and the quietest go first', () => {
  const { throttle } = held({ burst: 1, every: 10_000, most: 100 })
  throttle.take('early')
  throttle.take('kept')
  for (let key = 0; key < 99; key++) throttle.take(`key ${key}`)
  assert.equal(throttle.size, 100)
  assert.deepEqual([wait(throttle, 'kept'), wait(throttle, 'early')], [10, 0])
})

test('all addresses of one IPv6 network are one client', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', '2001:db8:1:2:3:4:5:6']
  assert.deepEqual([...new Set(same.map(networkOf))], ['2001:db8:1:2'])
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
  assert.deepEqual(['192.0.2.7', '::ffff:192.0.2.7'].map(networkOf), ['192.0.2.7', '192.0.2.7'])
  assert.equal(networkOf('::1'), '0:0:0:0')
})
