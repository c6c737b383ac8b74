/** Strictness: each rule warns and refuses, and has an opposite that passes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulated } from '../../../test/harness/emulator/emulated.ts'

const WARNING = 'x-workloom-warning'

test('each rule warns, refuses or says nothing, as the level says', async () => {
  const e = await emulated()
  const { workspace, gids } = e.emulator.world.seeded
  const ann = Number(gids.ann)
  const target = 'http://127.0.0.1:1/'
  const actions = [
    { method: 'put', relative_path: '/tasks/12', data: {} },
    { method: 'delete', relative_path: '/tasks/12' },
  ]
  /** The rule, and a request that it is about. */
  const wrong: [string, string, string, Record<string, unknown>?][] = [
    ['S01', 'GET', `/projects?workspace=${workspace}`],
    ['S02', 'GET', '/users/me?opt_field=name'],
    ['S03', 'POST', '/tasks', { workspace, nam: 'x' }],
    ['S04', 'GET', '/users/me?opt_fields=name,nam'],
    ['S04', 'GET', '/tasks/1?opt_fields=assignee.nam'],
    ['S05', 'GET', '/tasks/1?opt_fields=hearted'],
    ['S05', 'POST', '/projects', { workspace, name: 'x', public: true }],
    ['S05', 'PUT', '/projects/12', { team: '13' }],
    ['S06', 'POST', '/custom_fields', { workspace, name: 'x', resource_subtype: 'number', formula: '1 + 1' }],
    ['S06', 'PUT', '/custom_fields/12', { formula: '1 + 1' }],
    ['S06', 'GET', `/workspaces/${workspace}/tasks/search?offset=x`],
    ['S07', 'GET', '/users/me?opt_fields=name&opt_fields=email'],
    ['S09', 'POST', '/tasks', { workspace, assignee: ann }],
    ['S10', 'POST', '/webhooks', { resource: '1', target }],
    ['S11', 'GET', `/projects?workspace=${workspace}&offset=x`],
    ['S14', 'POST', '/batch', { actions }],
  ]
  for (const [id, method, path, data] of wrong) {
    await e.control('PUT', '/settings', { strictness: 'warn' })
    const warned = await e.api(method, path, data)
    assert.match(String(warned.headers[WARNING]), new RegExp(`${id}; `), `${id} ${path}`)
    await e.control('PUT', '/settings', { strictness: 'strict' })
    const refused = await e.api(method, path, data)
    assert.deepEqual([refused.status, refused.headers[WARNING]], [400, undefined], `${id} ${path}`)
    // The first of the warnings is the reason.
    const [first] = [warned.headers[WARNING]].flat()
    assert.equal(refused.message, `strict ${first?.replace(';', ':')}`)
    await e.control('PUT', '/settings', { strictness: 'relaxed' })
    assert.equal((await e.api(method, path, data)).headers[WARNING], undefined)
  }
  await e.control('PUT', '/settings', { strictness: 'strict' })
  const good = await e.api('POST', '/tasks', {
    workspace,
    name: 'Good',
    assignee: gids.ann,
    notes: 'x'.repeat(50_000),
  })
  assert.deepEqual([good.status, good.data.notes.length], [201, 50_000])
  assert.equal((await e.api('GET', `/projects?workspace=${workspace}&limit=10&opt_fields=name,owner.name`)).status, 200)
})

test('a strict request arrives whole over a connection', async () => {
  const e = await emulated()
  await e.control('PUT', '/settings', { strictness: 'strict' })
  const url = await e.emulator.listen({ host: '127.0.0.1', port: 0 })
  const { workspace } = e.emulator.world.seeded
  for (const size of [10, 1000, 60_000]) {
    const response = await fetch(`${url}/api/1.0/tasks`, {
      method: 'POST',
      headers: { authorization: 'Bearer ann-token', 'content-type': 'application/json' },
      body: JSON.stringify({ data: { workspace, name: 'New', assignee: 'me', notes: 'x'.repeat(size) } }),
    })
    const { data } = (await response.json()) as { data: { notes: string } }
    assert.deepEqual([response.status, data.notes.length], [201, size])
  }
})

test('searches find what was written later, if the world says so', async () => {
  const e = await emulated()
  await e.control('POST', '/clock', { freeze: true })
  const { workspace } = e.emulator.world.seeded
  await e.control('PUT', '/settings', { search_lag: '10s' })
  await e.api('POST', '/tasks', { workspace, name: 'Needle', assignee: 'me' })
  const search = () => e.api('GET', `/workspaces/${workspace}/tasks/search?text=Needle`)
  assert.deepEqual((await search()).data, [])
  await e.control('POST', '/clock', { advance: '11s' })
  const found = await search()
  assert.equal(found.data.length, 1)
  assert.match(String(found.headers[WARNING]), /S08; /)
  await e.control('POST', '/clock', { advance: '60s' })
  assert.equal((await search()).headers[WARNING], undefined)
})

