/**
 * Ten thousand users and groups of thousands: the statements of a request do not grow with them. The bench measures
 * durations; these tests check the shape from which they follow.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { times } from '../harness/engine.ts'
import { fillTeam } from '../harness/scim/teams.ts'
import {
  assertScimError,
  assertSuccess,
  createPeople,
  ENTERPRISE,
  membersOf,
  patch,
  type ScimClient,
  scimWorld,
} from '../harness/scim/world.ts'
import { hookStatements } from '../harness/statement_hooks.ts'
import { watchStatements } from '../harness/statements.ts'
import type { Json } from '../harness/world.ts'

const watch = watchStatements()

/** The row counts of the results of the store since the last call. */
const sizes: number[] = []
hookStatements({ after: rows => void sizes.push(rows) })

/** The statements, and the largest result, while `work` runs. */
async function measured(work: () => Promise<unknown>): Promise<{ texts: string[]; largest: number }> {
  watch.take()
  sizes.length = 0
  await work()
  return { texts: watch.take(), largest: Math.max(0, ...sizes) }
}

const PEOPLE = times(10_000)
const member = (value: string): Json => ({ value })

test('R36: pages contain each user once, also while others are added', async () => {
  const home = await scimWorld()
  const people = await createPeople(home, PEOPLE)
  const { scim } = home
  for (const size of ['count=100', '']) {
    const seen: string[] = []
    for (let startIndex = 1, total = 1; startIndex <= total; ) {
      const page = assertSuccess(await scim.get(`/Users?startIndex=${startIndex}&${size}&attributes=userName`))
      assert.ok(page.Resources.length > 0, 'a page within the total is never empty')
      seen.push(...page.Resources.map((one: Json) => one.id))
      total = page.totalResults
      startIndex += page.Resources.length
      if (startIndex % 2000 === 1) await scim.user(`late${size.length}-${startIndex}@example.com`)
    }
    assert.equal(new Set(seen).size, seen.length, 'no user occurs twice')
    const known = new Set(seen)
    assert.ok(
      people.every(id => known.has(id)),
      'no user is omitted',
    )
  }
})

test('R74: groups of every size keep their members when one is added or removed', async () => {
  const home = await scimWorld()
  const { scim, ben } = home
  const people = await createPeople(home, PEOPLE)
  for (const size of [1, 20, 100, 101, 1000, PEOPLE / 2, PEOPLE]) {
    const members = people.slice(0, size)
    const { id } = await scim.group(`Team of ${size}`, members)
    assert.deepEqual(await membersOf(scim, id), [...members].sort(), `POST ${size}`)
    assertSuccess(
      await scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value: [member(ben.gid)] })),
      204,
    )
    assert.deepEqual(await membersOf(scim, id), [...members, ben.gid].sort(), `add one to ${size}`)
    const [first = '', ...others] = members
    assertSuccess(await scim.patch(`/Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${first}"]` })), 204)
    assert.deepEqual(await membersOf(scim, id), [...others, ben.gid].sort(), `remove one of ${size}`)
    assertSuccess(
      await scim.put(`/Groups/${id}`, { displayName: `Team of ${size}`, members: people.slice(-size).map(member) }),
    )
    assert.deepEqual(await membersOf(scim, id), people.slice(-size).sort(), `PUT ${size}`)
  }
})

test('R86, R98: five thousand changes of one group are one request and few statements', async () => {
  const home = await scimWorld()
  const { scim, ann } = home
  const people = await createPeople(home, 5000)
  const { id } = await scim.group('Everybody', [ann.gid])
  const at = `/Groups/${id}`
  const adds = people.map(value => ({ op: 'add', path: 'members', value: [member(value)] }))
  const removes = people.slice(0, 4990).map(value => ({ op: 'remove', path: `members[value eq "${value}"]` }))
  const change =
    (...operations: Json[]) =>
    async () =>
      void assertSuccess(await scim.patch(at, patch(...operations)), 204)
  const few = async (work: () => Promise<unknown>, limit: number) => {
    const { texts } = await measured(work)
    assert.ok(texts.length <= limit, `${texts.length} statements`)
  }
  // The change log is written in batches of a thousand rows.
  await few(change(...adds), 60)
  assert.equal((await membersOf(scim, id)).length, 5001)
  await few(change(...removes), 60)
  assert.deepEqual(await membersOf(scim, id), [ann.gid, ...people.slice(4990)].sort())
  await few(
    async () => assertSuccess(await scim.put(at, { displayName: 'Everybody', members: people.map(member) })),
    60,
  )
  await few(async () => assert.equal(assertSuccess(await scim.get(at)).members.length, 5000), 10)
})

