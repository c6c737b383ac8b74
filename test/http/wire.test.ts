/** Habits of existing clients: each test is a habit that a widely used client has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeProject } from '../harness/work.ts'
import { type Json, type World, world } from '../harness/world.ts'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

interface RawRequest {
  payload?: string | Buffer
  type?: string
  headers?: Record<string, string>
}

/** A client that controls its bytes. */
const raw =
  ({ ann, send }: World) =>
  (method: string, path: string, { payload, type, headers = {} }: RawRequest = {}) =>
    send({
      method,
      url: `/api/1.0${path}`,
      headers: {
        authorization: `Bearer ${ann.token}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })

async function start() {
  const home = await world()
  const task = await home.ann.create('/tasks', { workspace: home.workspace, name: 'A' })
  return { ...home, call: raw(home), task }
}

test('a request without a body may declare one', async () => {
  const { call, task } = await start()
  assert.equal((await call('GET', `/tasks/${task}`, { type: JSON_TYPE })).status, 200)
  for (const payload of [undefined, '', '{}', '{"data":{}}', '{"data":[]}', 'null', '{"options":{}}']) {
    const sent = { type: JSON_TYPE, ...(payload === undefined ? {} : { payload }) }
    const answer = await call('PUT', `/tasks/${task}`, sent)
    assert.deepEqual([answer.status, answer.data?.name], [200, 'A'], String(payload))
  }
  assert.deepEqual((await call('DELETE', `/tasks/${task}`, { type: JSON_TYPE, payload: '{}' })).body, { data: {} })
})

test('every accepted request is answered in JSON', async () => {
  const { call, task } = await start()
  for (const accept of ['application/json; charset=UTF-8', '*/*', 'text/html', 'image/png;q=0.1', '']) {
    const { status, headers } = await call('GET', `/tasks/${task}`, { headers: { accept } })
    assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=UTF-8'])
  }
})

test('the content type may have a charset, be in any case, or be missing', async () => {
  const { call, workspace } = await start()
  const payload = JSON.stringify({ data: { workspace, name: 'Überraschung 🎉' } })
  for (const type of ['application/json;charset=utf-8', 'APPLICATION/JSON', 'text/plain', undefined]) {
    const answer = await call('POST', '/tasks', type === undefined ? { payload } : { payload, type })
    assert.deepEqual([answer.status, answer.data?.name], [201, 'Überraschung 🎉'], String(type))
  }
})

test('next_page is present with limit, null at the end, and absent without limit', async () => {
  const { ann, workspace } = await start()
  for (const name of ['a', 'b']) await ann.create('/tags', { workspace, name })
  const path = `/tags?workspace=${workspace}`
  assert.ok((await ann.get(`${path}&limit=1`)).body.next_page)
  assert.equal((await ann.get(`${path}&limit=2`)).body.next_page, null)
  assert.equal((await ann.get(`${path}&limit=100`)).body.next_page, null)
  assert.equal(Object.hasOwn((await ann.get(path)).body, 'next_page'), false)
  assert.equal(Object.hasOwn((await ann.get(`${path}&limit=1`)).body, 'data'), true)
})

test('next_page works by its offset, its path or its address, and keeps every parameter', async () => {
  const { ann, call, workspace } = await start()
  const gids = [
    await ann.create('/tags', { workspace, name: 'a' }),
    await ann.create('/tags', { workspace, name: 'b' }),
  ]
  const query = `workspace=${workspace}&opt_fields=name,color&limit=1&opt_client_name=x%26y`
  const { body } = await call('GET', `/tags?${query}`, { headers: { host: 'work.example:8443' } })
  const { offset, path, uri } = body.next_page
  assert.match(offset, /^[\w.~-]+$/)
  assert.ok(path.startsWith('/tags?'))
  assert.equal(uri, `http://work.example:8443/api/1.0${path}`)
  const parameters = new URLSearchParams(path.slice('/tags?'.length))
  assert.deepEqual(Object.fromEntries(parameters), {
    workspace,
    opt_fields: 'name,color',
    opt_client_name: 'x&y',
    limit: '1',
    offset,
  })
  const last = { data: [{ gid: gids[1], name: 'b', color: null }], next_page: null }
  for (const next of [path, `/tags?${query}&offset=${offset}`, `/tags?limit=1&${query}&offset=${offset}&limit=1`]) {
    assert.deepEqual((await ann.get(next)).body, last)
  }
  const other = await ann.get(`/tags?workspace=${workspace}&opt_fields=gid&limit=5&offset=${offset}`)
  assert.deepEqual(other.data, [{ gid: gids[1] }], 'the size and format of pages may change')
})

test('options are accepted in the body, in the query, or in both, and then the query wins', async () => {
  const { call, task } = await start()
  const put = (options: Json, query = '') =>
    call('PUT', `/tasks/${task}${query}`, { type: JSON_TYPE, payload: JSON.stringify({ data: {}, options }) })
  assert.deepEqual((await put({ fields: ['name', 'completed'] })).data, { gid: task, name: 'A', completed: false })
  assert.deepEqual((await put({ fields: 'name', client_name: 'x' })).data, { gid: task, name: 'A' })
  assert.equal((await put({ expand: ['workspace'] })).data.workspace.is_organization, true)
  assert.deepEqual((await put({ fields: ['name'] }, '?opt_fields=completed')).data, { gid: task, completed: false })
  assert.equal((await put({ fields: {} })).message, 'fields: Not a list of field names')
})

test('pretty responses are indented, wherever the client asks for them', async () => {
  const { app, ann, task } = await start()
  const get = async (query: string) => {
    const headers = { authorization: `Bearer ${ann.token}` }
    return (await app.inject({ url: `/api/1.0/tasks/${task}?opt_fields=name${query}`, headers })).payload
  }
  const flat = `{"data":{"gid":"${task}","name":"A"}}`
  const pretty = JSON.stringify(JSON.parse(flat), null, 2)
  for (const query of ['&opt_pretty', '&opt_pretty=', '&opt_pretty=true', '&opt_pretty=1'])
    assert.equal(await get(query), pretty)
  for (const query of ['', '&opt_pretty=false', '&opt_pretty=False']) assert.equal(await get(query), flat)
})

test('forms have their fields at the top, and their options after opt_', async () => {
  const { call, ben, workspace } = await start()
  const payload = `workspace=${workspace}&name=Buy+milk&completed=true&followers[0]=${ben.gid}&due_on=2026-03-01&assignee=null&external.gid=k&opt_fields=name,completed,followers.name,due_on,assignee,external`
  const { status, data } = await call('POST', '/tasks', { type: FORM, payload })
  assert.equal(status, 201)
  const { gid, followers, ...rest } = data
  assert.deepEqual(rest, {
    name: 'Buy milk',
    completed: true,
    due_on: '2026-03-01',
    assignee: null,
    external: { gid: 'k' },
  })
  assert.deepEqual(
    followers.map(({ name }: Json) => name),
    ['Ann', 'Ben'],
  )
  const cleared = await call('PUT', `/tasks/${gid}?opt_fields=due_on`, { type: FORM, payload: 'due_on=null' })
  assert.equal(cleared.data.due_on, null)
})

test('the last value of a repeated parameter counts, and lists may have indices', async () => {
  const { ann, task } = await start()
  const { data } = await ann.get(`/tasks/${task}?opt_fields=notes&opt_fields=name`)
  assert.deepEqual(data, { gid: task, name: 'A' })
  const listed = await ann.get(`/tasks/${task}?opt_fields[0]=name&opt_fields[1]=completed`)
  assert.deepEqual(listed.data, { gid: task, name: 'A', completed: false })
  const encoded = await ann.get(`/tasks/${task}?opt_fields%5B%5D=name`)
  assert.deepEqual(encoded.data, { gid: task, name: 'A' })
})

test('extra headers of clients change nothing, and no response has a warning without a cause', async () => {
  const { call, task } = await start()
  const headers = {
    'x-asana-client-lib': 'language=Python&version=5.0.0',
    'asana-enable': 'new_goal_memberships',
    'asana-disable': 'string_ids,unheard_of',
    'accept-language': 'xx',
    'accept-version': '1.0.0',
  }
  const answer = await call('GET', `/tasks/${task}`, { headers })
  assert.deepEqual([answer.status, answer.headers['asana-change']], [200, undefined])
})

test('unknown names are ignored, in queries, in selections and in bodies', async () => {
  const { ann, task } = await start()
  const { status, data } = await ann.get(`/tasks/${task}?opt_fields=,nmae,name,&unknown=1&limit=100&count=7`)
  assert.deepEqual([status, data], [200, { gid: task, name: 'A' }])
  assert.equal((await ann.put(`/tasks/${task}?limit=0&offset=x`, { _public: true, fields: ['x'] })).status, 200)
})

test('date-times are accepted without a zone and with microseconds, and returned with three digits', async () => {
  const home = await start()
  const { ann } = home
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  await ann.create('/tasks', { projects: [project.gid] })
  const list = await ann.get(
    `/tasks?project=${project.gid}&modified_since=2024-01-01T00:00:00.000000&opt_fields=created_at`,
  )
  assert.match(list.data[0].created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('a token is accepted as a bearer, and as the user name of Basic with an empty password', async () => {
  const { ann, task, send } = await start()
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const status = async (authorization: string) =>
    (await send({ method: 'GET', url: `/api/1.0/tasks/${task}`, headers: { authorization } })).status
  for (const value of [`Bearer ${ann.token}`, `bearer ${ann.token}`, basic(`${ann.token}:`)])
    assert.equal(await status(value), 200)
  const wrong = ['', 'Bearer', 'Bearer ', `Bearer ${ann.token}x`, ann.token, basic(ann.token), basic(`${ann.token}:x`)]
  for (const value of [...wrong, 'Basic !', `Digest ${ann.token}`]) assert.equal(await status(value), 401, value)
})

test('limit=100 is accepted where paging means nothing', async () => {
  const { ann, call, task, workspace } = await start()
  assert.equal((await ann.get(`/users/me?limit=100`)).data.name, 'Ann')
  assert.equal((await ann.get(`/tasks/${task}?limit=1000&offset=x`)).status, 200)
  assert.equal(
    (await call('POST', '/tags?limit=100', { payload: JSON.stringify({ data: { workspace } }) })).status,
    201,
  )
})

test('routes that old clients still call are present', async () => {
  const { ann, store, workspace } = await start()
  const made = await ann.post(`/workspaces/${workspace}/tasks`, { name: 'old', assignee: 'me' })
  assert.deepEqual([made.status, made.data.workspace.gid], [201, workspace])
  const lists = store.read.db.selectFrom('user_task_lists').select('gid').where('owner', '=', Number(ann.gid))
  const { gid } = await lists.executeTakeFirstOrThrow()
  const inserted = await ann.post(`/user_task_lists/${gid}/tasks/insert`, { task: made.data.gid, insert_after: null })
  assert.deepEqual([inserted.status, inserted.body], [200, { data: {} }])
})

test('a POST may override its verb', async () => {
  const { call, task } = await start()
  const options = (method: string) => JSON.stringify({ data: { name: 'B' }, options: { method } })
  assert.equal((await call('POST', `/tasks/${task}`, { payload: options('put') })).data.name, 'B')
  assert.equal(
    (await call('POST', `/tasks/${task}?opt_method=PUT`, { payload: '{"data":{"name":"C"}}' })).data.name,
    'C',
  )
  assert.equal((await call('GET', `/tasks/${task}?opt_method=delete`)).data.name, 'C')
  assert.equal((await call('POST', `/tasks/${task}`, { payload: options('constructor') })).status, 404)
  assert.deepEqual((await call('POST', `/tasks/${task}`, { payload: options('delete') })).body, { data: {} })
})

test('gids may be integers, lists may be one value or comma-separated texts, and objects are not gids', async () => {
  const { ann, ben, workspace } = await start()
  const tags = [
    await ann.create('/tags', { workspace, name: 'a' }),
    await ann.create('/tags', { workspace, name: 'b' }),
  ]
  const inputs = {
    workspace: Number(workspace),
    assignee: Number(ben.gid),
    tags: tags.join(','),
    followers: Number(ben.gid),
  }
  const { status, data } = await ann.post('/tasks?opt_fields=assignee,tags', inputs)
  assert.deepEqual([status, data.assignee.gid, data.tags.map(({ gid }: Json) => gid)], [201, ben.gid, tags])
  const wrong: [Json, string][] = [
    [{ workspace: { gid: workspace } }, 'workspace: Not a valid GID type: object'],
    [{ workspace, assignee: true }, 'assignee: Not a valid GID type: boolean'],
    [{ workspace, followers: [{}] }, 'followers: [0]: Not a valid GID type: object'],
  ]
  for (const [body, message] of wrong) assert.equal((await ann.post('/tasks', body)).message, message)
})

test('lists without a workspace contain everything that the caller can see', async () => {
  const { ann, person, workspace } = await start()
  const tag = await ann.create('/tags', { workspace, name: 'a' })
  assert.deepEqual(
    (await ann.get('/tags')).data.map(({ gid }: Json) => gid),
    [tag],
  )
  const stranger = await person('Sam', null)
  assert.deepEqual((await stranger.get('/tags')).data, [])
})
