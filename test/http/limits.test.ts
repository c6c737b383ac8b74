/** Rate limits: each rule, over HTTP, with a stopped clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { operations, resources } from '../../src/catalog/contents.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { update } from '../../src/store/change.ts'
import { action, get } from '../../src/vocabulary/operation.ts'
import { pageHeaders, signedIn } from '../harness/sign_in/console.ts'
import { type Answer, type Person, type World, world } from '../harness/world.ts'

type WorldOptions = NonNullable<Parameters<typeof world>[0]>

const REFUSED = "You've made too many requests and hit a rate limit. Please retry after the given amount of time."

/**
 * A world with a stopped clock and operations of its own: a search, a job, and two that respond when the test releases
 * them.
 */
async function stoppedWorld(options: WorldOptions = {}) {
  let gate = Promise.withResolvers<void>()
  let started = Promise.withResolvers<void>()
  const wait = async () => {
    started.resolve()
    await gate.promise
  }
  const { user } = resources
  const own = [
    get('/slow', user, { id: 'slowRead', doc: 'Waits.', execute: ({ actor }) => wait().then(() => actor.gid) }),
    action('/slow', user, {
      id: 'slowWrite',
      doc: 'Waits.',
      answers: 'nothing',
      body: {},
      execute: () => wait().then(() => undefined),
    }),
    get('/search', user, {
      id: 'search',
      doc: 'Finds the caller.',
      limit: 'search',
      execute: async call => call.actor.gid,
    }),
  ]
  const home = await world({ catalog: createCatalog(resources, [...operations, ...own]), ...options })
  home.clock.step = 0
  const waiting: Promise<Answer>[] = []
  return {
    ...home,
    /** Sends a read or a write that stays in flight, and resolves once it is. */
    async hang(person: Person, verb: 'get' | 'post' = 'get') {
      started = Promise.withResolvers()
      waiting.push(verb === 'get' ? person.get('/slow') : person.post('/slow', {}))
      await started.promise
    },
    /** Releases the requests in flight. */
    async open() {
      gate.resolve()
      // A read may be repeated, and must not wait for the next ones.
      const answers = await Promise.all(waiting.splice(0))
      gate = Promise.withResolvers()
      return answers
    },
    openWith<T>(answers: Promise<T>[]) {
      gate.resolve()
      return Promise.all(answers)
    },
  }
}

type StoppedWorld = Awaited<ReturnType<typeof stoppedWorld>>

const times = async (count: number, call: () => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await call()).status)
  return statuses
}

/** The number of successes before the first refusal, after which only refusals may follow. */
async function countAllowed(count: number, call: () => Promise<Answer>): Promise<number> {
  const statuses = await times(count, call)
  const refused = statuses.indexOf(429)
  if (refused < 0) return count
  assert.ok(statuses.slice(refused).every(status => status === 429))
  return refused
}

const me = ({ ann }: Pick<World, 'ann'>) => ann.get('/users/me?opt_fields=name')

/** The Retry-After of a refusal, in seconds. */
function secondsOf({ status, headers }: Answer): number {
  assert.equal(status, 429)
  assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/)
  return Number(headers['retry-after'])
}

const setPlan = ({ store, workspace }: World, plan: string) =>
  store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan }))

/** A response that costs 16 units. */
async function sixteenPeople({ ann, person, workspace }: World): Promise<Answer> {
  for (const name of 'abcdefghijklmn') await person(name)
  return ann.get(`/users?workspace=${workspace}&opt_fields=name`)
}

/** For each limit with a wait: a world in which it refuses `again` from now on. */
const exhausted: Record<string, () => Promise<{ home: StoppedWorld; again: () => Promise<Answer> }>> = {
  async minute() {
    const home = await stoppedWorld({ limits: { minute: 7 } })
    await times(10, () => me(home))
    return { home, again: () => me(home) }
  },
  async search() {
    const home = await stoppedWorld({ limits: { search: 4, minute: 1500 } })
    const again = () => home.ann.get('/search')
    await times(6, again)
    return { home, again }
  },
  async cost() {
    const home = await stoppedWorld({ limits: { cost: 3 } })
    await times(5, () => me(home))
    return { home, again: () => me(home) }
  },
  async 'negative cost'() {
    const home = await stoppedWorld({ limits: { cost: 10 } })
    await sixteenPeople(home)
    return { home, again: () => me(home) }
  },
  async concurrency() {
    const home = await stoppedWorld({ limits: { reads: 2 } })
    await home.hang(home.ann)
    home.clock.now += 12_345
    await home.hang(home.ann)
    home.clock.now += 1000
    return { home, again: () => me(home) }
  },
  async 'several at once'() {
    const home = await stoppedWorld({ limits: { minute: 7, search: 1 } })
    const again = () => home.ann.get('/search')
    await times(9, again)
    return { home, again }
  },
}

