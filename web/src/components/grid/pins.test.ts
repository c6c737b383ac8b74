/** How many columns stay in place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stayingCount } from './pins.ts'

const columns = [false, true, true, false].map((isPinned, at) => ({ id: String(at), label: '', width: 0, isPinned }))

test('the name and the pinned columns that together cover at most half of a list stay in place', () => {
  const count = (listWidth: number) => stayingCount(columns, [320, 160, 120, 120], listWidth)
  assert.deepEqual([500, 959, 960, 1199, 1200, 4000].map(count), [1, 1, 2, 2, 3, 3])
})

test('a pinned column after one that scrolls scrolls too, because it would leave a gap', () => {
  assert.equal(stayingCount(columns, [320, 900, 10, 120], 1000), 1)
})
