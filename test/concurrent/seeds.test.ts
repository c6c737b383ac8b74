/** Two loads of the same seed at once: one adds its objects, and the other one is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeedRefused } from '../../src/exchange/seed/load_seed.ts'
import { BUILT_IN_SEED, loadSeed } from '../../src/exchange/seed/seed.ts'
import { world } from '../harness/world.ts'

test('of two loads of a seed at once, the second one finds the objects of the first', async () => {
  const at = await world()
  const load = () => loadSeed(at.store, BUILT_IN_SEED, () => at.clock.now)
  const results = await Promise.allSettled([load(), load(), load()])
  const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 2)
  for (const reason of refused) assert.ok(reason instanceof SeedRefused, String(reason))
})
