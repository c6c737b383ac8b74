/** Fault rules for requests: what fires, what the client gets, and what is executed. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Emulated, emulated } from '../../../test/harness/emulator/emulated.ts'

const addRule = async (e: Emulated, rule: object): Promise<string> => {
  const { status, data, message } = await e.control('POST', '/faults', rule)
  assert.equal(status, 201, String(message))
  return String(data.id)
}

const createTask = (e: Emulated, name = 'New') =>
  e.api('POST', '/tasks', { name, workspace: e.emulator.world.seeded.workspace, assignee: 'me' })

const countTasks = async (e: Emulated): Promise<number> =>
  (await e.api('GET', `/tasks?assignee=me&limit=100&workspace=${e.emulator.world.seeded.workspace}`)).data.length

test('a rule fires as often as it says, for its operation only', async () => {
  const e = await emulated()
  const id = await addRule(e, { use: 'rate_limited', match: { operation: 'createTask' }, times: 2, retry_after: 3 })
  for (let count = 0; count < 2; count++) {
    const { status, headers, message } = await createTask(e)
    assert.deepEqual([status, headers['retry-after'], headers['x-workloom-fault']], [429, '3', id])
    assert.match(message ?? '', /You've made too many requests/)
    assert.equal((await e.api('GET', '/users/me')).status, 200)
  }
  const third = await createTask(e)
  assert.deepEqual([third.status, third.headers['x-workloom-fault']], [201, undefined])
  assert.equal(await countTasks(e), 1)
  const [rule] = (await e.control('GET', '/faults')).data as unknown as object[]
  assert.deepEqual(rule, {
    ...{ id, use: 'rate_limited', match: { operation: 'createTask' }, times: 2, retry_after: 3, hits: 2, left: 0 },
  })
})

test('a lost answer comes after the write, a server error before it', async () => {
  const e = await emulated()
  await addRule(e, { use: 'lost_answer', match: { operation: 'createTask' } })
  const lost = await createTask(e)
  assert.deepEqual([lost.status, lost.message], [500, 'Server Error'])
  assert.match(lost.body.errors[0]?.phrase ?? '', /^\d+ \w+ \w+ \w+ \w+$/)
  assert.equal(await countTasks(e), 1)
  await addRule(e, { use: 'server_error', match: { operation: 'createTask' } })
  assert.equal((await createTask(e)).status, 500)
  assert.equal(await countTasks(e), 1)
  const { data } = await e.control('GET', '/requests?operation=createTask&fault=*')
  assert.deepEqual(
    (data as unknown as { status: number; fault: string }[]).map(({ status, fault }) => [status, fault]),
    [
      [500, 'fault-1'],
      [500, 'fault-2'],
    ],
  )
})

/** The use, the path of a GET, and the status, the text and the type of the response. */
const uses: [string, string, number, RegExp, RegExp?][] = [
  ['unavailable', '/users/me', 503, /"errors":/],
  ['bad_gateway', '/users/me', 502, /<h1>502 Bad Gateway/, /html/],
  ['gateway_timeout', '/users/me', 504, /<h1>504 Gateway Timeout/, /html/],
  ['expired_offset', '/projects?limit=1&offset=x', 400, /Your pagination token has expired/],
  ['token_revoked', '/users/me', 401, /Not Authorized/],
  ['token_expired', '/users/me', 401, /The bearer token has expired/],
  ['payment_required', '/users/me', 402, /not available for free users/],
  ['forbidden', '/projects/12', 403, /You do not have access to this project/],
  ['gone', '/projects/12', 404, /project: Unknown object: 12/],
  ['server_error', '/users/me', 500, /"phrase":/],
]

test('each named fault has the status and the text of the real answer', async () => {
  const e = await emulated()
  for (const [use, path, status, text, type = /json/] of uses) {
    await addRule(e, { use })
    const answer = await e.send('GET', `/api/1.0${path}`)
    assert.equal(answer.status, status, use)
    assert.match(answer.text, text, use)
    assert.match(answer.headers['content-type'] ?? '', type, use)
    assert.ok(answer.headers['x-workloom-fault'], use)
  }
  await addRule(e, { use: 'expired_offset' })
  assert.equal((await e.api('GET', '/users/me')).status, 200)
})

