/**
 * Authentication, authorization and error responses of SCIM; faults of the store never count as errors of the client.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueToken } from '../../src/identity/tokens.ts'
import { update } from '../../src/store/change.ts'
import { seededRandom } from '../harness/samples/random.ts'
import {
  assertScimError,
  BASE,
  ENTERPRISE,
  patch,
  type ScimResponse,
  type ScimWorld,
  scimWorld,
  serviceToken,
} from '../harness/scim/world.ts'
import { hookStatements } from '../harness/statement_hooks.ts'
import type { Json } from '../harness/world.ts'

/** Everything in the store that a provider could change. */
async function everything({ store }: ScimWorld): Promise<string> {
  const tables = [
    'users',
    'workspace_memberships',
    'teams',
    'team_memberships',
    'project_memberships',
    'projects',
  ] as const
  const found: unknown[] = []
  for (const table of tables) found.push(await store.read.db.selectFrom(table).selectAll().execute())
  const tokens = await store.read.db.selectFrom('tokens').select(['gid', 'user', 'expires_at']).execute()
  return JSON.stringify([...found, tokens].map(rows => (rows as object[]).map(row => JSON.stringify(row)).sort()))
}

/** One call of each kind; all of them succeed when they are allowed. */
const calls = (id: string, team: string): [string, string, Json | undefined, 'users' | 'teams' | 'none'][] => [
  ['GET', '/ServiceProviderConfig', undefined, 'none'],
  ['GET', '/Users', undefined, 'users'],
  ['GET', `/Users/${id}`, undefined, 'users'],
  ['POST', '/Users/.search', { count: 1 }, 'users'],
  ['GET', '/Groups', undefined, 'teams'],
  ['GET', `/Groups/${team}`, undefined, 'teams'],
  ['POST', '/Groups/.search', { count: 1 }, 'teams'],
  ['POST', '/Users', { userName: `new${team}@example.com` }, 'users'],
  ['PUT', `/Users/${id}`, { userName: 'eva@example.com' }, 'users'],
  ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: 'Lead' }), 'users'],
  ['POST', '/Groups', { displayName: `New ${team}` }, 'teams'],
  ['PUT', `/Groups/${team}`, { displayName: 'Designers' }, 'teams'],
  ['PATCH', `/Groups/${team}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }), 'teams'],
  ['DELETE', `/Groups/${team}`, undefined, 'teams'],
  ['DELETE', `/Users/${id}`, undefined, 'users'],
]

async function populatedWorld() {
  const home = await scimWorld()
  const { id } = await home.scim.user('eva@example.com')
  const { id: team } = await home.scim.group('Design')
  return { ...home, id, team, calls: calls(id, team) }
}

test('R17: a request without a valid token is refused', async () => {
  const home = await populatedWorld()
  const before = await everything(home)
  const { token } = home.scim
  const wrong = [
    'Bearer',
    'Bearer ',
    'non-token',
    'Bearer non-token',
    `Bearer ${token}x`,
    `Token ${token}`,
    'Basic ====',
  ]
  for (const [method, path, body] of home.calls) {
    const reply = assertScimError(await home.clientFor(null).send(method, path, body), 401)
    assert.equal(reply.status, '401')
  }
  for (const authorization of wrong) {
    const reply = await home.clientFor(null).get('/Users', { authorization })
    assertScimError(reply, 401)
    assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer/, authorization)
  }
  assert.equal(await everything(home), before)
})

test('R18: only service accounts of an enterprise may call, and a refusal changes nothing', async () => {
  const home = await populatedWorld()
  const { ann, store, clientFor, organization } = home
  const person = Number(ann.gid)
  const granted = await store.write(tx => issueToken(tx, { user: person, kind: 'application', name: 'An application' }))
  const small = await organization('Small')
  const others = [ann.token, granted.token, await serviceToken(home, Number(small), null)]
  await store.write(tx => update(tx, 'workspaces', { gid: Number(small) }, { plan: 'business' }))
  const before = await everything(home)
  for (const token of others) {
    for (const [method, path, body] of home.calls) assertScimError(await clientFor(token).send(method, path, body), 403)
  }
  assert.equal(await everything(home), before)
})

test('R18: a plan that ends disables SCIM', async () => {
  const home = await populatedWorld()
  await home.store.write(tx => update(tx, 'workspaces', { gid: Number(home.workspace) }, { plan: 'premium' }))
  assertScimError(await home.scim.get('/Users'), 403)
})

for (const scope of ['users:read', 'users:write', 'teams:read', 'teams:write'] as const) {
  test(`R19: ${scope} allows exactly its operations`, async () => {
    const home = await populatedWorld()
    const account = await home.account({ scopes: scope })
    const [allowed, verb] = scope.split(':')
    for (const [method, path, body, kind] of home.calls) {
      const reads = method === 'GET' || path.endsWith('/.search')
      if (kind === 'none' || (kind === allowed && reads === (verb === 'read'))) {
        const { status, text } = await account.send(method, path, body)
        assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
      } else {
        const before = await everything(home)
        assertScimError(await account.send(method, path, body), 403)
        assert.equal(await everything(home), before)
      }
    }
  })
}

test('R20: an error is the root object, has its status as text, and names only types of the protocol', async () => {
  const { scim, id, team } = await populatedWorld()
  const cases: [ScimResponse, number, string?][] = [
    [await scim.post('/Users', '{'), 400, 'invalidSyntax'],
    [await scim.post('/Users', '[]'), 400, 'invalidSyntax'],
    [await scim.post('/Users', '"text"'), 400, 'invalidSyntax'],
    [await scim.post('/Users', ''), 400, 'invalidSyntax'],
    [await scim.patch(`/Users/${id}`, { schemas: [] }), 400, 'invalidSyntax'],
    [await scim.post('/Users', {}), 400, 'invalidValue'],
    [await scim.post('/Users', { userName: 7 }), 400, 'invalidValue'],
    [await scim.post('/Users', { userName: 'x@example.com', active: 'perhaps' }), 400, 'invalidValue'],
    [await scim.post('/Groups', { displayName: '' }), 400, 'invalidValue'],
    [await scim.post('/Groups', { displayName: 'X', members: [{ value: '12' }] }), 400, 'invalidValue'],
    [await scim.post('/Users', { userName: 'eva@example.com' }), 409, 'uniqueness'],
    [await scim.post('/Groups', { displayName: 'Design' }), 409, 'uniqueness'],
    [await scim.get('/Users?filter=userName%20eq'), 400, 'invalidFilter'],
    [await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'emails[', value: 'x' })), 400, 'invalidPath'],
    [
      await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'favouriteColour', value: 'x' })),
      400,
      'invalidPath',
    ],
    [await scim.patch(`/Users/${id}`, patch({ op: 'remove' })), 400, 'noTarget'],
    [await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: 'id', value: '12' })), 400, 'mutability'],
    [await scim.patch(`/Groups/${team}`, patch({ op: 'replace', value: { id: '12' } })), 400, 'mutability'],
    [await scim.patch(`/Users/${id}`, patch({ op: 'paint', path: 'title', value: 'x' })), 400, 'invalidSyntax'],
  ]
  for (const [reply, status, scimType] of cases) assertScimError(reply, status, scimType)
})

const names = ['userName', 'name', 'emails', 'active', 'title', 'addresses', 'phoneNumbers', 'externalId', 'members']
const more = ['displayName', 'schemas', 'meta', 'id', 'Operations', 'op', 'path', 'value', ENTERPRISE, 'manager', 'x']
const odd: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  'x',
  '\0',
  '\ud800',
  '💥'.repeat(50),
  [],
  [[]],
  [null],
  {},
  [{}],
]
const texts = [
  'x'.repeat(5000),
  'members[value eq "1"]',
  'emails[type eq "work"].value',
  'a.b.c.d',
  '((((',
  '__proto__',
]

test('R20: none of a thousand corrupted bodies causes a server error', async () => {
  const { scim, id, team } = await populatedWorld()
  const { of, pick } = seededRandom(20)
  const value = (depth = 0): unknown => {
    if (depth > 2 || of(3) > 0)
      return pick([...odd, ...texts, id, team, 'True', { value: id }, [{ value: id, primary: true }]])
    const entries = Array.from({ length: 1 + of(3) }, () => [pick([...names, ...more]), value(depth + 1)])
    return of(3) === 0 ? entries.map(([, one]) => one) : Object.fromEntries(entries)
  }
  const bodies: (() => Json)[] = [
    () => ({
      userName: 'm@example.com',
      name: { formatted: 'M M' },
      emails: [{ value: 'm@example.com' }],
      active: true,
    }),
    () => ({ displayName: 'Mutants', members: [{ value: id }] }),
    () => patch({ op: pick(['add', 'replace', 'remove']), path: pick([...names, ...texts]), value: value() }),
  ]
  const seen = new Map<number, number>()
  for (let round = 0; round < 1000; round++) {
    const body = pick(bodies)()
    for (let change = 0; change <= of(3); change++) body[pick([...names, ...more])] = value()
    let text = JSON.stringify(body)
    if (of(10) === 0) text = text.slice(0, of(text.length)) + pick(['', '}', '"', '\u0000', ']'])
    const [method, path] = pick([
      ['POST', '/Users'],
      ['PUT', `/Users/${id}`],
      ['PATCH', `/Users/${id}`],
      ['POST', '/Groups'],
      ['PUT', `/Groups/${team}`],
      ['PATCH', `/Groups/${team}`],
      ['POST', '/Users/.search'],
    ] as const)
    const reply = await scim.send(method, path, text)
    assert.ok(reply.status < 500, `${method} ${path} ${text.slice(0, 500)}: ${reply.status} ${reply.text}`)
    if (reply.status >= 400) assertScimError(reply, reply.status, reply.body.scimType)
    seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
  }
  assert.ok((seen.get(400) ?? 0) > 300 && (seen.get(200) ?? 0) > 20, JSON.stringify([...seen]))
})

/** Cache sync: without it nothing is served from the cache, and requests are answered all the same. */
const isPulse = (text: string) => text.includes('pg_current_snapshot')

/** Runs `work` while the statement at `position` fails, counted from 0. Returns whether it was reached. */
async function failAt(position: number, fault: Error, work: () => Promise<void>): Promise<boolean> {
  let count = 0
  const stop = hookStatements({ instead: text => (!isPulse(text) && count++ === position ? fault : undefined) })
  await work().finally(stop)
  return count > position
}

const faults: [string, () => Error][] = [
  ['a failing disk', () => Object.assign(new Error('disk I/O error'), { errcode: 10, code: '58030' })],
  ['a program error', () => new TypeError('cannot read properties of undefined')],
]

for (const [what, fault] of faults) {
  test(`R21: ${what} is reported as a server error, wherever it happens, and leaves nothing half written`, async () => {
    const home = await populatedWorld()
    for (const [method, path, body] of home.calls) {
      for (let position = 0; ; position++) {
        const before = await everything(home)
        let reply: ScimResponse | undefined
        const reached = await failAt(position, fault(), async () => {
          reply = await home.scim.send(method, path, body)
        })
        if (!reached) {
          assert.ok((reply?.status ?? 500) < 300, `${method} ${path}: ${reply?.text}`)
          break
        }
        assert.ok(position < 200, `${method} ${path} asks the store too often`)
        assert.ok(
          [500, 503].includes(reply?.status ?? 0),
          `${method} ${path} at ${position}: ${reply?.status} ${reply?.text}`,
        )
        if (reply) assertScimError(reply, reply.status)
        assert.equal(await everything(home), before, `${method} ${path} at ${position}`)
      }
    }
  })
}

test('R22: an unknown id of any form answers 404', async () => {
  const { scim, ann, workspace, id, team } = await populatedWorld()
  const task = await ann.create('/tasks', { workspace, name: 'A' })
  const shapes = [
    'abc',
    '9'.repeat(30),
    'a%2Fb',
    '0',
    '-1',
    '1.5',
    '%00',
    'null',
    '%F0%9F%92%A5',
    `${id}x`,
    `0${id}`,
    '1e3',
  ]
  const uuid = '5f3c0f8e-3a42-4b6e-9f0e-1f1f1f1f1f1f'
  for (const [kind, other] of [
    ['Users', team],
    ['Groups', id],
  ] as const) {
    for (const one of [...shapes, uuid, other, task, workspace, 'x'.repeat(400)]) {
      assertScimError(await scim.get(`/${kind}/${one}`), 404)
      assertScimError(await scim.put(`/${kind}/${one}`, { userName: 'n@example.com', displayName: 'N' }), 404)
      assertScimError(await scim.patch(`/${kind}/${one}`, patch({ op: 'replace', value: { externalId: 'x' } })), 404)
      assertScimError(await scim.delete(`/${kind}/${one}`), 404)
    }
  }
})

test('R23: too many requests are refused in SCIM form, with the time to wait', async () => {
  const { scim, clock } = await scimWorld({ limits: { minute: 5 } })
  clock.step = 0
  const replies = []
  for (let count = 0; count < 8; count++) replies.push(await scim.get('/Users?count=1'))
  assert.deepEqual(
    replies.slice(0, 5).map(reply => reply.status),
    [200, 200, 200, 200, 200],
  )
  const last = replies.at(-1) as ScimResponse
  assertScimError(last, 429)
  const seconds = Number(last.headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds > 0, `${last.headers['retry-after']}`)
  clock.now += seconds * 1000
  assert.equal((await scim.get('/Users?count=1')).status, 200)
})

test('R24: an error repeats its text for clients that accept plain JSON only', async () => {
  const { scim } = await populatedWorld()
  const plain = await scim.get('/Users/12', { accept: 'application/json' })
  assert.deepEqual(Object.keys(plain.body).sort(), ['detail', 'errors', 'schemas', 'status'])
  assert.deepEqual(plain.body.errors, [{ message: plain.body.detail }])
  const accepts = [
    '*/*',
    'application/scim+json',
    'application/json, application/scim+json',
    'application/scim+json,application/json;q=0.5',
  ]
  for (const accept of accepts) assertScimError(await scim.get('/Users/12', { accept }), 404)
  assertScimError(await scim.get('/Users/12'), 404)
})

test('R24: an unknown base path does not answer in SCIM form', async () => {
  const { app, scim } = await populatedWorld()
  const similar = await app.inject({ url: `${BASE}x/Users`, headers: { authorization: `Bearer ${scim.token}` } })
  assert.equal(similar.statusCode, 404)
  assert.ok(JSON.parse(similar.payload).errors)
})
