/** Request ids, and the log entries of requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeCounterStore } from '../../test/harness/counters/fake.ts'
import { type Json, world } from '../../test/harness/world.ts'
import { createLog, type Log } from '../observe/log.ts'
import type { Store } from '../store/db.ts'

const settled = () => new Promise(resolve => setImmediate(resolve))

/** Makes every read fail with an unexpected error. */
function breakReads({ read, batched }: Store): void {
  const broken = () => Promise.reject(new Error('broken'))
  for (const reader of [read, batched]) Object.assign(reader, { first: broken, all: broken })
}

const MESSAGE = 'A request was answered.'

test('every request is logged without its query if request logging is on', async () => {
  const { ann, logged, workspace, send } = await world({ logsRequests: true })
  const created = await ann.post('/tags?opt_fields=name', { name: 'a', workspace })
  await send({ method: 'GET', url: '/api/1.0/users/me?token=s3cret' })
  await send({ method: 'GET', url: '/-/sign_in/callback?code=s3cret&state=s3cret' })
  await settled()
  const lines = logged.filter(({ message }) => message === MESSAGE)
  const [first, second, third] = lines as [Json, Json, Json]
  assert.deepEqual(
    [first.level, first.method, first.path, first.operation, first.status, first.user],
    ['debug', 'POST', '/api/1.0/tags', 'createTag', 201, ann.gid],
  )
  assert.match(first.token_gid, /^\d+$/)
  assert.ok(first.bytes >= JSON.stringify(created.body).length - 2 && Number.isFinite(first.ms) && first.ms >= 0)
  assert.deepEqual([second.path, second.operation, second.status], ['/api/1.0/users/me', 'getUser', 401])
  assert.equal(second.user, undefined)
  assert.equal(third.path, '/-/sign_in/callback')
  assert.doesNotMatch(JSON.stringify(lines), /s3cret|opt_fields|Bearer/)
  assert.ok(!JSON.stringify(lines).includes(ann.token))
  assert.equal(new Set(lines.map(({ request }) => request)).size, 3)
})

test('only server errors are logged if request logging is off', async () => {
  const { ann, logged, store, send } = await world()
  await ann.get('/users/me')
  await ann.get('/tags/1')
  await send({ method: 'GET', url: '/readyz' })
  await settled()
  assert.equal(logged.length, 0)
  breakReads(store)
  await ann.get('/users/me')
  await settled()
  const [failed, line] = logged as Json[] as [Json, Json]
  assert.deepEqual([line.level, line.message, line.status, line.operation], ['info', MESSAGE, 500, 'getUser'])
  assert.deepEqual([failed.level, failed.request], ['error', line.request])
})

test('a harmless request id of the client is in the log and in the response', async () => {
  const { send, store, logged, ann } = await world()
  breakReads(store)
  const ask = async (id: string, path = '/api/1.0/users/me') => {
    logged.length = 0
    const headers = { authorization: `Bearer ${ann.token}`, 'x-request-id': id }
    const { headers: answered } = await send({ method: 'GET', url: path, headers })
    await settled()
    assert.ok(logged.length > 0)
    for (const { request } of logged) assert.equal(request, answered['x-request-id'])
    return answered['x-request-id']
  }
  for (const id of ['client-request.1', 'x'.repeat(64)]) {
    assert.equal(await ask(id), id)
    assert.equal(await ask(id, '/api/1.0/scim/Users'), id)
  }
  for (const id of ['short', 'x'.repeat(65), 'with space', '"><script>', '{"a":1}12']) {
    assert.match(String(await ask(id)), /^[0-9a-f-]{36}$/)
  }
})

test('successful responses have no request id', async () => {
  const { send, ann } = await world()
  const headers = { authorization: `Bearer ${ann.token}`, 'x-request-id': 'client-request.1' }
  for (const url of ['/api/1.0/users/me', '/api/1.0/nothing', '/healthz']) {
    assert.equal((await send({ method: 'GET', url, headers })).headers['x-request-id'], undefined)
  }
})

test('log entries of nested calls have the request id, also for requests with a body', async () => {
  const lines: Json[] = []
  const log: Log = createLog({ clock: () => 0, level: 'info', write: line => void lines.push(JSON.parse(line)) })
  const failing = () => Promise.reject(new Error('the mail server is asleep'))
  // The mailer runs outside the request.
  const w = await world({ mail: failing, ...({ log } as object) })
  const payload = JSON.stringify({ data: { email: 'ann@example.com' } })
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'test', 'x-request-id': 'forgotten-1' }
  await w.send({ method: 'POST', url: '/-/sign_in/forgot', headers, payload })
  while (lines.length === 0) await settled()
  assert.deepEqual(
    lines.map(({ message, request }) => [message, request]),
    [['Sending an e-mail failed.', 'forgotten-1']],
  )
})

/** A world whose log adds the context, as that of the program does. */
async function speaking(more: object) {
  const lines: Json[] = []
  const log: Log = createLog({ clock: () => 0, level: 'info', write: line => void lines.push(JSON.parse(line)) })
  return { ...(await world({ ...more, ...({ log } as object) })), lines }
}

const mine = (token: string) => ({ authorization: `Bearer ${token}`, 'x-request-id': 'client-request.1' })

test('a failure of the shared limits during a read is logged with the request id', async () => {
  const counters = fakeCounterStore(() => 0)
  const { send, ann, lines } = await speaking({ counters, limits: { minute: 1000 } })
  counters.roundTrip = async () => {
    throw new Error('down')
  }
  await send({ method: 'GET', url: '/api/1.0/users/me', headers: mine(ann.token) })
  assert.deepEqual(
    lines.map(({ level, request }) => [level, request]),
    [['error', 'client-request.1']],
  )
})

test('a warning of unknown names in a read is logged with the request id', async () => {
  const { send, ann, lines } = await speaking({ hints: true })
  await send({ method: 'GET', url: '/api/1.0/users/me?optfields=name', headers: mine(ann.token) })
  assert.deepEqual(
    lines.map(({ request }) => request),
    ['client-request.1'],
  )
})

test('a failed read is logged with its caller without instrumentation', async () => {
  const { ann, store, logged } = await world()
  const first = store.read.first.bind(store.read)
  breakReads(store)
  // Authentication succeeds; the read of the resource fails.
  Object.assign(store.read, { first })
  await ann.get('/users/me')
  await settled()
  const line = logged.at(-1) as Json
  assert.deepEqual([line.message, line.operation, line.user, line.status], [MESSAGE, 'getUser', ann.gid, 500])
  assert.ok(line.bytes > 0)
})
