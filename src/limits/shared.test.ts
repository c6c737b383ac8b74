/** Limits that several instances share: they admit exactly as much as one instance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fakeCounterStore, settled } from '../../test/harness/counters/fake.ts'
import { ApiError } from '../lib/errors.ts'
import { withCircuitBreaker } from '../store/counters/counter_store.ts'
import type { RequestWeight } from './counting.ts'
import { createLimits, type Limits, type Permit } from './limits.ts'
import { type LimitOverrides, sizesOf } from './sizes.ts'

const START = 1_700_000_000_000
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

/** The outcome of a request: its wait in seconds, or its permit. */
const attempt = async (limits: Limits, ask: RequestWeight, token = 1): Promise<Permit | number> => {
  try {
    return await limits.acquire(token, 1, ask)
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.retryAfter ?? assert.fail('no Retry-After')
  }
}

const isAdmitted = (outcome: Permit | number): outcome is Permit => typeof outcome !== 'number'

/** Instances with one counter store, and clocks with the given differences. */
function testInstances(
  wishes: LimitOverrides,
  { instances = 3, apart = 0, isPaid = async (_user: number) => true } = {},
) {
  const clock = { now: START }
  const counters = fakeCounterStore(() => clock.now)
  const logged: Record<string, unknown>[] = []
  const all = Array.from({ length: instances }, (_, index) => {
    const own = () => clock.now + index * apart
    return createLimits({
      ...{ clock: own, sizes: sizesOf({ ...off, ...wishes }), isPaid },
      sharing: {
        counters: withCircuitBreaker(counters, { clock: own, log: line => void logged.push(line) }),
        instanceCount: () => instances,
      },
    })
  })
  /** The instance with an index, modulo their number. */
  const instance = (index: number) => all[index % instances] as Limits
  const cut = () => {
    counters.roundTrip = async () => {
      throw new Error('cut')
    }
  }
  const mend = async () => {
    counters.roundTrip = async () => undefined
    clock.now += 1000
    for (const one of all) await attempt(one, read, 999)
    await settled()
  }
  return { clock, counters, logged, instance, cut, mend }
}

test('a limit of ten a minute holds over all instances for sequential requests', async () => {
  const { instance, clock } = testInstances({ minute: 10 })
  const outcomes: (Permit | number)[] = []
  for (let count = 0; count < 12; count++) outcomes.push(await attempt(instance(count), read))
  assert.deepEqual(outcomes.slice(0, 10).filter(isAdmitted).length, 10)
  assert.deepEqual(outcomes.slice(10), [7, 13], 'refused requests count, as at one instance')
  clock.now += 13_000
  assert.ok(isAdmitted(await attempt(instance(2), read)))
})

test('a limit of ten a minute holds over all instances for concurrent requests', async () => {
  const { instance } = testInstances({ minute: 10 })
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, count) => attempt(instance(count), read)))
  assert.equal(outcomes.filter(isAdmitted).length, 10)
})

interface TestStep {
  instance: number
  what: 'read' | 'write' | 'leave'
  sleep: number
}

const steps = (most: number) =>
  fc.array(
    fc.record<TestStep>({
      instance: fc.nat({ max: 2 }),
      what: fc.constantFrom('read', 'write', 'leave'),
      sleep: fc.constantFrom(0, 0, 1, 400, 9000, 31_000),
    }),
    { minLength: 1, maxLength: most },
  )

test('limits hold for every order of swaps and replies', async () => {
  const SIZE = 4
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 3 }), steps(14), async (scheduler, instances, plan) => {
      const { instance, counters } = testInstances({ minute: SIZE + 2, reads: SIZE, writes: 1 }, { instances })
      counters.roundTrip = () => scheduler.schedule(Promise.resolve())
      const inside: Permit[] = []
      let entered = 0
      const waiting = plan.map(async step => {
        await scheduler.schedule(Promise.resolve())
        if (step.what === 'leave') {
          const pass = inside.shift()
          if (pass) instance(step.instance).release(pass, 1)
          return
        }
        const outcome = await attempt(instance(step.instance), step.what === 'read' ? read : write)
        if (!isAdmitted(outcome)) return
        entered++
        inside.push(outcome)
        assert.ok(inside.filter(pass => pass.weight.reads).length <= SIZE)
        assert.ok(inside.filter(pass => pass.weight.writes).length <= 1)
      })
      await scheduler.waitFor(Promise.all(waiting))
      assert.ok(entered <= SIZE + 2)
    }),
    { numRuns: 300 },
  )
})