test('rate limits and outages name the seconds after which the client may retry: one, or those of the rule', async () => {
  const e = await emulated()
  const expected: [object, number, string | undefined][] = [
    [{ use: 'rate_limited' }, 429, '1'],
    [{ use: 'unavailable' }, 503, '1'],
    [{ use: 'unavailable', retry_after: 7 }, 503, '7'],
    [{ use: 'server_error' }, 500, undefined],
  ]
  for (const [rule, status, seconds] of expected) {
    await addRule(e, rule)
    const answer = await createTask(e)
    assert.deepEqual([answer.status, answer.headers['retry-after']], [status, seconds], JSON.stringify(rule))
  }
  assert.equal(await countTasks(e), 0)
})

/** The order in which a request is answered and a time is over that began with it. */
async function orderOf(ms: number, request: Promise<unknown>): Promise<string[]> {
  const order: string[] = []
  // This timer begins before that of the rule, so it ends before it.
  await Promise.all([pause(ms).then(() => order.push('time is over')), request.then(() => order.push('answer'))])
  return order
}

test('a slow request waits for its time, and then has the answer of the world', async () => {
  const e = await emulated()
  const delay = 100
  const id = await addRule(e, { use: 'slow', delay, match: { operation: 'createTask' } })
  const created = createTask(e, 'Late')
  assert.deepEqual(await orderOf(delay, created), ['time is over', 'answer'])
  const { status, data, headers } = await created
  assert.deepEqual([status, data.name, headers['x-workloom-fault']], [201, 'Late', id])
  assert.equal(await countTasks(e), 1)
})

test('an expired sync token comes with a new one that works', async () => {
  const e = await emulated()
  const { data: project } = await e.api('POST', '/projects', {
    name: 'P',
    workspace: e.emulator.world.seeded.workspace,
  })
  const eventsAfter = (sync: string) => e.api('GET', `/events?resource=${project.gid}&sync=${sync}`)
  const { sync } = (await e.api('GET', `/events?resource=${project.gid}`)).body
  await addRule(e, { use: 'expired_sync' })
  const expired = await eventsAfter(sync)
  assert.equal(expired.status, 412)
  assert.equal((await eventsAfter(expired.body.sync)).status, 200)
  assert.equal((await eventsAfter(sync)).status, 200)
})

test('an answer can be written in the rule', async () => {
  const e = await emulated()
  const answer = { status: 418, message: 'Short', headers: { 'X-Own': 'yes' }, retry_after: 9 }
  await addRule(e, { answer, match: { path: '/users/*' } })
  const { status, headers, message } = await e.api('GET', '/users/me')
  assert.deepEqual([status, message, headers['x-own'], headers['retry-after']], [418, 'Short', 'yes', '9'])
  await addRule(e, { answer: { status: 500, as: 'empty' } })
  const empty = await e.api('GET', '/users/me')
  assert.deepEqual([empty.status, empty.text], [500, ''])
})

test('rules match by method, path, token, user and object', async () => {
  const e = await emulated()
  const { ann } = e.emulator.world.seeded.gids
  const matches: [object, string, boolean][] = [
    [{ method: 'GET' }, 'ann-token', true],
    [{ method: ['POST', 'PUT'] }, 'ann-token', false],
    [{ path: '/users/me' }, 'ann-token', true],
    [{ path: '/users' }, 'ann-token', false],
    [{ path: '/u**' }, 'ann-token', true],
    [{ token: 'ann' }, 'ann-token', true],
    [{ token: 'ann-token' }, 'ann-token', true],
    [{ token: 'ben' }, 'ann-token', false],
    [{ user: 'ann' }, 'ann-token', true],
    [{ user: ann }, 'ben-token', false],
    [{ resource: 'ann' }, 'ann-token', false],
    [{ operation: ['getUser', 'getUsers'] }, 'ann-token', true],
  ]
  for (const [match, token, isHit] of matches) {
    await e.control('PUT', '/faults', [{ use: 'forbidden', match }])
    const { status } = await e.send('GET', '/api/1.0/users/me', { token })
    assert.equal(status === 403, isHit, JSON.stringify(match))
  }
  await e.control('PUT', '/faults', [{ use: 'gone', match: { resource: 'ann' } }])
  assert.equal((await e.api('GET', `/users/${ann}`)).status, 404)
})

