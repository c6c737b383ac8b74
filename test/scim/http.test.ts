/** The transport of SCIM: addresses, media types, status codes. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  BASE,
  patch,
  SCIM_JSON,
  type ScimClient,
  scimWorld,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const DISCOVERY = ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']

test('R1: resources are below /scim and are never wrapped', async () => {
  const { scim, app } = await scimWorld()
  const made = await scim.user('eva@example.com')
  assert.equal(made.userName, 'eva@example.com')
  for (const path of [`/Users/${made.id}`, '/Users', '/Groups', ...DISCOVERY]) {
    const body = assertSuccess(await scim.get(path))
    assert.ok(Array.isArray(body.schemas) && !('data' in body), path)
  }
  const elsewhere = await app.inject({ url: '/api/1.0/Users', headers: { authorization: `Bearer ${scim.token}` } })
  assert.equal(elsewhere.statusCode, 404)
})

test('R2: a response with a body is SCIM JSON, and one without has no content type', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.user('eva@example.com')
  const { id: team } = await scim.group('Design')
  const bodies = [
    await scim.get('/Users'),
    await scim.get(`/Users/${id}`),
    await scim.get('/Users?filter=userName%20eq%20%22nobody%40example.com%22'),
    await scim.post('/Groups', { displayName: 'Sales' }),
    await scim.get('/Users/unknown'),
    await scim.post('/Users', {}),
  ]
  for (const reply of bodies) assert.equal(reply.headers['content-type'], SCIM_JSON, reply.text)
  const empty = [
    await scim.patch(`/Groups/${team}`, patch({ op: 'add', path: 'members', value: [{ value: id }] })),
    await scim.delete(`/Groups/${team}`),
    await scim.delete(`/Users/${id}`),
  ]
  for (const { status, text, headers } of empty) {
    assert.deepEqual([status, text, headers['content-type']], [204, '', undefined])
  }
})

test('R3: JSON of every content type is read, also without one, and nothing else', async () => {
  const { scim, app } = await scimWorld()
  const send = (type: string | undefined, payload: string) =>
    app.inject({
      method: 'POST',
      url: `${BASE}/Users`,
      headers: { authorization: `Bearer ${scim.token}`, ...(type === undefined ? {} : { 'content-type': type }) },
      payload,
    })
  const read = [
    'application/scim+json',
    'application/json',
    'application/scim+json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/SCIM+JSON',
    undefined,
  ]
  for (const [index, type] of read.entries()) {
    const answer = await send(type, JSON.stringify({ userName: `p${index}@example.com` }))
    assert.equal(answer.statusCode, 201, `${type}: ${answer.payload}`)
  }
  const wrong = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]
  for (const type of wrong) {
    const reply = await scim.post('/Users', '{"userName":"never@example.com"}', { 'content-type': type })
    assertScimError(reply, 415)
  }
  assert.deepEqual(await scim.search('Users', 'userName eq "never@example.com"'), [])
})

test('R4: a created resource has a Location header with its absolute address', async () => {
  const { scim } = await scimWorld()
  for (const [path, body] of [
    ['/Users', { userName: 'eva@example.com' }],
    ['/Groups', { displayName: 'Design' }],
  ] as const) {
    const reply = await scim.post(path, body, { host: 'work.example.com:8080' })
    const { id, meta } = assertSuccess(reply, 201)
    assert.equal(meta.location, `http://work.example.com:8080${BASE}${path}/${id}`)
    assert.equal(reply.headers.location, meta.location)
    const again = assertSuccess(await scim.get(`${path}/${id}`, { host: 'work.example.com:8080' }))
    assert.equal(again.meta.location, meta.location)
  }
})

test('R4: addresses begin with the public address if it is configured', async () => {
  const { scim } = await scimWorld({ publicUrl: 'https://work.example.com' })
  const reply = await scim.post('/Users', { userName: 'eva@example.com' }, { host: '10.0.0.1:8080' })
  const { id } = assertSuccess(reply, 201)
  assert.equal(reply.headers.location, `https://work.example.com${BASE}/Users/${id}`)
})

test('R5: every id is a text', async () => {
  const { scim, ann } = await scimWorld()
  const manager = await scim.user('boss@example.com')
  const eva = await scim.user('eva@example.com', {
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: manager.id } },
  })
  const team = await scim.group('Design', [eva.id, ann.gid])
  const seen: unknown[] = []
  const gather = (value: unknown, name = '') => {
    if (Array.isArray(value)) for (const one of value) gather(one, name)
    else if (value && typeof value === 'object') for (const [key, one] of Object.entries(value)) gather(one, key)
    else if (name === 'id' || name === 'value') seen.push(value)
  }
  gather(assertSuccess(await scim.get('/Users')))
  gather(assertSuccess(await scim.get('/Groups?attributes=members,displayName')))
  gather(assertSuccess(await scim.get(`/Groups/${team.id}`)))
  gather([eva, team])
  assert.ok(seen.length > 10)
  for (const value of seen) assert.equal(typeof value, 'string')
})

const encoded = (path: string) => path.replaceAll('"', '%22')

test('R6: unknown query parameters are ignored', async () => {
  const { scim } = await scimWorld()
  const eva = await scim.user('eva@example.com', { name: { formatted: 'Eva Maria Lind' } })
  const team = await scim.group('Design Team')
  const lists = [
    '/Users?filter=userName+eq+"eva@example.com"&',
    '/Users/?filter=userName+eq+%22eva%40example.com%22',
    '/Users?&&filter=name.formatted+eq+"Eva+Maria+Lind"&',
    '/Users?filter=userName%20eq%20"eva@example.com"&&count=10&',
  ]
  for (const path of lists) {
    const { Resources } = assertSuccess(await scim.get(encoded(path)))
    assert.deepEqual(
      Resources.map((one: Json) => one.id),
      [eva.id],
      path,
    )
  }
  const groups = assertSuccess(await scim.get(encoded('/Groups/?filter=displayName+eq+"Design+Team"&')))
  assert.deepEqual(
    groups.Resources.map((one: Json) => one.id),
    [team.id],
  )
  for (const path of [
    `/Users/${eva.id}/`,
    `/Groups/${team.id}/`,
    '/Users/',
    '/Groups/',
    ...DISCOVERY.map(p => `${p}/`),
  ]) {
    assert.equal((await scim.get(path)).status, 200, path)
  }
  assertSuccess(await scim.put(`/Users/${eva.id}/`, { userName: 'eva@example.com', title: 'Lead' }))
})

test('R6: an address may end in a bare question mark', async () => {
  const { scim, app } = await scimWorld()
  const eva = await scim.user('eva@example.com')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const call = (method: string, path: string, body?: Json) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${scim.token}`, 'content-type': 'application/json', connection: 'close' }
      const sent = request({ port, host: '127.0.0.1', method, path: BASE + path, headers }, answer => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      })
      sent.on('error', reject).end(body && JSON.stringify(body))
    })
  assert.equal(await call('GET', '/Users?'), 200)
  assert.equal(await call('GET', '/Groups/?'), 200)
  assert.equal(await call('GET', `/Users/${eva.id}?`), 200)
  assert.equal(await call('PUT', `/Users/${eva.id}?`, { userName: 'eva@example.com', title: 'Lead' }), 200)
  assert.equal(await call('PATCH', `/Users/${eva.id}?&`, patch({ op: 'replace', value: { title: 'Chief' } })), 200)
  assert.equal((await scim.get(`/Users/${eva.id}`)).body.title, 'Chief')
})

test('R7: an unknown address is refused in SCIM form', async () => {
  const { scim } = await scimWorld()
  for (const path of [
    '',
    '/',
    '/Nothing',
    '/users/1/2',
    '/Users/1/2/3',
    '/Schema',
    '/Users/%2e%2e',
    '/Users/1/members',
  ]) {
    assertScimError(await scim.get(path), 404)
    assertScimError(await scim.post(path, { userName: 'eva@example.com' }), 404)
  }
})

test('R7: discovery is read-only', async () => {
  const { scim } = await scimWorld()
  for (const path of DISCOVERY) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await scim.send(method, path, method === 'DELETE' ? undefined : {})
      assertScimError(reply, 405)
      assert.match(reply.headers.allow ?? '', /\bGET\b/, `${method} ${path}`)
    }
  }
})

/** Everything that can be read of users and groups. */
async function everything(scim: ScimClient): Promise<string> {
  const users = await scim.get('/Users')
  const groups = await scim.get('/Groups?attributes=displayName,members,externalId')
  const bare = (one: Json) => ({ ...one, meta: undefined })
  return JSON.stringify([users, groups].map(reply => assertSuccess(reply).Resources.map(bare)))
}

