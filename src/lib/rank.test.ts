/** Ranks of items that are put first by transactions that do not know of each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateKeyBetween } from 'fractional-indexing'
import { ownFraction, rankBetween } from './rank.ts'

const items = [1, 35, 2_068_158_873_600_000, Number.MAX_SAFE_INTEGER]

test('items with the same integer have different ranks before a first one, next to which others can be put', () => {
  for (const first of ['a0', 'a1V', 'Zz', `Zz${ownFraction(7)}`, 'Y005']) {
    const [integer = ''] = /^(?:[aZ].|[bY]..)/.exec(first) ?? []
    const before = generateKeyBetween(null, integer)
    const ranks = items.map(item => `${before}${ownFraction(item)}`).sort()
    // Under a lock, the library may choose the integer itself.
    assert.equal(
      new Set([...ranks, before, rankBetween(null, first)]).size,
      items.length + 2 - (first === integer ? 1 : 0),
    )
    for (const [at, rank] of ranks.entries()) {
      assert.ok(rank < first, `${rank} is before ${first}`)
      const between = rankBetween(rank, ranks[at + 1] ?? first)
      assert.ok(rank < between && between < (ranks[at + 1] ?? first))
    }
  }
})
