import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulated } from '../../../test/harness/emulator/emulated.ts'

const START = '2026-01-05T09:00:00.000Z'

/** Method, path, body, status and a part of the message. */
const refused: readonly [string, string, unknown, number, RegExp][] = [
  ['GET', '/nothing', undefined, 404, /No matching route/],
  ['PUT', '/reset', {}, 404, /No matching route/],
  ['POST', '/reset', '{', 400, /not valid JSON/],
  ['POST', '/reset', [], 400, /must be an object/],
  ['POST', '/reset', { two: 1 }, 400, /two: Unknown member/],
  ['POST', '/reset', { to: 'nothing' }, 404, /no snapshot "nothing"/],
  ['POST', '/reset', { to: 'empty', seed: {} }, 400, /seed/],
  ['POST', '/reset', { keep: ['x'] }, 400, /keep/],
  ['POST', '/reset', { keep: 'clock' }, 400, /keep/],
  ['POST', '/reset', { seed: { seed: 2 } }, 400, /./],
  ['POST', '/snapshot', { name: 'a b' }, 400, /name/],
  ['POST', '/snapshot', { name: 'seed' }, 400, /name/],
  ['POST', '/snapshot', { name: 7 }, 400, /name/],
  ['POST', '/restore', {}, 400, /name: It is required/],
  ['POST', '/restore', { name: 'x' }, 404, /no snapshot/],
  ['DELETE', '/snapshots/x', undefined, 404, /no snapshot/],
  ['DELETE', '/snapshots/%', undefined, 404, /No matching route/],
  ['POST', '/worlds', { name: 'A' }, 400, /name/],
  ['POST', '/worlds', { name: `a${'b'.repeat(32)}` }, 400, /name/],
  ['POST', '/worlds', { seed: {}, snapshot: 'x' }, 400, /seed/],
  ['POST', '/worlds', { snapshot: 'x' }, 404, /no snapshot/],
  ['DELETE', '/worlds/x', undefined, 404, /no world/],
  ['GET', '/gids?key=x', undefined, 404, /no key "x"/],
  ['GET', '/gids?key=constructor', undefined, 404, /no key/],
  ['POST', '/seed', '{', 400, /./],
  ['POST', '/seed', { seed: 1 }, 400, /./],
  ['POST', '/clock', {}, 400, /one of freeze/],
  ['POST', '/clock', { freeze: true, real: true }, 400, /one of freeze/],
  ['POST', '/clock', { freeze: false }, 400, /freeze/],
  ['POST', '/clock', { freeze: '2026-13-01' }, 400, /freeze/],
  ['POST', '/clock', { freeze: '2018-12-31' }, 400, /2019/],
  ['POST', '/clock', { freeze: START, tick_ms: -1 }, 400, /tick_ms/],
  ['POST', '/clock', { set: 'tomorrow' }, 400, /set/],
  ['POST', '/clock', { set: '2019-01-01' }, 400, /in the past/],
  ['POST', '/clock', { advance: '1 year' }, 400, /advance/],
  ['POST', '/clock', { advance: -1 }, 400, /advance/],
  ['POST', '/clock', { advance: 1.5 }, 400, /advance/],
  ['POST', '/clock', { advance: '99999d' }, 400, /advance/],
  ['POST', '/clock', { real: false }, 400, /real/],
  ['POST', '/settle', { timeout: '2h' }, 400, /timeout/],
  ['PUT', '/settings', { limits: 'none' }, 400, /limits/],
  ['PUT', '/settings', { limits: { minute: 0 } }, 400, /limits.minute/],
  ['PUT', '/settings', { limits: { hour: 1 } }, 400, /hour/],
  ['PUT', '/settings', { strictness: 'very' }, 400, /strictness/],
  ['PUT', '/settings', { latency: [10, 5] }, 400, /latency/],
  ['PUT', '/settings', { latency: [1, 2, 3] }, 400, /latency/],
  ['PUT', '/settings', { latency: 'x' }, 400, /latency/],
  ['PUT', '/settings', { webhook_patience_ms: 0 }, 400, /webhook_patience_ms/],
  ['PUT', '/settings', { search_lag: 'x' }, 400, /search_lag/],
  ['PUT', '/settings', { job_delay: '2d' }, 400, /job_delay/],
  ['GET', '/requests?two=1', undefined, 400, /two: Unknown parameter/],
  ['GET', '/requests?status=9', undefined, 400, /status/],
  ['GET', '/requests?limit=x', undefined, 400, /limit/],
  ['GET', '/requests/7', undefined, 404, /no request "7"/],
  ['POST', '/tokens/revoke', {}, 400, /token/],
  ['POST', '/tokens/revoke', { token: 'nothing' }, 404, /no such token/],
  ['POST', '/tokens/expire', { token: ['x'] }, 400, /token/],
]

