import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { serviceAccount, signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../test/harness/world.ts'

const SIZES = { minute: 100, search: 60, jobs: 5, reads: 50, writes: 15, cost: 1000, sessionCost: 5000 }

/** A world with limits and a stopped clock, so that no quota is refilled. */
async function limitedWorld(sizes: Parameters<typeof world>[0] = { limits: SIZES }) {
  const all = await world(sizes)
  all.clock.step = 0
  return all
}

const named = (data: Json, gid: string): Json => {
  const found = (data as Json[]).find(({ user, token }) => user.gid === gid && token.kind !== 'session')
  assert.ok(found, `nothing of ${gid}`)
  return found
}

test('a person reads what remains for each of their tokens and for the session', async () => {
  const all = await limitedWorld()
  const ann = await signedIn(all, all.ann)
  await signedIn(all, all.ann)
  for (let count = 0; count < 3; count++) await ok(all.ann.get('/users/me?opt_fields=name'))
  const { data } = await ok(ann.get('/limits'))
  const [used, session, ...others] = data as Json[]
  assert.deepEqual(others, [], 'neither other sessions nor other people')
  assert.deepEqual(used?.token, { gid: used?.token.gid, name: 'test', kind: 'personal' })
  assert.deepEqual(used?.minute, { limit: 100, remaining: 97 })
  assert.deepEqual(
    [used?.cost, session?.cost].map(cost => cost?.limit),
    [1000, 5000],
  )
  assert.deepEqual(used?.search, { limit: 60, remaining: 60 })
  assert.deepEqual(
    [used?.reads, used?.writes],
    [
      { limit: 50, used: 0 },
      { limit: 15, used: 0 },
    ],
  )
  assert.deepEqual(used?.jobs, { limit: 5, used: 0 })
  assert.deepEqual(used?.cost, { limit: 1000, remaining: 997 })
  assert.deepEqual([session?.token.kind, session?.minute.remaining], ['session', 99], 'the present request counts')
})

test('a session is limited in the console, and its refused calls have no effect', async () => {
  const all = await limitedWorld({ limits: { ...SIZES, minute: 3 } })
  const ann = await signedIn(all, all.ann)
  for (let count = 0; count < 3; count++) await ok(ann.post('/tokens', { name: 'one more' }))
  const { status, headers } = await ann.post('/tokens', { name: 'too many' })
  assert.deepEqual([status, headers['retry-after']], [429, '21'])
  all.clock.now += 20_000
  assert.equal((await ann.get('/tokens')).status, 429)
  all.clock.now += 60_000
  assert.equal((await ok(ann.get('/tokens'))).data.length, 4, 'with the token of the world')
})

test('an expired token is not in the list of limits', async () => {
  const all = await limitedWorld()
  const ann = await signedIn(all, all.ann)
  const expires_at = new Date(all.clock.now + 1000).toISOString()
  await ok(ann.post('/tokens', { name: 'short', expires_at }))
  const count = async () => (await ok(ann.get('/limits'))).data.length
  assert.equal(await count(), 3)
  all.clock.now += 1000
  assert.equal(await count(), 2)
})

test('a limit that is off is null', async () => {
  const all = await limitedWorld({})
  const { data } = await ok((await signedIn(all, all.ann)).get('/limits'))
  const { token: _, user: __, ...limits } = (data as Json[])[0] ?? {}
  assert.deepEqual(limits, { minute: null, search: null, reads: null, writes: null, jobs: null, cost: null })
})

test('administrators read the limits of service accounts, and of the busiest tokens of people first', async () => {
  const all = await limitedWorld()
  const { ann, ben, workspace, person } = all
  const sam = await person('Sam', null)
  const service = await serviceAccount(all)
  const quiet = await serviceAccount(all, { name: 'Quiet' })
  await ok(service.get('/users/me'))
  for (const who of [ann, ben, ben, sam, sam, sam]) await ok(who.get('/users/me?opt_fields=name'))
  const visitor = await signedIn(all, ann)
  const { data } = await ok(visitor.get(`/organizations/${workspace}/limits`))
  assert.deepEqual(
    (data as Json[]).map(({ user, token }) => `${user.name} ${token.kind}`),
    ['Service service', 'Quiet service', 'Ben personal', 'Ann personal', 'Ann session'],
  )
  assert.deepEqual([named(data, service.gid).minute.remaining, named(data, quiet.gid).minute.remaining], [99, 100])
  assert.deepEqual([named(data, ben.gid).minute.remaining, named(data, ben.gid).token.kind], [98, 'personal'])
})

test('only administrators read the limits of an organization', async () => {
  const all = await limitedWorld()
  const path = `/organizations/${all.workspace}/limits`
  const guest = await all.person('Gil', { is_guest: true })
  for (const who of [all.ben, guest]) assert.equal((await (await signedIn(all, who)).get(path)).status, 403)
  assert.equal((await (await signedIn(all, await all.person('Sam', null))).get(path)).status, 404)
})

test('the limits of an organization list at most the fifty busiest tokens', async () => {
  const all = await limitedWorld()
  const busy = await Promise.all(Array.from({ length: 55 }, (_, index) => all.person(`Person${index}`)))
  for (const one of busy) await ok(one.get('/users/me?opt_fields=name'))
  const busiest = busy[54]
  assert.ok(busiest)
  await ok(busiest.get('/users/me?opt_fields=name'))
  const { data } = await ok((await signedIn(all, all.ann)).get(`/organizations/${all.workspace}/limits`))
  assert.deepEqual([data.length, data[0].user.gid], [50, busiest.gid])
})
