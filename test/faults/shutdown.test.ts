/**
 * A server is stopped under load, as an update does it.
 *
 * Invariants:
 * - A request that was sent before the signal is answered with its result, wherever it was: on the network, in the
 *   accept queue, queued on its connection, or in execution.
 * - The process exits soon.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { type RunningServer, startProgram } from '../harness/program.ts'
import { emptyLocation, locationArgument, noDatabase } from '../harness/transfer/locations.ts'

const KEY = ['--key', 'x'.repeat(32)]
const UNLIMITED = ['--limit-reads', 'off', '--limit-writes', 'off']
const ROUNDS = 3
const SINGLE = 24
const PIPELINED = 8
const FRESH = 8
const LATE = 8

/** A connection, with the bytes that were received on it. */
interface SocketRecord {
  socket: Socket
  text: string
  closed: Promise<unknown>
}

async function lineTo(server: RunningServer, text = ''): Promise<SocketRecord> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const line: SocketRecord = { socket, text: '', closed: once(socket, 'close') }
  socket.setEncoding('utf8').on('data', more => {
    line.text += more
  })
  socket.on('error', error => {
    line.text += `<${error.message}>`
  })
  await once(socket, 'connect')
  socket.write(text)
  return line
}

/** Waits until the received bytes contain a text. */
async function waitForText(line: SocketRecord, pattern: RegExp): Promise<void> {
  while (!pattern.test(line.text))
    await Promise.race([once(line.socket, 'data'), line.closed.then(() => assert.fail(line.text))])
}

const statuses = ({ text }: SocketRecord): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

const get = (server: RunningServer, path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n${headers}\r\n`

function post(server: RunningServer, path: string, data: unknown): string {
  const body = JSON.stringify({ data })
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n`
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const me = '/api/1.0/users/me'

/** A connection on which one request was answered, so that it is kept alive. */
async function keepAliveLine(server: RunningServer): Promise<SocketRecord> {
  const line = await lineTo(server, get(server, '/healthz'))
  await waitForText(line, /\{"status":"ok"\}$/)
  line.text = ''
  return line
}

async function workspaceOf({ url, token }: RunningServer): Promise<string> {
  const answer = await fetch(`${url}/api/1.0/workspaces`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  const { data } = (await answer.json()) as { data: { gid: string }[] }
  return data[0]?.gid ?? ''
}

/**
 * Sends on many connections at once, and the signal at the same moment. Returns the expected and the received
 * responses.
 */
async function endedAmid(server: RunningServer): Promise<[wanted: number[], line: SocketRecord][]> {
  const workspace = await workspaceOf(server)
  const task = (name: string) => post(server, '/api/1.0/tasks', { workspace, name })
  const singles = await Promise.all(Array.from({ length: SINGLE }, () => keepAliveLine(server)))
  const pipelined = await Promise.all(Array.from({ length: PIPELINED }, () => keepAliveLine(server)))
  const fresh = await Promise.all(Array.from({ length: FRESH }, () => lineTo(server)))
  const late = await Promise.all(Array.from({ length: LATE }, () => keepAliveLine(server)))
  const idle = await keepAliveLine(server)
  for (const [index, { socket }] of singles.entries())
    socket.write(index % 2 ? get(server, me) : task(`single ${index}`))
  for (const { socket } of pipelined)
    socket.write(get(server, me) + task('first') + get(server, '/healthz') + task('last'))
  for (const { socket } of fresh) socket.write(task('fresh'))
  const ending = server.stop('SIGTERM')
  // Requests on their way on a keep-alive connection when the server began to stop.
  for (const { socket } of late) socket.write(task('late'))
  const { code, err } = await ending
  assert.deepEqual([code, err], [0, ''])
  await Promise.all([idle, ...singles, ...pipelined, ...fresh, ...late].map(({ closed }) => closed))
  return [
    [[], idle],
    ...singles.map((line, index): [number[], SocketRecord] => [[index % 2 ? 200 : 201], line]),
    ...pipelined.map((line): [number[], SocketRecord] => [[200, 201, 200, 201], line]),
    ...[...fresh, ...late].map((line): [number[], SocketRecord] => [[201], line]),
  ]
}

async function endWell(start: () => Promise<RunningServer>) {
  for (let round = 0; round < ROUNDS; round++) {
    const ended = await endedAmid(await start())
    assert.deepEqual(
      ended.map(([, line]) => statuses(line)),
      ended.map(([wanted]) => wanted),
    )
  }
}

test('a request that was sent before the signal is answered, on a folder', async t => {
  const location = await emptyLocation(t, 'folder')
  let token = ''
  await endWell(async () => {
    const server = await startProgram(t, ['--data', locationArgument(location), ...UNLIMITED])
    token ||= server.token
    return { ...server, token }
  })
})

for (const workers of ['1', '2']) {
  test(`a request that was sent before the signal is answered, on a database, workers: ${workers}`, {
    skip: noDatabase,
  }, async t => {
    const location = locationArgument(await emptyLocation(t, 'database'))
    let token = ''
    await endWell(async () => {
      const server = await startProgram(t, ['--database-url', location, ...KEY, ...UNLIMITED, '--workers', workers])
      token ||= server.token
      return { ...server, token }
    })
  })
}

test('a live page ends with the signal, and a body that never ends with the grace period', async t => {
  const server = await startProgram(t, ['--memory'])
  const entered = await fetch(`${server.url}/-/sign_in/link`, {
    method: 'POST',
    headers: { 'x-requested-with': 'x', 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ data: { link: server.link.split('#')[1] } }),
  })
  const cookie = /^[^;]+/.exec(entered.headers.get('set-cookie') ?? '')?.[0]
  assert.equal(entered.status, 200)
  const live = await lineTo(server, get(server, '/-/live', `Cookie: ${cookie}\r\n`))
  await waitForText(live, /retry: 2000\nid: \d+:\d+\n\n/)
  const head = `POST ${me} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`
  const slow = await lineTo(server, head)
  let isEnded = false
  const ended = server.stop('SIGTERM').finally(() => {
    isEnded = true
  })
  await live.closed
  assert.equal(isEnded, false, 'the live page went first')
  const { code, err } = await ended
  assert.deepEqual([code, err], [0, ''])
  await slow.closed
})
