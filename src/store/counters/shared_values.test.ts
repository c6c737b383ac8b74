/** Values that instances change together: no change is lost in races, or with invalid texts in the counter store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FakeCounterStore, fakeCounterStore, settled } from '../../../test/harness/counters/fake.ts'
import { type CounterStore, CounterStoreUnavailable } from './counter_store.ts'
import { createSharedValues, type SharedValues, type ValueFormat } from './shared_values.ts'

const START = 1_700_000_000_000

/** A list of items with an expiry. */
interface TestValue {
  words: string[]
  remainingMs: number
}

const form: ValueFormat<TestValue> = {
  fresh: () => ({ words: [], remainingMs: 10_000 }),
  parse(text) {
    const value = JSON.parse(text)
    return Array.isArray(value) ? { words: value, remainingMs: 10_000 } : undefined
  },
  print: ({ words }) => JSON.stringify(words),
  remainingMs: ({ remainingMs }) => remainingMs,
}

const instanceOn = (counters: CounterStore, clock: () => number) =>
  createSharedValues({ counters, clock, kind: 'list', format: form })

const add = (instance: SharedValues<TestValue>, word: string) =>
  instance.change('a', ({ words }) => {
    words.push(word)
    return words.length
  })

const all = (instance: SharedValues<TestValue>) => instance.change('a', ({ words }) => [...words])

function testInstances(instances = 2) {
  const clock = { now: START }
  const counters = fakeCounterStore(() => clock.now)
  return {
    clock,
    counters,
    instances: Array.from({ length: instances }, () => instanceOn(counters, () => clock.now)) as Instances,
  }
}

type Instances = [SharedValues<TestValue>, SharedValues<TestValue>, ...SharedValues<TestValue>[]]

/** A counter store whose swaps wait until the test releases them. */
function gated(counters: FakeCounterStore) {
  const gate = Promise.withResolvers<void>()
  counters.roundTrip = () => gate.promise
  return gate.resolve
}

test('each change applies to the result of all earlier ones', async () => {
  const { instances } = testInstances()
  const [one, other] = instances
  assert.deepEqual([await add(one, 'a'), await add(other, 'b'), await add(one, 'c')], [1, 2, 3])
  assert.deepEqual(await all(other), ['a', 'b', 'c'])
})

test('the last instance to change a value needs one swap, any other needs two', async () => {
  const { instances, counters } = testInstances()
  const [one, other] = instances
  const needs = async (instance: SharedValues<TestValue>) => {
    const before = counters.swaps
    await add(instance, 'x')
    return counters.swaps - before
  }
  assert.deepEqual([await needs(one), await needs(one), await needs(other), await needs(other)], [1, 1, 2, 1])
  assert.equal(await needs(one), 2)
})

test('one swap is in flight at a time, and the next one includes the changes that came meanwhile', async () => {
  const { instances, counters } = testInstances()
  const [one] = instances
  const open = gated(counters)
  const waiting = ['a', 'b', 'c', 'd'].map(word => add(one, word))
  await settled()
  open()
  assert.deepEqual(await Promise.all(waiting), [1, 2, 3, 4])
  assert.equal(counters.swaps, 2)
})

test('racing instances need at most as many swaps each as there are instances', async () => {
  const { instances, counters } = testInstances(5)
  await Promise.all(instances.map((instance, index) => add(instance, `${index}`)))
  assert.equal((await all(instances[0])).length, 5)
  assert.ok(counters.swaps <= 5 * 5 + 2, `${counters.swaps} swaps`)
})

test('no change is lost or applied twice, for every order of swaps and replies', async () => {
  const plan = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plan, async (scheduler, callers) => {
      const { instances, counters } = testInstances(3)
      counters.roundTrip = () => scheduler.schedule(Promise.resolve())
      const answers = callers.map((caller, index) => add(instances[caller] ?? instances[0], `${index}`))
      const lengths = await scheduler.waitFor(Promise.all(answers))
      assert.deepEqual(
        lengths.toSorted((a, b) => a - b),
        callers.map((_, index) => index + 1),
      )
      counters.roundTrip = async () => undefined
      const words = await all(instances[0])
      assert.deepEqual(
        words.map(Number).toSorted((a, b) => a - b),
        callers.map((_, index) => index),
      )
    }),
    { numRuns: 200 },
  )
})

