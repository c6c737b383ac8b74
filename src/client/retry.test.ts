/** Which requests the client repeats, and after which waits. Nothing waits for real. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiClient, type HttpVerb, type WorkloomOptions } from './api_client.ts'
import { WorkloomError } from './failure.ts'
import type { RetryNotice } from './retry.ts'

/** A response that the fake server gives, or `lost` for a connection that breaks. */
type FakeAnswer = 'lost' | { status: number; body?: string; headers?: Record<string, string> }

const fine: FakeAnswer = { status: 200, body: '{"data":{"gid":"1"}}' }
const limited = (wait?: string): FakeAnswer => ({
  status: 429,
  body: '{"errors":[{"message":"You have made too many requests recently."}]}',
  ...(wait !== undefined && { headers: { 'retry-after': wait } }),
})
const failed: FakeAnswer = { status: 500, body: '{"errors":[{"message":"Server Error","phrase":"6 sad squid"}]}' }

/** A client whose server gives these answers in order, and what it did. */
function clientOf(answers: FakeAnswer[], options: Partial<WorkloomOptions> = {}) {
  const waits: number[] = []
  const sent: string[] = []
  const send = async (url: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${url} ${body ?? ''}`.trim())
    const next = answers[sent.length - 1]
    assert.ok(next, 'a request too many')
    if (next === 'lost') throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
    return new Response(next.body ?? '', { status: next.status, ...(next.headers && { headers: next.headers }) })
  }
  const client = new ApiClient({
    ...{ url: 'http://example.com', fetch: send as typeof fetch, random: () => 0.5 },
    sleep: async milliseconds => void waits.push(milliseconds),
    ...options,
  })
  return { client, waits, sent }
}

async function errorOf(request: Promise<unknown>): Promise<WorkloomError> {
  const error = await request.then(
    () => assert.fail('it must fail'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof WorkloomError, String(error))
  return error
}

for (const method of ['GET', 'PUT', 'DELETE', 'POST'] satisfies HttpVerb[]) {
  test(`a ${method} that exceeds a rate limit waits as long as the server says`, async () => {
    const { client, waits, sent } = clientOf([limited('3'), limited('0.5'), fine])
    assert.deepEqual(await client.request(method, '/tasks'), { data: { gid: '1' } })
    assert.deepEqual(waits, [3000, 500])
    assert.equal(sent.length, 3)
  })
}

for (const wait of [undefined, '', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1']) {
  test(`a rate limit with Retry-After ${wait} waits for 30 seconds`, async () => {
    const { client, waits } = clientOf([limited(wait), fine])
    await client.request('POST', '/tasks')
    assert.deepEqual(waits, [30_000])
  })
}

for (const method of ['GET', 'PUT', 'DELETE'] satisfies HttpVerb[]) {
  test(`a ${method} is repeated after 1, 2, 4 seconds and up to half of that when the server fails`, async () => {
    const { client, waits } = clientOf([failed, 'lost', { status: 502, body: '<html>' }, fine])
    await client.request(method, '/tasks')
    assert.deepEqual(waits, [1250, 2500, 5000])
  })
}

test('a POST is not repeated when the server fails, because it may have been executed', async () => {
  for (const answer of [failed, 'lost' as const]) {
    const { client, waits, sent } = clientOf([answer])
    const { status } = await errorOf(client.request('POST', '/tasks', { data: { name: 'x' } }))
    assert.equal(status, answer === 'lost' ? 0 : 500)
    assert.deepEqual([waits, sent], [[], ['POST http://example.com/api/1.0/tasks {"data":{"name":"x"}}']])
  }
})

test('a POST is repeated when the program asks for it', async () => {
  const { client, waits } = clientOf(['lost', failed, fine], { retryPosts: true })
  await client.request('POST', '/tasks')
  assert.deepEqual(waits, [1250, 2500])
})

test('a failed server that says when it is back is not asked sooner', async () => {
  const { client, waits } = clientOf([{ status: 503, headers: { 'retry-after': '20' } }, fine])
  await client.request('GET', '/tasks')
  assert.deepEqual(waits, [20_000])
})

test('a request fails after the last retry, with the last error', async () => {
  const { client, waits, sent } = clientOf([failed, failed, limited('7')], { retries: 2 })
  const error = await errorOf(client.request('GET', '/tasks'))
  assert.deepEqual([error.status, error.retryAfter, waits.length, sent.length], [429, 7, 2, 3])
})

test('an error of the client is not repeated', async () => {
  for (const status of [400, 401, 402, 403, 404, 412, 413]) {
    const { client, sent } = clientOf([{ status, body: '{"errors":[{"message":"No"}]}' }])
    assert.equal((await errorOf(client.request('GET', '/tasks'))).status, status)
    assert.equal(sent.length, 1)
  }
})

test('onRetry receives each wait, and ends the attempts with false', async () => {
  const notices: RetryNotice[] = []
  const { client, sent } = clientOf([failed, failed, failed], {
    onRetry: notice => notices.push(notice) < 2,
  })
  await errorOf(client.request('GET', '/tasks'))
  assert.deepEqual(
    notices.map(({ attempt, delay, operation, error }) => [attempt, delay, operation, error.status]),
    [
      [1, 1250, 'GET /tasks', 500],
      [2, 2500, 'GET /tasks', 500],
    ],
  )
  assert.equal(sent.length, 2)
})

test('an error has the status, the texts and the identifiers of the response', async () => {
  const headers = { 'x-request-id': 'r-1' }
  const { client } = clientOf([{ ...failed, headers }], { retries: 0 })
  const error = await errorOf(client.request('GET', '/tasks'))
  assert.deepEqual(
    [error.status, error.errors, error.requestId, error.operation, error.retryAfter, error.sync],
    [500, [{ message: 'Server Error', phrase: '6 sad squid' }], 'r-1', 'GET /tasks', null, null],
  )
  assert.equal(error.message, 'GET /tasks: Server Error (500)')
})

test('a response that is not JSON is an error that says what to check', async () => {
  const page = { status: 200, body: '<!doctype html>' }
  const { client } = clientOf([page])
  assert.match((await errorOf(client.request('GET', '/tasks'))).message, /not JSON. Check that the URL/)
})

test('a lost connection is an error with its cause', async () => {
  const { client } = clientOf(['lost'], { retries: 0 })
  const error = await errorOf(client.request('GET', '/tasks'))
  assert.equal(error.message, 'GET /tasks: The connection failed: read ECONNRESET')
  assert.ok(error.cause instanceof TypeError)
})

test('a signal ends a wait and a request with its reason', async () => {
  const reason = new Error('enough')
  for (const general of [true, false]) {
    const controller = new AbortController()
    const { signal } = controller
    const send = () => Promise.resolve(new Response('{}', { status: 429 }))
    const client = new ApiClient({
      ...{ url: 'http://example.com', fetch: send, ...(general && { signal }) },
      onRetry: () => setImmediate(() => controller.abort(reason)),
    })
    await assert.rejects(client.request('GET', '/tasks', general ? {} : { signal }), reason)
    const late = () => Promise.reject(new TypeError('aborted'))
    await assert.rejects(
      new ApiClient({ url: 'http://example.com', fetch: late, signal }).request('GET', '/tasks'),
      reason,
    )
  }
})
