/** How long the server waits for a request, how much it takes and how many connections: before it knows who asks. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { world } from '../harness/world.ts'

const connections = { headMs: 100, requestMs: 200, lookMs: 20 }

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that comes until the server ends the connection, to which a client goes on sending all the while. */
async function answered(port: number, text: string): Promise<string> {
  const socket = await connected(port)
  socket.write(text)
  const drip = setInterval(() => socket.write('a'), 10)
  let answer = ''
  for await (const part of socket) answer += String(part)
  clearInterval(drip)
  return answer
}

test('a request that takes too long to arrive is refused, whatever part of it', async () => {
  const { app } = await world({ connections })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const slow = [
    'POST /-/sign_in HTTP/1.1\r\nHost: x\r\nX-Requested-With: x\r\nContent-Length: 10000\r\n\r\n{',
    'POST /api/1.0/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'GET /healt',
  ]
  for (const answer of await Promise.all(slow.map(text => answered(port, text)))) {
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(answer, /\r\nconnection: close\r\n/)
    const { errors } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    assert.equal(errors[0].message, 'The request took too long to arrive.')
  }
})

test('a connection too many is closed, and the others go on', async () => {
  const { app } = await world({ connections: { most: 2 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const [first] = await Promise.all([connected(port), connected(port)])
  const one = await connected(port)
  one.resume()
  await once(one, 'close')
  first.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [answer] = await once(first, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
})

test('what the console takes is small, and what needs more says so', async () => {
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

test('a request with two hosts is refused', async () => {
  const { app } = await world()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const ask = async (hosts: string) => {
    const socket = await connected(port)
    socket.write(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]
  }
  assert.equal(await ask('Host: a\r\n'), '200')
  assert.equal(await ask('Host: a\r\nhost: b\r\n'), '400')
  assert.equal(await ask('Host: a\r\nX-Other: 1\r\nHost: a\r\n'), '400')
})
