import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Emulated, emulated } from '../../../test/harness/emulator/emulated.ts'
import { receiver } from '../../../test/harness/receiver.ts'
import { until } from '../../../test/harness/until.ts'
import type { Json } from '../../../test/harness/world.ts'

const workspaceOf = ({ emulator }: Emulated) => emulator.world.initial.seeded.workspace

const addTask = async (e: Emulated, name: string, prefix = '') => {
  const task = { name, workspace: workspaceOf(e), assignee: 'me' }
  const { status, data, message } = await e.api('POST', '/tasks', task, prefix)
  assert.equal(status, 201, `refused: ${message}`)
  return data.gid as string
}

const tasks = async (e: Emulated, prefix = ''): Promise<string[]> => {
  const { data } = await e.api('GET', `/tasks?assignee=me&workspace=${workspaceOf(e)}`, undefined, prefix)
  return (data as unknown as { name: string }[]).map(({ name }) => name)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('a reset returns a world to its seed, again and again', async () => {
  const e = await emulated()
  const took: number[] = []
  for (let round = 0; round < 20; round++) {
    for (const name of ['One', 'Two', 'Three']) await addTask(e, name)
    const { status, data } = await e.control('POST', '/reset')
    assert.deepEqual([status, data.to], [200, 'seed'])
    assert.deepEqual(await tasks(e), [])
    took.push(data.took_ms)
  }
  assert.ok(median(took) < 100, `the median of ${took} is far above 20 ms`)
})

test('a reset removes webhooks, e-mails and deliveries', async () => {
  const e = await emulated()
  const { url } = await receiver()
  const resource = await addTask(e, 'Watched')
  assert.equal((await e.api('POST', '/webhooks', { resource, target: url })).status, 201)
  await e.control('POST', '/settle')
  const { data: made } = await e.control('GET', '/deliveries')
  assert.equal(made[0].webhook, null)
  assert.match(made[0].request.headers['X-Hook-Secret'], /./)
  await e.control('POST', '/reset')
  assert.deepEqual((await e.control('GET', '/deliveries')).data, [])
  assert.deepEqual((await e.api('GET', `/webhooks?workspace=${workspaceOf(e)}`)).data, [])
})

test('a reset to empty leaves no user, and one to a snapshot its tasks', async () => {
  const e = await emulated()
  await addTask(e, 'Kept')
  await e.control('POST', '/snapshot', { name: 'one' })
  assert.equal((await e.control('POST', '/reset', { to: 'empty' })).data.to, 'empty')
  assert.equal((await e.api('GET', '/users/me')).status, 401)
  assert.deepEqual((await e.control('GET', '/gids')).data, {})
  assert.equal((await e.control('POST', '/reset', { data: { to: 'one' } })).data.to, 'one')
  assert.deepEqual(await tasks(e), ['Kept'])
})

test('a reset loads another seed once', async () => {
  const e = await emulated()
  const workspace = { key: 'other', name: 'Other', domains: ['other.test'] }
  const seed = { seed: 1, workspace, people: { eve: { name: 'Eve', email: 'eve@other.test', token: 'eve-token' } } }
  const { status, message } = await e.control('POST', '/reset', { seed })
  assert.equal(status, 200, `refused: ${message}`)
  assert.equal((await e.send('GET', '/api/1.0/users/me', { token: 'eve-token' })).data.name, 'Eve')
  await e.control('POST', '/reset')
  assert.equal((await e.send('GET', '/api/1.0/users/me', { token: 'eve-token' })).status, 401)
})

test('a restored world has its tasks, order, webhooks and clock, and its sync tokens are valid again', async () => {
  const e = await emulated()
  const { url } = await receiver()
  await e.control('POST', '/clock', { freeze: '2026-01-05T09:00:00.000Z' })
  const project = (await e.api('POST', '/projects', { name: 'Launch', workspace: workspaceOf(e) })).data.gid
  for (const name of ['A', 'B', 'C']) {
    await e.api('POST', '/tasks', { name, projects: [project], workspace: workspaceOf(e) })
  }
  await e.api('POST', '/webhooks', { resource: project, target: url })
  const { sync } = (await e.api('GET', `/events?resource=${project}`)).body
  const state = async () => [
    (await e.api('GET', `/projects/${project}/tasks`)).body,
    (await e.api('GET', `/webhooks?workspace=${workspaceOf(e)}`)).body,
    (await e.control('GET', '/clock')).data.now,
  ]
  const before = await state()
  const made = await e.control('POST', '/snapshot', {})
  assert.equal(made.status, 201)
  assert.deepEqual(Object.keys(made.data), ['name', 'bytes', 'clock'])
  await e.api('DELETE', `/projects/${project}`)
  await e.control('POST', '/clock', { advance: '2d' })
  assert.equal((await e.api('GET', `/projects/${project}`)).status, 404)
  const { data } = await e.control('POST', '/restore', { name: made.data.name })
  assert.deepEqual([data.name, data.clock], ['snapshot-1', made.data.clock])
  assert.deepEqual(await state(), before)
  const events = await e.api('GET', `/events?resource=${project}&sync=${sync}`)
  assert.deepEqual([events.status, events.data], [200, []])
})

test('a restore brings the settings of the snapshot back', async () => {
  const e = await emulated()
  await e.control('PUT', '/settings', { strictness: 'strict' })
  await e.control('POST', '/snapshot', { name: 'strict' })
  await e.control('POST', '/reset')
  assert.equal((await e.control('GET', '/settings')).data.strictness, 'warn')
  await e.control('POST', '/restore', { name: 'strict' })
  assert.equal((await e.control('GET', '/settings')).data.strictness, 'strict')
})

test('snapshots are listed and deleted, and a world has at most 100', async () => {
  const e = await emulated()
  for (let count = 0; count < 100; count++) assert.equal((await e.control('POST', '/snapshot')).status, 201)
  assert.equal((await e.control('POST', '/snapshot')).status, 409)
  assert.equal((await e.control('POST', '/snapshot', { name: 'snapshot-7' })).status, 201)
  assert.deepEqual((await e.control('DELETE', '/snapshots/snapshot-7')).data, {})
  assert.equal((await e.control('GET', '/snapshots')).data.length, 99)
  assert.equal((await e.control('GET', '')).data.snapshots, 99)
  assert.equal((await e.control('DELETE', '/snapshots/snapshot-7')).status, 404)
  assert.equal((await e.control('POST', '/restore', { name: 'snapshot-7' })).status, 404)
})

test('a seed is added to a world as a whole or not at all', async () => {
  const e = await emulated()
  const seed = {
    seed: 1,
    workspace: { key: 'two', name: 'Two' },
    people: { eve: { name: 'Eve', email: 'eve@two.test', token: 'eve-token' } },
  }
  const { status, data } = await e.control('POST', '/seed', seed)
  assert.equal(status, 200)
  assert.equal((await e.control('GET', '/gids?key=eve')).data.gid, data.gids.eve)
  await addTask(e, 'Kept')
  const again = await e.control('POST', '/seed', { ...seed, people: { ann: { name: 'Ann', email: 'ann@acme.test' } } })
  assert.equal(again.status, 400)
  assert.deepEqual(await tasks(e), ['Kept'])
  assert.equal((await e.control('GET', '/gids?key=eve')).data.gid, data.gids.eve)
  const invalid = await e.control('POST', '/seed', '{"seed": 1}')
  assert.equal(invalid.status, 400)
  assert.equal(invalid.body.errors[0].line, 1)
})

test('a mistake of a seed that is posted as YAML has its line and column, and adds nothing', async () => {
  const e = await emulated()
  const lines = [
    ...['seed: 1', 'workspace: { key: two, name: Two }', 'people:', '  eve: { name: Eve, email: eve@two.test }'],
    ...[
      'projects:',
      '  launch: { tasks: { brief: {',
      '    asignee: eve } } }',
      '  other: { tasks: { plan: { asignee: eve } } }',
    ],
  ]
  const gids = (await e.control('GET', '/gids')).data
  const headers = { 'content-type': 'application/yaml' }
  const { status, body } = await e.send('POST', '/-/emulator/seed', { body: lines.join('\n'), headers })
  assert.equal(status, 400)
  assert.deepEqual(
    body.errors.map(({ line, column }: Json) => [line, column]),
    [
      [7, 5],
      [8, 29],
    ],
  )
  assert.match(body.errors[0].message, /projects\.launch\.tasks\.brief\.asignee: .*did you mean assignee\?/)
  assert.deepEqual((await e.control('GET', '/gids')).data, gids)
})

test('a reset in the middle of many requests fails none of them', async () => {
  const e = await emulated()
  const { url } = await receiver()
  const resource = await addTask(e, 'Watched')
  await e.api('POST', '/webhooks', { resource, target: url })
  const writes = Array.from({ length: 100 }, (_, index) => addTask(e, `Before ${index}`))
  await Promise.any(writes)
  const reset = e.control('POST', '/reset')
  const later = Array.from({ length: 100 }, async (_, index) => {
    if (index % 10 === 0) await new Promise(resolve => setTimeout(resolve, index / 10))
    return addTask(e, `During ${index}`)
  })
  assert.equal((await reset).status, 200)
  await addTask(e, 'After')
  await Promise.all([...writes, ...later])
  const found = await tasks(e)
  assert.equal(found.filter(name => name.startsWith('Before')).length, 0)
  assert.equal(found.filter(name => name === 'After').length, 1)
  assert.deepEqual(e.logged, [])
})

test('a request that outlasts the grace of a reset writes nothing to the new contents', async () => {
  const e = await emulated()
  const released = Promise.withResolvers<void>()
  const target = await receiver(async (response, { headers }) => {
    await released.promise
    const { 'x-hook-secret': secret } = headers
    if (secret) response.setHeader('X-Hook-Secret', secret)
    response.end()
  })
  await e.control('PUT', '/settings', { webhook_patience_ms: 10_000 })
  const resource = await addTask(e, 'Watched')
  const hooking = e.api('POST', '/webhooks', { resource, target: target.url }).catch(() => undefined)
  await until(() => target.requests.length > 0, 'the target is not called')
  const { data } = await e.control('POST', '/reset')
  assert.ok(data.took_ms > 1900)
  released.resolve()
  await hooking
  assert.deepEqual((await e.api('GET', `/webhooks?workspace=${workspaceOf(e)}`)).data, [])
  assert.deepEqual((await e.control('GET', '/deliveries')).data, [])
})

test('webhooks reach no public address, unless networks are allowed', async () => {
  const { api, control, emulator } = await emulated()
  const { workspace } = emulator.world.seeded
  const resource = (await api('POST', '/projects', { name: 'P', workspace })).data.gid
  const { status } = await api('POST', '/webhooks', { resource, target: 'http://1.1.1.1:9/' })
  assert.notEqual(status, 201)
  const { data } = await control('GET', '/deliveries')
  assert.match(data[0].response.error, /public address/)
})

test('a reset that fails, such as on a full disk, leaves the world as it was', async () => {
  const e = await emulated()
  await addTask(e, 'Kept')
  const { world } = e.emulator
  const damaged = { ...world.initial, bytes: new TextEncoder().encode('This is no database. '.repeat(100)) }
  await assert.rejects(world.replace(damaged))
  assert.deepEqual(await tasks(e), ['Kept'])
  await addTask(e, 'Another')
  assert.equal((await e.control('POST', '/reset')).status, 200)
  assert.deepEqual(await tasks(e), [])
})
