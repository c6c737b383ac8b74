/** The published configuration and schemas, and whether they are true: identity providers rely on them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  BASE,
  createPeople,
  ENTERPRISE,
  GROUP,
  LIST,
  patch,
  type ScimClient,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const schema = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`

test('R11: the configuration has every member that the protocol requires', async () => {
  const { scim } = await scimWorld()
  const config = assertSuccess(await scim.get('/ServiceProviderConfig'))
  assert.deepEqual(config.schemas, [schema('ServiceProviderConfig')])
  assert.equal(config.meta.resourceType, 'ServiceProviderConfig')
  assert.match(config.meta.location, /\/api\/1\.0\/scim\/ServiceProviderConfig$/)
  for (const name of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag']) {
    assert.equal(typeof config[name].supported, 'boolean', name)
  }
  for (const count of [config.bulk.maxOperations, config.bulk.maxPayloadSize, config.filter.maxResults]) {
    assert.ok(Number.isInteger(count) && count > 0)
  }
})

test('R11: no page is larger than the configuration states', async () => {
  const home = await scimWorld()
  const { maxResults } = assertSuccess(await home.scim.get('/ServiceProviderConfig')).filter
  await createPeople(home, maxResults + 1)
  const { Resources, itemsPerPage, totalResults } = assertSuccess(
    await home.scim.get(`/Users?count=${maxResults + 100}`),
  )
  assert.deepEqual([Resources.length, itemsPerPage, totalResults], [maxResults, maxResults, maxResults + 3])
})

test('R12: the configuration lists the supported features', async () => {
  const { scim } = await scimWorld()
  const config = assertSuccess(await scim.get('/ServiceProviderConfig'))
  assert.deepEqual([config.patch.supported, config.filter.supported], [true, true])
  assert.deepEqual([config.bulk.supported, config.changePassword.supported], [false, false])
  assert.ok(config.bulk.maxOperations >= 1000, 'authentik sends as many operations at a time')
  assert.equal(config.authenticationSchemes.length, 1)
  const [{ type, name, description }] = config.authenticationSchemes
  assert.deepEqual([type, typeof name, typeof description], ['oauthbearertoken', 'string', 'string'])
})

test('R12: the configuration of sorting and versions is true', async () => {
  const { scim } = await scimWorld()
  const { sort, etag } = assertSuccess(await scim.get('/ServiceProviderConfig'))
  const { id } = await scim.user('eva@example.com')
  await scim.user('adam@example.com')
  if (sort.supported) {
    const { Resources } = assertSuccess(await scim.get('/Users?sortBy=userName'))
    const names = Resources.map((one: Json) => one.userName)
    assert.deepEqual(names, [...names].sort())
  }
  const { body } = await scim.get(`/Users/${id}`)
  assert.equal('version' in body.meta, etag.supported)
  if (etag.supported)
    assertScimError(await scim.put(`/Users/${id}`, { userName: 'eva@example.com' }, { 'if-match': 'W/"0"' }), 412)
})

test('R13: types and schemas are lists', async () => {
  const { scim } = await scimWorld()
  const types = assertSuccess(await scim.get('/ResourceTypes'))
  const schemas = assertSuccess(await scim.get('/Schemas'))
  for (const list of [types, schemas]) {
    assert.deepEqual(list.schemas, [LIST])
    assert.equal(list.totalResults, list.Resources.length)
  }
  const [user, group] = ['User', 'Group'].map(name => types.Resources.find((one: Json) => one.name === name))
  assert.deepEqual([user.endpoint, user.schema, group.endpoint, group.schema], ['/Users', USER, '/Groups', GROUP])
  assert.deepEqual(user.schemaExtensions, [{ schema: ENTERPRISE, required: false }])
})

test('R14: each type and each schema has an address of its own', async () => {
  const { scim } = await scimWorld()
  for (const path of ['/ResourceTypes', '/Schemas']) {
    const { Resources } = assertSuccess(await scim.get(path))
    for (const one of Resources) {
      const alone = assertSuccess(await scim.get(`${path}/${one.id}`))
      assert.deepEqual(alone, one)
      assert.ok(one.meta.location.endsWith(`${BASE}${path}/${one.id}`), one.meta.location)
    }
    for (const id of ['Nothing', 'urn:nothing', '__proto__', 'constructor'])
      assertScimError(await scim.get(`${path}/${id}`), 404)
  }
  assert.equal(assertSuccess(await scim.get('/ResourceTypes/User')).name, 'User')
  assert.equal(assertSuccess(await scim.get(`/Schemas/${encodeURIComponent(GROUP)}`)).id, GROUP)
})

const KINDS = ['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex', 'binary']

function wellFormed(attribute: Json, path: string) {
  assert.ok(attribute.name && KINDS.includes(attribute.type), path)
  for (const flag of ['multiValued', 'required']) assert.equal(typeof attribute[flag], 'boolean', `${path}.${flag}`)
  assert.ok(['readOnly', 'readWrite', 'immutable', 'writeOnly'].includes(attribute.mutability), path)
  assert.ok(['always', 'never', 'default', 'request'].includes(attribute.returned), path)
  if (attribute.type !== 'complex') assert.ok(['none', 'server', 'global'].includes(attribute.uniqueness), path)
  assert.ok(!Object.values(attribute).includes(null), path)
  for (const sub of attribute.subAttributes ?? []) wellFormed(sub, `${path}.${sub.name}`)
}

test('R15: the schemas of users, groups and the protocol itself exist', async () => {
  const { scim } = await scimWorld()
  const { Resources } = assertSuccess(await scim.get('/Schemas'))
  const ids = Resources.map((one: Json) => one.id).sort()
  assert.deepEqual(
    ids,
    [USER, GROUP, ENTERPRISE, ...['Schema', 'ResourceType', 'ServiceProviderConfig'].map(schema)].sort(),
  )
  for (const one of Resources) {
    assert.ok(one.name && one.attributes.length > 0, one.id)
    for (const attribute of one.attributes) wellFormed(attribute, `${one.id}:${attribute.name}`)
  }
  const user = Resources.find((one: Json) => one.id === USER)
  const names = user.attributes.map((one: Json) => one.name)
  for (const absent of ['password', 'roles', 'photos', 'userType']) assert.ok(!names.includes(absent), absent)
})

/** A valid value of an attribute; `other` gives a second one. */
function value(attribute: Json, path: string, other: boolean, known: Json): unknown {
  if (/^userName$|(^|\.)emails\.value$/.test(path)) return `${other ? 'second' : 'first'}@example.com`
  if (/members\.value$/.test(path)) return other ? known.two : known.one
  if (/manager\.value$/.test(path)) return other ? known.two : known.one
  if (attribute.type === 'boolean') return true
  if (attribute.type === 'complex') {
    const subAttributes = attribute.subAttributes.filter(
      (one: Json) => one.mutability !== 'readOnly' && one.type !== 'reference',
    )
    return Object.fromEntries(
      subAttributes.map((one: Json) => [one.name, value(one, `${path}.${one.name}`, other, known)]),
    )
  }
  if (path.endsWith('.type')) return 'work'
  return `${path} ${other ? 'two' : 'one'}`
}

