/** Several workers on one port, as an operator runs them: how they end. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { folderFor, serveThenTerminate, startProgram, workloom } from '../harness/program.ts'
import { emptyLocation, locationArgument, noDatabase } from '../harness/transfer/locations.ts'

const KEY = 'x'.repeat(32)

const noProc = !existsSync('/proc/self/task') && 'finds the worker in /proc, which this system does not have'

test('workers that cannot start print the reason, and end', async t => {
  const database = ['--database-url', 'postgres://nobody@127.0.0.1:1/nothing', '--key', KEY]
  const { code, out, err } = await workloom(t, ['serve', '--workers', '2', '--port', '0', ...database])
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /The database nothing at 127\.0\.0\.1:1 cannot be used/)
  assert.match(err, /The workers could not start, for the reason above\.\n$/)
})

test('workers that already listen for metrics end when the port is in use', { skip: noDatabase }, async t => {
  const otherServer = createServer().listen(0, '127.0.0.1')
  t.after(() => otherServer.close())
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as { port: number }
  const database = ['--database-url', locationArgument(await emptyLocation(t, 'database')), '--key', KEY]
  const ports = ['--port', String(port), '--metrics-port', '0']
  const { code, err } = await workloom(t, ['serve', '--workers', '2', ...ports, ...database])
  assert.equal(code, 1)
  assert.match(err, /another program uses the port; choose one with --port/)
})

test('workers end after a signal, and one of them has written the audit log', { skip: noDatabase }, async t => {
  const database = ['--database-url', locationArgument(await emptyLocation(t, 'database'))]
  const file = join(folderFor(t), 'audit.jsonl')
  const server = await startProgram(t, [...database, '--key', KEY, '--workers', '2', '--audit-file', file])
  const answer = await fetch(`${server.url}/api/1.0/users/me`, { headers: { authorization: `Bearer ${server.token}` } })
  assert.equal(answer.status, 200)
  const made = await workloom(t, ['token', 'create', '--email', 'admin@example.com', '--name', 'x', ...database])
  assert.equal(made.code, 0)
  assert.equal((await server.stop('SIGTERM')).code, 0)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  assert.ok(lines.length > 0)
  assert.equal(new Set(lines).size, lines.length)
})

test('a worker that is killed is replaced, and the replacement is logged', { skip: noDatabase || noProc }, async t => {
  const database = ['--database-url', locationArgument(await emptyLocation(t, 'database'))]
  const server = await startProgram(t, [...database, '--key', KEY, '--workers', '2'])
  const [first = 0] = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').map(Number)
  process.kill(first, 'SIGKILL')
  while (!/is replaced/.test(server.output.err)) await pause(20)
  const [line = ''] = server.output.err.split('\n').filter(text => /is replaced/.test(text))
  assert.deepEqual((({ level, pid, cause }) => ({ level, pid, cause }))(JSON.parse(line)), {
    level: 'error',
    pid: first,
    cause: 'SIGKILL',
  })
  assert.equal((await server.stop('SIGTERM')).code, 0)
  assert.equal(server.output.err.match(/is replaced/g)?.length, 1, 'workers that are stopped are not reported')
})

/** Terminates a server once it waits for a database that never answers. */
async function terminateWaiting(t: TestContext, workers: string) {
  const sockets = new Set<Socket>()
  const silent = createServer(socket => void sockets.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  t.after(() => {
    silent.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const database = ['--database-url', `postgres://nobody@127.0.0.1:${port}/nothing`, '--key', KEY]
  return serveThenTerminate(t, [...database, '--workers', workers], once(silent, 'connection'))
}

test('a server that waits for the database at startup exits cleanly at once after a signal', async t => {
  const ended = await Promise.all(['1', '2'].map(workers => terminateWaiting(t, workers)))
  assert.deepEqual(ended, Array(2).fill({ code: 0, out: '', err: '' }))
})
