/** Requests with an `Idempotency-Key`: executed once, with the same response each time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOf, multipartType } from '../../../test/harness/files/form.ts'
import { apiPage } from '../../../test/harness/pages/api.ts'
import { pageHeaders, signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, type World, world } from '../../../test/harness/world.ts'

const KEY = { 'idempotency-key': 'key 1' }
const DAY_MS = 24 * 3600 * 1000

/** A page of Ann, and counts of what it created. */
async function office() {
  const all = await world()
  const { session } = await signedIn(all, all.ann)
  const { call } = apiPage(all, session)
  const post = (path: string, data: Json, headers: Record<string, string> = KEY) => call('POST', path, data, headers)
  return { ...all, session, call, post }
}

const count = async ({ store }: World, table: 'tasks' | 'stories' | 'tags' | 'webhooks' | 'attachments') =>
  (await store.read.db.selectFrom(table).select('gid').execute()).length

test('a request that is sent again with its key gets the same response and is not executed again', async () => {
  const all = await office()
  const { post, workspace } = all
  const task = { workspace, name: 'Once' }
  const first = await post('/tasks?opt_fields=name,assignee.name', task)
  const second = await post('/tasks?opt_fields=name,assignee.name', task)
  assert.equal(first.status, 201)
  assert.deepEqual([second.status, second.text, second.headers.location], [201, first.text, first.headers.location])
  assert.equal(await count(all, 'tasks'), 1)
})

test('the response stays the same after the object has changed or was deleted', async () => {
  const all = await office()
  const { post, ann, workspace } = all
  const first = await post('/tasks', { workspace, name: 'Once' })
  await ann.put(`/tasks/${first.data.gid}`, { name: 'Renamed' })
  assert.equal((await post('/tasks', { workspace, name: 'Once' })).text, first.text)
  await ann.delete(`/tasks/${first.data.gid}`)
  assert.equal((await post('/tasks', { workspace, name: 'Once' })).text, first.text)
})

test('a key belongs to one session, and to one request of it', async () => {
  const all = await office()
  const { post, ann, ben, workspace, store } = all
  const first = await post('/tags', { workspace, name: 'A' })
  const message = 'Idempotency-Key: Already used for another request: send a new key'
  for (const [path, data] of [
    ['/tags', { workspace, name: 'B' }],
    ['/tags?opt_fields=name', { workspace, name: 'A' }],
    ['/tasks', { workspace, name: 'A' }],
  ] as const) {
    const other = await post(path, data)
    assert.deepEqual([other.status, other.message], [400, message])
  }
  for (const who of [ann, ben]) {
    const { session } = await signedIn(all, who)
    const other = await apiPage(all, session).call('POST', '/tags', { workspace, name: 'A' }, KEY)
    assert.equal(other.status, 201)
    assert.notEqual(other.data.gid, first.data.gid)
  }
  const stored = await store.read.db.selectFrom('idempotent_responses').select('body').execute()
  assert.equal(stored.length, 3)
  assert.ok(!stored.some(({ body }) => body.includes('gid')), 'it can be read only with the secret of the session')
})

test('a refused request is executed again with its key', async () => {
  const all = await office()
  const { post, workspace, store } = all
  const refused = await post('/tags', { workspace: '1', name: 'A' })
  assert.equal(refused.status, 400)
  assert.deepEqual(await store.read.db.selectFrom('idempotent_responses').selectAll().execute(), [])
  assert.equal((await post('/tags', { workspace, name: 'A' })).status, 201)
})

test('a key has 1 to 200 printable characters', async () => {
  const { post, workspace } = await office()
  for (const [key, status] of [
    ['x'.repeat(200), 201],
    ['x'.repeat(201), 400],
    ['a\tb', 400],
    ['é', 400],
    ['', 400],
  ] as const) {
    const answer = await post('/tags', { workspace, name: 'A' }, { 'idempotency-key': key })
    assert.equal(answer.status, status, key)
    if (status === 400) assert.equal(answer.message, 'Idempotency-Key: Must have 1 to 200 printable ASCII characters')
  }
})

test('requests with a token, and those of other methods, ignore the header', async () => {
  const all = await office()
  const { send, ann, call, workspace } = all
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json', 'idempotency-key': 'é' }
  const payload = JSON.stringify({ data: { workspace, name: 'A' } })
  for (const url of ['/api/1.0/tags', '/api/1.0/tags'])
    assert.equal((await send({ method: 'POST', url, headers, payload })).status, 201)
  assert.equal(await count(all, 'tags'), 2)
  const tag = (await call('GET', `/tags?workspace=${workspace}`)).data[0].gid
  for (const name of ['B', 'C']) assert.equal((await call('PUT', `/tags/${tag}`, { name }, KEY)).data.name, name)
})

test('comments, uploads and webhooks are created once', async () => {
  const all = await office()
  const { post, ann, session, send, workspace } = all
  const task = await ann.create('/tasks', { workspace, name: 'T' })
  const before = await count(all, 'stories')
  const comment = async () => (await post(`/tasks/${task}/stories`, { text: 'Hi' })).text
  assert.equal(await comment(), await comment())
  assert.equal(await count(all, 'stories'), before + 1)
  const attach = () =>
    send({
      ...{ method: 'POST', url: '/api/1.0/attachments' },
      headers: { ...pageHeaders(session), 'idempotency-key': 'file', 'content-type': multipartType },
      payload: formOf([
        { name: 'parent', content: task },
        { name: 'file', content: 'content', fileName: 'a.txt', type: 'text/plain' },
      ]),
    })
  const [first, second] = [await attach(), await attach()]
  assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text])
  assert.equal(await count(all, 'attachments'), 1)
  const hook = { resource: task, target: 'https://example.com/hook' }
  const made = await post('/webhooks', hook, { 'idempotency-key': 'hook' })
  assert.equal(made.status, 201)
  assert.equal((await post('/webhooks', hook, { 'idempotency-key': 'hook' })).text, made.text)
  assert.equal(await count(all, 'webhooks'), 1)
})

test('a batch that is sent again executes only the writes that have not succeeded', async () => {
  const all = await office()
  const { post, ann, workspace } = all
  const tag = await ann.create('/tags', { workspace, name: 'Old' })
  const actions = [
    { method: 'post', relative_path: '/tags', data: { workspace, name: 'A' } },
    { method: 'post', relative_path: '/tags', data: { workspace, name: 'A' } },
    { method: 'delete', relative_path: `/tags/${tag}` },
    { method: 'post', relative_path: '/tags', data: { workspace: '1', name: 'A' } },
  ]
  const first = await post('/batch', { actions })
  const statuses = first.body.data.map((one: Json) => one.status_code)
  const second = await post('/batch', { actions })
  assert.equal(second.text, first.text)
  assert.deepEqual(statuses, [201, 201, 200, 400])
  assert.equal(await count(all, 'tags'), 3, 'with the deleted one')
})

test('a response is stored for a day', async () => {
  const all = await office()
  const { post, workspace, clock, jobs, store } = all
  const first = await post('/tags', { workspace, name: 'A' })
  clock.now += DAY_MS - 60_000
  await jobs.tick()
  assert.equal((await post('/tags', { workspace, name: 'A' })).data.gid, first.data.gid)
  clock.now += 60 * 60_000
  await jobs.tick()
  assert.deepEqual(await store.read.db.selectFrom('idempotent_responses').selectAll().execute(), [])
})