test('the error of a change is thrown, and what it did before the error counts', async () => {
  const { instances } = testInstances()
  const [one, other] = instances
  const failing = one.change('a', ({ words }) => {
    words.push('charged')
    throw new Error('refused')
  })
  await assert.rejects(failing, /refused/)
  assert.deepEqual(await all(other), ['charged'])
})

test('waiting changes fail with the counter store, and later ones start again', async () => {
  const { instances, counters } = testInstances()
  const [one, other] = instances
  await add(one, 'before')
  counters.roundTrip = async () => {
    throw new Error('down')
  }
  const waiting = await Promise.allSettled([add(one, 'x'), add(one, 'y'), add(one, 'z')])
  assert.deepEqual(
    waiting.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual(one.names(), [], 'a failed value is not cached')
  counters.roundTrip = async () => undefined
  await add(other, 'after')
  assert.deepEqual(await all(one), ['before', 'after'])
})

test('a swap whose reply was lost is not applied twice', async () => {
  const { instances, counters } = testInstances()
  const [one] = instances
  let journeys = 0
  counters.roundTrip = async () => {
    if (++journeys === 2) throw new Error('The answer is lost.')
  }
  await assert.rejects(add(one, 'a'), /lost/)
  assert.deepEqual([await add(one, 'b'), await all(one)], [2, ['a', 'b']])
})

test('an invalid text counts as no value', async () => {
  const texts = ['', ':', 'null', '{}', '1:{', `${START}:17`, '[]', 'x:[]', `${2 ** 60}:"`, '\u0000', '-5:{"words":[]}']
  for (const text of texts) {
    const { instances, counters } = testInstances()
    counters.rows.set('list:a', { version: 3, text, until: START + 1000 })
    assert.equal(await add(instances[0], 'x'), 1, JSON.stringify(text))
    assert.deepEqual(await all(instances[1]), ['x'])
  }
})

test('a change gives up after a bounded number of swaps', async () => {
  const { instances, counters } = testInstances()
  counters.compareAndSwap = async () => {
    counters.swaps++
    return { version: Number.NaN, text: '' }
  }
  await assert.rejects(add(instances[0], 'x'), CounterStoreUnavailable)
  assert.equal(counters.swaps, 100)
})

test('an expired value starts again, also when the counter store has a new one with the same version', async () => {
  const { instances, clock } = testInstances()
  const [one, other] = instances
  const touch = () => one.change('another', () => undefined)
  await touch()
  clock.now += 25_000
  await add(one, 'old')
  // Just before its expiry, so that memory still has it when the counter store drops it.
  clock.now += 35_000
  await touch()
  clock.now += 36_000
  await add(other, 'new')
  assert.deepEqual(await all(one), ['new'])
})

test('time does not go back between instances, except for a clock that was set back by more than a minute', async () => {
  const clock = { now: START }
  const counters = fakeCounterStore(() => START)
  const ahead = instanceOn(counters, () => clock.now + 30_000)
  const behind = instanceOn(counters, () => clock.now)
  const at = (instance: SharedValues<TestValue>) => instance.change('a', (_, now) => now - START)
  assert.deepEqual([await at(ahead), await at(behind), await at(ahead)], [30_000, 30_000, 30_000])
  clock.now += 31_000
  assert.equal(await at(behind), 31_000)
  clock.now -= 3_600_000
  assert.equal(await at(behind), 31_000 - 3_600_000)
})

test('a read uses a value that is at most a second old, and otherwise loads it', async () => {
  const { instances, counters, clock } = testInstances()
  const [one, other] = instances
  const read = (instance: SharedValues<TestValue>) => instance.read('a', ({ words }) => words.length)
  await add(one, 'a')
  await add(other, 'b')
  const before = counters.swaps
  assert.deepEqual([await read(one), counters.swaps - before], [1, 0])
  clock.now += 1001
  assert.equal(await read(one), 2)
  assert.equal(await read(instanceOn(counters, () => clock.now)), 2)
})

test('unused values are dropped, and the number of cached values is bounded', async () => {
  const { instances, counters, clock } = testInstances()
  const [one] = instances
  const touch = (name: string) => one.change(name, () => undefined)
  await touch('early')
  clock.now += 39_000
  await touch('late')
  assert.deepEqual(one.names(), ['early', 'late'])
  clock.now += 2000
  assert.deepEqual(one.names(), ['late'])
  for (let count = 0; count < 10_050; count++) await touch(`${count}`)
  assert.equal(one.names().length, 10_000)
  assert.ok(counters.rows.size > 10_000)
})
