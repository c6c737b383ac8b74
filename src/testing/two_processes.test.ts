/** Two emulators of one seed, each a program of its own, do the same: gids, the faults that fire, and whole responses. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { emulatorCommand as command } from '../../test/harness/emulator/command.ts'
import type { Json } from '../../test/harness/world.ts'
import { startWorkloom, type TestEmulator } from './start.ts'

const HELD = ['--clock', '2026-01-05T09:00:00Z']

/** Runs the same work in two programs, and returns what both found. */
async function inBoth<T>(t: TestContext, work: (w: TestEmulator) => Promise<T>): Promise<[T, T]> {
  const both = await Promise.all([startWorkloom({ command, args: HELD }), startWorkloom({ command, args: HELD })])
  t.after(() => Promise.all(both.map(one => one.close())))
  const [first, second] = both
  return [await work(first), await work(second)]
}

async function request(w: TestEmulator, method: 'GET' | 'POST', path: string, data?: object) {
  const headers = { authorization: `Bearer ${w.token('ann')}`, 'content-type': 'application/json' }
  const body = data && JSON.stringify({ data })
  const response = await fetch(`${w.api}${path}`, { method, headers, ...(body && { body }) })
  return { status: response.status, text: (await response.text()).replaceAll(w.url, '') }
}

test('the keys of a seed have the same gids', async t => {
  const [first, second] = await inBoth(t, async w => (await (await fetch(`${w.url}/-/emulator/gids`)).json()) as Json)
  assert.deepEqual(first, second)
  for (const gid of Object.values(first.data as Record<string, string>)) assert.match(gid, /^10\d{14}$/)
})

test('a probability fires at the same requests', async t => {
  const [first, second] = await inBoth(t, async w => {
    await w.fault({ use: 'server_error', probability: 0.5, seed: 9, times: null })
    const statuses: number[] = []
    for (let count = 0; count < 40; count++) statuses.push((await request(w, 'GET', '/users/me')).status)
    return statuses
  })
  assert.deepEqual(first, second)
  assert.deepEqual([...new Set(first)].toSorted(), [200, 500])
})

test('fifty requests have the same responses', async t => {
  const [first, second] = await inBoth(t, async w => {
    const responses: object[] = []
    for (let count = 0; count < 25; count++) {
      const made = await request(w, 'POST', '/tasks', { workspace: w.workspace, name: `T${count}`, assignee: 'me' })
      const { gid } = JSON.parse(made.text).data
      responses.push(
        made,
        await request(w, 'GET', `/tasks/${gid}?opt_fields=name,created_at,permalink_url,followers.name`),
      )
    }
    return responses
  })
  assert.equal(first.length, 50)
  assert.deepEqual(first, second)
})
