/** The log, metrics and traces of a server, from the outside. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { createApp } from '../../src/app.ts'
import { run } from '../../src/cli/run.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { startProgram } from '../harness/program.ts'
import { receiver } from '../harness/receiver.ts'
import type { Json } from '../harness/world.ts'

const TOKEN = 'a-token-for-prometheus'

const linesOf = (err: string) =>
  err
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Json)

const status = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status

test('a server logs each request, serves metrics in two places and exports its traces', async t => {
  const collector = await receiver(response => response.end('{}'))
  const { origin } = new URL(collector.url)
  const args = ['--memory', '--log-level', 'debug', '--metrics-port', '0']
  const server = await startProgram(t, args, { WORKLOOM_METRICS_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: origin })
  assert.equal(await status(`${server.url}/api/1.0/users/me`, { authorization: `Bearer ${server.token}` }), 200)
  assert.equal(await status(`${server.url}/metrics`), 404)
  assert.equal(await status(`${server.url}/metrics`, { authorization: `Bearer ${TOKEN}` }), 200)
  const { code, out, err } = await server.stop('SIGTERM')
  assert.equal(code, 0)
  assert.match(out, /^Workloom \S+ listens on /, 'what people read at the first start is no JSON')
  const lines = linesOf(err)
  assert.match(lines[0]?.url, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const [me] = lines.filter(({ operation }) => operation === 'getUser')
  assert.deepEqual([me?.level, me?.path, me?.status], ['debug', '/api/1.0/users/me', 200])
  assert.match(me?.trace, /^[0-9a-f]{32}$/)
  assert.ok(!err.includes(server.token) && !err.includes(TOKEN))
  assert.ok(
    collector.requests.some(({ path, body }) => path === '/v1/traces' && body.includes(me?.trace)),
    'the last spans are sent before the exit',
  )
})

test('the metrics port requires the token as well, and closes with the server', async () => {
  const stop = Promise.withResolvers<void>()
  const listens = Promise.withResolvers<string>()
  const ended = run(['serve', '--memory', '--port', '0', '--metrics-port', '0', '--metrics-token', TOKEN], {
    ...{ version: '1.2.3', environment: {}, clock: systemClock, web: 'none', node: 1, createApp, showProgress: null },
    print: () => undefined,
    printError: line => listens.resolve((JSON.parse(line) as Json).url),
    stopped: () => stop.promise,
  })
  const url = await listens.promise
  assert.equal(await status(url), 404)
  const answer = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })
  assert.match(await answer.text(), /^workloom_build_info\{version="1\.2\.3"\} 1$/m)
  stop.resolve()
  assert.equal(await ended, 0)
  await assert.rejects(fetch(url))
})

test('a metrics port that is in use is reported in one sentence', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as AddressInfo
  const printed: string[] = []
  const code = await run(['serve', '--memory', '--port', '0', '--metrics-port', String(port)], {
    ...{ version: '', environment: {}, clock: systemClock, web: 'none', node: 1, createApp, showProgress: null },
    print: () => assert.fail('the server must not listen'),
    printError: line => void printed.push(line),
    stopped: () => new Promise(() => undefined),
  })
  otherServer.close()
  assert.equal(code, 1)
  assert.deepEqual(printed, [
    `workloom: Cannot listen on 127.0.0.1, port ${port}: another program uses the port; choose one with --metrics-port.`,
  ])
})
