/** The statements of the personal state of the web app: their number is fixed, and each reads by an index. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { world } from '../../../../test/harness/world.ts'

const watch = watchStatements()
const all = await world()
const { ann, workspace } = all
const visitor = await signedIn(all, ann)

/** Each list that could be long for others, and the index that leads to what the caller has of it. */
const INDEXES = { '/views': 'views_shared', '/trash': 'tasks_deleter', '/favorites': 'favorites_order' }

/** The tables that these statements must not scan. */
const BIG = /\b(?:views|favorites|personal_states|tasks|stories|attachments|projects|goals|status_updates)\b/

test('a list reads only what is of the caller, or shared', async () => {
  for (const [path, index] of Object.entries(INDEXES)) {
    watch.take()
    await ok(visitor.get(`${path}?parent=${workspace}&workspace=${workspace}`))
    const plans = await Promise.all(watch.take().map(text => watch.explain(text)))
    assert.ok(
      plans.flat().some(line => line.includes(index)),
      `${path} does not use ${index}`,
    )
  }
})

test('lists of views, favorites and the trash scan no table, however long they are', async () => {
  const paths = [`/views?parent=${workspace}`, `/favorites?workspace=${workspace}`, `/trash?workspace=${workspace}`]
  for (const path of [...paths, '/preferences']) {
    watch.take()
    await ok(visitor.get(path))
    const ran = watch.take().filter(text => BIG.test(text))
    assert.ok(ran.length <= 2, `${path} runs ${ran.length} statements`)
    for (const text of ran) {
      const plan = await watch.explain(text)
      assert.deepEqual(
        plan.filter(line => /\bSCAN (?:t|v|f|s|tasks|stories)\b/.test(line)),
        [],
        path,
      )
    }
  }
})
