import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application, CALLBACK } from '../../test/harness/sign_in/oauth.ts'
import { world } from '../../test/harness/world.ts'
import { codesExpiredBefore } from '../store/queries/identity/oauth.ts'
import { issueCode } from './authorization.ts'

test('codes that expired long ago are deleted', async () => {
  const it = await world()
  const app = await application(it)
  const parties = { application: Number(app.gid), user: Number(it.ann.gid) }
  const terms = { ...parties, redirectUri: CALLBACK, scopes: ['default'], challenge: null, nonce: null }
  const known = async () => (await codesExpiredBefore(it.store.read, Number.MAX_SAFE_INTEGER)).length
  const issue = () => it.store.write(tx => issueCode(tx, terms))
  await issue()
  it.clock.now += 60 * 60_000
  await issue()
  assert.equal(await known(), 2, 'a code that expired recently is still stored')
  it.clock.now += 25 * 60 * 60_000
  await issue()
  assert.equal(await known(), 1)
})
