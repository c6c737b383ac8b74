import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { world } from '../../test/harness/world.ts'
import { servePages } from './pages.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** A web app of two files, the one compressed and the other half, with a secret next to its folder. */
async function start(t: TestContext, { publicUrl = null as string | null, built = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-pages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const web = join(folder, 'web')
  writeFileSync(join(folder, 'secret.js'), 'hidden')
  if (built) {
    mkdirSync(join(web, 'assets'), { recursive: true })
    writeFileSync(join(web, 'index.html'), '<title>the app</title>')
    writeFileSync(join(web, 'assets', 'app-1a2b.js'), 'run()')
    writeFileSync(join(web, 'assets', 'icon-1a2b.svg'), '<svg/>')
    writeFileSync(join(web, 'assets', '.env'), 'hidden')
    writeFileSync(join(web, 'index.html.br'), 'small page')
    writeFileSync(join(web, 'assets', 'app-1a2b.js.br'), 'small script')
    writeFileSync(join(web, 'assets', 'app-1a2b.js.gz'), 'smaller script')
  }
  const server = Fastify({ exposeHeadRoutes: false })
  await servePages(server, { web, publicUrl })
  t.after(() => server.close())
  return (url: string, headers: Record<string, string> = html) => server.inject({ url, headers })
}

test('every path that a browser opens returns the app, which is revalidated each time', async t => {
  const get = await start(t)
  for (const url of [
    '/',
    '/?a=b',
    '/tokens',
    '/sign_in?return_to=/x',
    '/0/12/34',
    '/organizations/12',
    '/apiary',
    '/-x',
    ...['/1/12/home', '/1/12/project/34/board/task/56?f.assignee=me', '/1/12/search?q=a%2Fb', '/0/inbox'],
    ...['/0/profile/12', '/settings/appearance', '/admin/12/people', '/admin/jobs', '/webhooks/12', '/consent?a=b'],
  ]) {
    const { statusCode, body, headers } = await get(url)
    assert.deepEqual([statusCode, body], [200, '<title>the app</title>'], url)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers.vary, 'Accept, accept-encoding')
  }
})

test('links to tasks and settings return the app to programs too, unless they accept only JSON', async t => {
  const get = await start(t)
  for (const url of ['/1/12/task/34', '/0/12/34', '/settings/appearance', '/admin/jobs']) {
    assert.equal((await get(url, { accept: '*/*' })).statusCode, 200, url)
    assert.equal((await get(url, {})).statusCode, 200, url)
    assert.equal((await get(url, { accept: 'application/json' })).statusCode, 404, url)
  }
})

test('a client that accepts it gets the compressed file of the build', async t => {
  const get = await start(t)
  const [script, page] = ['/assets/app-1a2b.js', '/tokens']
  const cases = [
    [script, 'gzip, deflate, br', 'br', 'small script', 'application/javascript; charset=utf-8'],
    [script, 'gzip', 'gzip', 'smaller script', 'application/javascript; charset=utf-8'],
    [script, 'identity', undefined, 'run()', 'application/javascript; charset=utf-8'],
    [page, 'br', 'br', 'small page', 'text/html; charset=utf-8'],
    [page, 'gzip', undefined, '<title>the app</title>', 'text/html; charset=utf-8'],
  ] as const
  for (const [url, accepted, encoding, text, type] of cases) {
    const { headers, body } = await get(url, { ...html, 'accept-encoding': accepted })
    assert.deepEqual([headers['content-encoding'], body, headers['content-type']], [encoding, text, type])
    assert.match(String(headers.vary), /accept-encoding$/)
    assert.equal(headers['cache-control'], url === page ? 'no-cache' : 'public, max-age=31536000, immutable')
  }
})

test('a page shows its own files, in frames and players too', async t => {
  const get = await start(t)
  const policy = String((await get('/')).headers['content-security-policy']).split('; ')
  for (const rule of [
    ...[
      "img-src 'self' data: blob:",
      "media-src 'self'",
      "frame-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
    ],
  ])
    assert.ok(policy.includes(rule), rule)
})

