/** Changes of the API that clients can enable before they are forced: their effect by date, and their announcements. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { operations, resources } from '../../src/catalog/contents.ts'
import type { Deprecation } from '../../src/http/versioning.ts'
import { get } from '../../src/vocabulary/operation.ts'
import { world } from '../harness/world.ts'

const [STARTS, ACTIVATES, ENDS] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1)]
const DAY = 86_400_000

const change = (name: string, more: Partial<Deprecation> = {}): Deprecation => ({
  name,
  info: `https://tasks.example.com/changes/${name}`,
  starts: STARTS,
  activates: ACTIVATES,
  ends: ENDS,
  affects: ({ id }) => id === 'seen',
  ...more,
})

/** A world in which `see` returns the changes that are enabled for an operation, and their announcements. */
async function start(deprecations?: Deprecation[]) {
  let enabled: string[] = []
  const seen = get('/seen', resources.user, {
    id: 'seen',
    doc: 'Shows the caller.',
    async execute(call) {
      enabled = [...call.enabled]
      return call.actor.gid
    },
  })
  const catalog = createCatalog(resources, [...operations, seen])
  const home = await world({ catalog, ...(deprecations && { deprecations }) })
  home.clock.step = 0
  const see = async (now: number, headers: Record<string, string> = {}, path = '/seen') => {
    home.clock.now = now
    const authorization = `Bearer ${home.ann.token}`
    const answer = await home.send({ method: 'GET', url: `/api/1.0${path}`, headers: { authorization, ...headers } })
    const announced = answer.headers['asana-change'] as unknown as string[] | string | undefined
    return { status: answer.status, enabled, announced: announced === undefined ? [] : [announced].flat() }
  }
  return { ...home, see }
}

test('a change can be enabled from its start, is on from its activation, and is forced on from its end', async () => {
  const { see } = await start([change('new_lists')])
  const stages: [now: number, silent: boolean, enabling: boolean, disabling: boolean][] = [
    [STARTS - DAY, false, false, false],
    [STARTS + DAY, false, true, false],
    [ACTIVATES + DAY, true, true, false],
    [ENDS + DAY, true, true, true],
  ]
  for (const [now, ...expected] of stages) {
    const on = async (headers: Record<string, string>) => (await see(now, headers)).enabled.includes('new_lists')
    const found = [await on({}), await on({ 'asana-enable': 'new_lists' }), await on({ 'asana-disable': 'new_lists' })]
    assert.deepEqual(found, expected, new Date(now).toISOString())
  }
})

test('each stage of a change begins exactly at its moment', async () => {
  const { see } = await start([change('new_lists')])
  const enabled = async (now: number, header: string) => (await see(now, { [header]: 'new_lists' })).enabled.length > 0
  const silent = async (now: number) => (await see(now)).enabled.length > 0
  assert.deepEqual([await enabled(STARTS - 1, 'asana-enable'), await enabled(STARTS, 'asana-enable')], [false, true])
  assert.deepEqual([await silent(ACTIVATES - 1), await silent(ACTIVATES)], [false, true])
  assert.deepEqual([await enabled(ENDS - 1, 'asana-disable'), await enabled(ENDS, 'asana-disable')], [false, true])
})

test('the opt-in headers are lists, and unknown names are ignored', async () => {
  const { see } = await start([change('one'), change('two'), change('three')])
  const now = STARTS + DAY
  assert.deepEqual((await see(now, { 'asana-enable': ' three,unheard_of ,, one' })).enabled, ['one', 'three'])
  assert.deepEqual((await see(now, { 'asana-enable': 'One;two' })).enabled, [])
  const odd = await see(now, { 'asana-enable': '__proto__,constructor', 'asana-disable': 'x'.repeat(4000) })
  assert.deepEqual([odd.status, odd.enabled], [200, []])
})

test('a response announces each change once that affects the client and that it has not enabled', async () => {
  const { see } = await start([change('one'), change('two'), change('elsewhere', { affects: () => false })])
  const notice = (name: string) => `name=${name};info=https://tasks.example.com/changes/${name};affected=true`
  const now = STARTS + DAY
  assert.deepEqual((await see(now)).announced, [notice('one'), notice('two')])
  assert.deepEqual((await see(now, { 'asana-enable': 'one' })).announced, [notice('two')])
  assert.deepEqual((await see(now, { 'asana-disable': 'one' })).announced, [notice('one'), notice('two')])
  assert.deepEqual((await see(now, {}, '/users/me')).announced, [], 'the response does not change')
  assert.deepEqual((await see(STARTS - DAY)).announced, [], 'it cannot be enabled yet')
  assert.deepEqual((await see(ACTIVATES + DAY)).announced, [], 'it is already on')
  assert.deepEqual((await see(ACTIVATES + DAY, { 'asana-disable': 'one' })).announced, [notice('one')])
  assert.deepEqual((await see(ENDS + DAY, { 'asana-disable': 'one,two' })).announced, [], 'it is forced on')
})

test('an error response announces changes too, and a response before authentication announces none', async () => {
  const { see, send, clock } = await start([change('one', { affects: () => true })])
  const refused = await see(STARTS + DAY, {}, '/tasks/7')
  assert.deepEqual([refused.status, refused.announced.length], [404, 1])
  clock.now = STARTS + DAY
  const { status, headers } = await send({ method: 'GET', url: '/api/1.0/seen' })
  assert.deepEqual([status, headers['asana-change']], [401, undefined])
})

test('values of the opt-in headers never appear in a response', async () => {
  const { ann, send, clock } = await start([change('one')])
  clock.now = STARTS + DAY
  const headers = { authorization: `Bearer ${ann.token}`, 'asana-enable': 'marker', 'asana-disable': 'one,marker' }
  const answer = await send({ method: 'GET', url: '/api/1.0/seen', headers })
  assert.doesNotMatch(JSON.stringify([answer.headers, answer.body]), /marker/)
})

test('the catalog has no pending changes, and no response announces any', async () => {
  const { see } = await start()
  assert.deepEqual(await see(ENDS, { 'asana-enable': 'new_goal_memberships' }), {
    status: 200,
    enabled: [],
    announced: [],
  })
})
