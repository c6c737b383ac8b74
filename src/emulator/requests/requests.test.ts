/** The log of requests: what it has, what it finds, and what it never shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Emulated, emulated } from '../../../test/harness/emulator/emulated.ts'
import type { RecordedRequest } from '../../testing/recorded.ts'

/** A member of a body. */
const memberOf = (body: unknown, name: string): unknown => (body as Record<string, unknown> | undefined)?.[name]

const listOf = async (e: Emulated, query = ''): Promise<RecordedRequest[]> =>
  (await e.control('GET', `/requests${query}`)).data as unknown as RecordedRequest[]

const createTask = (e: Emulated, name: string) =>
  e.api('POST', '/tasks', { name, workspace: e.emulator.world.seeded.workspace, assignee: 'me' })

test('each request has its time, its caller, and both bodies', async () => {
  const e = await emulated()
  const { data: task } = await createTask(e, 'New')
  await e.control('GET', '/clock')
  const [one, ...rest] = await listOf(e)
  assert.deepEqual(rest, [])
  assert.deepEqual(Object.keys(one ?? {}), [
    ...['id', 'at', 'real_at', 'method', 'path', 'query', 'operation', 'status', 'ms', 'token', 'user', 'request'],
    ...['response', 'fault', 'warnings', 'is_cut'],
  ])
  assert.deepEqual([one?.method, one?.path, one?.operation, one?.status], ['POST', '/api/1.0/tasks', 'createTask', 201])
  assert.equal(one?.user, e.emulator.world.seeded.gids.ann)
  assert.match(one?.token?.gid ?? '', /^\d+$/)
  assert.equal(memberOf(memberOf(one?.request.body, 'data'), 'name'), 'New')
  assert.equal(memberOf(memberOf(one?.response.body, 'data'), 'gid'), task.gid)
  assert.deepEqual((await e.control('GET', `/requests/${one?.id}`)).data, one)
  assert.deepEqual((await e.control('DELETE', '/requests')).data, {})
  assert.deepEqual(await listOf(e), [])
})

test('a reset empties the log, unless the requests are kept', async () => {
  const e = await emulated()
  await createTask(e, 'New')
  await e.control('POST', '/reset', { keep: ['requests'] })
  assert.deepEqual(
    (await listOf(e)).map(({ operation }) => operation),
    ['createTask'],
  )
  await e.control('POST', '/reset')
  assert.deepEqual(await listOf(e), [])
  assert.deepEqual((await e.control('GET', '/requests?count=1')).data, { count: 0 })
})

test('filters select by operation, status, caller, path, fault and position', async () => {
  const e = await emulated()
  await createTask(e, 'One')
  await e.send('GET', '/api/1.0/users/me?opt_fields=name', { token: 'ben-token' })
  await e.api('GET', '/tasks/1')
  await e.control('POST', '/faults', { id: 'own', use: 'forbidden' })
  await e.api('GET', '/users/me')
  const idsOf = async (query: string) => (await listOf(e, query)).map(({ id }) => Number(id))
  const expected: [string, number[]][] = [
    ['', [1, 2, 3, 4]],
    ['?operation=createTask&status=201', [1]],
    ['?status=4xx', [3, 4]],
    ['?method=get', [2, 3, 4]],
    ['?path=/users/*', [2, 4]],
    ['?path=/api/1.0/tasks', [1]],
    ['?user=ben', [2]],
    ['?token=ann-token', [1, 3, 4]],
    ['?token=ann', [1, 3, 4]],
    ['?fault=own', [4]],
    ['?since=2', [3, 4]],
    ['?limit=1&offset=1', [2]],
  ]
  for (const [query, ids] of expected) assert.deepEqual(await idsOf(query), ids, query)
  assert.deepEqual((await e.control('GET', '/requests?status=4xx&count=1')).data, { count: 2 })
})

test('no credential appears in the log or in its archive', async () => {
  const e = await emulated()
  await createTask(e, 'The token is ann-token')
  await e.send('GET', '/api/1.0/users/me?access_token=ben-token', { headers: { cookie: 'session=secret-cookie' } })
  await e.send('GET', '/api/1.0/users/me', { token: '2/12/34:0123456789abcdef0123456789abcdef' })
  await e.send('POST', '/-/oauth_token', {
    body: 'grant_type=authorization_code&code=secret-code&client_secret=secret-secret',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  for (const path of ['/requests', '/requests.har']) {
    const { text } = await e.control('GET', path)
    assert.doesNotMatch(text, /ann-token|ben-token|0123456789abcdef|secret-(?:cookie|code|secret)/, path)
    assert.match(text, /\[redacted\]/)
  }
})

test('long bodies are cut, and old requests are dropped', async () => {
  const e = await emulated({ requestsKept: 3 })
  await e.api('POST', '/tasks', {
    ...{ name: 'Long', workspace: e.emulator.world.seeded.workspace, assignee: 'me', notes: 'x'.repeat(65_000) },
  })
  const [long] = await listOf(e)
  assert.equal(long?.is_cut, true)
  assert.equal((await e.api('GET', '/users/me')).status, 200)
  for (let count = 0; count < 4; count++) await e.api('GET', '/users/me')
  assert.deepEqual(
    (await listOf(e)).map(({ id, is_cut }) => [id, is_cut]),
    [
      ['4', false],
      ['5', false],
      ['6', false],
    ],
  )
})

test('compressed responses are shown as text', async () => {
  const e = await emulated()
  for (let count = 0; count < 12; count++) await createTask(e, `A task with a long name, number ${count}`)
  const url = `/api/1.0/tasks?assignee=me&workspace=${e.emulator.world.seeded.workspace}&limit=50&opt_fields=name,notes,html_notes`
  await e.send('GET', url, { headers: { 'accept-encoding': 'gzip' } })
  const found = (await listOf(e)).at(-1)
  assert.equal(found?.response.headers['content-encoding'], 'gzip')
  assert.equal(memberOf(memberOf(found?.response.body, 'data'), 'length'), 12)
})

test('the archive is HAR 1.2', async () => {
  const e = await emulated()
  await createTask(e, 'New')
  await e.api('GET', '/users/me?opt_fields=name', undefined, '')
  const { log } = (await e.control('GET', '/requests.har?method=GET')).body
  assert.deepEqual([log.version, log.entries.length], ['1.2', 1])
  const [entry] = log.entries
  assert.equal(entry.request.url, 'http://localhost:8080/api/1.0/users/me?opt_fields=name')
  assert.deepEqual(entry.request.queryString, [{ name: 'opt_fields', value: 'name' }])
  assert.match(entry.response.content.text, /Ann Lee/)
})