test('R8: repeated requests have the effect of one', async () => {
  const { scim } = await scimWorld()
  const eva = await scim.user('eva@example.com')
  const team = await scim.group('Design')
  const requests: [string, string, Json | undefined, number, number][] = [
    [
      'PUT',
      `/Users/${eva.id}`,
      { userName: 'eva@example.com', title: 'Lead', emails: [{ value: 'e@example.com' }] },
      200,
      200,
    ],
    [
      'PATCH',
      `/Users/${eva.id}`,
      patch({ op: 'add', path: 'phoneNumbers', value: [{ type: 'work', value: '1' }] }),
      200,
      200,
    ],
    ['PATCH', `/Users/${eva.id}`, patch({ op: 'remove', path: 'title' }), 200, 200],
    ['PUT', `/Groups/${team.id}`, { displayName: 'Designers', members: [{ value: eva.id }] }, 200, 200],
    ['PATCH', `/Groups/${team.id}`, patch({ op: 'add', path: 'members', value: [{ value: eva.id }] }), 204, 204],
    ['PATCH', `/Groups/${team.id}`, patch({ op: 'remove', path: `members[value eq "${eva.id}"]` }), 204, 204],
    ['DELETE', `/Groups/${team.id}`, undefined, 204, 404],
    ['DELETE', `/Users/${eva.id}`, undefined, 204, 404],
  ]
  for (const [method, path, body, first, second] of requests) {
    assert.equal((await scim.send(method, path, body)).status, first, `${method} ${path}`)
    const once = await everything(scim)
    assert.equal((await scim.send(method, path, body)).status, second, `${method} ${path} again`)
    assert.equal(await everything(scim), once, `${method} ${path}`)
  }
})

