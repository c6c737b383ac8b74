/** Raw bytes on a socket: bytes that are not HTTP are refused in JSON, and the program keeps running. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Json, world } from '../harness/world.ts'

const BASE = '/api/1.0'

/** Sends bytes on a socket of their own. Resolves with the received bytes when the server closes. */
async function bytes(port: number, text: string | Buffer): Promise<string> {
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  // `events.once` would reject when the server resets the connection.
  await new Promise(resolve => socket.once('close', resolve))
  return answer
}

/** Sends the beginning of a request, and disconnects. */
async function leave(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise(resolve => socket.write(text, resolve))
  socket.destroy()
}

const bodyOf = (answer: string): Json => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

test('bytes that are not HTTP are refused, and the next request works', async () => {
  const { app, ann, workspace } = await world()
  const task = await ann.create('/tasks', { workspace, name: 'A' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const good = `GET ${BASE}/tasks/${task}?opt_fields=name HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.token}\r\nConnection: close\r\n\r\n`
  const refused: [string | Buffer, number][] = [
    ['garbage\r\n\r\n', 400],
    [Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]), 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    [`GET ${BASE}/tasks HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n`, 400],
    [`POST ${BASE}/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    [`POST ${BASE}/tasks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    [`GET ${BASE}/${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [`GET ${BASE}/tasks HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(20_000)}\r\n`, 431],
    [`GET ${BASE}/tasks/\xff HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  ]
  for (const [text, status] of refused) {
    const answer = await bytes(port, text)
    const shown = String(text).slice(0, 60)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), shown)
    assert.match(answer, /content-type: application\/json; charset=UTF-8\r\n/i)
    assert.equal(typeof bodyOf(answer).errors[0].message, 'string', shown)
  }
  const halves = ['', 'G', 'GET /api', `POST ${BASE}/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"data"`]
  await Promise.all(halves.map(text => leave(port, text)))
  const twice = await bytes(port, good.replace('close', 'keep-alive') + good)
  assert.equal(twice.split('"name":"A"').length - 1, 2, 'requests may follow each other on one connection')
  assert.deepEqual(bodyOf(await bytes(port, good)).data, { gid: task, name: 'A' })
})
