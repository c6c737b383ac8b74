import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { world } from '../../../../test/harness/world.ts'

/** An organization with a number field, and its administrator in a browser. */
async function office() {
  const home = await world()
  const { ann, workspace } = home
  const field = await ann.create('/custom_fields', {
    ...{ workspace, name: 'Estimate', resource_subtype: 'number', precision: 0 },
  })
  const page = await signedIn(home, ann)
  const path = `/organizations/${workspace}/formulas`
  const problemOf = async (formula: string) => (await ok(page.post(path, { formula }))).data.problem
  return { ...home, field, path, problemOf }
}

test('a check says what the API would refuse of a formula, and writes nothing', async () => {
  const { ann, field, problemOf, workspace } = await office()
  assert.equal(await problemOf(`{${field}} * 2`), null)
  const wrong = await problemOf(`{${field}} *`)
  const refused = await ann.post('/custom_fields', {
    ...{ workspace, name: 'Total', resource_subtype: 'number', precision: 0, formula: `{${field}} *` },
  })
  assert.deepEqual([refused.status, refused.message], [400, wrong])
  assert.equal(await problemOf('{12}'), 'formula: Not a recognized ID: 12')
  const { data } = await ok(ann.get(`/workspaces/${workspace}/custom_fields`))
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['Estimate'],
  )
})

test('a person outside of the organization learns nothing of its fields', async () => {
  const home = await office()
  const stranger = await signedIn(home, await home.person('Sam', null))
  const { status, message } = await stranger.post(home.path, { formula: `{${home.field}}` })
  assert.deepEqual([status, message], [404, `organization: Not a recognized ID: ${home.workspace}`])
})