test('S08: a search that finds what was just written is refused at the level strict', async () => {
  const e = await emulated()
  await e.control('POST', '/clock', { freeze: true })
  const { workspace } = e.emulator.world.seeded
  const { data: task } = await e.api('POST', '/tasks', { workspace, name: 'Needle', assignee: 'me' })
  const search = (text = 'Needle') => e.api('GET', `/workspaces/${workspace}/tasks/search?text=${text}`)
  const warned = await search()
  assert.deepEqual([warned.status, warned.data[0].gid], [200, task.gid])
  assert.match(String(warned.headers[WARNING]), /S08; /)
  await e.control('PUT', '/settings', { strictness: 'strict' })
  const refused = await search()
  assert.deepEqual([refused.status, refused.headers[WARNING]], [400, undefined])
  assert.match(refused.message ?? '', /^strict S08: \w/)
  assert.equal((await search('Haystack')).status, 200)
  await e.control('PUT', '/settings', { strictness: 'relaxed' })
  const relaxed = await search()
  assert.deepEqual([relaxed.status, relaxed.headers[WARNING]], [200, undefined])
  await e.control('PUT', '/settings', { strictness: 'strict' })
  await e.control('POST', '/clock', { advance: '61s' })
  assert.deepEqual((await search()).data.length, 1)
})

test('S12: a request without a workspace is ambiguous once there are several', async () => {
  const e = await emulated()
  const warnings = async (path: string, data?: Record<string, unknown>) =>
    String((await e.api(data ? 'POST' : 'GET', path, data)).headers[WARNING] ?? '')
  assert.doesNotMatch(await warnings('/projects?limit=10'), /S12/)
  const second = { seed: 1, workspace: { key: 'second' }, people: { zoe: { admin: true } } }
  assert.equal((await e.control('POST', '/seed', second)).status, 200)
  assert.match(await warnings('/projects?limit=10'), /S12; workspace is missing/)
  assert.match(await warnings('/tasks', { name: 'x', assignee: 'me' }), /S12; /)
  const { workspace, gids } = e.emulator.world.seeded
  assert.doesNotMatch(await warnings(`/projects?limit=10&workspace=${workspace}`), /S12/)
  assert.doesNotMatch(await warnings('/tasks', { name: 'x', workspace, assignee: gids.ann }), /S12/)
  assert.doesNotMatch(await warnings('/users/me'), /S12/)
  await e.control('PUT', '/settings', { strictness: 'strict' })
  assert.match((await e.api('GET', '/projects?limit=10')).message ?? '', /^strict S12: /)
  // A reset removes the second one.
  await e.control('POST', '/reset')
  assert.doesNotMatch(await warnings('/projects?limit=10'), /S12/)
})

for (const [kind, most, method, path] of [
  ['writes', 15, 'POST', '/tags'],
  ['reads', 50, 'GET', '/users/me'],
] as const) {
  test(`S13: the ${most + 1}th of ${kind} in flight is one too many`, async () => {
    const e = await emulated()
    const { workspace } = e.emulator.world.seeded
    await e.control('POST', '/faults', { use: 'hang', match: { path, method }, times: null })
    const hanging = Array.from({ length: most - 1 }, () =>
      e.api(method, path, method === 'POST' ? { workspace, name: 'x' } : undefined),
    )
    const ended = Promise.allSettled(hanging)
    const one = async () => {
      const write = { workspace, name: 'x', assignee: 'me' }
      return kind === 'writes' ? e.api('POST', '/tasks', write) : e.api('GET', `/workspaces/${workspace}`)
    }
    while (e.emulator.world.inFlight[kind] < most - 1) await new Promise(setImmediate)
    assert.equal((await one()).headers[WARNING], undefined)
    const last = e.api(method, path, method === 'POST' ? { workspace, name: 'x' } : undefined).catch(() => undefined)
    while (e.emulator.world.inFlight[kind] < most) await new Promise(setImmediate)
    assert.match(String((await one()).headers[WARNING]), new RegExp(`^S13; More than ${most} ${kind} are in flight`))
    await e.control('PUT', '/settings', { strictness: 'strict' })
    assert.match((await one()).message ?? '', /^strict S13: /)
    await e.control('DELETE', '/faults')
    await Promise.all([ended, last])
    assert.equal(e.emulator.world.inFlight[kind], 0)
    assert.notEqual((await one()).status, 400)
  })
}
