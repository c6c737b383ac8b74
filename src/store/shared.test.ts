/** Values that copies change together: nothing is lost, whoever races, and whatever stands on the shelf. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FakeShelf, fakeShelf, settled } from '../../test/harness/shelf/fake.ts'
import { createShared, type Form, type Shared } from './shared.ts'
import { type Shelf, ShelfDown } from './shelf.ts'

const START = 1_700_000_000_000

/** A list of what was added, which lasts as long as it says. */
interface Added {
  words: string[]
  lasts: number
}

const form: Form<Added> = {
  fresh: () => ({ words: [], lasts: 10_000 }),
  parse(text) {
    const value = JSON.parse(text)
    return Array.isArray(value) ? { words: value, lasts: 10_000 } : undefined
  },
  print: ({ words }) => JSON.stringify(words),
  lasts: ({ lasts }) => lasts,
}

const copyOn = (shelf: Shelf, clock: () => number) => createShared({ shelf, clock, kind: 'list', form })

const add = (copy: Shared<Added>, word: string) =>
  copy.change('a', ({ words }) => {
    words.push(word)
    return words.length
  })

const all = (copy: Shared<Added>) => copy.change('a', ({ words }) => [...words])

function held(copies = 2) {
  const clock = { now: START }
  const shelf = fakeShelf(() => clock.now)
  return { clock, shelf, copies: Array.from({ length: copies }, () => copyOn(shelf, () => clock.now)) as Copies }
}

type Copies = [Shared<Added>, Shared<Added>, ...Shared<Added>[]]

/** A gate before which swaps wait until it is opened. */
function gated(shelf: FakeShelf) {
  const gate = Promise.withResolvers<void>()
  shelf.journey = () => gate.promise
  return gate.resolve
}

test('each change is made to what all before it have left', async () => {
  const { copies } = held()
  const [one, other] = copies
  assert.deepEqual([await add(one, 'a'), await add(other, 'b'), await add(one, 'c')], [1, 2, 3])
  assert.deepEqual(await all(other), ['a', 'b', 'c'])
})

test('who was there last needs one swap, who comes new needs two', async () => {
  const { copies, shelf } = held()
  const [one, other] = copies
  const needs = async (copy: Shared<Added>) => {
    const before = shelf.swaps
    await add(copy, 'x')
    return shelf.swaps - before
  }
  assert.deepEqual([await needs(one), await needs(one), await needs(other), await needs(other)], [1, 1, 2, 1])
  assert.equal(await needs(one), 2)
})

test('one swap is on its way at a time, and takes along what came meanwhile', async () => {
  const { copies, shelf } = held()
  const [one] = copies
  const open = gated(shelf)
  const waiting = ['a', 'b', 'c', 'd'].map(word => add(one, word))
  await settled()
  open()
  assert.deepEqual(await Promise.all(waiting), [1, 2, 3, 4])
  assert.equal(shelf.swaps, 2)
})

test('copies that race need as many swaps each as there are copies', async () => {
  const { copies, shelf } = held(5)
  await Promise.all(copies.map((copy, index) => add(copy, `${index}`)))
  assert.equal((await all(copies[0])).length, 5)
  assert.ok(shelf.swaps <= 5 * 5 + 2, `${shelf.swaps} swaps`)
})

test('nothing is lost and nothing made twice, in whatever order swaps and answers arrive', async () => {
  const plan = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plan, async (scheduler, callers) => {
      const { copies, shelf } = held(3)
      shelf.journey = () => scheduler.schedule(Promise.resolve())
      const answers = callers.map((caller, index) => add(copies[caller] ?? copies[0], `${index}`))
      const lengths = await scheduler.waitFor(Promise.all(answers))
      assert.deepEqual(
        lengths.toSorted((a, b) => a - b),
        callers.map((_, index) => index + 1),
      )
      shelf.journey = async () => undefined
      const words = await all(copies[0])
      assert.deepEqual(
        words.map(Number).toSorted((a, b) => a - b),
        callers.map((_, index) => index),
      )
    }),
    { numRuns: 200 },
  )
})

test('what a change throws is thrown, and what it did before counts', async () => {
  const { copies } = held()
  const [one, other] = copies
  const failing = one.change('a', ({ words }) => {
    words.push('charged')
    throw new Error('refused')
  })
  await assert.rejects(failing, /refused/)
  assert.deepEqual(await all(other), ['charged'])
})

