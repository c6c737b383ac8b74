/** How the client writes a request: address, query, body and headers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiClient, WorkloomOptions } from './api_client.ts'
import { clientWith } from './operations.ts'

/** The request that a call sends, as a server receives it. */
async function sent(options: Partial<WorkloomOptions>, call: (client: ApiClient) => unknown): Promise<Request> {
  const requests: Request[] = []
  const send = async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init))
    return new Response('{"data":[]}')
  }
  await call(new (clientWith(TABLE))({ url: 'http://example.com', fetch: send as typeof fetch, ...options }))
  const [request] = requests
  assert.ok(request)
  return request
}

const TABLE =
  'getTask GET /tasks/{task_gid} data\ngetTasks GET /tasks list\ncreateAttachmentForTask POST /tasks/{task_gid}/attachments data'

// biome-ignore lint/suspicious/noExplicitAny: the table declares the methods
type Methods = any

test('an address without a path gets that of the API, another one is unchanged', async () => {
  for (const [url, expected] of [
    ['http://example.com', 'http://example.com/api/1.0/x'],
    ['http://example.com/', 'http://example.com/api/1.0/x'],
    ['https://app.asana.com/api/1.0/', 'https://app.asana.com/api/1.0/x'],
    ['http://localhost:8080/-/w/a/api/1.0', 'http://localhost:8080/-/w/a/api/1.0/x'],
  ] as const) {
    assert.equal((await sent({ url }, client => client.request('GET', '/x'))).url, expected)
  }
})

test('a query has lists with commas, null as a word, and no undefined members', async () => {
  const query = { opt_fields: ['name', 'assignee.name'], assignee: null, completed: false, tag: undefined, limit: 5 }
  const { url } = await sent({}, client => client.request('GET', '/tasks', { query }))
  assert.equal(
    decodeURIComponent(new URL(url).search),
    '?opt_fields=name,assignee.name&assignee=null&completed=false&limit=5',
  )
})

test('a token is sent as a bearer token, and a function returns the current one', async () => {
  let count = 0
  const token = async () => `token ${++count}`
  const request = await sent({ token, headers: { 'asana-enable': 'x' } }, client => client.request('GET', '/x'))
  assert.deepEqual([request.headers.get('authorization'), request.headers.get('asana-enable')], ['Bearer token 1', 'x'])
})

test('a method fills its path, and refuses an empty parameter', async () => {
  const request = await sent({}, client => (client as Methods).getTask('a/b', { opt_fields: ['name'] }))
  assert.equal(request.url, 'http://example.com/api/1.0/tasks/a%2Fb?opt_fields=name')
  await assert.rejects(
    sent({}, client => (client as Methods).getTask('')),
    /^TypeError: getTask needs task_gid, a text that is not empty/,
  )
})

test('a body with a file is a form', async () => {
  const data = { file: new File(['hello'], 'hello.txt'), name: 'Greeting', connect_to_app: false }
  const request = await sent({}, client => (client as Methods).createAttachmentForTask('1', { data }))
  assert.match(request.headers.get('content-type') ?? '', /^multipart\/form-data; boundary=/)
  const form = await request.formData()
  const file = form.get('file')
  assert.ok(file instanceof File)
  assert.deepEqual([file.name, await file.text()], ['hello.txt', 'hello'])
  assert.deepEqual([form.get('name'), form.get('connect_to_app')], ['Greeting', 'false'])
})
