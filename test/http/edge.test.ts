/**
 * The API on a raw socket, where it parses requests itself: its responses equal those of the HTTP library next to it,
 * and the following request is answered after any input.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gunzipSync, inflateSync } from 'node:zlib'
import { type Json, type World, world } from '../harness/world.ts'

const BASE = '/api/1.0'
const MB = 1024 * 1024

interface RawResponse {
  status: number
  /** The lines of the head, without the first one. */
  head: string[]
  content: Buffer
}

type RawWorld = World & {
  port: number
  task: string
  /** A request of Ann. */
  requestOf(line: string, more?: string[], content?: string | Buffer): Buffer
  /** Sends bytes and then one more request. Returns the responses to the bytes. */
  exchange(...parts: (string | Buffer)[]): Promise<RawResponse[]>
}

const LAST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

async function wire(wanted: Parameters<typeof world>[0] = {}): Promise<RawWorld> {
  const home = await world(wanted)
  const { app, ann, workspace } = home
  const task = await ann.create('/tasks', { workspace, name: 'Ünï 🎉', notes: 'n'.repeat(1500) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const requestOf: RawWorld['requestOf'] = (line, more = [], content = '') => {
    const head = [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${ann.token}`, ...more, '', '']
    return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), Buffer.from(content)])
  }
  const exchange: RawWorld['exchange'] = async (...parts) => {
    const answers = answersIn(await exchangeBytes(port, [...parts, LAST]))
    const closed = answers.at(-1)?.head.some(line => /^connection: close$/i.test(line))
    assert.ok(closed, 'the server closes the connection after the last response')
    return answers.filter(({ content }) => !content.includes('"status":"ok"'))
  }
  return { ...home, port, task, requestOf, exchange }
}

/** All bytes that are received until the server closes the connection. Each part is sent before the next. */
async function exchangeBytes(port: number, parts: (string | Buffer)[]): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  // A client that is refused in the middle of a body may find the connection reset.
  socket.on('error', () => undefined)
  const closed = new Promise(resolve => socket.once('close', resolve))
  for (const part of parts) {
    if (!socket.destroyed) await new Promise<unknown>(resolve => socket.write(part, resolve))
    await new Promise(resolve => setImmediate(resolve))
  }
  await closed
  return Buffer.concat(chunks)
}

function answersIn(bytes: Buffer): RawResponse[] {
  const answers: RawResponse[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...head] = rest.toString('latin1', 0, end).split('\r\n')
    const status = Number(first.split(' ')[1])
    const length = Number(/^content-length: (\d+)$/im.exec(head.join('\n'))?.[1] ?? 0)
    const from = end + 4
    // The response to HEAD has a length and no body.
    const isBare = rest.subarray(from, from + 9).toString() === 'HTTP/1.1 ' || rest.length === from
    const to = isBare ? from : from + length
    answers.push({ status, head, content: rest.subarray(from, to) })
    rest = rest.subarray(to)
  }
  return answers
}

const saidIn = ({ head }: RawResponse, name: string) =>
  head.find(line => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2)

const bodyOf = ({ content }: RawResponse): Json => JSON.parse(String(content))

const only = async (answers: Promise<RawResponse[]>): Promise<RawResponse> => {
  const [answer, ...more] = await answers
  assert.ok(answer && more.length === 0)
  return answer
}

const statuses = (answers: RawResponse[]) => answers.map(({ status }) => status)

test('an API response has the headers of all other responses, in their order', async () => {
  const { requestOf, exchange } = await wire()
  const [ours, theirs] = await exchange(requestOf(`GET ${BASE}/nothing`), requestOf('GET /%61pi/1.0/nothing'))
  const seen = (answer: RawResponse | undefined) =>
    answer?.head.filter(line => !/^(?:date|content-length):/i.test(line)).concat(String(answer.status))
  assert.ok(seen(ours)?.includes('Keep-Alive: timeout=72'))
  assert.deepEqual(seen(ours), seen(theirs))
  const length = (answer: RawResponse | undefined) => answer?.head.findIndex(line => /^content-length:/.test(line))
  assert.equal(length(ours), length(theirs))
})

test('an address reaches the API only if it is spelled exactly', async () => {
  const { requestOf, exchange, task } = await wire()
  const known = ['', '/', '?', '#x', '?%', '?%ff=%zz'].map(end => `${BASE}/tasks/${task}${end}`)
  const routed = [...known, `${BASE}/%74asks/${task}`, `${BASE}/users/%6de`, `${BASE}/users/ann%40example.com`]
  const others = [`${BASE}/openapi.json`, `${BASE}/openid_connect/jwks`, `${BASE}/%2Ewell-known/openid-configuration`]
  const unrouted = [
    ...[BASE, `${BASE}?x`, `${BASE}/`, `/${BASE}/tasks/${task}`, `/API/1.0/tasks/${task}`, `${BASE}//tasks/${task}`],
    ...[`/api//1.0/tasks/${task}`, `/%61pi/1.0/tasks/${task}`, `/api/1%2E0/tasks/${task}`, `${BASE}%2Ftasks/${task}`],
    ...[`${BASE}/tasks%2F${task}`, `http://x${BASE}/tasks/${task}`, `${BASE}/./tasks/${task}`, `${BASE}/openapi.json/`],
    ...[`${BASE}/users/%`, `${BASE}/%zz`, `${BASE}/users/%ff%fe`, `${BASE}/tasks/${'1'.repeat(501)}`, `${BASE}/scimx`],
  ]
  for (const url of routed) assert.equal((await only(exchange(requestOf(`GET ${url}`)))).status, 200, url)
  for (const url of others) {
    const { status, content } = await only(exchange(requestOf(`GET ${url}`)))
    assert.ok(status === 200 && !String(content).startsWith('{"errors"'), url)
  }
  for (const url of unrouted) {
    const { status, content } = await only(exchange(requestOf(`GET ${url}`)))
    assert.deepEqual([status, JSON.parse(String(content)).errors.length], [404, 1], url)
  }
})

test('a method that no operation has is answered as everywhere', async () => {
  const { requestOf, exchange, task } = await wire()
  for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'PATCH'])
    assert.equal((await only(exchange(requestOf(`${method} ${BASE}/tasks/${task}`)))).status, 404, method)
  const preflight = await only(exchange(requestOf(`OPTIONS ${BASE}/tasks/${task}`, ['Origin: http://elsewhere'])))
  assert.deepEqual([preflight.status, saidIn(preflight, 'access-control-max-age')], [204, '86400'])
})