test('when the shelf fails all who wait are told, and what comes later begins anew', async () => {
  const { copies, shelf } = held()
  const [one, other] = copies
  await add(one, 'before')
  shelf.journey = async () => {
    throw new Error('down')
  }
  const waiting = await Promise.allSettled([add(one, 'x'), add(one, 'y'), add(one, 'z')])
  assert.deepEqual(
    waiting.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual(one.names(), [], 'nothing is remembered of what nobody knows')
  shelf.journey = async () => undefined
  await add(other, 'after')
  assert.deepEqual(await all(one), ['before', 'after'])
})

test('a swap whose answer was lost may have been made, and is not made twice', async () => {
  const { copies, shelf } = held()
  const [one] = copies
  let journeys = 0
  shelf.journey = async () => {
    if (++journeys === 2) throw new Error('The answer is lost.')
  }
  await assert.rejects(add(one, 'a'), /lost/)
  assert.deepEqual([await add(one, 'b'), await all(one)], [2, ['a', 'b']])
})

test('a text that is no value counts as nothing', async () => {
  const texts = ['', ':', 'null', '{}', '1:{', `${START}:17`, '[]', 'x:[]', `${2 ** 60}:"`, '\u0000', '-5:{"words":[]}']
  for (const text of texts) {
    const { copies, shelf } = held()
    shelf.rows.set('list:a', { version: 3, text, until: START + 1000 })
    assert.equal(await add(copies[0], 'x'), 1, JSON.stringify(text))
    assert.deepEqual(await all(copies[1]), ['x'])
  }
})

test('nobody tries for ever', async () => {
  const { copies, shelf } = held()
  shelf.swap = async () => {
    shelf.swaps++
    return { version: Number.NaN, text: '' }
  }
  await assert.rejects(add(copies[0], 'x'), ShelfDown)
  assert.equal(shelf.swaps, 100)
})

test('what is over is begun anew, also where the shelf has it again with the same version', async () => {
  const { copies, clock } = held()
  const [one, other] = copies
  const touch = () => one.change('another', () => undefined)
  await touch()
  clock.now += 25_000
  await add(one, 'old')
  // Just before it is over, so that it is not swept from memory when the shelf forgets it.
  clock.now += 35_000
  await touch()
  clock.now += 36_000
  await add(other, 'new')
  assert.deepEqual(await all(one), ['new'])
})

test('for the copies together time does not go back, but for a clock that was set back by more than a minute', async () => {
  const clock = { now: START }
  const shelf = fakeShelf(() => START)
  const ahead = copyOn(shelf, () => clock.now + 30_000)
  const behind = copyOn(shelf, () => clock.now)
  const at = (copy: Shared<Added>) => copy.change('a', (_, now) => now - START)
  assert.deepEqual([await at(ahead), await at(behind), await at(ahead)], [30_000, 30_000, 30_000])
  clock.now += 31_000
  assert.equal(await at(behind), 31_000)
  clock.now -= 3_600_000
  assert.equal(await at(behind), 31_000 - 3_600_000)
})

test('a look finds what is a second old without asking, and asks otherwise', async () => {
  const { copies, shelf, clock } = held()
  const [one, other] = copies
  const look = (copy: Shared<Added>) => copy.look('a', ({ words }) => words.length)
  await add(one, 'a')
  await add(other, 'b')
  const before = shelf.swaps
  assert.deepEqual([await look(one), shelf.swaps - before], [1, 0])
  clock.now += 1001
  assert.equal(await look(one), 2)
  assert.equal(await look(copyOn(shelf, () => clock.now)), 2)
})

test('what was not used for long is forgotten, and the number of what is remembered is bounded', async () => {
  const { copies, shelf, clock } = held()
  const [one] = copies
  const touch = (name: string) => one.change(name, () => undefined)
  await touch('early')
  clock.now += 39_000
  await touch('late')
  assert.deepEqual(one.names(), ['early', 'late'])
  clock.now += 2000
  assert.deepEqual(one.names(), ['late'])
  for (let count = 0; count < 10_050; count++) await touch(`${count}`)
  assert.equal(one.names().length, 10_000)
  assert.ok(shelf.rows.size > 10_000)
})