test('R9: a request of 5 MiB is accepted, and one above the limit is refused in SCIM form', async () => {
  const { scim } = await scimWorld()
  const body = JSON.stringify({ userName: 'eva@example.com' })
  const full = body + ' '.repeat(5 * 1024 * 1024 - body.length)
  assert.equal((await scim.post('/Users', full)).status, 201)
  assertScimError(await scim.send('POST', '/Users', Buffer.alloc(33 * 1024 * 1024, 32)), 413)
})

test('R10: HEAD and OPTIONS do no harm', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.user('eva@example.com')
  for (const path of ['/Users', `/Users/${id}`, '/Groups', '/Groups/1', ...DISCOVERY]) {
    for (const method of ['HEAD', 'OPTIONS']) {
      const { status, text } = await scim.send(method, path)
      assert.ok(status < 500, `${method} ${path} answered ${status}`)
      if (method === 'HEAD') assert.equal(text, '')
    }
  }
  assert.equal((await scim.get(`/Users/${id}`)).status, 200)
})

test('R10: a request without credentials is answered with how to authenticate', async () => {
  const { clientFor } = await scimWorld()
  const reply = await clientFor(null).get('/Users')
  assertScimError(reply, 401)
  assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer/)
})

test('unsupported parts of the protocol answer that they are', async () => {
  const { scim } = await scimWorld()
  assertScimError(await scim.post('/Bulk', { Operations: [] }), 501)
  assertScimError(await scim.get('/Me'), 501)
})
