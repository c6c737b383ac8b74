/** HEAD answers as GET does, without the body: derived from all routes of the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createMetricsServer } from '../../src/http/metrics.ts'
import { createMetrics } from '../../src/observe/metrics.ts'
import { pageHeaders, serviceAccount, signedIn } from '../harness/sign_in/console.ts'
import { world } from '../harness/world.ts'

/** Pages, where GET may have a side effect, which HEAD must not have. */
const acting = ['/-/oauth_authorize', '/-/sign_in/provider', '/-/sign_in/callback', '/-/attachments/:attachment_gid']

/** Sample paths of wildcard routes. */
const wild = [
  ...['/', '/some/room', '/api/1.0/users/me', '/api/1.0/workspaces?opt_fields=name', '/api/1.0/tasks/1'],
  ...['/api/1.0/scim/Users', '/api/1.0/scim/Groups/1', '/api/1.0/scim/ServiceProviderConfig', '/assets/none.js'],
]

/** The addresses that have GET, from the route tree of the HTTP library. */
async function addresses(app: FastifyInstance): Promise<string[]> {
  await app.ready()
  const found: string[] = []
  const above: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[└├]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === '' && methods === '') continue
    const depth = indent.length / 4
    above.length = depth
    above.push(part)
    if (methods.split(', ').includes('GET')) found.push(above.join(''))
  }
  return found
}

/** The transfer encoding of a body of unknown length: a response without a body has none. */
const changing = /^(?:date|x-request-id|transfer-encoding)$/

const comparable = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.test(name)))

test('HEAD answers every address that has GET, with the same headers and no body', async () => {
  const metrics = await createMetrics({ version: '1' })
  const metricsToken = 'm'.repeat(16)
  const home = await world({ observer: { metrics, traces: null }, metricsToken })
  const { app, ann, clock } = home
  const { session } = await signedIn(home, ann)
  const all = await addresses(app)
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/1.0/openapi.json', '/-/session', '/-/live']) {
    assert.ok(all.includes(path), `${path} in ${all.join(' ')}`)
  }
  clock.step = 0
  const service = await serviceAccount(home)
  const cases = [...all.filter(one => !one.endsWith('*')), ...wild].flatMap(path =>
    ['identity', 'gzip'].map(encoding => ({ path, encoding })),
  )
  for (const { path, encoding } of cases) {
    const url = path.replace(/:\w+/g, '1')
    const own = path.includes('/scim') ? service.token : ann.token
    const bearer = path === '/metrics' ? metricsToken : own
    const headers = {
      ...(path.startsWith('/-/') ? {} : { authorization: `Bearer ${bearer}` }),
      ...{ ...pageHeaders(session), accept: 'text/html', 'accept-encoding': encoding },
    }
    const ask = (method: 'GET' | 'HEAD') => app.inject({ method, url, headers, payloadAsStream: path === '/-/live' })
    const head = await ask('HEAD')
    if (acting.includes(path)) {
      assert.equal(head.statusCode, 404, path)
      continue
    }
    const get = await ask('GET')
    if (path === '/-/live') get.stream().destroy()
    else assert.equal(head.body, '', path)
    const what = `${path} ${encoding}`
    assert.equal(head.statusCode, get.statusCode, what)
    // Metrics grow with each request.
    if (path === '/metrics') for (const { headers } of [head, get]) delete headers['content-length']
    assert.deepEqual(comparable(head.headers), comparable(get.headers), what)
  }
})

test('HEAD answers on the metrics port', async t => {
  const server = createMetricsServer(await createMetrics({ version: '1' }), undefined)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  for (const [path, status] of [
    ['/metrics', 200],
    ['/', 404],
  ] as const) {
    const [head, get] = [await fetch(url + path, { method: 'HEAD' }), await fetch(url + path)]
    assert.deepEqual([head.status, get.status, await head.text()], [status, status, ''])
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'))
  }
})
