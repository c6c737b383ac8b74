import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { world } from '../../../../test/harness/world.ts'

const all = await world()
const [ann, ben] = [await signedIn(all, all.ann), await signedIn(all, all.ben)]

const statusOf = async (token: string) =>
  (await all.send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: `Bearer ${token}` } })).status

const names = async (visitor: typeof ann): Promise<string[]> =>
  (await ok(visitor.get('/tokens'))).data.map((token: { name: string }) => token.name)

test('a person creates several tokens, and each is returned once', async () => {
  const first = await ann.post('/tokens', { name: '  laptop ' })
  const second = await ok(ann.post('/tokens', { name: 'backup', expires_at: '2026-02-01T00:00:00Z' }))
  assert.equal(first.status, 201)
  const { token, ...rest } = first.data
  assert.match(token, new RegExp(`^2/${ann.gid}/${rest.gid}:[0-9a-f]{32}$`))
  assert.deepEqual(Object.keys(rest), ['gid', 'name', 'created_at', 'last_used_at', 'expires_at'])
  assert.deepEqual([rest.name, rest.last_used_at, rest.expires_at], ['laptop', null, null])
  assert.match(rest.created_at, /^2026-01-05T\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(second.data.expires_at, '2026-02-01T00:00:00.000Z')
  assert.deepEqual([await statusOf(token), await statusOf(second.data.token)], [200, 200])
  const { data } = await ok(ann.get('/tokens'))
  assert.ok(!JSON.stringify(data).includes('token'), 'a list shows no token')
  assert.deepEqual(
    data.slice(0, 2).map((one: { name: string }) => one.name),
    ['backup', 'laptop'],
  )
})

test('a token records its last use to ten minutes', async () => {
  const { gid, token } = (await ok(ann.post('/tokens', { name: 'used' }))).data
  const used = async () =>
    (await ok(ann.get('/tokens'))).data.find((one: { gid: string }) => one.gid === gid).last_used_at
  assert.equal(await used(), null)
  await statusOf(token)
  const first = await used()
  assert.match(first, /^2026-01-05T/)
  await statusOf(token)
  assert.equal(await used(), first)
  all.clock.now += 11 * 60_000
  await statusOf(token)
  assert.ok((await used()) > first)
})

test('a reset replaces only the secret of a token, and the old one is revoked immediately', async () => {
  const made = (await ok(ann.post('/tokens', { name: 'reset' }))).data
  const again = (await ok(ann.post(`/tokens/${made.gid}/reset`))).data
  assert.deepEqual([again.gid, again.name, again.created_at], [made.gid, made.name, made.created_at])
  assert.deepEqual([await statusOf(made.token), await statusOf(again.token)], [401, 200])
})

test('a token is renamed and revoked', async () => {
  const { gid, token } = (await ok(ann.post('/tokens', { name: 'old' }))).data
  assert.equal((await ok(ann.put(`/tokens/${gid}`, { name: 'new' }))).data.name, 'new')
  assert.ok((await names(ann)).includes('new'))
  assert.deepEqual((await ok(ann.delete(`/tokens/${gid}`))).data, {})
  assert.equal(await statusOf(token), 401)
  assert.ok(!(await names(ann)).includes('new'))
  assert.equal((await ann.delete(`/tokens/${gid}`)).status, 404)
})

test('an expired token is refused, and stays in the list until it is revoked', async () => {
  const expires_at = new Date(all.clock.now + 60_000).toISOString()
  const { gid, token } = (await ok(ann.post('/tokens', { name: 'short', expires_at }))).data
  assert.equal(await statusOf(token), 200)
  all.clock.now += 60_000
  const headers = { authorization: `Bearer ${token}` }
  const { status, message } = await all.send({ method: 'GET', url: '/api/1.0/users/me', headers })
  assert.deepEqual([status, message], [401, 'Not Authorized'])
  assert.ok((await names(ann)).includes('short'))
  const renewed = await ann.post(`/tokens/${gid}/reset`)
  assert.deepEqual([renewed.status, renewed.message], [400, 'expires_at: Has passed: create a new token'])
  await ok(ann.delete(`/tokens/${gid}`))
})

test("another person's token is not found", async () => {
  const { gid, token } = (await ok(ann.post('/tokens', { name: 'of Ann' }))).data
  const before = await names(ben)
  for (const asked of [
    ben.put(`/tokens/${gid}`, { name: 'of Ben' }),
    ben.post(`/tokens/${gid}/reset`),
    ben.delete(`/tokens/${gid}`),
  ]) {
    const { status, message } = await asked
    assert.deepEqual([status, message], [404, `token: Not a recognized ID: ${gid}`])
  }
  assert.equal(await statusOf(token), 200)
  assert.ok(!before.includes('of Ann'))
})

test('a session is not in the list of tokens, and cannot be reset or renamed as one', async () => {
  const session = ann.session.split(':')[0]?.split('/')[2]
  assert.equal((await ann.post(`/tokens/${session}/reset`)).status, 404)
  assert.equal((await ann.put(`/tokens/${session}`, { name: 'x' })).status, 404)
  assert.ok(!(await names(ann)).includes('Session'))
})

test('the console refuses tokens, whatever else the request has', async () => {
  const headers = { authorization: `Bearer ${all.ann.token}`, 'x-requested-with': 'workloom' }
  assert.equal((await all.send({ method: 'GET', url: '/-/tokens', headers })).status, 401)
  const cookie = `workloom_session=${encodeURIComponent(all.ann.token)}`
  assert.equal((await all.send({ method: 'GET', url: '/-/tokens', headers: { ...headers, cookie } })).status, 401)
  assert.equal(await statusOf(ann.session), 401, 'a session is not accepted as a token')
})

test('invalid input is refused and creates no token', async () => {
  const before = await names(ann)
  const cases: [object, string][] = [
    [{}, 'name: Missing input'],
    [{ name: '   ' }, 'name: Missing input'],
    [{ name: 'x'.repeat(256) }, 'name: Text is too long (maximum 255 characters)'],
    [{ name: 'a\0b' }, 'name: Text has a character that cannot be stored'],
    [{ name: ['x'] }, 'name: Not a text: array'],
    [{ name: 'x', expires_at: '2026-01-01T00:00:00Z' }, 'expires_at: Must be in the future'],
  ]
  for (const [body, text] of cases) {
    const { status, message } = await ann.post('/tokens', body)
    assert.deepEqual([status, message], [400, text])
  }
  assert.equal((await ann.post('/tokens', { name: 'x', expires_at: 'tomorrow' })).status, 400)
  assert.equal((await ann.put('/tokens/0', { name: 'x' })).status, 404)
  assert.equal((await ann.put('/tokens/abc', { name: 'x' })).status, 404)
  assert.deepEqual(await names(ann), before)
})