/** The response contains what was sent; the service may add members. */
function assertContains(actual: unknown, sent: unknown, path: string): void {
  if (Array.isArray(sent)) {
    assert.ok(Array.isArray(actual) && actual.length === sent.length, `${path}: ${JSON.stringify(actual)}`)
    for (const [index, one] of sent.entries()) assertContains(actual[index], one, path)
  } else if (typeof sent === 'object' && sent !== null) {
    for (const [name, one] of Object.entries(sent)) assertContains((actual as Json)?.[name], one, `${path}.${name}`)
  } else assert.equal(actual, sent, path)
}

/** Attributes with a default that applies when they are removed. */
const DEFAULTS = ['emails', 'active']

/** Creates, adds, replaces and removes one attribute, and reads it after each step. */
async function roundTrip(scim: ScimClient, at: string, urn: string, attribute: Json, known: Json, fresh: () => Json) {
  const extension = urn === ENTERPRISE
  const path = extension ? `${urn}:${attribute.name}` : attribute.name
  const many = (one: unknown) => (attribute.multiValued ? [one] : one)
  const [first, second] = [false, true].map(other => many(value(attribute, attribute.name, other, known)))
  const seen = async (id: string) => {
    const body = assertSuccess(await scim.get(`${at}/${id}`))
    return (extension ? body[urn] : body)?.[attribute.name]
  }
  const own = { [attribute.name]: first }
  const made = assertSuccess(await scim.post(at, { ...fresh(), ...(extension ? { [urn]: own } : own) }), 201)
  assertContains(await seen(made.id), first, path)
  const { id } = attribute.required ? made : assertSuccess(await scim.post(at, fresh()), 201)
  const change = async (op: string, change: Json) => {
    const reply = await scim.patch(`${at}/${id}`, patch({ op, path, ...change }))
    assert.ok(reply.status < 300, `${op} ${path}: ${reply.text}`)
    return seen(id)
  }
  if (!attribute.required) assertContains(await change('add', { value: first }), first, `add ${path}`)
  assertContains(await change('replace', { value: second }), second, `replace ${path}`)
  if (!attribute.required && !DEFAULTS.includes(path))
    assert.equal(await change('remove', {}), undefined, `remove ${path}`)
  await scim.delete(`${at}/${made.id}`)
  await scim.delete(`${at}/${id}`)
}

test('R15: every published attribute can be written, updated and removed', async () => {
  const { scim, ann, ben } = await scimWorld()
  const known = { one: ann.gid, two: ben.gid }
  const { Resources } = assertSuccess(await scim.get('/Schemas'))
  let count = 0
  const name = () => `fresh${count++}@example.com`
  for (const [urn, at] of [
    [USER, '/Users'],
    [ENTERPRISE, '/Users'],
    [GROUP, '/Groups'],
  ] as const) {
    const { attributes } = Resources.find((one: Json) => one.id === urn)
    assert.ok(attributes.length > 0)
    const fresh = () => (at === '/Users' ? { userName: name() } : { displayName: name() })
    for (const attribute of attributes.filter((one: Json) => one.mutability !== 'readOnly')) {
      await roundTrip(scim, at, urn, attribute, known, fresh)
    }
  }
  assert.ok(count > 10)
})

test('R16: discovery endpoints refuse filters', async () => {
  const { scim } = await scimWorld()
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
    assertScimError(await scim.get(`${path}?filter=name%20eq%20%22User%22`), 403)
  }
})

test('discovery endpoints require a token', async () => {
  const { clientFor } = await scimWorld()
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/User', '/Schemas']) {
    assertScimError(await clientFor(null).get(path), 401)
  }
})