test('each control refuses wrong input with a sentence, and changes nothing', async () => {
  const e = await emulated()
  const [before] = [(await e.control('GET', '')).data]
  for (const [method, path, body, status, text] of refused) {
    const answer = await e.control(method, path, body)
    const name = `${method} ${path} ${JSON.stringify(body)}`
    assert.equal(answer.status, status, `${name} answered ${answer.status} ${answer.message}`)
    assert.match(answer.message ?? '', text, name)
    assert.equal(answer.headers['x-workloom-emulator'], 'default')
  }
  const { clock: _, ...after } = (await e.control('GET', '')).data
  const { clock: __, ...expected } = before
  assert.deepEqual(after, expected)
  assert.deepEqual(e.logged, [])
})

test('a body above 32 MB is refused', async () => {
  const e = await emulated()
  const { status, message } = await e.control('POST', '/seed', `"${'x'.repeat(33 * 1024 * 1024)}"`)
  assert.deepEqual([status, message], [413, 'The request is too large. Send less than 32 MB.'])
})

test('web pages of other sites cannot control the emulator', async () => {
  const e = await emulated({ allowsNetwork: true, publicUrl: 'https://emulator.example.com' })
  const { workspace } = e.emulator.world.seeded
  await e.api('POST', '/tasks', { name: 'Kept', workspace, assignee: 'me' })
  const reset = async (headers: Record<string, string>) =>
    (await e.send('POST', '/-/emulator/reset', { body: {}, headers })).status
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:9999' },
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: 'evil.example:80@localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) assert.equal(await reset(headers), 403, JSON.stringify(headers))
  const { data } = await e.api('GET', `/tasks?assignee=me&workspace=${workspace}`)
  assert.equal(data.length, 1)
  const own: Record<string, string>[] = [
    { origin: 'http://localhost:8080' },
    { host: '127.0.0.1:8080' },
    { host: '[::1]:8080' },
    { host: 'a.localhost' },
    { host: 'emulator.example.com', 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of own) assert.equal(await reset(headers), 200, JSON.stringify(headers))
  const closed = await emulated({ publicUrl: 'https://emulator.example.com' })
  const headers = { host: 'emulator.example.com' }
  assert.equal((await closed.send('POST', '/-/emulator/reset', { headers })).status, 403)
})

test('settings change limits and latency', async () => {
  const e = await emulated()
  const { status, data } = await e.control('PUT', '/settings', {
    data: { limits: { minute: 2 }, latency: ['30ms', 40] },
  })
  assert.deepEqual([status, data.limits, data.latency], [200, { minute: 2 }, [30, 40]])
  await e.control('POST', '/clock', { freeze: true })
  const began = performance.now()
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await e.api('GET', '/users/me')).status)
  assert.deepEqual(statuses, [200, 200, 429])
  assert.ok(performance.now() - began >= 88)
  await e.control('PUT', '/settings', { limits: 'off' })
  assert.equal((await e.api('GET', '/users/me')).status, 200)
  assert.deepEqual((await e.control('GET', '/settings')).data.latency, [30, 40])
})

test('a revoked or expired token is refused', async () => {
  const e = await emulated()
  const status = async (token: string) => (await e.send('GET', '/api/1.0/users/me', { token })).status
  assert.deepEqual([await status('ann-token'), await status('ben-token')], [200, 200])
  assert.deepEqual((await e.control('POST', '/tokens/revoke', { token: 'ann' })).data, {})
  assert.equal((await e.control('POST', '/tokens/expire', { token: 'ben-token' })).status, 200)
  assert.deepEqual([await status('ann-token'), await status('ben-token')], [401, 401])
  assert.equal((await e.control('POST', '/tokens/revoke', { token: 'ann' })).status, 404)
  await e.control('POST', '/reset')
  assert.deepEqual([await status('ann-token'), await status('ben-token')], [200, 200])
})

test('the emulator describes itself', async () => {
  const e = await emulated()
  const { data } = await e.control('GET', '')
  assert.deepEqual(Object.keys(data), [
    ...['version', 'world', 'seed', 'clock', 'strictness', 'limits', 'faults', 'requests', 'snapshots'],
  ])
})
