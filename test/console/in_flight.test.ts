/** Requests in flight while their caller loses access: they must leave nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeAccess } from '../../src/identity/revoke_access.ts'
import { signInSettings } from '../../src/identity/sign_in_settings.ts'
import { deleteAndCount, deleteWhere, update } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { ok } from '../harness/sample.ts'
import { signedIn, type Visitor } from '../harness/sign_in/console.ts'
import { application, authorizeQuery, openAuthorize } from '../harness/sign_in/oauth.ts'
import { openidProvider } from '../harness/sign_in/provider.ts'
import { type Answer, type World, world } from '../harness/world.ts'

const loopTurns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve))
}

/** Starts a change that commits after the access check of the call. Returns the answer to the call. */
async function meanwhile<T>(
  { store }: World,
  change: (tx: Writer) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const [changed, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changing = store.write(async tx => {
    await change(tx)
    changed.resolve()
    await gate.promise
  })
  await changed.promise
  const answer = call()
  await loopTurns(20)
  gate.resolve()
  await changing
  return answer
}

const leave =
  ({ ben }: World) =>
  async (tx: Writer) => {
    const user = Number(ben.gid)
    await update(tx, 'workspace_memberships', { user }, { is_active: 0 })
    await revokeAccess(tx, user)
  }

const countOf = async (
  { store }: World,
  table: 'tokens' | 'passwords' | 'authorization_codes' | 'grants',
  user: string,
) => store.write(tx => deleteAndCount(tx, table, { user: Number(user) }))

const calls: [string, (ben: Visitor, query: string) => Promise<Answer>][] = [
  ['a token', ben => ben.post('/tokens', { name: 'for later' })],
  ['a password', ben => ben.put('/password', { password: 'correct horse battery' })],
  ['a consent', (ben, query) => ben.post('/oauth/consent', { query, allow: true })],
]

for (const [what, call] of calls) {
  test(`a person who is removed from their last workspace during a call gets nothing new: ${what}`, async () => {
    const all = await world()
    const app = await application(all)
    const ben = await signedIn(all, all.ben)
    const { status } = await meanwhile(all, leave(all), () => call(ben, authorizeQuery(app)))
    assert.equal(status, 401)
    for (const table of ['tokens', 'passwords', 'authorization_codes', 'grants'] as const) {
      assert.equal(await countOf(all, table, all.ben.gid), 0, `there is nothing in ${table}`)
    }
  })
}

test('an application gets no code without a consent page when the person loses their last workspace during the call', async () => {
  const all = await world()
  const query = authorizeQuery(await application(all))
  const ben = await signedIn(all, all.ben)
  await ok(ben.post('/oauth/consent', { query, allow: true }))
  const { location } = await meanwhile(all, leave(all), () => openAuthorize(all, query, ben.session))
  assert.ok(!location?.includes('code='))
  assert.equal(await countOf(all, 'authorization_codes', all.ben.gid), 0)
})

test('a session that another browser ends during a call creates no token', async () => {
  const all = await world()
  const ben = await signedIn(all, all.ben)
  const end = (tx: Writer) => deleteWhere(tx, 'tokens', { user: Number(all.ben.gid), kind: 'session' })
  const { status } = await meanwhile(all, end, () => ben.post('/tokens', { name: 'for later' }))
  assert.equal(status, 401)
})

test('an administrator who is demoted during the check of a provider sets no provider', async () => {
  const all = await world()
  const ann = await signedIn(all, all.ann)
  const provider = await openidProvider()
  const [requested, demoted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.wait = () => {
    requested.resolve()
    return demoted.promise
  }
  const { issuer, client_id, client_secret } = provider
  const answering = ann.put('/settings/sign_in', {
    provider: { name: 'Mine', issuer, client_id, client_secret, email_domains: ['example.com'] },
  })
  await requested.promise
  await all.store.write(tx => deleteWhere(tx, 'administrators', { user: Number(all.ann.gid) }))
  demoted.resolve()
  assert.equal((await answering).status, 403)
  assert.equal((await signInSettings(all.store.read)).provider, null)
})
