/** Settings: values are parsed, and errors do not repeat a secret. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandError } from './options.ts'
import { settingsFrom } from './settings.ts'

const redis = (url: string) => settingsFrom(['redis-url'], ['--redis-url', url], {}).redisUrl

test('the address of a Redis is used unchanged', () => {
  const good = ['redis://cache', 'rediss://name:p%40ss@cache.example.com:6380/2', 'redis://:secret@[::1]:6379/']
  assert.deepEqual(good.map(redis), good)
  const variable = { WORKLOOM_REDIS_URL: 'redis://cache' }
  assert.equal(settingsFrom(['redis-url'], [], variable).redisUrl, 'redis://cache')
  assert.equal(settingsFrom(['redis-url'], [], {}).redisUrl, undefined)
})

/** Asserts that each value is refused by a sentence that does not repeat it. */
function refused(ask: (url: string) => unknown, option: string, urls: readonly string[]) {
  for (const url of urls) {
    assert.throws(
      () => ask(url),
      (error: unknown) => {
        assert.ok(error instanceof CommandError && error.exitCode === 2, url)
        return error.message.startsWith(`--${option} must be an address such as`) && !error.message.includes('secret')
      },
      url,
    )
  }
}

test('an invalid address of a Redis is refused without repeating it', () => {
  const bad = ['', 'secret', 'http://secret@cache', 'redis://', 'redis:///2']
  refused(redis, 'redis-url', [...bad, 'redis://:secret@cache/x', 'redis://:%zzsecret@c'])
})

const place = (url: string) => settingsFrom(['database-url'], ['--database-url', url], {}).location

test('the address of a database is used unchanged', () => {
  const secret = 'postgres://name:p%40s%2Fs@db.example.com:5433/workloom?sslmode=verify-full'
  for (const url of [secret, 'postgresql://[::1]/w', 'postgres:///w?host=/run/postgresql', 'postgres://%2Frun/w']) {
    assert.deepEqual(place(url), { database: url })
  }
})

test('an invalid address of a database is refused without repeating it, also when a password is not encoded', () => {
  const bad = ['', 'secret', 'http://secret@db/w', 'postgres://db', 'postgres://db/', 'postgres://u:%zzsecret@db/w']
  refused(place, 'database-url', [...bad, 'postgres://u:p/secret@db/w', 'postgres://u:p#secret@db/w'])
  refused(place, 'database-url', ['postgres://u:p@s/s:w#d%?secret@db/w', 'postgres://u:p@s/secret:w@db/w'])
})

const ports = (...given: string[]) => settingsFrom(['port', 'metrics-port', 'workers'], given, {}).metricsPort

test('each worker has its own metrics port, which differs from the API port', () => {
  assert.equal(ports('--metrics-port', '9464', '--workers', '4'), 9464)
  assert.equal(ports('--metrics-port', '0', '--workers', '4'), 0)
  assert.equal(ports('--metrics-port', '65535'), 65535)
  const wrong = [
    ['--metrics-port', '65535', '--workers', '2'],
    ['--metrics-port', '8079', '--workers', '2'],
    ['--metrics-port', '9464', '--port', '9464'],
  ]
  for (const given of wrong)
    assert.throws(() => ports(...given), /^Error: --metrics-port takes the port/, given.join(' '))
})

test('the limits of persons and of connections are numbers, and only the first can be off', () => {
  const names = ['limit-person', 'max-connections'] as const
  const read = (...args: string[]) => {
    const { limits, maxConnections } = settingsFrom(names, args, {})
    return [limits.person, maxConnections]
  }
  assert.deepEqual(read(), [undefined, 4000])
  assert.deepEqual(read('--limit-person', '8', '--max-connections', '50'), [8, 50])
  assert.deepEqual(read('--limit-person', 'off'), [null, 4000])
  for (const wrong of ['0', '+1', '1.5', '1001', 'many', '']) {
    assert.throws(() => read('--limit-person', wrong), /--limit-person must be a number from 1 to 1000, or off/, wrong)
  }
  assert.throws(() => read('--max-connections', '0'), /--max-connections must be a number from 1 to 1000000/)
  assert.equal(settingsFrom(names, [], { WORKLOOM_LIMIT_PERSON: 'off' }).limits.person, null)
})

test('the emulator allows networks only with its option, and has 64 worlds unless another number is given', () => {
  const names = ['memory', 'emulator', 'emulator-network', 'worlds'] as const
  const chosen = (...more: string[]) => {
    const { emulator } = settingsFrom(names, ['--memory', '--emulator', ...more], {})
    return [emulator?.allowsNetwork, emulator?.maxWorlds]
  }
  assert.deepEqual(chosen(), [false, 64])
  assert.deepEqual(chosen('--emulator-network', '--worlds', '65'), [true, 65])
})