test('a rule lets as many matches pass as it skips', async () => {
  const e = await emulated()
  await addRule(e, { use: 'forbidden', skip: 1 })
  const statuses = [(await e.api('GET', '/users/me')).status, (await e.api('GET', '/users/me')).status]
  assert.deepEqual(statuses, [200, 403])
})

test('the delays of all rules that match add up', async () => {
  const e = await emulated()
  await e.control('PUT', '/faults', [{ delay: '30ms' }, { delay: 20 }])
  assert.deepEqual(await orderOf(50, e.api('GET', '/users/me')), ['time is over', 'answer'])
})

test('a probability has the same sequence for the same seed', async () => {
  const sequenceOf = async () => {
    const other = await emulated()
    await addRule(other, { use: 'server_error', probability: 0.5, seed: 9, times: null })
    const all: number[] = []
    for (let count = 0; count < 40; count++) all.push((await other.api('GET', '/users/me')).status)
    return all
  }
  const [one, two] = [await sequenceOf(), await sequenceOf()]
  assert.deepEqual(one, two)
  assert.deepEqual([...new Set(one)].toSorted(), [200, 500])
})

const refused: [unknown, RegExp][] = [
  [{}, /use: The rule does nothing/],
  [[], /must be an object/],
  [{ use: 'x' }, /use: There is no fault "x"/],
  [{ use: 'server_eror' }, /Did you mean server_error/],
  [{ use: 'slow', two: 1 }, /two: Unknown member/],
  [
    { use: 'slow', match: { operation: 'creatTask' } },
    /match\.operation: There is no operation "creatTask". Did you mean createTask/,
  ],
  [{ use: 'slow', match: { two: 1 } }, /match\.two: Unknown member/],
  [{ use: 'slow', match: 7 }, /match: It must be an object/],
  [{ use: 'slow', match: { method: 'PATCH' } }, /match\.method/],
  [{ use: 'slow', times: -1 }, /times/],
  [{ use: 'slow', times: 1.5 }, /times/],
  [{ use: 'slow', probability: 2 }, /probability/],
  [{ use: 'slow', seed: 'x' }, /seed/],
  [{ use: 'slow', phase: 'later' }, /phase/],
  [{ delay: 'x' }, /delay/],
  [{ answer: { status: 99 } }, /answer\.status/],
  [{ answer: { headers: { 'a b': 'x' } } }, /answer\.headers\.a b/],
  [{ answer: { headers: { 'content-length': '1' } } }, /content-length: It cannot be set/],
  [{ answer: { as: 'xml' } }, /answer\.as/],
  [{ cut: 'half' }, /cut/],
  [{ cut: {} }, /cut\.bytes/],
  [{ use: 'slow', id: 'a b' }, /id/],
  [{ on: 'webhook' }, /do: It is required/],
  [{ on: 'webhook', do: 'x' }, /do: It must be one of/],
  [{ on: 'webhook', use: 'slow' }, /use: It is for requests/],
  [{ on: 'handshake', do: 'lose' }, /do: It must be one of fail/],
]

test('a wrong rule is refused with its place, and adds nothing', async () => {
  const e = await emulated()
  for (const [rule, text] of refused) {
    const { status, message } = await e.control('POST', '/faults', rule)
    assert.equal(status, 400, JSON.stringify(rule))
    assert.match(message ?? '', text)
  }
  const { message } = await e.control('PUT', '/faults', [{ use: 'slow' }, { use: 'slow', times: -1 }])
  assert.match(message ?? '', /^\[1\]\.times/)
  assert.deepEqual((await e.control('GET', '/faults')).data, [])
})