test('pipelined requests on a connection are answered in their order', async () => {
  const { requestOf, exchange, task } = await wire()
  const url = `${BASE}/tasks/${task}`
  const content = '{"data":{"liked":true}}'
  const put = requestOf(`PUT ${url}?opt_fields=name`, [`Content-Length: ${content.length}`], content)
  const get = (path: string) => requestOf(`GET ${BASE}${path}`)
  const together = [
    ...[requestOf(`GET ${url}`, ['Accept-Encoding: gzip']), put, get('/users/me?opt_fields=name'), get('/nothing')],
    ...[get('/openid_connect/jwks'), requestOf(`HEAD ${url}`), get(`/tasks/${task}?opt_fields=completed`)],
  ]
  const [packed, changed, me, unrouted, keys, head, last] = await exchange(Buffer.concat(together))
  assert.ok(packed && changed && me && unrouted && keys && head && last)
  assert.deepEqual([saidIn(packed, 'content-encoding'), packed.status], ['gzip', 200])
  assert.deepEqual([bodyOf(changed).data.name, bodyOf(me).data.name, unrouted.status], ['Ünï 🎉', 'Ann', 404])
  assert.deepEqual([keys.status, head.status, head.content.length], [200, 200, 0])
  assert.deepEqual(bodyOf(last).data, { gid: task, completed: false })
})

test('a body may arrive in pieces, cut anywhere', async () => {
  const { requestOf, exchange, task } = await wire()
  const url = `PUT ${BASE}/tasks/${task}?opt_fields=name`
  const content = Buffer.from('{"data":{"name":"日本語 🎉"}}')
  const pieces = Array.from(content, byte => Buffer.from([byte]))
  const whole = requestOf(url, ['Content-Type: application/json', `Content-Length: ${content.length}`])
  assert.equal(bodyOf(await only(exchange(whole, ...pieces))).data.name, '日本語 🎉')
  const chunked = requestOf(url, ['Transfer-Encoding: chunked'])
  const chunks = pieces.map(piece => Buffer.concat([Buffer.from('1\r\n'), piece, Buffer.from('\r\n')]))
  assert.equal(bodyOf(await only(exchange(chunked, ...chunks, '0\r\nX: y\r\n\r\n'))).data.name, '日本語 🎉')
  const requestSeen = [
    ...['Content-Type: application/json', 'Expect: 100-continue'],
    `Content-Length: ${content.length}`,
  ]
  const [go, done] = await exchange(requestOf(url, requestSeen), content)
  assert.deepEqual([go?.status, done?.status], [100, 200])
})

