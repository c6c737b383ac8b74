/** Two servers on one store that share their counters, for requests to either of them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { createApp } from '../../src/app.ts'
import { fakeCounterStore } from '../harness/counters/fake.ts'
import { checkAnswers } from '../harness/openapi/answers.ts'
import { world } from '../harness/world.ts'

const off = { minute: null, search: null, jobs: null, reads: null, writes: null, cost: null }

/** A world with a stopped clock and a second server; `ask` sends to the two in turn. */
async function two(minute: number | null) {
  const counters = fakeCounterStore(() => 0)
  const limits = { ...off, minute }
  const all = await world({ limits, counters })
  all.clock.step = 0
  const { store, logged } = all
  const other = await createApp({
    ...{ store, counters, limits, clock: () => all.clock.now, key: 'a key of thirty-two characters..' },
    ...{ publicUrl: null, trustedProxies: [], web: 'none', log: line => void logged.push(line) },
  })
  checkAnswers(other)
  after(() => other.close())
  let turn = 0
  const ask = async (request: InjectOptions) => {
    const { statusCode, headers } = await (turn++ % 2 ? other : all.app).inject(request)
    return [statusCode, Number(headers['retry-after'] ?? 0)]
  }
  return { ...all, counters, ask }
}

test('a token has one minute limit at all servers together', async () => {
  const { ask, ann, counters, logged } = await two(4)
  const headers = { authorization: `Bearer ${ann.token}` }
  const me = () => ask({ method: 'GET', url: '/api/1.0/users/me', headers })
  const answers: unknown[] = []
  for (let count = 0; count < 6; count++) answers.push(await me())
  assert.deepEqual(answers, [
    [200, 0],
    [200, 0],
    [200, 0],
    [200, 0],
    [429, 16],
    [429, 31],
  ])
  assert.equal(logged.length, 0)
  counters.roundTrip = async () => {
    throw new Error('down')
  }
  const [alone] = await me()
  assert.equal(alone, 200, 'what is not shared is let in by each')
  assert.match(String(logged[0]?.message), /Sharing limits failed/)
})

test('password guesses are limited at all servers together', async () => {
  const { ask, ben } = await two(null)
  const payload = { data: { email: ben.email, password: 'a wrong password' } }
  const guess = () => ask({ method: 'POST', url: '/-/sign_in', headers: { 'x-requested-with': 'workloom' }, payload })
  const answers: unknown[] = []
  for (let count = 0; count < 11; count++) answers.push((await guess())[0])
  assert.deepEqual(answers, [...Array(10).fill(401), 429])
})