for (const [limit, exhaust] of Object.entries(exhausted)) {
  test(`Retry-After is exact (${limit}): a request succeeds then, and is refused one second earlier`, async () => {
    for (const early of [0, 1]) {
      const { home, again } = await exhaust()
      const seconds = secondsOf(await again())
      home.clock.now += (seconds - early) * 1000
      assert.equal((await again()).status, early ? 429 : 200, `${seconds - early} of ${seconds} seconds`)
      await home.open()
    }
  })
}

test('a refusal by a limit has the text, the header and the form of every error', async () => {
  const home = await stoppedWorld({ limits: { minute: 1 } })
  await me(home)
  const answer = await me(home)
  assert.deepEqual([answer.status, answer.message, answer.body.errors.length], [429, REFUSED, 1])
  assert.equal(answer.headers['content-type'], 'application/json; charset=UTF-8')
  assert.equal(answer.headers['retry-after'], '61')
  assert.equal(home.logged.length, 0, 'it is no mistake of ours')
})

test('a token of a free domain has 150 requests a minute, one of a paid domain 1,500', async () => {
  const home = await stoppedWorld({ limits: { minute: undefined } })
  await setPlan(home, 'free')
  assert.equal(await countAllowed(155, () => me(home)), 150)
  for (const plan of ['premium', 'business', 'enterprise']) {
    const paid = await stoppedWorld({ limits: { minute: undefined } })
    await setPlan(paid, plan)
    assert.equal(await countAllowed(1502, () => me(paid)), 1500, plan)
  }
})

test('a configured minute limit applies to free and paid domains alike', async () => {
  for (const plan of ['free', 'enterprise']) {
    const home = await stoppedWorld({ limits: { minute: 3 } })
    await setPlan(home, plan)
    assert.equal(await countAllowed(5, () => me(home)), 3)
  }
})

test('the minute limit refills continuously, not all at once', async () => {
  const home = await stoppedWorld({ limits: { minute: 6 } })
  assert.equal(await countAllowed(6, () => me(home)), 6)
  home.clock.now += 10_001
  assert.deepEqual(await times(2, () => me(home)), [200, 200])
  home.clock.now += 9_998
  assert.equal((await me(home)).status, 429)
})

test('refused requests count, down to minus one bucket', async () => {
  const home = await stoppedWorld({ limits: { minute: 6 } })
  await times(6, () => me(home))
  const waits: number[] = []
  for (let n = 0; n < 8; n++) waits.push(secondsOf(await me(home)))
  assert.deepEqual(waits, [11, 21, 31, 41, 51, 61, 61, 61])
})

test('a change of the plan takes effect after a second', async () => {
  const home = await stoppedWorld({ limits: { minute: undefined }, rateLimitHeaders: true })
  const limit = async () => (await me(home)).headers['x-ratelimit-limit']
  await setPlan(home, 'free')
  assert.equal(await limit(), '150')
  await setPlan(home, 'premium')
  home.clock.now += 1001
  assert.equal(await limit(), '1500')
  await setPlan(home, 'free')
  home.clock.now += 1001
  assert.equal(await limit(), '150')
})

test('one active membership in a paid workspace is enough for the paid limit, and a service account has its own', async () => {
  const home = await stoppedWorld({ limits: { minute: undefined }, rateLimitHeaders: true })
  const limit = async (person: Person) => {
    home.clock.now += 1001
    return (await person.get('/users/me')).headers['x-ratelimit-limit']
  }
  const change = (person: Person, set: { is_active?: number; is_service?: number }) =>
    home.store.write(tx => update(tx, 'workspace_memberships', { user: Number(person.gid) }, set))
  const sam = await home.person('Sam', null)
  assert.deepEqual([await limit(sam), await limit(home.ben)], ['150', '1500'])
  await change(home.ben, { is_service: 1 })
  assert.equal(await limit(home.ben), '1500')
  await change(home.ben, { is_active: 0 })
  assert.equal(await limit(home.ben), '150')
})