test('an unchanged page is not sent again', async t => {
  const get = await start(t)
  const { etag } = (await get('/tokens')).headers
  const again = await get('/tokens', { ...html, 'if-none-match': String(etag) })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('files with a hash in their name are cached for a year', async t => {
  const get = await start(t)
  const { statusCode, body, headers } = await get('/assets/app-1a2b.js', {})
  assert.deepEqual([statusCode, body], [200, 'run()'])
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['content-type'], 'application/javascript; charset=utf-8')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
})

test('a picture that can be opened by itself has the policy of a page', async t => {
  const get = await start(t)
  const { headers } = await get('/assets/icon-1a2b.svg', {})
  assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
  const script = await get('/assets/app-1a2b.js', {})
  assert.equal(script.headers['content-security-policy'], undefined)
})

test('a page cannot load from other origins, be framed or send a referrer', async t => {
  const get = await start(t)
  const { headers } = await get('/sign_in')
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(String(headers['content-security-policy']), /base-uri 'none'; frame-ancestors 'none'$/)
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*|http/)
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['set-cookie'], undefined)
})

test('strict transport security is set only if the public address uses TLS', async t => {
  const plain = await start(t, { publicUrl: 'http://tasks.example.com' })
  assert.equal((await plain('/')).headers['strict-transport-security'], undefined)
  const secure = await start(t, { publicUrl: 'https://tasks.example.com' })
  assert.equal((await secure('/')).headers['strict-transport-security'], 'max-age=15552000')
})

test('paths cannot leave the assets folder', async t => {
  const get = await start(t)
  const paths = [
    ...['/assets/../index.html', '/assets/../../secret.js', '/assets/%2e%2e/%2e%2e/secret.js'],
    ...['/assets/..%2f..%2fsecret.js', '/assets/..%5c..%5csecret.js', '/assets/....//....//secret.js'],
    ...['/assets//etc/passwd', '/assets/%00', '/assets/.env', '/assets/', '/assets', '/assets/none.js'],
    ...['/assets/%2fetc%2fpasswd', '/assets/app-1a2b.js%00.html'],
  ]
  for (const url of paths) {
    const { statusCode, body } = await get(url, {})
    assert.ok(statusCode === 404 || statusCode === 403 || statusCode === 400, `${url} answered ${statusCode}`)
    assert.doesNotMatch(body, /hidden|root:|the app|run\(/, url)
  }
})

test('a server without the app shows how to build it', async t => {
  const get = await start(t, { built: false })
  const { statusCode, body, headers } = await get('/tokens')
  assert.equal(statusCode, 503)
  assert.match(body, /npm run build/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
})

test('the API, the console and the health checks ignore the Accept header', async () => {
  const { send } = await world()
  const ask = async (url: string, headers = html) => (await send({ method: 'GET', url, headers })).status
  assert.deepEqual(
    await Promise.all(['/healthz', '/readyz', '/api/1.0/openapi.json'].map(url => ask(url))),
    [200, 200, 200],
  )
  assert.deepEqual(
    await Promise.all(['/api/1.0/none', '/api', '/-/none', '/-'].map(url => ask(url))),
    [404, 404, 404, 404],
  )
})

test('the root path returns the address of the API to programs', async () => {
  const { send } = await world()
  for (const accept of ['*/*', 'application/json', '']) {
    const { status, body } = await send({ method: 'GET', url: '/', headers: { accept } })
    assert.deepEqual([status, body.api, body.openapi], [200, '/api/1.0', '/api/1.0/openapi.json'])
  }
  assert.equal((await send({ method: 'GET', url: '/tokens', headers: { accept: '*/*' } })).status, 404)
  assert.equal((await send({ method: 'POST', url: '/tokens', headers: html })).status, 404)
})
