import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Emulated, emulated } from '../../test/harness/emulator/emulated.ts'
import { until } from '../../test/harness/until.ts'

const taskNames = async (e: Emulated, prefix: string): Promise<string[]> => {
  const { workspace } = e.emulator.world.seeded
  const { data } = await e.api('GET', `/tasks?assignee=me&workspace=${workspace}`, undefined, prefix)
  return (data as unknown as { name: string }[]).map(({ name }) => name)
}

const addTask = (e: Emulated, name: string, prefix: string) =>
  e.api('POST', '/tasks', { name, workspace: e.emulator.world.seeded.workspace, assignee: 'me' }, prefix)

test('each world has its own contents, and a reset of one leaves the others', async () => {
  const e = await emulated()
  for (const name of ['a', 'b', 'c', 'd']) await addTask(e, `Of ${name}`, `/-/w/${name}`)
  await e.control('POST', '/reset', {}, '/-/w/a')
  const { workspace } = e.emulator.world.seeded
  const url = `/api/1.0/tasks?assignee=me&workspace=${workspace}`
  const byToken = await e.send('GET', url, { token: 'c~ann-token' })
  const byHost = await e.send('GET', url, { headers: { host: 'd.localhost:8080' } })
  const basic = `Basic ${Buffer.from('c~ann-token:').toString('base64')}`
  const byBasic = await e.send('GET', url, { headers: { authorization: basic } })
  assert.deepEqual(await taskNames(e, '/-/w/a'), [])
  assert.deepEqual(await taskNames(e, '/-/w/b'), ['Of b'])
  assert.deepEqual(
    [byToken, byBasic, byHost].map(({ data }) => data[0].name),
    ['Of c', 'Of c', 'Of d'],
  )
  assert.deepEqual(
    [byToken, byHost].map(({ headers }) => headers['x-workloom-emulator']),
    ['c', 'd'],
  )
  assert.deepEqual(await taskNames(e, ''), [])
})

test('a path precedes a token, and a token a host', async () => {
  const e = await emulated()
  const worldOf = async (url: string, token: string, host: string) =>
    (await e.send('GET', url, { token, headers: { host } })).headers['x-workloom-emulator']
  assert.equal(await worldOf('/-/w/a/api/1.0/users/me', 'b~ann-token', 'c.localhost'), 'a')
  assert.equal(await worldOf('/api/1.0/users/me', 'b~ann-token', 'c.localhost'), 'b')
  assert.equal(await worldOf('/api/1.0/users/me', 'ann-token', 'c.localhost'), 'c')
  assert.equal(await worldOf('/api/1.0/users/me', 'ann-token', 'x.c.localhost'), 'default')
})

test('a page that redirects stays in the world of its path', async () => {
  const e = await emulated()
  const { status, headers } = await e.send('GET', '/-/w/a/-/attachments/1', {})
  assert.equal(status, 302)
  assert.match(headers.location ?? '', /^\/-\/w\/a\/sign_in\?return_to=/)
  assert.equal(headers['x-workloom-emulator'], 'a')
})

test('a page of the app is at the host of its world, because the app owns all paths of a host', async () => {
  const e = await emulated()
  const page = async (path: string, host: string, accept = 'text/html') =>
    (await e.send('GET', `/-/w/a${path}`, { headers: { host, accept } })).headers.location
  const query = '/sign_in?return_to=%2F-%2Foauth_authorize'
  assert.equal(await page(query, '127.0.0.1:8080'), `http://a.localhost:8080${query}`)
  assert.equal(await page('', '[::1]:8080'), 'http://a.localhost:8080/')
  assert.equal(await page('/1/2/home', 'localhost'), 'http://a.localhost/1/2/home')
  assert.equal(await page('/1/2/home', 'emulator:8080'), undefined)
  assert.equal(await page('/1/2/home', 'localhost', '*/*'), undefined)
})

