/** Limits before authentication: the time for a request to arrive, its size, and the number of connections. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { world } from '../harness/world.ts'

const connections = { headTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20 }

interface ObservedSocket {
  socket: Socket
  /** Resolves with all received bytes when the connection is closed, for any reason. */
  closed: Promise<string>
}

/** A connection on which bytes are sent. It is observed from the first moment. */
async function connectAndSend(port: number, text = ''): Promise<ObservedSocket> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', part => {
    answer += part
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(answer)))
  await once(socket, 'connect')
  socket.write(text)
  return { socket, closed }
}

/** The bytes received until the server closes the connection, while the client goes on sending. */
async function receivedBytes(port: number, text: string): Promise<string> {
  const { socket, closed } = await connectAndSend(port, text)
  const drip = setInterval(() => socket.write('a'), 10)
  return closed.finally(() => clearInterval(drip))
}

test('a request that takes too long to arrive is refused, with any part missing', async () => {
  const { app } = await world({ connections })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const slow = [
    'POST /-/sign_in HTTP/1.1\r\nHost: x\r\nX-Requested-With: x\r\nContent-Length: 10000\r\n\r\n{',
    'POST /api/1.0/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'GET /healt',
  ]
  for (const answer of await Promise.all(slow.map(text => receivedBytes(port, text)))) {
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(answer, /\r\nconnection: close\r\n/)
    const { errors } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    assert.equal(errors[0].message, 'The request took too long to arrive.')
  }
})

test('a connection above the limit is closed, and the others go on', async () => {
  const { app } = await world({ connections: { maxOpen: 2 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const first = await connectAndSend(port)
  await connectAndSend(port)
  assert.equal(await (await connectAndSend(port)).closed, '')
  first.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(await first.closed, /^HTTP\/1\.1 200 /)
})

test('console routes accept small bodies, and those that need more declare it', async () => {
  const { send } = await world()
  const headers = { 'x-requested-with': 'x', 'content-type': 'application/json' }
  const ask = (url: string, size: number) => send({ method: 'POST', url, headers, payload: ' '.repeat(size) })
  const large = 'The request is too large. Send less than'
  for (const path of ['/-/sign_in', '/-/tokens', '/-/oauth_token', '/-/oauth_revoke']) {
    const { status, message } = await ask(path, 16 * 1024 + 1)
    assert.deepEqual([status, message], [413, `${large} 16 KB.`], path)
    assert.notEqual((await ask(path, 16 * 1024)).status, 413, path)
  }
  for (const path of ['/-/applications', '/-/oauth/consent']) {
    assert.notEqual((await ask(path, 64 * 1024)).status, 413, path)
    assert.equal((await ask(path, 64 * 1024 + 1)).message, `${large} 64 KB.`, path)
  }
  assert.equal((await ask('/api/1.0/tasks', 1024 * 1024 + 1)).message, `${large} 1 MB.`)
})

test('a request with two Host headers is refused', async () => {
  const { app } = await world()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const ask = async (hosts: string) => {
    const { closed } = await connectAndSend(port, `GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    return /^HTTP\/1\.1 (\d+)/.exec(await closed)?.[1]
  }
  assert.equal(await ask('Host: a\r\n'), '200')
  assert.equal(await ask('Host: a\r\nhost: b\r\n'), '400')
  assert.equal(await ask('Host: a\r\nX-Other: 1\r\nHost: a\r\n'), '400')
})
