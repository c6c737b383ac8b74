import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createOffsets, PAGE_TOKEN_TTL_MS } from './page_tokens.ts'

const offsets = createOffsets('secret')
const NOW = Date.UTC(2026, 0, 5)

const refuses = (token: string, message: string, { scope = 'list', now = NOW, from = offsets } = {}) =>
  assert.throws(() => from.read(scope, token, now), { status: 400, message: `offset: ${message}` }, token)

const INVALID = 'Your pagination token is invalid.'

test('a page token returns the key that it was issued for', () => {
  const part = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(part), fc.string(), (key, scope) => {
      const token = offsets.issue(scope, key, NOW)
      assert.match(token, /^[\w.-]+$/)
      assert.deepEqual(offsets.read(scope, token, NOW), key)
    }),
  )
})

test('a page token expires after 15 minutes', () => {
  const token = offsets.issue('list', ['a', 1], NOW)
  assert.deepEqual(offsets.read('list', token, NOW + PAGE_TOKEN_TTL_MS), ['a', 1])
  refuses(token, 'Your pagination token has expired.', { now: NOW + PAGE_TOKEN_TTL_MS + 1 })
})

test('a page token is valid only for the list and the installation that issued it', () => {
  const token = offsets.issue('list', [1], NOW)
  refuses(token, INVALID, { scope: 'other' })
  refuses(token, INVALID, { from: createOffsets('other secret') })
})

test('a modified page token is rejected', () => {
  const token = offsets.issue('list', [1], NOW)
  const [payload = '', signature = ''] = token.split('.')
  const later = Buffer.from(JSON.stringify([1, 'x', NOW * 2, [0]])).toString('base64url')
  for (const text of ['', '.', 'x', payload, `${payload}.`, `.${signature}`, `${later}.${signature}`])
    refuses(text, INVALID)
  for (const text of [`${token}.x`, `${token}=`, ` ${token}`, token.toUpperCase(), `${payload}.${signature}.`]) {
    refuses(text, INVALID)
  }
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'A' ? 'B' : 'A'
    refuses(token.slice(0, index) + other + token.slice(index + 1), INVALID)
  }
})
