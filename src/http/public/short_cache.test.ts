import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheBriefly, SHORT_CACHE_TTL_MS } from './short_cache.ts'

test('a value is cached for a second, and concurrent calls share one request', async () => {
  let now = 0
  let asked = 0
  const answer = cacheBriefly(
    () => now,
    async () => ++asked,
  )
  assert.deepEqual(await Promise.all([answer(), answer(), answer()]), [1, 1, 1])
  now = SHORT_CACHE_TTL_MS - 1
  assert.equal(await answer(), 1)
  now = SHORT_CACHE_TTL_MS
  assert.equal(await answer(), 2)
  now = 0
  assert.equal(await answer(), 3, 'a clock that was set back invalidates the cache')
})

test('a rejected value and a failure are not cached', async () => {
  const found: (string | Error)[] = ['no', new Error('away'), 'yes', 'later']
  const ask = async () => {
    const next = found.shift()
    if (next instanceof Error) throw next
    return next
  }
  const answer = cacheBriefly(
    () => 0,
    ask,
    one => one === 'yes',
  )
  assert.equal(await answer(), 'no')
  await assert.rejects(answer(), /away/)
  assert.deepEqual([await answer(), await answer()], ['yes', 'yes'])
})
