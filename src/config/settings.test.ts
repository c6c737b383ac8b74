/** Options that hold a secret: what is refused of them is not repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './options.ts'
import { settingsFrom } from './settings.ts'

const redis = (url: string) => settingsFrom(['redis-url'], ['--redis-url', url], {}).redisUrl

test('the address of a Redis is taken as it is', () => {
  const good = ['redis://cache', 'rediss://name:p%40ss@cache.example.com:6380/2', 'redis://:secret@[::1]:6379/']
  assert.deepEqual(good.map(redis), good)
  const variable = { WORKLOOM_REDIS_URL: 'redis://cache' }
  assert.equal(settingsFrom(['redis-url'], [], variable).redisUrl, 'redis://cache')
  assert.equal(settingsFrom(['redis-url'], [], {}).redisUrl, undefined)
})

test('what is no address of a Redis is refused without repeating it', () => {
  const bad = [
    '',
    'secret',
    'http://secret@cache',
    'redis://',
    'redis:///2',
    'redis://:secret@cache/x',
    'redis://:%zzsecret@c',
  ]
  for (const url of bad) {
    assert.throws(
      () => redis(url),
      (error: unknown) => {
        assert.ok(error instanceof Refusal && error.exitCode === 2, url)
        return error.message.startsWith('--redis-url must be an address such as') && !error.message.includes('secret')
      },
      url,
    )
  }
})