test('each token is counted by itself, also those of one person', async () => {
  const home = await stoppedWorld({ limits: { minute: 2, cost: 100 } })
  const { ann, ben, store, send } = home
  assert.equal(await countAllowed(4, () => me(home)), 2)
  assert.equal((await ben.get('/users/me')).status, 200)
  const other = await store.write(tx => createToken(tx, Number(ann.gid), 'another'))
  const headers = { authorization: `Bearer ${other}` }
  assert.equal((await send({ method: 'GET', url: '/api/1.0/users/me', headers })).status, 200)
})

test('a request that is refused before authentication costs nothing', async () => {
  const home = await stoppedWorld({ limits: { minute: 1, reads: 1, cost: 1 } })
  const { ann, send } = home
  const unknown = { authorization: `Bearer ${ann.token}0` }
  const unauthenticated = () => send({ method: 'GET', url: '/api/1.0/users/me', headers: unknown })
  assert.deepEqual(await times(3, unauthenticated), [401, 401, 401])
  assert.deepEqual(await times(3, () => ann.get('/nothing/here')), [404, 404, 404])
  assert.equal((await me(home)).status, 200)
})

test('searches have a bucket of their own, and also count as requests', async () => {
  const home = await stoppedWorld({ limits: { search: undefined, minute: 100 } })
  const search = () => home.ann.get('/search')
  assert.equal(await countAllowed(62, search), 60)
  assert.equal(await countAllowed(60, () => me(home)), 38)
})

test('a token may have 50 reads in flight, and writes do not count among them', async () => {
  const { ann, ben, openWith } = await stoppedWorld({ limits: { reads: undefined, writes: undefined } })
  const answers = Array.from({ length: 51 }, () => ann.get('/slow'))
  assert.equal(secondsOf(await Promise.race(answers)), 30)
  assert.equal((await ann.put(`/users/${ann.gid}`, { name: 'Ann' })).status, 200)
  assert.equal((await ben.get('/users/me')).status, 200)
  const statuses = (await openWith(answers)).map(({ status }) => status)
  assert.deepEqual(
    [50, 1],
    [200, 429].map(options => statuses.filter(status => status === options).length),
  )
  assert.equal((await ann.get('/users/me')).status, 200)
})

test('a token may have 15 writes in flight, and reads do not count among them', async () => {
  const { ann, openWith } = await stoppedWorld({ limits: { reads: undefined, writes: undefined } })
  const answers = Array.from({ length: 16 }, () => ann.post('/slow', {}))
  assert.equal(secondsOf(await Promise.race(answers)), 30)
  assert.equal((await ann.get('/users/me')).status, 200)
  assert.equal((await ann.delete('/tasks/7')).status, 429, 'every write')
  const statuses = (await openWith(answers)).map(({ status }) => status)
  assert.deepEqual(
    [15, 1],
    [200, 429].map(options => statuses.filter(status => status === options).length),
  )
})

test('HEAD counts as GET, and a POST as the verb that it overrides to', async () => {
  const { ann, send, hang, open } = await stoppedWorld({ limits: { reads: 1, writes: 15 } })
  await hang(ann)
  const headers = { authorization: `Bearer ${ann.token}` }
  assert.equal((await send({ method: 'HEAD', url: '/api/1.0/users/me', headers })).status, 429)
  assert.equal((await ann.post('/users/me?opt_method=get', {})).status, 429)
  assert.equal((await ann.post(`/users/${ann.gid}?opt_method=put`, { name: 'Ann' })).status, 200)
  await open()
})

test('a request that fails releases its slot', async () => {
  const { ann } = await stoppedWorld({ limits: { reads: 1, writes: 1 } })
  assert.deepEqual(await times(3, () => ann.get('/tasks/7')), [404, 404, 404])
  assert.deepEqual(await times(3, () => ann.put('/tasks/7', { name: 'x' })), [404, 404, 404])
})

test('a request that exceeds the concurrency limit does not count in the minute limit', async () => {
  const home = await stoppedWorld({ limits: { reads: 1, minute: 3 } })
  await home.hang(home.ann)
  await times(5, () => me(home))
  await home.open()
  assert.equal(await countAllowed(4, () => me(home)), 2)
})

