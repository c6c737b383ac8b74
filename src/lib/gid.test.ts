import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gids, parseGid } from './gid.ts'

test('gids are unique and grow, also when the clock stops or goes back', () => {
  let now = Date.UTC(2026, 0, 5)
  const next = gids(() => now)
  let last = 0
  for (let index = 0; index < 2000; index++) {
    if (index === 500) now -= 60_000
    if (index === 1000) now += 120_000
    const gid = next()
    assert.ok(gid > last && Number.isSafeInteger(gid))
    last = gid
  }
})

test('nodes create different gids in the same millisecond', () => {
  const created = new Set<number>()
  for (let node = 0; node < 32; node++) {
    const next = gids(() => Date.UTC(2026, 0, 5), node)
    for (let index = 0; index < 200; index++) created.add(next())
  }
  assert.equal(created.size, 32 * 200)
})

test('the last possible millisecond gives safe integers', () => {
  const next = gids(() => Date.UTC(2010, 0, 1) + 2 ** 41 - 1, 31)
  for (let index = 0; index < 128; index++) assert.ok(Number.isSafeInteger(next()))
})

test('a gid is parsed from its text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), gid => {
      assert.equal(parseGid(String(gid)), gid)
    }),
  )
})

test('a text that is not a gid is rejected', () => {
  const texts = ['', '0', '-1', '+1', '01', '1.0', '1e3', ' 1', '1 ', '1\n', '0x1', '١', '１', 'me', 'NaN']
  for (const text of [...texts, '9007199254740992', '99999999999999999', '9'.repeat(1000)]) {
    assert.equal(parseGid(text), undefined, text)
  }
  assert.equal(parseGid('9007199254740991'), Number.MAX_SAFE_INTEGER)
})
