/** The limits without HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../lib/errors.ts'
import type { RequestWeight } from './counting.ts'
import { createLimits, type Permit } from './limits.ts'
import { type LimitOverrides, sizesOf } from './sizes.ts'

const off = {
  minute: null,
  search: null,
  jobs: null,
  reads: null,
  writes: null,
  cost: null,
  sessionCost: null,
  person: null,
}
const read: RequestWeight = { reads: 1, writes: 0, searches: 0, costs: 'cost' }
const write: RequestWeight = { ...read, reads: 0, writes: 1 }
const search: RequestWeight = { ...read, searches: 1 }

/** Limits of the given sizes, with all others off and a manual clock. */
function testLimits(wishes: LimitOverrides, isPaid = async (_user: number) => true) {
  const clock = { now: 1_700_000_000_000 }
  const limits = createLimits({ clock: () => clock.now, sizes: sizesOf({ ...off, ...wishes }), isPaid })
  const acquire = (ask: RequestWeight, token = 1) => limits.acquire(token, 1, ask) as Permit
  /** The wait of a refused request in seconds; 0 for an admitted one. */
  const wait = (ask: RequestWeight, token = 1): number => {
    try {
      acquire(ask, token)
      return 0
    } catch (error) {
      assert.ok(error instanceof ApiError)
      return error.retryAfter ?? assert.fail('no Retry-After')
    }
  }
  return { clock, limits, enter: acquire, wait }
}

test('the actions of a batch are admitted or refused as a whole', () => {
  const batch = { ...read, reads: 3, writes: 2 }
  const narrow = testLimits({ minute: 9 })
  assert.deepEqual([narrow.wait(batch), narrow.wait(batch)], [0, 34])
  const wide = testLimits({ minute: 10 })
  assert.deepEqual([wide.wait(batch), wide.wait(batch)], [0, 0])
  const reading = testLimits({ reads: 5, writes: 9 })
  const first = reading.enter(batch)
  assert.equal(reading.wait(batch), 30)
  assert.equal(reading.wait({ ...batch, reads: 2 }), 0, 'a refused request holds nothing')
  reading.limits.release(first, 1)
  assert.equal(reading.wait(batch), 0)
  const writing = testLimits({ reads: 9, writes: 3 })
  writing.enter(batch)
  assert.equal(writing.wait(batch), 30)
})

test('a batch waits until all its actions can be admitted', () => {
  const { clock, wait } = testLimits({ minute: 6 })
  const batch = { ...read, reads: 4 }
  assert.equal(wait(batch), 0)
  assert.equal(wait(batch), 51)
  const again = testLimits({ minute: 6 })
  again.wait(batch)
  again.wait(batch)
  clock.now += 51_000
  assert.equal(wait(batch), 0)
  again.clock.now += 50_000
  assert.ok(again.wait(batch) >= 1)
})

test('a batch that is larger than a limit is admitted when the limit is unused', () => {
  const { wait, clock } = testLimits({ minute: 3, reads: 3 })
  const batch = { ...read, reads: 10 }
  assert.equal(wait(batch), 0)
  assert.ok(wait(read) >= 1)
  clock.now += 120_000
  assert.equal(wait(batch), 0)
})

test('a slot that is released after its expiry is released once', () => {
  const { clock, limits, enter: acquire, wait } = testLimits({ reads: 2 })
  const lost = [acquire(read), acquire(read)]
  clock.now += 30_000
  acquire(read)
  for (const pass of lost) limits.release(pass, 1)
  assert.equal(wait(read), 0)
  assert.equal(wait(read), 30)
})

test('a request without cost is neither charged nor refused by the cost limit', () => {
  const { limits, enter: acquire, wait } = testLimits({ cost: 2 })
  const free = { ...read, costs: null }
  limits.release(acquire(free), 100)
  assert.equal(wait(read), 0)
  limits.release(acquire(read), 100)
  assert.ok(wait(read) > 0)
  assert.equal(wait(free), 0)
})

