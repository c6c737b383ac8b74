/** The clock of the machine is set back: caches are invalidated all the same, and nothing waits for a past time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueToken } from '../../src/identity/tokens.ts'
import { makeProject } from '../harness/work.ts'
import { apiClient, world } from '../harness/world.ts'

const HOUR = 60 * 60 * 1000

test('a change invalidates what is cached also after the clock was set back', async () => {
  const w = await world({ verifiesCache: false })
  const { ann, ben, clock } = w
  const { gid: project } = await makeProject(w, { name: 'Plan', members: [[ann, 'admin']] })
  const task = await ann.create('/tasks', { name: 'now', projects: [project] })
  const path = `/tasks/${task}?opt_fields=name,projects.name`
  await ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] })
  const shown = async () => {
    const { status, data } = await ben.get(path)
    return status === 200 ? [data.name, data.projects[0].name] : status
  }
  for (let time = 0; time < 3; time++) assert.deepEqual(await shown(), ['now', 'Plan'])
  clock.now -= 48 * HOUR
  await ann.put(`/tasks/${task}`, { name: 'before' })
  assert.deepEqual(await shown(), ['before', 'Plan'])
  await ann.put(`/projects/${project}`, { name: 'Old' })
  assert.deepEqual(await shown(), ['before', 'Old'])
  await ann.post(`/projects/${project}/removeMembers`, { members: [ben.gid] })
  assert.equal(await shown(), 404)
})

test('a token expires at its time, however often the clock was set back before', async () => {
  const { store, ben, clock, send } = await world()
  const expiresAt = clock.now + HOUR
  const { token } = await store.write(tx => issueToken(tx, { user: Number(ben.gid), name: 'short', expiresAt }))
  const short = apiClient(send, { ...ben, token })
  const status = async () => (await short.get('/users/me')).status
  assert.equal(await status(), 200)
  clock.now = expiresAt
  assert.equal(await status(), 401)
  clock.now = expiresAt - 2 * HOUR
  assert.equal(await status(), 200)
  clock.now = expiresAt
  assert.equal(await status(), 401)
})

test('a limit that was reached allows requests a minute later when the clock is set back', async () => {
  const { ben, clock } = await world({ limits: { minute: 5 } })
  const use = async () => {
    let refused = await ben.get('/users/me')
    for (let time = 0; refused.status === 200 && time < 20; time++) refused = await ben.get('/users/me')
    assert.equal(refused.status, 429)
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 60, `${seconds} seconds`)
  }
  await use()
  clock.now -= 2 * HOUR
  await use()
  clock.now += 60_000
  assert.equal((await ben.get('/users/me')).status, 200)
})
