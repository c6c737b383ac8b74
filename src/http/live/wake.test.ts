/** When streams look for changes: at once, and in a burst after pauses that grow with the work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRounds } from './wake.ts'

/** Rounds of this length in milliseconds, on a held clock. */
function rounds({ mock: { timers } }: { mock: { timers: typeof import('node:test').mock.timers } }, tookMs: number) {
  timers.enable({ apis: ['setTimeout'] })
  let now = 0
  let count = 0
  const waking = createRounds(
    async () => {
      count++
      now += tookMs
    },
    () => now,
  )
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    count: () => count,
    request: async () => {
      waking.request()
      await settle()
    },
    pass: async (ms: number) => {
      timers.tick(ms)
      await settle()
    },
    stop: waking.stop,
  }
}

test('the first request is served at once, and those in the pause after it together', async t => {
  const { request, count, pass } = rounds(t, 1)
  await request()
  assert.equal(count(), 1)
  for (let n = 0; n < 10; n++) await request()
  await pass(49)
  assert.equal(count(), 1)
  await pass(1)
  assert.equal(count(), 2, 'at the end of the pause')
  await pass(50)
  assert.equal(count(), 2, 'nothing was requested')
  await request()
  assert.equal(count(), 3)
})

test('a long round is followed by a longer pause, of at most a second', async t => {
  const long = rounds(t, 100)
  await long.request()
  await long.request()
  await long.pass(399)
  assert.equal(long.count(), 1)
  await long.pass(1)
  assert.equal(long.count(), 2)
})

test('nothing runs after the stop', async t => {
  const { request, count, pass, stop } = rounds(t, 5000)
  await request()
  await request()
  stop()
  await pass(1000)
  assert.equal(count(), 1)
})