test('the responses to sessions have a limit of their own', async () => {
  const { limits, enter: acquire, wait } = testLimits({ cost: 2, sessionCost: 60 })
  const page: RequestWeight = { ...read, costs: 'sessionCost' }
  limits.release(acquire(page), 50)
  assert.deepEqual([wait(page), wait(read)], [0, 0], 'a page leaves the limit of tokens unused')
  limits.release(acquire(page), 20)
  assert.deepEqual([wait(page), wait(read)], [11, 0])
  const { cost, sessionCost } = await limits.usage(1, 1)
  assert.deepEqual([cost?.remaining, sessionCost?.remaining], [2, 0])
  limits.release(acquire({ ...read, costs: null }), 2)
  assert.equal(wait(read), 0)
})

test('all sessions of a person together have a multiple of the limit of one', () => {
  const { limits, enter: acquire, wait } = testLimits({ cost: 1, sessionCost: 60, person: 2 })
  const page: RequestWeight = { ...read, costs: 'sessionCost' }
  limits.release(acquire(page, 1), 100)
  assert.equal(wait(page, 2), 0)
  limits.release(acquire(page, 2), 40)
  assert.ok(wait(page, 3) > 0)
  assert.equal(wait(read, 4), 0, 'tokens are counted apart from sessions')
})

test('the wait is that of the slowest limit', () => {
  const { limits, enter: acquire, wait } = testLimits({ search: 1, cost: 1 })
  limits.release(acquire(search), 3)
  assert.equal(wait(search), 121, 'the searches need 61 seconds, the cost 121')
})

test('the plan is loaded for a new token and after a second, once for concurrent requests', async () => {
  let asked = 0
  const { clock, limits } = testLimits({ minute: undefined }, async () => ++asked > 1)
  const acquire = () => limits.acquire(1, 1, read)
  await Promise.all([acquire(), acquire(), acquire()])
  assert.equal(asked, 1)
  clock.now += 1000
  assert.ok(!(acquire() instanceof Promise), 'a fresh plan needs no wait')
  assert.equal((await limits.usage(1, 1)).minute?.limit, 150)
  clock.now += 1
  await Promise.all([acquire(), acquire()])
  assert.equal(asked, 2)
  assert.equal((await limits.usage(1, 1)).minute?.limit, 1500)
})

test('a plan is loaded again after an error', async () => {
  let broken = true
  const { limits } = testLimits({ minute: undefined }, async () => {
    if (broken) throw new Error('The store does not answer.')
    return true
  })
  await assert.rejects(async () => limits.acquire(1, 1, read), /does not answer/)
  broken = false
  assert.equal((await limits.acquire(1, 1, read)).token, 1)
})

test('the plan is not loaded when it makes no difference', () => {
  const { enter: acquire } = testLimits({ minute: 10 }, () => assert.fail('asked'))
  assert.equal(acquire(read).token, 1)
})

test('the used amount stays when the plan changes', async () => {
  let paid = false
  const { clock, limits } = testLimits({ minute: undefined }, async () => paid)
  for (let count = 0; count < 100; count++) await limits.acquire(1, 1, read)
  paid = true
  clock.now += 1001
  assert.deepEqual((await limits.usage(1, 1)).minute, { limit: 1500, remaining: 1426, reset: 3 })
})

test('an idle token is removed from memory', () => {
  const { clock, limits, enter: acquire } = testLimits({ minute: 600, cost: 1000, reads: 5 })
  for (let token = 1; token <= 10_000; token++) {
    limits.release(acquire(read, token), 5)
    clock.now += 20
  }
  assert.ok(limits.knownTokens().length < 6100, 'only tokens of the last two minutes are in memory')
  clock.now += 61_000
  acquire(read, 20_000)
  assert.deepEqual(limits.knownTokens(), [20_000])
})

test('a token with something in use stays in memory', () => {
  const { clock, limits, enter: acquire, wait } = testLimits({ cost: 10, reads: 1 })
  limits.release(acquire(read, 2), 60)
  clock.now += 300_000
  acquire(read, 3)
  assert.deepEqual(limits.knownTokens(), [2, 3])
  assert.ok(wait(read, 2) > 0)
  clock.now += 360_000
  acquire(read, 4)
  assert.deepEqual(limits.knownTokens(), [4])
})

