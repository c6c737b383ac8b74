/** Help links of errors: each is an address on this server, and each address is a heading of docs/errors.md. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { topics } from '../../src/lib/errors.ts'
import { createMetrics } from '../../src/observe/metrics.ts'
import { deleteWhere, update } from '../../src/store/change.ts'
import { world } from '../harness/world.ts'

const here = (path: string) => join(import.meta.dirname, '../..', path)
const page = readFileSync(here('docs/errors.md'), 'utf8')
const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-')

test('every kind of error has a heading in docs/errors.md, and every heading is a kind of error', () => {
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, title = '']) => slug(title))
  assert.deepEqual([...headings].sort(), [...topics].sort())
})

test('the error page and the README quote messages that the program has', () => {
  const sources = globSync('src/**/*.ts', { cwd: here('.') }).map(path => readFileSync(here(path), 'utf8'))
  const program = sources.join('').replaceAll("\\'", "'").replaceAll('\\`', '`')
  const inPage = [...page.matchAll(/^- ``?(.+?)`` ?$|^- `(.+?)`(?:, `.*)?$/gm)].map(([, a, b]) => a ?? b ?? '')
  const inTable = [...page.matchAll(/^\| `(\w+: .+?)`/gm)].map(([, message = '']) => message)
  const readme = readFileSync(here('README.md'), 'utf8')
  const inReadme = [...readme.matchAll(/^\| `[45]\d\d (.+?)` +\|/gm)].map(([, message = '']) => message)
  assert.ok(inPage.length > 60 && inTable.length > 15 && inReadme.length > 6)
  for (const message of [...inPage, ...inTable, ...inReadme]) {
    // The beginning of a message, after the name of the field and before the value.
    const [begin = ''] = /^[^\d…"]{1,16}/.exec(message.replace(/^(?:[\w[\]]+: )+/, '')) ?? []
    assert.ok(begin.length > 4 && program.includes(begin), `no message begins with ${begin}: ${message}`)
  }
  for (const message of inReadme) assert.ok(page.includes(message.replace(/ ?…$/, '')), `not on the page: ${message}`)
})

async function start() {
  const home = await world()
  const ask = async (method: string, url: string, headers: Record<string, string> = {}, payload?: string) => {
    const answer = await home.send({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    return { ...answer, help: answer.body.errors?.[0]?.help as string | undefined }
  }
  return { ...home, ask, bearer: { authorization: `Bearer ${home.ann.token}` } }
}

test('a help link is an address of the server that the client reached', async () => {
  const { ask } = await start()
  const { help } = await ask('GET', '/api/1.0/users/me', { host: 'work.example.com:8080' })
  assert.equal(help, 'http://work.example.com:8080/docs/errors#missing-token')
  const { send } = await world({ publicUrl: 'https://work.example.com' })
  const { body } = await send({ method: 'GET', url: '/api/1.0/users/me', headers: { host: 'elsewhere.example' } })
  assert.equal(body.errors[0].help, 'https://work.example.com/docs/errors#missing-token')
})

test('a missing, unmarked or wrong token has one error text, and a help topic of its own', async () => {
  const { ann, ask } = await start()
  const cases: [headers: Record<string, string>, topic: string][] = [
    [{}, 'missing-token'],
    [{ authorization: '' }, 'missing-token'],
    [{ authorization: 'Bearer' }, 'missing-token'],
    [{ authorization: ann.token }, 'no-bearer'],
    [{ authorization: `Token ${ann.token}` }, 'no-bearer'],
    [{ authorization: 'Bearer nonsense' }, 'wrong-token'],
    [{ authorization: 'Basic bm9uc2Vuc2U6' }, 'wrong-token'],
    [{ cookie: 'workloom_session=nonsense', 'x-requested-with': 'test' }, 'session-ended'],
  ]
  for (const [headers, topic] of cases) {
    const { status, message, help } = await ask('GET', '/api/1.0/users/me', headers)
    assert.deepEqual([status, message], [401, 'Not Authorized'])
    assert.equal(help, `http://localhost:80/docs/errors#${topic}`, JSON.stringify(headers))
  }
})