test('addresses in responses keep the form that the client used', async () => {
  const e = await emulated()
  for (const prefix of ['', '/-/w/a']) {
    const first = await addTask(e, 'One', prefix)
    assert.equal(first.headers.location?.startsWith(`${prefix}/api/1.0/tasks/`), true)
    await addTask(e, 'Two', prefix)
    const { workspace } = e.emulator.world.seeded
    const { body } = await e.api('GET', `/tasks?assignee=me&workspace=${workspace}&limit=1`, undefined, prefix)
    assert.ok(body.next_page.uri.startsWith(`http://localhost:8080${prefix}/api/1.0/`), body.next_page.uri)
    assert.ok(body.next_page.path.startsWith('/tasks?'))
    assert.ok(first.data.permalink_url.startsWith(`http://localhost:8080${prefix}/`), first.data.permalink_url)
  }
})

test('worlds are created, listed and deleted', async () => {
  const e = await emulated({ maxWorlds: 3 })
  const made = await e.control('POST', '/worlds', { name: 'one' })
  assert.equal(made.status, 201)
  const { url, api, token_prefix, tokens } = made.data
  assert.deepEqual([url, api], ['http://localhost:8080/-/w/one', 'http://localhost:8080/-/w/one/api/1.0'])
  assert.deepEqual([token_prefix, tokens.ann], ['one~', 'ann-token'])
  await addTask(e, 'Kept', '/-/w/one')
  await e.control('POST', '/snapshot', { name: 'kept' }, '/-/w/one')
  const copy = await e.control('POST', '/worlds', { name: 'two', snapshot: 'kept' }, '/-/w/one')
  assert.equal(copy.status, 201)
  assert.deepEqual(await taskNames(e, '/-/w/two'), ['Kept'])
  assert.equal((await e.control('POST', '/worlds', {})).data.name, 'world-1')
  const [full, conflicting] = [
    await e.control('POST', '/worlds', {}),
    await e.control('POST', '/worlds', { name: 'one' }),
  ]
  assert.deepEqual([full.status, conflicting.status], [503, 409])
  assert.equal(full.message, 'There are 3 worlds already. Delete one, or start with a larger --worlds.')
  assert.equal((await e.api('GET', '/users/me', undefined, '/-/w/other')).status, 503)
  assert.deepEqual(
    (await e.control('GET', '/worlds')).data.map(({ name }: { name: string }) => name),
    ['default', 'one', 'two', 'world-1'],
  )
  assert.deepEqual((await e.control('DELETE', '/worlds/two')).data, {})
  assert.deepEqual(await taskNames(e, '/-/w/two'), [])
  const gone = [await e.control('DELETE', '/worlds/never'), await e.control('DELETE', '/worlds/default')]
  assert.deepEqual(
    gone.map(({ status }) => status),
    [404, 400],
  )
})

test('a request that waits while its world is deleted is refused', async t => {
  const e = await emulated()
  await addTask(e, 'One', '/-/w/a')
  const world = await e.emulator.worlds.of('a')
  const { promise, resolve } = Promise.withResolvers<void>()
  const closing = world.gate.whileClosed(async () => {
    await promise
    await world.close()
  })
  const opened = t.mock.method(world.gate, 'opened')
  const waiting = e.api('GET', '/users/me', undefined, '/-/w/a')
  await until(() => opened.mock.callCount() > 0, 'the request does not wait')
  resolve()
  await closing
  assert.equal((await waiting).status, 503)
  await e.control('DELETE', '/worlds/a').catch(() => undefined)
})

test('eight clients that reset and write see only their own worlds', async () => {
  const e = await emulated()
  const rounds = 25
  const client = async (name: string) => {
    const prefix = `/-/w/${name}`
    for (let round = 0; round < rounds; round++) {
      const reset = await e.control('POST', '/reset', {}, prefix)
      assert.equal(reset.status, 200)
      const { status, headers } = await addTask(e, `${name} ${round}`, prefix)
      assert.deepEqual([status, headers['x-workloom-emulator']], [201, name])
      assert.deepEqual(await taskNames(e, prefix), [`${name} ${round}`])
    }
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(client))
  assert.deepEqual(e.logged, [])
})
