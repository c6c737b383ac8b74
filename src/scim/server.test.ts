import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { assertScimError, assertSuccess, BASE, createPeople, scimWorld } from '../../test/harness/scim/world.ts'

test('an invalid path and an unknown method are refused in the form of SCIM', async () => {
  const { scim } = await scimWorld()
  for (const path of ['/Users/%ZZ', '/Users/%C3%28', '/Users/%', '', '/', '/users', '/Users/1/2']) {
    assertScimError(await scim.get(path), 404)
  }
  for (const verb of ['PROPFIND', 'TRACE', 'SEARCH']) assertScimError(await scim.send(verb, '/Users'), 404)
})

test('an invalid path outside the SCIM base is refused in the form of the REST API', async () => {
  const { app } = await scimWorld()
  for (const url of ['/api/1.0/%ZZ', '/api/1.0/scimitar/%ZZ']) {
    assert.ok(JSON.parse((await app.inject({ url })).payload).errors)
  }
})

test('repeated slashes in a path count as one', async () => {
  const { scim, ann } = await scimWorld()
  assert.equal(assertSuccess(await scim.get(`//Users//${ann.gid}/`)).id, ann.gid)
})

test('HEAD of a long list has no body and releases its permit', async () => {
  const home = await scimWorld({ limits: { reads: 1 } })
  await createPeople(home, 600)
  const headers = { authorization: `Bearer ${home.scim.token}` }
  for (let round = 0; round < 3; round++) {
    const answer = await home.app.inject({ method: 'HEAD', url: `${BASE}/Users`, headers } as InjectOptions)
    assert.deepEqual([answer.statusCode, answer.payload], [200, ''])
  }
  assert.equal(assertSuccess(await home.scim.get('/Users')).totalResults, 602)
})

test('an unsupported method is refused with the list of supported ones', async () => {
  const { scim } = await scimWorld()
  const reply = await scim.delete('/Users')
  assertScimError(reply, 405)
  assert.equal(reply.headers.allow, 'GET, POST')
  assertScimError(await scim.get('/Me'), 501)
  assertScimError(await scim.post('/Bulk', {}), 501)
})
