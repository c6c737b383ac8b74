/** Batch requests: each action as a request of its own, its limits, and what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, type Person, world } from '../harness/world.ts'

const batch = (person: Person, actions: Json[], query = '') => person.post(`/batch${query}`, { actions })

test('actions run with the method, the data and the options of a request of their own, in order', async () => {
  const { ann, workspace } = await world()
  const tag = await ann.create('/tags', { workspace, name: 'Fragile' })
  const { status, data } = await batch(ann, [
    { method: 'get', relative_path: `/tags/${tag}`, options: { fields: ['name'] } },
    { method: 'POST', relative_path: 'tags', data: { workspace, name: 'New' }, options: { fields: ['name', 'notes'] } },
    { method: 'Put', relative_path: `/tags/${tag}/`, data: { notes: 'Glass' } },
    { method: 'get', relative_path: '/tags', data: { workspace }, options: { limit: 1 } },
    { method: 'delete', relative_path: `/tags/${await ann.create('/tags', { workspace, name: 'Old' })}` },
    { method: 'head', relative_path: '/users/me' },
  ])
  assert.equal(status, 200)
  assert.deepEqual(
    data.map((one: Json) => one.status_code),
    [200, 201, 200, 200, 200, 200],
  )
  assert.deepEqual(data[0].body, { data: { gid: tag, name: 'Fragile' } })
  assert.deepEqual(data[0].headers, {})
  const created = data[1].body.data
  assert.deepEqual(created, { gid: created.gid, name: 'New', notes: '' })
  assert.deepEqual(data[1].headers, { location: `/api/1.0/tags/${created.gid}` })
  assert.equal(data[2].body.data.notes, 'Glass')
  assert.equal(data[3].body.data.length, 1)
  assert.match(data[3].body.next_page.path, /^\/tags\?workspace=\d+&limit=1&offset=/)
  assert.deepEqual(data[4].body, { data: {} })
  assert.deepEqual(data[5].body, {})
  const next = data[3].body.next_page.offset
  const after = { method: 'get', relative_path: '/tags', data: { workspace }, options: { limit: 1, offset: next } }
  const page = (await batch(ann, [after])).data[0]
  assert.equal(page.status_code, 200)
  assert.notEqual(page.body.data[0].gid, data[3].body.data[0].gid)
})

test('a read takes its parameters from the data, those of paging too', async () => {
  const { ann, workspace } = await world()
  for (const name of ['First', 'Second', 'Third']) await ann.create('/tags', { workspace, name })
  const read = async (more: Json, options?: Json) => {
    const data = { workspace, opt_fields: 'name', ...more }
    const response = await batch(ann, [{ method: 'get', relative_path: '/tags', data, ...(options && { options }) }])
    return response.data[0].body
  }
  const page = await read({ limit: 2 })
  assert.equal(page.data.length, 2)
  assert.equal((await read({ limit: '2', offset: page.next_page.offset })).data.length, 1)
  assert.equal((await read({ limit: 2 }, { limit: 1 })).data.length, 1)
  assert.match((await read({ limit: 'all' })).errors[0].message, /^limit: /)
})

test('a failed action has the error of a request of its own, and the others succeed', async () => {
  const { ann } = await world()
  const { status, data } = await batch(ann, [
    { method: 'get', relative_path: '/tasks/1' },
    { method: 'get', relative_path: '/nothing' },
    { method: 'post', relative_path: '/tags', data: { name: 'No workspace' } },
    { method: 'get', relative_path: '/users/me', options: { fields: ['name'] } },
  ])
  assert.equal(status, 200)
  assert.deepEqual(
    data.map((one: Json) => one.status_code),
    [404, 404, 400, 200],
  )
  assert.equal(data[0].body.errors[0].message, 'task: Not a recognized ID: 1')
  assert.equal(data[1].body.errors[0].message, 'No matching route for request')
  assert.equal(data[2].body.errors[0].message, 'workspace: Missing input')
  assert.match(data[2].body.errors[0].help, /\/docs\/errors#missing-input$/)
})

test('an action has the rights and the scopes of the caller', async () => {
  const { ann, ben, workspace } = await world()
  const task = await ann.create('/tasks', { workspace, name: 'Private' })
  const { data } = await batch(ben, [
    { method: 'get', relative_path: `/tasks/${task}` },
    { method: 'delete', relative_path: `/tasks/${task}` },
  ])
  const alone = await ben.get(`/tasks/${task}`)
  assert.deepEqual(
    data.map((one: Json) => one.status_code),
    [alone.status, alone.status],
  )
  assert.equal(data[0].body.errors[0].message, alone.message)
  assert.equal((await ann.get(`/tasks/${task}`)).status, 200)
})

test('a batch has 1 to 10 valid actions', async () => {
  const { ann } = await world()
  const me = { method: 'get', relative_path: '/users/me' }
  const cases: [Json[], string][] = [
    [[], 'Batch requests must contain at least one action'],
    [Array(11).fill(me), 'Batch requests must contain no more than 10 actions'],
    [[me, { method: 'get' }], 'actions: [1]: relative_path: Missing required field'],
    [[{ relative_path: '/users/me' }], 'actions: [0]: method: Missing required field'],
    [['/users/me'], 'actions: [0]: Not an object: string'],
    [[{ ...me, method: 'trace' }], 'actions: [0]: method: Not one of get, post, put, delete, patch, head'],
    [[{ ...me, relative_path: '/users/me?opt_fields=name' }], 'actions: [0]: relative_path: Put the query into data'],
    [[{ ...me, data: [1] }], 'actions: [0]: data: Value is not a JSON object'],
    [[{ ...me, options: 'x' }], 'actions: [0]: options: Value is not a JSON object'],
    [[{ ...me, data: { a: { b: 1 } } }], 'actions: [0]: a: Not a text, a number or a list'],
  ]
  for (const [actions, message] of cases) {
    const { status, message: said } = await batch(ann, actions)
    assert.deepEqual([status, said], [400, message])
  }
  assert.equal((await ann.post('/batch', {})).message, 'actions: Missing input')
  assert.equal((await batch(ann, Array(10).fill(me))).data.length, 10)
})

test('uploads, organization exports, provisioning and other batches are refused inside a batch', async () => {
  const { ann } = await world()
  const paths = ['/batch', '/attachments', '/organization_exports', '/scim/Users', 'batch/']
  const { data } = await batch(
    ann,
    paths.map(relative_path => ({ method: 'post', relative_path })),
  )
  for (const one of data as Json[]) {
    assert.equal(one.status_code, 400)
    assert.match(one.body.errors[0].message, /^Batch requests cannot contain this action/)
  }
})

test('opt_fields selects the members of the responses, and opt_pretty indents the whole', async () => {
  const { ann, app } = await world()
  const actions = [{ method: 'get', relative_path: '/users/me' }]
  const { data } = await batch(ann, actions, '?opt_fields=status_code,headers')
  assert.deepEqual(data, [{ status_code: 200, headers: {} }])
  assert.deepEqual((await batch(ann, actions, '?opt_fields=nothing')).data, [{}])
  const { payload } = await app.inject({
    method: 'POST',
    url: '/api/1.0/batch?opt_pretty&opt_fields=status_code',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ data: { actions } }),
  })
  assert.equal(payload, '{\n  "data": [\n    {\n      "status_code": 200\n    }\n  ]\n}')
})

test('each action counts for the rate limit, and a batch that would exceed it runs no action', async () => {
  const { ann, workspace, clock } = await world({ limits: { minute: 6 } })
  clock.step = 0
  const create = (name: string) => ({ method: 'post', relative_path: '/tags', data: { workspace, name } })
  const names = (count: number) => Array.from({ length: count }, (_, index) => create(`Tag ${index}`))
  clock.now += 60_000
  assert.equal((await batch(ann, names(20))).status, 400)
  const refused = await batch(ann, names(10))
  assert.equal(refused.status, 429)
  clock.now += 60_000
  const { data } = await ann.get(`/workspaces/${workspace}/tags`)
  assert.deepEqual(data, [], 'no action of the refused batch ran')
  clock.now += 60_000
  assert.equal((await batch(ann, names(4))).status, 200)
  assert.equal((await batch(ann, names(4))).status, 429)
})

test('actions in flight count for the limits of concurrency', async () => {
  const { ann, workspace } = await world({ limits: { writes: 3 } })
  const create = { method: 'post', relative_path: '/tags', data: { workspace, name: 'Tag' } }
  assert.equal((await batch(ann, Array(4).fill(create))).status, 429)
  assert.equal((await batch(ann, Array(3).fill(create))).status, 200)
  assert.equal((await batch(ann, Array(3).fill(create))).status, 200, 'the permits of the refused batch were released')
})

test('a batch without a valid token is refused as a whole', async () => {
  const { send } = await world()
  const { status, message } = await send({ method: 'POST', url: '/api/1.0/batch', payload: '{"data":{"actions":[]}}' })
  assert.deepEqual([status, message], [401, 'Not Authorized'])
})
