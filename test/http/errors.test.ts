/** Errors: their texts and their order, and failures of the program itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { SHORT_CACHE_TTL_MS } from '../../src/http/public/short_cache.ts'
import { deleteWhere } from '../../src/store/change.ts'
import { hookStatements } from '../harness/statement_hooks.ts'
import { makeProject } from '../harness/work.ts'
import { type Json, world } from '../harness/world.ts'

const BASE = '/api/1.0'

async function start() {
  const home = await world()
  const { ann, send, workspace } = home
  const task = await ann.create('/tasks', { workspace, name: 'A' })
  const bearer = { authorization: `Bearer ${ann.token}` }
  const call = (method: string, path: string, payload?: string, headers: Record<string, string> = bearer) =>
    send({ method, url: `${BASE}${path}`, headers, ...(payload === undefined ? {} : { payload }) })
  return { ...home, task, bearer, call }
}

test('each mistake has its status and its text', async () => {
  const home = await start()
  const { ann, ben, call, person, task, workspace } = home
  const sam = await person('Sam', null)
  const hidden = await ben.create('/tasks', { workspace })
  const deleted = await ann.create('/tasks', { workspace })
  await ann.delete(`/tasks/${deleted}`)
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  const data = (given: Json) => JSON.stringify({ data: given })
  const make = (given: Json): [string, string, string] => ['POST', '/tasks', data({ workspace, ...given })]
  const change = (given: Json): [string, string, string] => ['PUT', `/tasks/${task}`, data(given)]
  const unwrapped =
    'Unrecognized request field `name`. The only allowed keys at the top level are: data, options. ' +
    'Is it possible you did not wrap object properties in a `data` object?'
  const filters = 'Must specify exactly one of project, tag, section, user task list, or assignee + workspace'
  const cases: [request: [string, string, string?], status: number, message: string][] = [
    [['GET', '/nothing/here'], 404, 'No matching route for request'],
    [['PATCH', '/users/me'], 404, 'No matching route for request'],
    [['DELETE', '/workspaces'], 404, 'No matching route for request'],
    [['POST', '/tasks', '{"name":"A"}'], 400, unwrapped],
    [['POST', '/tasks', '{bad'], 400, 'Could not parse request data, invalid JSON'],
    [['POST', '/tasks', '[1]'], 400, 'Could not parse request data, the top level must be a JSON object'],
    [['POST', '/tasks', '{"data":[1]}'], 400, 'data: Value is not a JSON object'],
    [['GET', '/tasks/7'], 404, 'task: Not a recognized ID: 7'],
    [['GET', `/tasks/${workspace}`], 404, `task: Not a recognized ID: ${workspace}`],
    [['GET', `/tasks/${hidden}`], 404, `task: Not a recognized ID: ${hidden}`],
    [['GET', `/tasks/${deleted}`], 404, `task: Unknown object: ${deleted}`],
    [['PUT', `/tasks/${deleted}`], 404, `task: Unknown object: ${deleted}`],
    [['GET', '/tasks/@121'], 400, 'task: Not a recognized ID: @121'],
    [['GET', '/users/nobody@example.com'], 404, 'user: Not a recognized ID: nobody@example.com'],
    [['GET', `/users/${sam.email}`], 404, `user: Not a recognized ID: ${sam.email}`],
    [make({ workspace: 'we' }), 400, 'workspace: Not a recognized ID: we'],
    [make({ workspace: '7' }), 400, 'workspace: Not a recognized ID: 7'],
    [make({ projects: ['7'] }), 400, 'projects: [0]: Not a recognized ID: 7'],
    [make({ parent: deleted }), 400, `parent: Unknown object: ${deleted}`],
    [make({ parent: {} }), 400, 'parent: Not a valid GID type: object'],
    [make({ tags: {} }), 400, 'tags: [0]: Not a valid GID type: object'],
    [make({ assignee: 'UnknownUser' }), 400, 'assignee: Not a recognized ID: UnknownUser'],
    [make({ assignee: sam.email }), 400, `assignee: Not a recognized ID: ${sam.email}`],
    [make({ memberships: [{}] }), 400, 'memberships: [0]: project: Missing required field'],
    [make({ resource_subtype: 'x' }), 400, 'resource_subtype: Not a recognized value: x'],
    [make({ name: 'x'.repeat(1025) }), 400, 'name: Text is too long (maximum 1024 characters)'],
    [make({ completed: 'yes' }), 400, 'completed: Not true or false: yes'],
    [make({ due_on: 'soon' }), 400, 'due_on: Date must be in ISO-8601 (yyyy-mm-dd) format, not: soon'],
    [make({ start_on: '2026-01-01' }), 400, "You must provide 'due_on' or 'due_at' when setting 'start_on'."],
    [['POST', '/tasks', data({})], 400, 'You should specify one of workspace, parent, projects'],
    [['POST', '/tags', data({})], 400, 'workspace: Missing input'],
    [change({ projects: [project.gid] }), 400, 'projects: Cannot write this property'],
    [
      change({ assignee_status: 'later' }),
      400,
      ".assignee_status: Schedule status shouldn't be set for unassigned tasks",
    ],
    [['GET', '/tasks'], 400, filters],
    [['GET', '/tags?limit=0'], 400, 'limit: Must be between 1 and 100'],
    [['GET', '/tags?limit=101'], 400, 'limit: Must be between 1 and 100'],
    [['GET', '/tags?limit=-1'], 400, 'limit: Must be between 1 and 100'],
    [['GET', '/tags?limit=1.5'], 400, 'limit: Not a number: 1.5'],
    [['GET', '/tags?offset='], 400, 'offset: Your pagination token is invalid.'],
    [['GET', '/tags?limit=5&offset=x'], 400, 'offset: Your pagination token is invalid.'],
  ]
  for (const [[method, path, payload], status, message] of cases) {
    const answer = await call(method, path, payload)
    assert.deepEqual([answer.status, answer.message], [status, message], `${method} ${path} ${payload}`)
    assert.equal(typeof answer.body.errors[0].help, 'string')
    assert.equal(Object.hasOwn(answer.body, 'data'), false)
  }
})

test('a page token expires', async () => {
  const { ann, clock, workspace } = await start()
  for (const name of ['a', 'b']) await ann.create('/tags', { workspace, name })
  const { body } = await ann.get('/tags?limit=1')
  clock.now += 16 * 60 * 1000
  assert.equal((await ann.get(body.next_page.path)).message, 'offset: Your pagination token has expired.')
  const other = (await ann.get('/tags?limit=1')).body.next_page.offset
  const refused = await ann.get(`/workspaces/${workspace}/tags?limit=1&offset=${other}`)
  assert.equal(refused.message, 'offset: Your pagination token is invalid.')
})

test('a page token of one person is refused for another', async () => {
  const { ann, ben, workspace } = await start()
  for (const name of ['a', 'b']) await ann.create('/tags', { workspace, name })
  const { body } = await ann.get('/tags?limit=1')
  assert.equal((await ben.get(body.next_page.path)).status, 400)
})

test('the route is checked before the token, and the token before the body', async () => {
  const { call, task } = await start()
  const ladder: [string, string, string | undefined, Record<string, string> | undefined, number][] = [
    ['POST', '/nothing', '{bad', {}, 404],
    ['POST', '/nothing', '{bad', undefined, 404],
    ['PATCH', `/tasks/${task}`, '{bad', { authorization: 'Bearer x' }, 404],
    ['POST', '/tasks', '{bad', {}, 401],
    ['POST', '/tasks', '{"name":1}', { authorization: 'Bearer x' }, 401],
    ['PUT', '/tasks/7', '{bad', {}, 401],
    ['PUT', '/tasks/7', '{bad', undefined, 400],
    ['GET', '/tags?limit=0', undefined, {}, 401],
    ['PUT', '/tasks/7', '{"data":{"due_on":"x"}}', undefined, 400],
    ['PUT', '/tasks/7', '{"data":{}}', undefined, 404],
  ]
  for (const [method, path, payload, headers, status] of ladder) {
    assert.equal((await call(method, path, payload, headers)).status, status, `${method} ${path} ${payload}`)
  }
  const { message, body } = await call('GET', '/users/me', undefined, {})
  assert.equal(message, 'Not Authorized')
  assert.deepEqual(Object.keys(body), ['errors'])
})

test('a deleted token is refused at once', async () => {
  const { ann, store } = await start()
  assert.equal((await ann.get('/users/me')).status, 200)
  await store.write(tx => deleteWhere(tx, 'tokens', { user: Number(ann.gid) }))
  const answer = await ann.get('/users/me')
  assert.deepEqual([answer.status, answer.message], [401, 'Not Authorized'])
})

test('HEAD answers the headers of GET without a body', async () => {
  const { app, bearer, task } = await start()
  const ask = (method: 'GET' | 'HEAD', url: string, headers = bearer) =>
    app.inject({ method, url: BASE + url, headers })
  for (const [url, status] of [
    [`/tasks/${task}`, 200],
    ['/tasks/7', 404],
    ['/nothing', 404],
  ] as const) {
    const [get, head] = [await ask('GET', url), await ask('HEAD', url)]
    assert.deepEqual([head.statusCode, head.payload], [status, ''])
    assert.equal(head.headers['content-type'], get.headers['content-type'])
    assert.equal(head.headers['content-length'], get.headers['content-length'])
  }
  assert.equal((await ask('HEAD', `/tasks/${task}`, { authorization: '' })).statusCode, 401)
})

test('browsers of any origin may call, with the headers that clients send', async () => {
  const { call, task } = await start()
  const { status, headers } = await call('OPTIONS', `/tasks/${task}`, undefined, { origin: 'https://app.example' })
  assert.equal(status, 204)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(headers['access-control-allow-methods'] ?? '', /GET, POST, PUT, DELETE/)
  for (const name of ['Authorization', 'Content-Type', 'Asana-Enable', 'X-Asana-Client-Lib']) {
    assert.ok(headers['access-control-allow-headers']?.includes(name), name)
  }
  for (const answer of [await call('GET', `/tasks/${task}`), await call('GET', '/nothing', undefined, {})]) {
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.match(answer.headers['access-control-expose-headers'] ?? '', /Location, Retry-After/)
  }
})

test('every response is JSON with headers that prevent any other use, errors included', async () => {
  const { call, task } = await start()
  for (const answer of [
    await call('GET', `/tasks/${task}`),
    await call('GET', '/x'),
    await call('GET', '/users/me', '', {}),
  ]) {
    const { headers } = answer
    assert.equal(headers['content-type'], 'application/json; charset=UTF-8')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('a long response is compressed if the client accepts it', async () => {
  const { app, ann, bearer, workspace } = await start()
  const task = await ann.create('/tasks', { workspace, notes: 'long '.repeat(1000) })
  const url = `${BASE}/tasks/${task}`
  const plain = await app.inject({ url, headers: bearer })
  const packed = await app.inject({ url, headers: { ...bearer, 'accept-encoding': 'gzip, deflate' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.match(String(packed.headers.vary), /accept-encoding/i)
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.payload)
  assert.equal(plain.headers['content-encoding'], undefined)
})

test('only responses to creations have a Location header', async () => {
  const { ann, task, workspace } = await start()
  const tag = await ann.post('/tags', { workspace, name: 'a' })
  assert.deepEqual([tag.status, tag.headers.location], [201, `${BASE}/tags/${tag.data.gid}`])
  const below = await ann.post(`/tasks/${task}/subtasks?opt_fields=name`, { name: 'B' })
  assert.deepEqual([below.status, below.headers.location], [201, `${BASE}/tasks/${below.data.gid}`])
  const others = [await ann.put(`/tasks/${task}`, {}), await ann.post(`/tasks/${task}/addTag`, { tag: tag.data.gid })]
  for (const { status, headers } of [...others, await ann.delete(`/tasks/${task}`)]) {
    assert.deepEqual([status, headers.location], [200, undefined])
  }
})

test('a failure of the program is answered with a phrase, and logged with its cause', async () => {
  const { ann, logged, task } = await start()
  const stop = hookStatements({
    instead: text => (/tasks/.test(text) ? new Error('no such column: colour') : undefined),
  })
  const answers = [await ann.get(`/tasks/${task}`), await ann.put(`/tasks/${task}`, { name: 'B' })]
  stop()
  for (const answer of answers) {
    assert.equal(answer.status, 500)
    const [error] = answer.body.errors
    assert.equal(error.message, 'Server Error')
    assert.match(error.phrase, /^\d+ \w+ \w+ \w+ \w+$/)
    const line = logged.find(({ request }) => request === answer.headers['x-request-id'])
    assert.equal(line?.level, 'error')
    assert.match(line?.cause, /no such column: colour/)
    assert.doesNotMatch(JSON.stringify(line), new RegExp(ann.token))
  }
})

test('the health check needs no token, and the readiness check follows the store', async () => {
  const { send, store, clock } = await start()
  const ask = async (url: string) => (await send({ method: 'GET', url })).status
  assert.deepEqual([await ask('/healthz'), await ask('/readyz')], [200, 200])
  await store.close()
  // A positive result is cached for a second; a negative one is not.
  clock.now += SHORT_CACHE_TTL_MS
  assert.deepEqual([await ask('/healthz'), await ask('/readyz')], [200, 503])
})
