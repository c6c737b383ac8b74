/** Cache invalidation between instances: a change is visible elsewhere, also without notifications. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser, createWorkspace, join } from '../../src/resources/people/rules/join.ts'
import { update } from '../../src/store/change.ts'
import type { Store } from '../../src/store/db.ts'
import { isPaid } from '../../src/store/queries/identity/plan.ts'
import { isPostgres } from '../harness/engine.ts'
import { dropListenConnections, storesOf, untilListening } from '../harness/instances.ts'
import { until } from '../harness/until.ts'

const skip = isPostgres ? false : 'only instances on PostgreSQL cache what others change'

/** Two instances, one of which changes the plan of a person's workspace. */
async function home() {
  const [here, there] = (await storesOf(2)) as [Store, Store]
  const [user, workspace] = await here.write(async tx => {
    const user = await createUser(tx, { name: 'Ann', email: 'ann@example.com' })
    const workspace = await createWorkspace(tx, { name: 'Example', domains: ['example.com'], plan: 'premium' })
    await join(tx, user, workspace)
    return [user, workspace]
  })
  const change = (plan: string) => here.write(tx => update(tx, 'workspaces', { gid: workspace }, { plan }))
  return { here, change, shows: (store: Store) => isPaid(store.read, user), there }
}

const soon = (expected: boolean, look: () => Promise<boolean>) =>
  until(async () => (await look()) === expected, 'the change does not apply')

test('a plan that is changed at one instance applies at the other', { skip }, async () => {
  const { here, there, change, shows } = await home()
  for (const plan of ['free', 'business', 'free']) {
    // The memory cache must be invalidated.
    await shows(there)
    await change(plan)
    assert.equal(await shows(here), plan !== 'free', 'at once where it was changed')
    await soon(plan !== 'free', () => shows(there))
  }
})

test('an instance without its LISTEN connection bypasses the cache until it reconnects', { skip }, async () => {
  const { here, there, change, shows } = await home()
  for (const plan of ['free', 'business']) {
    await shows(there)
    await untilListening(here, 2)
    await dropListenConnections(here)
    await change(plan)
    await soon(plan !== 'free', () => shows(there))
  }
  assert.equal(await shows(there), true)
  await change('free')
  await soon(false, () => shows(there))
})