test('R94: twenty-five requests a second for five minutes reach no limit', async () => {
  const home = await scimWorld({ limits: { minute: 1500, reads: 50, writes: 15, cost: 100_000 } })
  const { scim, clock } = home
  await createPeople(home, 100)
  const eva = await scim.user('eva@example.com')
  const { id } = await scim.group('Design')
  const cycle: (() => Promise<{ status: number }>)[] = [
    () => scim.get('/Users?filter=userName%20eq%20%22eva@example.com%22'),
    () => scim.patch(`/Groups/${id}`, patch({ op: 'add', path: 'members', value: [member(eva.id)] })),
    () => scim.get(`/Groups/${id}?excludedAttributes=members`),
    () => scim.get('/Users?count=100'),
  ]
  clock.step = 0
  for (let count = 0; count < times(25 * 60 * 5); count++) {
    const { status } = await (cycle[count % 100 < 3 ? count % 4 : 0] as (typeof cycle)[0])()
    assert.ok(status < 300, `request ${count} answered ${status}`)
    clock.now += 40
  }
})

test('R94: reads of identity providers do not count in the cost limit', async () => {
  const home = await scimWorld({ limits: { cost: 10 } })
  await createPeople(home, 500)
  home.clock.step = 0
  for (let count = 0; count < 20; count++) assertSuccess(await home.scim.get('/Users'))
})

test('R95: a whole list is read and sent in parts', async () => {
  const home = await scimWorld()
  await createPeople(home, PEOPLE)
  let reply: Awaited<ReturnType<ScimClient['get']>> | undefined
  const { largest, texts } = await measured(async () => {
    reply = await home.scim.get('/Users')
  })
  assert.ok(reply && reply.status === 200)
  assert.equal(reply.body.Resources.length, PEOPLE + 2)
  assert.equal(reply.headers['content-length'], undefined, 'the length is not known when it begins')
  assert.ok(largest <= 1000, `${largest} rows at once`)
  assert.ok(texts.length >= PEOPLE / 1000 && texts.length < 200, `${texts.length} statements`)
})

test('R96: a lookup of a provider uses an index', async () => {
  const home = await scimWorld()
  await createPeople(home, 50)
  const eva = await home.scim.user('eva@example.com', { externalId: 'x', [ENTERPRISE]: { employeeNumber: '7' } })
  const team = await home.scim.group('Design', [eva.id], { externalId: 'y' })
  const lookups: [string, string, string][] = [
    ['Users', 'userName eq "eva@example.com"', eva.id],
    ['Users', 'externalId eq "x"', eva.id],
    ['Users', 'emails[type eq "work"].value eq "eva@example.com"', eva.id],
    ['Users', 'emails.value eq "eva@example.com"', eva.id],
    ['Users', `id eq "${eva.id}"`, eva.id],
    ['Groups', 'displayName eq "design"', team.id],
    ['Groups', 'externalId eq "y"', team.id],
  ]
  for (const [kind, filter, id] of lookups) {
    const path = `/${kind}?filter=${encodeURIComponent(filter)}`
    const { texts } = await measured(async () =>
      assert.equal(assertSuccess(await home.scim.get(path)).Resources[0].id, id),
    )
    for (const text of texts) {
      const plan = await watch.explain(text)
      const walks = plan.filter(
        line => /^SCAN (?!json_each|each\b|CONSTANT)/.test(line) || /\((?:workspace|organization)=\?\)/.test(line),
      )
      assert.deepEqual(walks, [], `${filter}\n${text}\n${plan.join('\n')}`)
    }
  }
})

test('R97: adding or removing one member costs the same in a group of fifty and of five thousand', async () => {
  const home = await scimWorld()
  const { scim, ben } = home
  const people = await createPeople(home, 5000)
  const shapes = []
  // The account may be cached: creating many users takes no time.
  home.clock.step = 0
  for (const size of [50, 5000]) {
    const { id } = await scim.group(`Team of ${size}`)
    await fillTeam(home, id, people.slice(0, size))
    // The token is cached then.
    await scim.get(`/Groups/${id}?excludedAttributes=members`)
    const change = (operation: Json) =>
      measured(async () => assertSuccess(await scim.patch(`/Groups/${id}`, patch(operation)), 204))
    shapes.push([
      await change({ op: 'add', path: 'members', value: [member(ben.gid)] }),
      await change({ op: 'remove', path: `members[value eq "${ben.gid}"]` }),
      await change({ op: 'Remove', path: 'members', value: [member(people[3] ?? '')] }),
    ])
  }
  const [small, large] = shapes
  assert.deepEqual(large, small, 'the same statements, and results of the same size')
})