test('sequential requests are admitted, refused and delayed as by one instance', async () => {
  const wishes = { minute: 6, search: 2, cost: 40, sessionCost: 30, reads: 3, writes: 2 }
  await fc.assert(
    fc.asyncProperty(steps(30), async plan => {
      const { instance, clock } = testInstances(wishes)
      const alone = createLimits({ clock: () => clock.now, sizes: sizesOf(wishes), isPaid: async () => true })
      const inside: [own: Permit, ours: Permit][] = []
      for (const step of plan) {
        clock.now += step.sleep
        if (step.what === 'leave') {
          const [own, ours] = inside.shift() ?? []
          if (own) alone.release(own, 7)
          if (ours) instance(step.instance).release(ours, 7)
          await settled()
          continue
        }
        const ask: RequestWeight =
          step.what === 'read' ? { ...read, searches: step.instance % 2 } : { ...write, costs: 'sessionCost' }
        const [own, ours] = [await attempt(alone, ask), await attempt(instance(step.instance), ask)]
        if (isAdmitted(own) && isAdmitted(ours)) inside.push([own, ours])
        else assert.equal(ours, own)
        assert.deepEqual(await instance(step.instance).usage(1, 1), await alone.usage(1, 1))
      }
    }),
    { numRuns: 200 },
  )
})

test('the slots of a dead instance are free after thirty seconds', async () => {
  const { instance, clock } = testInstances({ reads: 2 })
  for (let count = 0; count < 2; count++) assert.ok(isAdmitted(await attempt(instance(0), read)))
  clock.now += 10_000
  assert.equal(await attempt(instance(1), read), 20)
  clock.now += 20_000
  assert.ok(isAdmitted(await attempt(instance(1), read)))
})

test('a release at one instance frees the slot and charges the cost at all instances', async () => {
  const { instance } = testInstances({ reads: 1, cost: 60 })
  const pass = await attempt(instance(0), read)
  assert.equal(await attempt(instance(1), read), 30)
  assert.ok(isAdmitted(pass))
  instance(0).release(pass, 90)
  await settled()
  assert.equal(await attempt(instance(1), read), 31)
  assert.equal(await attempt(instance(1), { ...read, costs: null }).then(isAdmitted), true)
})

test('each instance enforces its part, at least one, while the counter store is unavailable, and logs that', async () => {
  const { instance, cut, mend, logged } = testInstances({ minute: 10, writes: 2 })
  cut()
  const outcomes: (Permit | number)[] = []
  for (let count = 0; count < 30; count++) outcomes.push(await attempt(instance(count), read))
  assert.equal(outcomes.filter(isAdmitted).length, 9, 'each instance admits three')
  assert.ok(isAdmitted(await attempt(instance(0), write, 2)))
  assert.equal(await attempt(instance(0), write, 2), 30)
  assert.equal(logged.length, 3, 'each instance logs it once')
  await mend()
  assert.equal(logged.length, 6)
  assert.ok(isAdmitted(await attempt(instance(0), read)), 'the shared counts do not include the local ones')
})

test('a request is counted once when the counter store fails or recovers before its release', async () => {
  const { instance, cut, mend } = testInstances({ reads: 3, cost: 300 })
  const together = await attempt(instance(0), read)
  cut()
  const alone = await attempt(instance(0), read)
  assert.ok(isAdmitted(together) && isAdmitted(alone))
  assert.equal(await attempt(instance(0), read), 30, 'the part of the instance is one')
  instance(0).release(together, 50)
  await settled()
  assert.equal((await instance(0).usage(1, 1)).cost?.remaining, 50)
  await mend()
  instance(0).release(alone, 60)
  await settled()
  const usage = await instance(1).usage(1, 1)
  assert.deepEqual([usage.cost?.remaining, usage.reads], [300, { limit: 3, remaining: 2 }])
  cut()
  assert.equal(await attempt(instance(0), read), 6, 'the local use, 110 of a part of 100, is charged locally')
})

