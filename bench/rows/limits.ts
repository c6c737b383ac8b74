/** The cost of the limiters: of a request through them alone, and of one task with and without them. */
import { systemClock } from '../../src/lib/clock.ts'
import { createLimits, type Permit } from '../../src/limits/limits.ts'
import { type LimitOverrides, sizesOf } from '../../src/limits/sizes.ts'
import { type Checkout, here, serve } from '../checkout.ts'
import { bytes, loaded } from '../contender.ts'
import { off } from '../program.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { seeded, usual } from '../stores/seed.ts'
import { timed } from '../table.ts'

const PASSES = 200_000
const TOKENS = 1000
const ENOUGH = 999_999_999
const never: LimitOverrides = {
  minute: ENOUGH,
  search: ENOUGH,
  jobs: ENOUGH,
  reads: ENOUGH,
  writes: ENOUGH,
  cost: ENOUGH,
}
const read = { reads: 1, writes: 0, searches: 0, jobs: 0, costs: 'cost' } as const

/** Nanoseconds to acquire and release a permit, for many tokens in turn, with 16 requests in flight. */
async function throughLimits(): Promise<number[]> {
  // The limits of free and paid plans differ, so that the plan is read as in the real program.
  const limits = createLimits({
    ...{ clock: systemClock, isPaid: async () => true, sizes: { ...sizesOf(never), free: ENOUGH - 1 } },
  })
  const inside: Permit[] = []
  const found: number[] = []
  for (let round = 0; round < sizes.rounds; round++) {
    const began = performance.now()
    for (let count = 0; count < PASSES; count++) {
      const entered = limits.acquire(1 + (count % TOKENS), 1, read)
      inside.push(entered instanceof Promise ? await entered : entered)
      const [first] = inside
      if (inside.length < 16 || !first) continue
      inside.shift()
      limits.release(first, 20)
    }
    found.push(((performance.now() - began) / PASSES) * 1e6)
  }
  return found
}

export const limits: RowMeasurement = async report => {
  const shown = { work: 'acquire and release a permit', target: '< 2000 ns', unit: 'ns', digits: 0 }
  await report(timed(shown, await throughLimits(), undefined))
  const of = async (checkout: Checkout, wishes: LimitOverrides) => {
    const { folder, token, tasks } = await seeded(checkout, usual(true))
    const server = await serve(checkout, { folder, limits: wishes })
    return loaded(server, [bytes('GET', `/tasks/${tasks[1]}`, token)])
  }
  await measure(report, {
    work: 'one task, with limits',
    by: checkout => of(checkout, never),
    others: [{ against: 'the same without', target: '≥ 0.97', start: () => of(here, off) }],
  })
}
