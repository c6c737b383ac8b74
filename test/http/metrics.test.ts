/** Metrics: access to them, what they count, and the bounds of their labels. */
import assert from 'node:assert/strict'
import { METHODS, request } from 'node:http'
import { after, test } from 'node:test'
import { createMetricsServer } from '../../src/http/metrics.ts'
import { createMetrics, type Metrics } from '../../src/observe/metrics.ts'
import { world } from '../harness/world.ts'

const TOKEN = 'a token for prometheus'

async function measuredWorld(wanted: { metricsToken?: string; limits?: { minute: number } } = {}) {
  const metrics = await createMetrics({ version: '1.2.3' })
  const w = await world({ observer: { metrics, traces: null }, ...wanted })
  const readMetrics = async (authorization?: string, url = '/metrics') => {
    const { statusCode, payload, headers } = await w.app.inject({
      url,
      headers: authorization ? { authorization } : {},
    })
    return { status: statusCode, text: payload, headers }
  }
  return { ...w, metrics, readMetrics }
}

/** The samples of a metric: labels, and the value. */
async function samples(metrics: Metrics, name: string): Promise<Map<string, number>> {
  // The last byte of a response is counted a moment after the client has received it.
  await new Promise(resolve => setImmediate(resolve))
  const lines = (await metrics.text())
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return new Map(
    lines.map(line => {
      const [, labels = '', value = ''] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      return [labels.replaceAll('"', ''), Number(value)]
    }),
  )
}

const COUNT = 'workloom_http_request_duration_seconds_count'

test('a request with the metrics token reads the metrics', async () => {
  const { readMetrics } = await measuredWorld({ metricsToken: TOKEN })
  for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) {
    const { status, text, headers } = await readMetrics(authorization)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(text, /^workloom_build_info\{version="1\.2\.3"\} 1$/m)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
  }
})

test('the metrics address answers 404 to a request without the token', async () => {
  const { readMetrics, ann } = await measuredWorld({ metricsToken: TOKEN })
  const nowhere = await readMetrics(undefined, '/nowhere')
  assert.equal(nowhere.status, 404)
  const wrong = [
    undefined,
    'Bearer',
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ]
  for (const authorization of [...wrong, `Bearer ${ann.token}`, `Bearer Bearer ${TOKEN}`]) {
    const { status, text } = await readMetrics(authorization)
    assert.deepEqual([status, text], [404, nowhere.text], `with ${authorization}`)
  }
})

test('the metrics address of the API is disabled if no token is configured', async () => {
  const { readMetrics } = await measuredWorld()
  for (const authorization of [undefined, 'Bearer ', 'Bearer undefined', 'Bearer null']) {
    assert.equal((await readMetrics(authorization)).status, 404)
  }
})

test('the metrics port serves the metrics and nothing else, and requires the token too', async () => {
  const metrics = await createMetrics({ version: '1.2.3' })
  for (const token of [undefined, TOKEN]) {
    const server = createMetricsServer(metrics, token)
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    const status = async (path: string, options: RequestInit = {}) => (await fetch(url + path, options)).status
    const known = { headers: { authorization: `Bearer ${TOKEN}` } }
    assert.equal(await status('/metrics', known), 200)
    assert.equal(await status('/metrics?x=1', known), 200)
    assert.equal(await status('/metrics'), token === undefined ? 200 : 404)
    for (const path of ['/', '/metrics/', '/healthz', '/api/1.0/users/me']) assert.equal(await status(path, known), 404)
    assert.equal(await status('/metrics', { method: 'POST', ...known }), 404)
    await server.close()
    await assert.rejects(fetch(url))
  }
})

test('metrics that cannot be collected answer an outage, and never an empty page', async () => {
  const metrics = await createMetrics({ version: '1.2.3' })
  const server = createMetricsServer({ ...metrics, text: () => Promise.reject(new Error('broken')) }, undefined)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  after(server.close)
  assert.equal((await fetch(`${url}/metrics`)).status, 503)
})

