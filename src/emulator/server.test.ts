import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { emulated } from '../../test/harness/emulator/emulated.ts'

const local = { host: '127.0.0.1', port: 0 }

test('the emulator serves on a port, and a second one cannot use it', async () => {
  const [first, second] = [await emulated(), await emulated()]
  const url = await first.emulator.listen(local)
  const port = Number(new URL(url).port)
  await assert.rejects(second.emulator.listen({ ...local, port }), { code: 'EADDRINUSE' })
  const headers = { authorization: 'Bearer ann-token' }
  const response = await fetch(`${url}/-/w/a/api/1.0/users/me`, { headers })
  assert.deepEqual([response.status, response.headers.get('x-workloom-emulator')], [200, 'a'])
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  assert.equal((await fetch(`${url}/-/emulator/reset`, { method: 'POST' })).status, 200)
  const nothing = await fetch(`${url}/api/1.0/nothing`)
  assert.deepEqual([nothing.status, nothing.headers.get('x-workloom-emulator')], [404, 'default'])
})

test('a request that is not HTTP is answered, and names no world', async () => {
  const { emulator } = await emulated()
  const { port } = new URL(await emulator.listen(local))
  const socket = connect(Number(port), '127.0.0.1')
  socket.end('NOT HTTP\r\n\r\n')
  const [bytes] = await once(socket, 'data')
  assert.match(String(bytes), /^HTTP\/1.1 400 /)
})

test('live streams end with a reset', async () => {
  const { emulator, control } = await emulated()
  const url = await emulator.listen(local)
  const slow = fetch(`${url}/-/live`)
  await slow
  assert.equal((await control('POST', '/reset')).status, 200)
})
