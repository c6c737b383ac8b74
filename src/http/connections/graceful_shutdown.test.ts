import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { shutDownGracefully } from './graceful_shutdown.ts'

const LARGE = 16 * 1024 * 1024

async function listening(t: TestContext, prepare: (server: FastifyInstance) => void): Promise<FastifyInstance> {
  const server = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
  prepare(server)
  server.get('/quick', (_request, reply) => reply.send('quick'))
  shutDownGracefully(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => {
    server.server.closeAllConnections()
    return server.close()
  })
  return server
}

async function connected(server: FastifyInstance): Promise<Socket> {
  const { port } = server.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Everything that arrives until the server closes the connection. */
async function rest(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket) text += String(part)
  return text
}

test('a stopping server sends Connection: close only in the last response of a connection', async t => {
  const { promise: requested, resolve: request } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = await listening(t, fastify =>
    fastify.get('/slow', async () => {
      request()
      await released
      return 'slow'
    }),
  )
  const socket = await connected(server)
  socket.write(get('/slow') + get('/quick'))
  await requested
  const closed = server.close()
  socket.write(get('/quick') + get('/quick'))
  release()
  const answers = (await rest(socket)).split(/(?=HTTP\/1\.1)/)
  assert.deepEqual(
    answers.map(answer => /\r\n\r\n(\w+)$/.exec(answer)?.[1]),
    ['slow', 'quick', 'quick', 'quick'],
  )
  assert.deepEqual(
    answers.map(answer => /^connection: close/im.test(answer)),
    [false, false, false, true],
  )
  await closed
})

test('a stopping server sends the whole response to a slow client', async t => {
  const server = await listening(t, fastify => fastify.get('/large', (_, reply) => reply.send('x'.repeat(LARGE))))
  const socket = await connected(server)
  socket.write(get('/large'))
  await once(socket, 'readable')
  const closed = server.close()
  // Reads nothing until the server has closed the connections that it considers idle.
  while (server.server.listening) await new Promise(resolve => setImmediate(resolve))
  await new Promise(resolve => setImmediate(resolve))
  assert.ok((await rest(socket)).length > LARGE)
  await closed
})

test('a stopping server closes idle connections', async t => {
  const server = await listening(t, () => undefined)
  const [idle, active] = await Promise.all([connected(server), connected(server)])
  active.write(get('/quick'))
  await once(active, 'data')
  await server.close()
  assert.deepEqual(await Promise.all([rest(idle), rest(active)]), ['', ''])
})