test('requests are counted by operation and outcome', async () => {
  const { ann, metrics, workspace, send } = await measuredWorld({ limits: { minute: 6 } })
  await ann.get('/users/me')
  await ann.get('/users/me?opt_fields=name')
  await ann.post('/tags', { name: 'a', workspace })
  await ann.post('/tags', { workspace: 'x' })
  await send({ method: 'GET', url: '/api/1.0/users/me' })
  await send({ method: 'GET', url: '/api/1.0/nothing/here' })
  await send({ method: 'GET', url: '/api/1.0/scim/Users/12' })
  await send({ method: 'GET', url: '/healthz' })
  for (let n = 0; n < 4; n += 1) await ann.get('/workspaces')
  const counts = await samples(metrics, COUNT)
  const count = (labels: string) => counts.get(labels)
  assert.equal(count('operation=getUser,method=GET,status=2xx'), 2)
  assert.equal(count('operation=getUser,method=GET,status=4xx'), 1)
  assert.equal(count('operation=createTag,method=POST,status=2xx'), 1)
  assert.equal(count('operation=createTag,method=POST,status=4xx'), 1)
  assert.equal(count('operation=/api/1.0/*,method=GET,status=4xx'), 1)
  assert.equal(count('operation=/api/1.0/scim/*,method=GET,status=4xx'), 1)
  assert.equal(count('operation=/healthz,method=GET,status=2xx'), 1)
  const answers = await samples(metrics, 'workloom_http_responses_total')
  assert.equal(answers.get('status=429'), count('operation=getWorkspaces,method=GET,status=4xx'))
  assert.ok((answers.get('status=429') ?? 0) > 0)
  assert.deepEqual([...(await samples(metrics, 'workloom_http_requests_in_flight'))], [['', 0]])
})

test('metric labels come from short lists, for any request', async () => {
  const { app, ann, metrics } = await measuredWorld()
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<void>(resolve => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, answer => {
        answer.resume().on('end', resolve)
      })
      sent.on('error', () => resolve()).end()
    })
  for (const method of METHODS.filter(one => one !== 'CONNECT')) {
    for (const path of ['/', '/api/1.0/users/me', '/api/1.0/scim/Users', '/-/x', '/metrics']) await send(method, path)
  }
  const authorization = `Bearer ${ann.token}`
  for (let n = 0; n < 100; n += 1) {
    await send('GET', `/api/1.0/tasks/${n}?x=${n}`, { authorization })
    await send('GET', `/api/1.0/x${n}/%${n}/"}\\${n}`, { authorization, 'x-request-id': `request-${n}` })
    await send('POST', `/${n}/api`, { 'x-http-method-override': `M${n}` })
  }
  const counts = [...(await samples(metrics, COUNT)).keys()]
  const values = (label: string) =>
    [...new Set(counts.map(labels => new RegExp(`${label}=([^,]*)`).exec(labels)?.[1]))].sort()
  const known = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'other']
  assert.deepEqual(values('method'), known)
  assert.ok(
    values('operation').every(operation => /^(?:[a-zA-Z]+|unknown|\/[\w./*:-]*)$/.test(operation ?? '')),
    values('operation').join(),
  )
  assert.ok(values('operation').length <= 10, values('operation').join())
  assert.ok(counts.length <= 40, String(counts.length))
})

test('a client that disconnects before the response is counted as disconnected, once', async () => {
  const { app, metrics, ann } = await measuredWorld()
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    enter()
    await blocked
    return {}
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const sent = request({ host: '127.0.0.1', port, path: '/slow', agent: false }).on('error', () => undefined)
  sent.end()
  await entered
  assert.deepEqual([...(await samples(metrics, 'workloom_http_requests_in_flight')).values()], [1])
  sent.destroy()
  const counted = async () => (await samples(metrics, COUNT)).get('operation=/slow,method=GET,status=aborted')
  while ((await counted()) === undefined) await new Promise(resolve => setTimeout(resolve, 5))
  release()
  await ann.get('/users/me')
  assert.equal(await counted(), 1)
  assert.deepEqual([...(await samples(metrics, 'workloom_http_requests_in_flight')).values()], [0])
})

test('each server has its own counts', async () => {
  const [one, other] = [await measuredWorld(), await measuredWorld()]
  await one.ann.get('/users/me')
  assert.equal((await samples(one.metrics, COUNT)).size, 1)
  assert.equal((await samples(other.metrics, COUNT)).size, 0)
})