test('foreign texts in the counter store do not prolong a limit', async () => {
  const far = 2 ** 50
  const texts = [
    ...['nonsense', `${START}:`, `${START}:[[],[],[]]`, `${START}:{"minute":1}`, `${START}:[1,2,3,4,5,6]`],
    ...[`${START}:[["9",1],[0,0],[0,0],[],[],[]]`, `${START}:[[-1,0],[0,0],[0,0],[],[],[]]`],
    `${far}:[[0,${far}],[0,${far}],[0,${far}],[${far},2],[${far},1,${far},1],[0,${far}],[${far},5]]`,
  ]
  for (const text of texts) {
    const { instance, counters, clock } = testInstances({ minute: 10, reads: 2, writes: 1 })
    counters.rows.set('token:1', { version: 9, text, until: START + 1e9 })
    await attempt(instance(0), read)
    clock.now += 6 * 3_600_000
    assert.ok(isAdmitted(await attempt(instance(0), read)), text)
    assert.ok(isAdmitted(await attempt(instance(1), write)), text)
  }
})

test('instances with different clocks neither refill twice nor lock a token out', async () => {
  const { instance, clock } = testInstances({ minute: 10 }, { apart: 10_000 })
  let entered = 0
  for (let count = 0; count < 60; count++) if (isAdmitted(await attempt(instance(count), read))) entered++
  // The instance that is ahead by twenty seconds refills three, once.
  assert.ok(entered >= 10 && entered <= 14, `${entered} of 60`)
  clock.now += 140_000
  assert.ok(isAdmitted(await attempt(instance(0), read)))
})

test('a clock that is set back locks no token out', async () => {
  const { instance, clock } = testInstances({ minute: 2, reads: 2 })
  for (let count = 0; count < 2; count++) await attempt(instance(count), read)
  clock.now -= 3_600_000
  assert.equal(await attempt(instance(0), read), 30, 'slots are held for thirty more seconds')
  clock.now += 31_000
  assert.ok(isAdmitted(await attempt(instance(1), read)))
})

test('each instance loads the plan, and the larger size holds at all of them', async () => {
  let asked = 0
  const { instance, clock } = testInstances({ minute: undefined }, { isPaid: async () => ++asked > 0 })
  const outcomes = await Promise.all(Array.from({ length: 300 }, (_, count) => attempt(instance(count), read)))
  assert.equal(outcomes.filter(isAdmitted).length, 300)
  assert.equal(asked, 3)
  clock.now += 1001
  assert.deepEqual((await instance(0).usage(1, 1)).minute, { limit: 1500, remaining: 1226, reset: 11 })
})

test('an idle token leaves nothing in the counter store', async () => {
  const { instance, counters, clock } = testInstances({ minute: 600, cost: 1000, reads: 5 })
  for (let token = 1; token <= 100; token++) {
    const pass = await attempt(instance(token), read, token)
    if (isAdmitted(pass)) instance(token).release(pass, 5)
  }
  await settled()
  assert.equal(new Set([0, 1, 2].flatMap(index => instance(index).knownTokens())).size, 100)
  clock.now += 61_000
  assert.equal([...counters.rows.values()].filter(row => row.until > clock.now).length, 0)
  for (let index = 0; index < 3; index++) await attempt(instance(index), read, 200)
  for (let index = 0; index < 3; index++) assert.deepEqual(instance(index).knownTokens(), [200])
})

test('the counter store is not called when every limit is off', async () => {
  const { instance, counters } = testInstances({})
  assert.ok(!(instance(0).acquire(1, 1, write) instanceof Promise))
  assert.equal(counters.swaps, 0)
})

test('all tokens of a person together are counted over all instances', async () => {
  const { instance, counters } = testInstances({ minute: 5, writes: 2, person: 2 })
  const ask = { ...read, reads: 0, writes: 1 }
  const enter = async (index: number) => instance(index).acquire(100 + index, 7, ask)
  const first = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => enter(index)))
  const inside = first.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  assert.equal(inside.length, 4, 'four writes in flight')
  for (const [index, pass] of inside.entries()) instance(index).release(pass, 1)
  await Promise.all([instance(0), instance(1), instance(2)].map(one => one.settled()))
  assert.ok([...counters.rows.keys()].includes('person:7'))
  let more = 0
  for (let index = 20; index < 40; index++) {
    try {
      const pass = await enter(index)
      instance(index).release(pass, 1)
      more++
      await settled()
    } catch (error) {
      assert.equal((error as { status?: number }).status, 429)
    }
  }
  assert.ok(more <= 6, `${more} more than the minute has`)
})
