/** Limits as an operator configures them: options and variables reach the running server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RunningServer, startProgram } from '../harness/program.ts'

const me = ({ url, token }: RunningServer): Promise<Response> =>
  fetch(`${url}/api/1.0/users/me`, { headers: { authorization: `Bearer ${token}` } })

const limitOf = (response: Response) => response.headers.get('x-ratelimit-limit')

test('a minute limit that the operator configures applies, and responses state it', async t => {
  const server = await startProgram(t, ['--memory', '--limit-minute', '2', '--rate-limit-headers'])
  assert.deepEqual([(await me(server)).status, (await me(server)).status], [200, 200])
  await me(server)
  const refused = await me(server)
  assert.equal(refused.status, 429, 'at most one request was refilled meanwhile')
  assert.equal(limitOf(refused), '2')
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
})

test('the plan decides the limit by default, and off removes it', async t => {
  const variables = { WORKLOOM_RATE_LIMIT_HEADERS: 'true' }
  assert.equal(limitOf(await me(await startProgram(t, ['--memory'], variables))), '1500')
  assert.equal(limitOf(await me(await startProgram(t, ['--memory', '--plan', 'free'], variables))), '150')
  const off = await startProgram(t, ['--memory'], { ...variables, WORKLOOM_LIMIT_MINUTE: 'off' })
  assert.equal(limitOf(await me(off)), null)
  assert.equal(limitOf(await me(await startProgram(t, ['--memory']))), null, 'the headers are off by default')
})