test('R99: unbounded filters and paths are refused', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.user('eva@example.com')
  const deep = (open: string, inner: string, close: string, depth: number) =>
    open.repeat(depth) + inner + close.repeat(depth)
  const test1 = 'title eq "x"'
  const hostile = [
    '('.repeat(20_000),
    deep('(', test1, ')', 20_000),
    deep('(', test1, ')', 100),
    deep('not (', test1, ')', 100),
    deep('emails[', 'type eq "x"', ']', 50),
    Array.from({ length: 20_000 }, () => test1).join(' or '),
    `title eq "${'x'.repeat(20_000)}"`,
    `title eq "${'\\'.repeat(8001)}"`,
    ...['a', '"', '[', ']', ' ', '\t', '.', ':', 'a.', '(a ', 'not ', '\\', 'eq ', 'é', '\0'].map(one =>
      one.repeat(8000 / one.length),
    ),
  ]
  for (const filter of hostile) {
    const shown = filter.slice(0, 60)
    const reply = await scim.post('/Users/.search', { filter })
    assert.equal(reply.status, 400, `${shown}: ${reply.text.slice(0, 200)}`)
    assertScimError(reply, 400, 'invalidFilter')
    const changed = await scim.patch(`/Users/${id}`, patch({ op: 'replace', path: filter, value: 'x' }))
    assertScimError(changed, 400, 'invalidPath')
    const entry = await scim.patch(
      `/Users/${id}`,
      patch({ op: 'replace', path: `emails[${filter}].value`, value: 'x' }),
    )
    assert.equal(entry.status, 400, shown)
  }
})

test('R99: a long meaningful filter is answered', async () => {
  const { scim, ann } = await scimWorld()
  const terms = Array.from({ length: 300 }, (_, index) => `userName eq "p${index}"`)
  const filter = [...terms, 'userName eq "ann@example.com"'].join(' or ')
  const found = assertSuccess(await scim.post('/Users/.search', { filter })).Resources
  assert.deepEqual(
    found.map((one: Json) => one.id),
    [ann.gid],
  )
  for (const term of [
    'id pr',
    'title pr',
    'emails pr',
    'emails[type pr]',
    'active eq true',
    'name.formatted co "x"',
    'id eq 1',
  ]) {
    for (const word of [' or ', ' and ', ' or not (id pr) and ']) {
      const many = Array.from({ length: Math.floor(8000 / (term.length + word.length)) }, () => term).join(word)
      const reply = await scim.post('/Users/.search', { filter: many })
      assert.ok([200, 400].includes(reply.status), `${many.slice(0, 60)} answered ${reply.status}`)
    }
  }
  const deep = `${'('.repeat(20)}${terms[0]} or userName eq "ann@example.com"${')'.repeat(20)}`
  assert.equal(assertSuccess(await scim.post('/Users/.search', { filter: deep })).totalResults, 1)
})

test('R99: unbounded bodies are refused', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.user('eva@example.com')
  const nested = `${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const wide = JSON.stringify({
    userName: 'w@example.com',
    ...Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1])),
  })
  const emails = Array.from({ length: 50_000 }, (_, index) => ({ value: `e${index}@example.com`, primary: true }))
  const many = patch(...Array.from({ length: 20_000 }, () => ({ op: 'replace', path: 'title', value: 'x' })))
  for (const reply of [
    await scim.post('/Users', nested),
    await scim.post('/Users', wide),
    await scim.put(`/Users/${id}`, { userName: 'eva@example.com', emails }),
    await scim.patch(`/Users/${id}`, { Operations: [{ op: 'add', path: 'emails', value: emails }] }),
    await scim.patch(`/Users/${id}`, many),
  ]) {
    assert.ok(reply.status < 500, reply.text.slice(0, 200))
  }
  assert.equal(assertSuccess(await scim.get(`/Users/${id}`)).userName, 'eva@example.com')
})
