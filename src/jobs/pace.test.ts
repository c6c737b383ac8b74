import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createPace } from './pace.ts'

test('one step runs at a time, in the order of the calls, also after a failure', async () => {
  const atPace = createPace()
  let running = 0
  const order: number[] = []
  const step = (number: number) => async () => {
    assert.equal(++running, 1)
    await pause(1)
    order.push(number)
    running--
    if (number === 1) throw new Error('failed')
    return number
  }
  const steps = [0, 1, 2].map(number => atPace(step(number)))
  assert.deepEqual(
    (await Promise.allSettled(steps)).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(order, [0, 1, 2])
})

test('slow steps get fewer objects, and fast ones more, within bounds', async t => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const atPace = createPace()
  const rowsOf = (ms: number) =>
    atPace(async rows => {
      now += ms
      return rows
    })
  const first = await rowsOf(120)
  const second = await rowsOf(120)
  assert.ok(second < first, `${second} of ${first}`)
  let rows = await rowsOf(120)
  assert.ok(rows >= 50)
  for (let step = 0; step < 30; step++) rows = await rowsOf(0)
  assert.equal(rows, 400)
})

test('the process is idle after a step during which a request arrived, and only then', async () => {
  const atPace = createPace()
  const order: string[] = []
  const step = (name: string, isDisturbed: boolean) => async () => {
    order.push(name)
    const began = performance.now()
    while (performance.now() < began + 20);
    if (isDisturbed) channel('http.server.request.start').publish({})
    setTimeout(() => order.push(`timer of ${name}`), 1)
  }
  await atPace(step('alone', false))
  await atPace(step('disturbed', true))
  await atPace(step('last', false))
  assert.deepEqual(order.slice(0, 2), ['alone', 'disturbed'])
  assert.ok(order.slice(0, order.indexOf('last')).includes('timer of disturbed'), order.join())
})