test('a revoked or expired token has the help topic of an unknown one', async () => {
  const { ann, ben, ask, store, clock } = await start()
  await store.write(async tx => {
    await deleteWhere(tx, 'tokens', { user: Number(ann.gid) })
    await update(tx, 'tokens', { user: Number(ben.gid) }, { expires_at: clock.now })
  })
  const never = ann.token.replace(/.{6}$/, '000000')
  const bodies = [ann.token, ben.token, never].map(async token => {
    const { status, body } = await ask('GET', '/api/1.0/users/me', { authorization: `Bearer ${token}` })
    return { status, body }
  })
  const [deleted, expired, unknown] = await Promise.all(bodies)
  assert.deepEqual(deleted, unknown)
  assert.deepEqual(expired, unknown)
})

test('each mistake links to its explanation', async () => {
  const { ann, ask, bearer, workspace } = await start()
  const task = await ann.create('/tasks', { workspace })
  const deleted = await ann.create('/tasks', { workspace })
  await ann.delete(`/tasks/${deleted}`)
  const data = (given: object) => JSON.stringify({ data: given })
  const cases: [method: string, path: string, payload: string | undefined, topic: string][] = [
    ['GET', '/nothing', undefined, 'no-route'],
    ['PATCH', '/users/me', undefined, 'no-route'],
    ['GET', '/tasks/7', undefined, 'not-found'],
    ['GET', `/tasks/${deleted}`, undefined, 'deleted-object'],
    ['POST', '/tags', data({}), 'missing-input'],
    ['POST', '/tasks', data({ workspace, memberships: [{}] }), 'missing-input'],
    ['POST', '/tasks', data({}), 'invalid-request'],
    ['POST', '/tasks', '{"name": "A"}', 'unwrapped-body'],
    ['POST', '/tasks', '{bad', 'unreadable-body'],
    ['POST', '/tasks', data({ workspace: '7' }), 'unknown-reference'],
    ['POST', '/tasks', data({ workspace, parent: deleted }), 'unknown-object'],
    ['POST', '/tasks', data({ workspace, parent: {} }), 'not-a-gid'],
    ['POST', '/tasks', data({ workspace, completed: 'yes' }), 'invalid-value'],
    ['PUT', `/tasks/${task}`, data({ projects: [] }), 'read-only-field'],
    ['GET', `/tags?workspace=${workspace}&offset=x&limit=1`, undefined, 'page-token'],
    ['GET', `/tasks/${task}?opt_fields=${'parent.'.repeat(12)}name`, undefined, 'selection-too-large'],
    ['POST', '/webhooks', data({ resource: workspace, target: 'https://example.com' }), 'webhook-filters'],
    ['POST', '/tasks', `{"data": {"notes": "${'x'.repeat(1024 * 1024)}"}}`, 'too-large'],
  ]
  for (const [method, path, payload, topic] of cases) {
    const { help } = await ask(method, `/api/1.0${path}`, bearer, payload)
    assert.equal(help, `http://localhost:80/docs/errors#${topic}`, `${method} ${path}`)
  }
})

test('an address without the base path of the API answers so, with any path', async () => {
  const { ask, bearer } = await start()
  for (const url of ['/users/me', '/tasks', '/metrics', '/api/users/me', '/api/1.0', '/api']) {
    const { status, message, help } = await ask('GET', url, bearer)
    assert.deepEqual([status, message], [404, 'No matching route for request'])
    assert.equal(help, 'http://localhost:80/docs/errors#missing-base-path', url)
  }
  assert.match((await ask('GET', '/-/nothing')).help ?? '', /#no-route$/)
})

test('the metrics address answers the error of an unknown address', async () => {
  const metrics = await createMetrics({ version: '1.2.3' })
  const { send } = await world({ observer: { metrics, traces: null }, metricsToken: 'm'.repeat(32) })
  const [hidden, nothing] = await Promise.all(['/metrics', '/nothing'].map(url => send({ method: 'GET', url })))
  assert.deepEqual(hidden?.body, nothing?.body)
})

test('a stale sync token is answered without a help link', async () => {
  const { ann, workspace } = await start()
  const project = await ann.create('/projects', { workspace, name: 'P' })
  const { status, body } = await ann.get(`/events?resource=${project}`)
  assert.equal(status, 412)
  assert.deepEqual(Object.keys(body.errors[0]), ['message'])
})
