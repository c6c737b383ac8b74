/** What the limiters cost: a request through them alone, and one task with them against one without. */
import { systemClock } from '../../src/lib/clock.ts'
import { createLimits, type Pass } from '../../src/limits/limits.ts'
import { sizesOf, type Wishes } from '../../src/limits/sizes.ts'
import { start } from '../child.ts'
import { bytes, compare, loaded } from '../contender.ts'
import { off } from '../program.ts'
import { type Rows, SIZE } from '../rows.ts'
import { seeded } from '../seed.ts'
import { line, median, plain } from '../table.ts'

const ROUNDS = 7
const PASSES = 1_000_000
const TOKENS = 1000
const ENOUGH = 999_999_999
const never: Wishes = {
  minute: ENOUGH,
  search: ENOUGH,
  jobs: ENOUGH,
  reads: ENOUGH,
  writes: ENOUGH,
  cost: ENOUGH,
}
const read = { reads: 1, writes: 0, searches: 0, jobs: 0, costs: true }

/** Nanoseconds to let a request in and out again, of many tokens in turn, 16 requests in flight. */
async function throughLimits(): Promise<number[]> {
  // The sizes of free and paid differ, so that the plan is looked at as in a real program.
  const sizes = { ...sizesOf(never), free: ENOUGH - 1 }
  const limits = createLimits({ clock: systemClock, sizes, isPaid: async () => true })
  const inside: Pass[] = []
  const found: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    for (let count = 0; count < PASSES; count++) {
      const entered = limits.enter(1 + (count % TOKENS), 1, read)
      inside.push(entered instanceof Promise ? await entered : entered)
      const [first] = inside
      if (inside.length < 16 || !first) continue
      inside.shift()
      limits.leave(first, 20)
    }
    found.push(((performance.now() - began) / PASSES) * 1e6)
  }
  return found
}

export const limits: Rows = async report => {
  const found = await throughLimits()
  const range = `${Math.min(...found).toFixed(0)}..${Math.max(...found).toFixed(0)}`
  await report(plain('enter and leave the limiters', '', `${median(found).toFixed(0)} ns`, range, '< 2000 ns'))

  const { folder, token, tasks } = await seeded(SIZE)
  const requests = [bytes('GET', `/tasks/${tasks[1]}`, token)]
  const ours = await loaded(await start('server.ts', { folder, limits: never }), requests)
  const other = await loaded(await start('server.ts', { folder, limits: off }), requests)
  const compared = await compare(ours, other)
  await report(line({ work: 'one task, with limits', against: 'the same without', target: '≥ 0.97' }, compared), ours)
  await ours.end()
  await other.end()
}