test('usage has the quota of each limit, and null for those that are off', async () => {
  const { clock, limits, enter: acquire } = testLimits({ minute: 6, reads: undefined, cost: undefined })
  const fresh = await limits.usage(1, 1)
  assert.deepEqual(fresh, {
    minute: { limit: 6, remaining: 6, reset: 0 },
    search: null,
    sessionCost: null,
    cost: { limit: 100_000, remaining: 100_000, reset: 0 },
    reads: { limit: 50, remaining: 50 },
    writes: null,
  })
  limits.release(acquire(write), 400)
  acquire(read)
  assert.deepEqual(await limits.usage(1, 1), {
    ...fresh,
    minute: { limit: 6, remaining: 4, reset: 20 },
    cost: { limit: 100_000, remaining: 99_600, reset: 1 },
    reads: { limit: 50, remaining: 49 },
  })
  clock.now += 30_000
  assert.equal((await limits.usage(1, 1)).reads?.remaining, 50, 'a slot is free exactly at its expiry')
})

test('nothing is counted when every limit is off', () => {
  const { limits, enter: acquire, wait } = testLimits({})
  for (let token = 1; token < 100; token++) limits.release(acquire({ ...write, reads: 999 }, token), 1e9)
  assert.equal(wait(write), 0)
  assert.deepEqual(limits.knownTokens(), [])
})

/** Limits with those of persons enabled. */
function testPersonLimits(wishes: LimitOverrides, isPaid = async (_user: number) => true) {
  const clock = { now: 1_700_000_000_000 }
  const limits = createLimits({ clock: () => clock.now, sizes: sizesOf({ ...off, ...wishes }), isPaid })
  const acquire = async (ask: RequestWeight, token: number, user: number) => limits.acquire(token, user, ask)
  /** The number of admitted requests, each with a different token. */
  const count = async (requests: number, user: number, ask = read) => {
    const entered = Array.from({ length: requests }, (_, index) => acquire(ask, 1_000_000 * user + index, user))
    return (await Promise.allSettled(entered)).filter(({ status }) => status === 'fulfilled').length
  }
  return { clock, limits, enter: acquire, count }
}

test('all tokens of a person together have a multiple of the limits of one', async () => {
  const { count, clock } = testPersonLimits({ minute: 10, person: 4 })
  assert.equal(await count(100, 1), 40)
  assert.equal(await count(100, 2), 40, 'another person has a separate limit')
  assert.equal(await count(100, 1), 0)
  clock.now += 60_000 * 2
  assert.equal(await count(100, 1), 40)
  assert.equal(await testPersonLimits({ minute: 10, person: null }).count(100, 1), 100, 'it can be switched off')
  assert.equal(
    await testPersonLimits({ minute: 10, person: undefined }).count(100, 1),
    40,
    'it is on unless somebody says otherwise',
  )
})

test('a person has the plan of the calling token', async () => {
  const { count } = testPersonLimits({ minute: undefined, person: 2 }, async user => user === 2)
  assert.deepEqual([await count(4000, 1), await count(4000, 2)], [300, 3000])
})

test('the requests in flight, searches and cost of a person are limited too', async () => {
  const flight = testPersonLimits({ reads: 5, person: 2 })
  assert.equal(await flight.count(100, 1), 10)
  const searches = testPersonLimits({ search: 5, person: 2 })
  assert.equal(await searches.count(100, 1, search), 10)
  assert.equal(await searches.count(5, 1), 5)
  const shown = testPersonLimits({ cost: 10, person: 2 })
  for (let token = 1; token <= 4; token++) shown.limits.release(await shown.enter(read, token, 1), 5)
  await assert.rejects(shown.enter(read, 5, 1), { status: 429 })
})

test('a request that the limits of the person refuse holds nothing of the token, and vice versa', async () => {
  const { limits, enter: acquire } = testPersonLimits({ writes: 2, person: 1 })
  const testLimits = [await acquire(write, 1, 9), await acquire(write, 1, 9)]
  await assert.rejects(acquire(write, 2, 9), { status: 429 })
  const of = async (token: number) => (await limits.usage(token, 9)).writes?.remaining
  assert.deepEqual([await of(1), await of(2)], [0, 2])
  await assert.rejects(acquire(write, 1, 9), { status: 429 })
  for (const pass of testLimits) limits.release(pass, 1)
  for (let round = 0; round < 5; round++) limits.release(await acquire(write, 2, 9), 1)
})