test('rules are listed, replaced and deleted; a world has a thousand of them', async () => {
  const e = await emulated()
  await addRule(e, { id: 'own', use: 'slow' })
  await addRule(e, { id: 'own', use: 'forbidden' })
  assert.equal((await e.control('GET', '/faults')).data.length, 1)
  assert.equal((await e.control('DELETE', '/faults/own')).status, 200)
  assert.equal((await e.control('DELETE', '/faults/own')).status, 404)
  const many = Array.from({ length: 1000 }, () => ({ use: 'forbidden' }))
  assert.equal((await e.control('PUT', '/faults', many)).status, 200)
  assert.equal((await e.control('POST', '/faults', { use: 'slow' })).status, 409)
  assert.equal((await e.control('PUT', '/faults', [...many, { use: 'slow' }])).status, 409)
  assert.equal((await e.api('GET', '/users/me')).status, 403)
  assert.deepEqual((await e.control('DELETE', '/faults')).data, {})
  assert.equal((await e.api('GET', '/users/me')).status, 200)
  await addRule(e, { use: 'forbidden', times: null })
  await e.control('POST', '/reset', { keep: ['faults'] })
  assert.equal((await e.api('GET', '/users/me')).status, 403)
  await e.control('POST', '/reset')
  assert.equal((await e.api('GET', '/users/me')).status, 200)
})

interface Received {
  code: string | undefined
  declared: number
  bytes: number
}

/** Sends a request over a connection, and reads as much as comes. */
const receive = (url: string, method: string, body?: object): Promise<Received> =>
  new Promise(resolve => {
    const got: Received = { code: undefined, declared: 0, bytes: 0 }
    const headers = { authorization: 'Bearer ann-token', 'content-type': 'application/json' }
    const sent = request(url, { method, headers, agent: false }, response => {
      got.declared = Number(response.headers['content-length'])
      response.on('data', part => {
        got.bytes += part.length
      })
      response.on('error', error => resolve({ ...got, code: (error as NodeJS.ErrnoException).code }))
      response.on('end', () => resolve(got))
    })
    sent.on('error', error => resolve({ ...got, code: (error as NodeJS.ErrnoException).code }))
    sent.end(body && JSON.stringify(body))
  })

test('connections are reset, closed and cut, before and after the write', async () => {
  const e = await emulated()
  const url = `${await e.emulator.listen({ host: '127.0.0.1', port: 0 })}/api/1.0`
  const { workspace } = e.emulator.world.seeded
  const task = { data: { name: 'New', workspace, assignee: 'me' } }
  await addRule(e, { use: 'reset' })
  assert.equal((await receive(`${url}/tasks`, 'POST', task)).code, 'ECONNRESET')
  assert.equal(await countTasks(e), 0)
  await addRule(e, { use: 'lost_reset', match: { operation: 'createTask' } })
  assert.equal((await receive(`${url}/tasks`, 'POST', task)).code, 'ECONNRESET')
  assert.equal(await countTasks(e), 1)
  await addRule(e, { use: 'truncated', match: { operation: 'getUser' } })
  const half = await receive(`${url}/users/me`, 'GET')
  assert.ok(half.bytes > 0 && half.bytes < half.declared, `${half.bytes} of ${half.declared}`)
  await addRule(e, { cut: { bytes: 5 }, phase: 'after', match: { operation: 'getUser' } })
  const five = await receive(`${url}/users/me`, 'GET')
  assert.deepEqual([five.bytes, five.code], [5, 'ECONNRESET'])
  await addRule(e, { cut: 'close', match: { operation: 'getUser' } })
  assert.ok((await receive(`${url}/users/me`, 'GET')).code)
  await addRule(e, { use: 'hang', match: { operation: 'getUser' } })
  const hanging = receive(`${url}/users/me`, 'GET')
  while (e.emulator.world.hanging.size === 0) await new Promise(done => setTimeout(done, 5))
  await e.control('DELETE', '/faults')
  assert.ok((await hanging).code)
})