test('a response may exceed the remaining cost, and the next request is refused', async () => {
  const home = await stoppedWorld({ limits: { cost: 10 } })
  const { status, data } = await sixteenPeople(home)
  assert.deepEqual([status, data.length], [200, 16])
  assert.equal(secondsOf(await me(home)), 37, 'six units below zero, at six seconds each, rounded up')
  assert.equal(secondsOf(await me(home)), 37, 'a refused request costs nothing')
})

test('the responses to a session are charged to the limit of sessions', async () => {
  const home = await stoppedWorld({ limits: { cost: 1, sessionCost: 3 } })
  const { session } = await signedIn(home, home.ann)
  const page = () =>
    home.send({ method: 'GET', url: '/api/1.0/users/me?opt_fields=name', headers: pageHeaders(session) })
  assert.equal(await countAllowed(5, page), 3)
  assert.equal(secondsOf(await page()), 1)
  assert.equal(await countAllowed(2, () => me(home)), 1, 'a token has its own limit')
  const other = await signedIn(home, home.ben)
  assert.equal((await other.get('/session')).status, 200)
})

test('the requested fields decide the cost, and writes and failing requests have one too', async () => {
  const count = async (call: (home: StoppedWorld) => Promise<Answer>) => {
    const home = await stoppedWorld({ limits: { cost: 12 } })
    return countAllowed(13, () => call(home))
  }
  assert.equal(await count(me), 12)
  assert.equal(await count(({ ann }) => ann.get('/users/me?opt_fields=workspaces.name')), 4)
  assert.equal(await count(({ ann }) => ann.put(`/users/${ann.gid}?opt_fields=name`, { name: 'Ann' })), 12)
  assert.equal(await count(({ ann }) => ann.get('/tasks/7')), 12)
})

test('each limit can be switched off', async () => {
  const exceed: Record<string, (home: StoppedWorld, size: number | null) => Promise<Answer[]>> = {
    minute: ({ ann }) => Promise.all([ann.get('/users/me'), ann.get('/users/me')]),
    search: ({ ann }) => Promise.all([ann.get('/search'), ann.get('/search')]),
    async jobs({ ann, workspace }) {
      const task = await ann.create('/tasks', { workspace, name: 'Task' })
      return Promise.all([1, 2].map(() => ann.post(`/tasks/${task}/duplicate`, {})))
    },
    cost: async ({ ann }) => [await ann.get('/users/me'), await ann.get('/users/me')],
    reads: async ({ ann, hang, open }) => {
      await hang(ann)
      return [await ann.get('/users/me'), ...(await open())]
    },
    writes: async ({ ann, hang, open, openWith }, size) => {
      await hang(ann, 'post')
      const second = ann.post('/slow', {})
      // A permitted request waits as well.
      if (size !== null) await second
      return [...(await openWith([second])), ...(await open())]
    },
  }
  for (const [limit, call] of Object.entries(exceed)) {
    const worst = async (size: number | null) =>
      Math.max(...(await call(await stoppedWorld({ limits: { [limit]: size } }), size)).map(({ status }) => status))
    assert.deepEqual([await worst(1), (await worst(null)) < 300], [429, true], limit)
  }
})

test('every response states the remaining requests if the operator enables it, and otherwise none', async () => {
  const headersOf = async (home: StoppedWorld, path: string) => {
    const { headers } = await home.ann.get(path)
    return ['limit', 'remaining', 'reset'].map(name => headers[`x-ratelimit-${name}`])
  }
  const open = await stoppedWorld({ limits: { minute: 3 }, rateLimitHeaders: true })
  assert.deepEqual(await headersOf(open, '/users/me'), ['3', '2', '20'])
  assert.deepEqual(await headersOf(open, '/tasks/7'), ['3', '1', '40'])
  open.clock.now += 10_000
  assert.deepEqual(await headersOf(open, '/users/me'), ['3', '1', '50'])
  for (const left of ['0', '0']) assert.equal((await headersOf(open, '/users/me'))[1], left)
  const nothing = [undefined, undefined, undefined]
  assert.deepEqual(await headersOf(open, '/nothing/here'), nothing, 'the request is not authenticated')
  const closed = await stoppedWorld({ limits: { minute: 1 } })
  for (let n = 0; n < 2; n++) assert.deepEqual(await headersOf(closed, '/users/me'), nothing)
  assert.deepEqual(
    await headersOf(await stoppedWorld({ rateLimitHeaders: true }), '/users/me'),
    nothing,
    'there is no such limit',
  )
})
