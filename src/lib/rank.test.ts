/** Ranks of new items, which transactions compute at the same time without knowing of each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownRankBefore, rankBetween } from './rank.ts'

/** More than a digit of a rank counts. */
const ITEMS = 200

const gidOf = (at: number) => 2_068_158_873_600_000 + at

test('items that come first one after the other have descending ranks, between which others can be put', () => {
  const ranks: string[] = [rankBetween(null, null)]
  for (let at = 0; at < ITEMS; at++) ranks.unshift(ownRankBefore(ranks[0] ?? null, gidOf(at)))
  for (const [at, rank] of ranks.entries()) {
    const next = ranks[at + 1]
    if (next === undefined) continue
    assert.ok(rank < next, `${rank} is before ${next}`)
    const between = rankBetween(rank, next)
    assert.ok(rank < between && between < next)
  }
})

test('items that are put before the same first one have different ranks, and so does one that is put there under a lock', () => {
  for (const first of [null, 'a0', 'Zz', 'Zz5V', ownRankBefore('a0', gidOf(0))]) {
    const ranks = Array.from({ length: ITEMS }, (_, at) => ownRankBefore(first, gidOf(at)))
    assert.equal(new Set([...ranks, rankBetween(null, first)]).size, ITEMS + 1)
    for (const rank of ranks) assert.ok(first === null || rank < first)
  }
})