test('a body of a megabyte is read, and one byte more ends the connection', async () => {
  const { requestOf, exchange, port, task } = await wire()
  const url = `PUT ${BASE}/tasks/${task}?opt_fields=name`
  const large = (size: number) => '{"data":{"name":"large"}}'.padEnd(size)
  const whole = (size: number) => requestOf(url, [`Content-Length: ${size}`], large(size))
  assert.equal(bodyOf(await only(exchange(whole(MB)))).data.name, 'large')
  const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
  const tooLarge = [
    [requestOf(url, [`Content-Length: ${MB + 1}`])],
    [requestOf(url, ['Content-Type: x/y', 'Expect: 100-continue', `Content-Length: ${MB + 1}`])],
    [requestOf(url, ['Transfer-Encoding: chunked']), ...Array(17).fill(chunk)],
  ]
  for (const parts of tooLarge) {
    const refused = answersIn(await exchangeBytes(port, parts)).filter(({ status }) => status !== 100)
    assert.deepEqual(statuses(refused), [413])
    assert.equal(refused[0]?.head[0], 'connection: close')
    assert.match(String(refused[0]?.content), /Send less than 1 MB/)
  }
})

test('a request that is refused unread leaves the connection to the next request', async () => {
  const { requestOf, exchange, task } = await wire()
  const url = `${BASE}/tasks/${task}`
  const next = requestOf(`GET ${url}?opt_fields=gid`)
  const refused: [Buffer, number][] = [
    [requestOf(`GET ${url}`, ['hOsT: y']), 400],
    [requestOf(`PUT ${url}`, ['Host: y', 'Content-Length: 3'], 'abc'), 400],
    [requestOf(`PUT ${url}`, ['HOST: x', 'Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'), 400],
    ...['x', '/', ';;;', 'application /json', 'a/b c', 'application/json, text/plain'].map((type): [Buffer, number] => [
      requestOf(`PUT ${url}`, [`Content-Type: ${type}`, 'Content-Length: 2'], '{}'),
      400,
    ]),
    [requestOf(`PUT ${url}`, ['Content-Type: x']), 400],
    [requestOf(`GET ${url}?opt_fields=gid`, ['Content-Length: 3'], 'abc'), 200],
    [requestOf(`GET ${url}?opt_fields=gid`, [`Content-Length: ${2 * MB}`], ' '.repeat(2 * MB)), 200],
    [requestOf(`DELETE ${BASE}/tags/1`, ['Content-Length: 2'], '{}'), 404],
  ]
  for (const [bytes, status] of refused) {
    const answers = await exchange(bytes, next)
    assert.deepEqual(statuses(answers), [status, 200], String(bytes.subarray(0, 200)))
  }
})

test('a response of a kilobyte or more is compressed in the encoding that the client prefers', async () => {
  const { requestOf, exchange, task } = await wire()
  const url = `GET ${BASE}/tasks/${task}`
  const plain = await only(exchange(requestOf(url)))
  const likes: Record<string, 'gzip' | 'deflate' | undefined> = {
    ...{ gzip: 'gzip', deflate: 'deflate', 'gzip, deflate, br': 'gzip', '*': 'gzip', 'x-gzip': 'gzip', GZIP: 'gzip' },
    ...{ 'deflate;q=1, gzip;q=0.5': 'deflate', 'br;q=1, gzip;q=0.8, *;q=0.1': 'gzip' },
    ...{ br: undefined, identity: undefined, 'gzip;q=0': undefined, '': undefined, 'x;q=9,gzip;q=-1': undefined },
  }
  for (const [accepted, encoding] of Object.entries(likes)) {
    const answer = await only(exchange(requestOf(url, [`Accept-Encoding: ${accepted}`])))
    assert.equal(saidIn(answer, 'content-encoding'), encoding, accepted)
    assert.equal(saidIn(answer, 'vary'), encoding && 'accept-encoding')
    assert.equal(Number(saidIn(answer, 'content-length')), answer.content.length)
    const unpacked = { gzip: gunzipSync, deflate: inflateSync, none: (bytes: Buffer) => bytes }[encoding ?? 'none']
    assert.deepEqual(unpacked(answer.content), plain.content)
    const head = await only(exchange(requestOf(url.replace('GET', 'HEAD'), [`Accept-Encoding: ${accepted}`])))
    const same = (one: RawResponse) => one.head.filter(line => !/^date:/i.test(line))
    assert.deepEqual([same(head), head.content.length], [same(answer), 0])
  }
  const bare = [['X-No-Compression: 1', ''] as const, ['X: y', '?opt_fields=name'] as const]
  for (const [header, query] of bare) {
    const answer = await only(exchange(requestOf(url + query, ['Accept-Encoding: gzip', header])))
    assert.equal(saidIn(answer, 'content-encoding'), undefined)
  }
})

test('letters of every script arrive as they were sent, in each form of a response', async () => {
  const { requestOf, exchange, ann, workspace } = await wire()
  const content = (data: unknown) => JSON.stringify({ data })
  const post = (path: string, data: unknown) => {
    const sent = Buffer.from(content(data))
    return requestOf(`POST ${BASE}${path}`, [`Content-Length: ${sent.length}`, 'Content-Type: application/json'], sent)
  }
  for (const name of ['café', '“quoted”', '日本語', '🎉 🎉']) {
    const project = await ann.create('/projects', { workspace, name, notes: name.repeat(400) })
    const path = `/projects/${project}`
    const get = (line: string, more: string[] = []) => only(exchange(requestOf(`GET ${BASE}${line}`, more)))
    for (let read = 1; read <= 3; read++) assert.equal(bodyOf(await get(path)).data.name, name, `read ${read}`)
    assert.equal(bodyOf(await get(`${path}?opt_pretty=true`)).data.name, name)
    const packed = await get(path, ['Accept-Encoding: gzip'])
    assert.equal(JSON.parse(gunzipSync(packed.content).toString()).data.name, name)
    const listed = bodyOf(await get(`/projects?workspace=${workspace}&opt_fields=name`)).data
    assert.ok(listed.some((one: Json) => one.name === name))
    const actions = [{}, { pretty: true }].map(options => ({ method: 'get', relative_path: path, options }))
    const batch = bodyOf(await only(exchange(post('/batch', { actions }))))
    for (const one of batch.data) assert.equal(one.body.data.name, name)
    const refused = bodyOf(await only(exchange(post('/tasks', { workspace, assignee: name }))))
    assert.ok(refused.errors[0].message.includes(name.slice(0, 4)), refused.errors[0].message)
  }
})

test('forwarded headers count only from trusted proxies', async () => {
  const forwarded = ['X-Forwarded-Proto: http, https', 'X-Forwarded-Host: other.example, public.example']
  for (const [trustedProxies, origin] of [
    [[], 'http://x'],
    [['127.0.0.1'], 'https://x'],
    [['10.0.0.0/8'], 'http://x'],
  ] as const) {
    const { requestOf, exchange } = await wire({ trustedProxies: [...trustedProxies] })
    const both = [requestOf(`GET ${BASE}/nothing`, forwarded), requestOf('GET /nothing', forwarded)]
    for (const answer of await exchange(...both))
      assert.ok(bodyOf(answer).errors[0].help.startsWith(`${origin}/docs/`), origin)
  }
})

test('the server still works after a client disconnects in the middle of a request', async () => {
  const { app, requestOf, exchange, port, task, logged } = await wire()
  const url = `${BASE}/tasks/${task}`
  const starts = [
    requestOf(`PUT ${url}`, ['Content-Length: 30'], '{"data":'),
    requestOf(`PUT ${url}`, ['Transfer-Encoding: chunked'], '5\r\n{"dat\r\n'),
    requestOf(`GET ${url}`),
    Buffer.concat(Array(50).fill(requestOf(`GET ${url}`, ['Accept-Encoding: gzip']))),
  ]
  for (const bytes of starts) {
    const requestSeen = once(app.server, 'request')
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(bytes)
    await requestSeen
    socket.destroy()
  }
  assert.equal((await only(exchange(requestOf(`GET ${url}`)))).status, 200)
  assert.deepEqual(logged, [])
})
