/** Passwords: the stored text, matching, and the limit of concurrent hashes. */
import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { ApiError } from '../lib/errors.ts'
import { checkPassword, createPasswords, isOutdated } from './passwords.ts'

const passwords = createPasswords()
const GOOD = 'correct horse battery'

test('a stored hash has its parameters and a salt, and not the password', async () => {
  const [one, other] = await Promise.all([passwords.hash(GOOD), passwords.hash(GOOD)])
  assert.match(one, /^\$argon2id\$v=19\$m=(\d{5,}),t=\d+,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.ok(Number(/m=(\d+)/.exec(one)?.[1]) >= 19 * 1024, 'at least 19 MiB')
  assert.notEqual(one, other)
  assert.deepEqual([await passwords.matches(GOOD, one), await passwords.matches(`${GOOD}!`, one)], [true, false])
})

test('no password matches a missing or invalid hash', async () => {
  for (const kept of [undefined, null, '', 'plain', '$argon2id$v=19$m=1,t=1,p=1$$']) {
    assert.equal(await passwords.matches('', kept), false)
  }
})

test('a password matches in every Unicode form', async () => {
  const kept = await passwords.hash('caf\u00e9 au lait, \ufb01ne')
  assert.ok(await passwords.matches('cafe\u0301 au lait, fine', kept))
})

test('a cheaper hash still matches, and counts as outdated', async () => {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: GOOD, nonce, memory: 1024, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
  assert.ok(await passwords.matches(GOOD, old))
  assert.deepEqual([isOutdated(old), isOutdated(await passwords.hash(GOOD))], [true, false])
})

test('a flood of passwords is refused, and the waiting ones are served', async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.matches(GOOD, null)))
  const refused = results.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(refused.length, 16, 'four run and sixty wait')
  assert.ok(refused.every(error => error instanceof ApiError && error.status === 503))
  assert.equal(await passwords.matches(GOOD, await passwords.hash(GOOD)), true)
})

test('a password must be long and differ from the e-mail address', () => {
  const judge = (password: string) => () => checkPassword('password', password, 'ann.longname@example.com')
  for (const good of ['aaaaaaaaaaaa', '            ', '🦉'.repeat(12), 'ü'.repeat(12)]) assert.doesNotThrow(judge(good))
  for (const bad of ['elevenchars', '🦉'.repeat(11), 'Ann.LongName@example.com']) assert.throws(judge(bad), ApiError)
})
