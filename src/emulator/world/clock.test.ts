import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulated } from '../../../test/harness/emulator/emulated.ts'
import { receiver } from '../../../test/harness/receiver.ts'
import type { Json } from '../../../test/harness/world.ts'
import { heldAt } from './clock.ts'

const START = '2026-01-05T09:00:00.000Z'
const startMs = Date.parse(START)
const after = (ms: number) => new Date(startMs + ms).toISOString()

const held = () => emulated({ initialClock: heldAt(startMs) })

test('objects have the time of the held clock, and each write advances it by the tick', async () => {
  const e = await emulated()
  const frozen = await e.control('POST', '/clock', { freeze: START, tick_ms: 0 })
  assert.deepEqual([frozen.data.now, frozen.data.mode, frozen.data.tick_ms], [START, 'held', 0])
  const { workspace } = e.emulator.world.seeded
  const add = async () => (await e.api('POST', '/tasks', { name: 'A', workspace })).data
  const { gid, created_at } = await add()
  assert.equal(created_at, START)
  await e.control('POST', '/clock', { tick_ms: 1000 })
  assert.deepEqual([(await add()).created_at, (await add()).created_at], [START, after(1000)])
  assert.equal((await e.api('GET', `/tasks/${gid}`)).data.created_at, START)
  assert.equal((await e.control('GET', '/clock')).data.now, after(2000))
})

test('an advance repeats deliveries at their own times until the webhook is deleted', async () => {
  const e = await held()
  const { workspace } = e.emulator.world.seeded
  const target = await receiver()
  const project = (await e.api('POST', '/projects', { name: 'P', workspace })).data.gid
  const hook = (await e.api('POST', '/webhooks', { resource: project, target: target.url })).data.gid
  await e.control('POST', '/settle')
  target.behave = response => {
    response.statusCode = 500
    response.end()
  }
  const at = Date.parse((await e.control('GET', '/clock')).data.now)
  await e.api('POST', '/tasks', { name: 'A', workspace, projects: [project] })
  const { status, data } = await e.control('POST', '/clock', { advance: '25h' })
  assert.equal(status, 200)
  const attempts = data.ran.filter(({ kind, outcome }: Json) => kind === 'deliver' && outcome === '500')
  const seconds = attempts.map((one: Json) => Math.floor((Date.parse(one.at) - at) / 1000))
  assert.deepEqual(seconds.slice(0, 5), [0, 10, 30, 70, 150])
  assert.ok(attempts.every(({ subject }: Json) => subject === hook))
  assert.equal((await e.api('GET', `/webhooks/${hook}`)).status, 404)
  assert.equal(data.is_cut, false)
  const { data: deliveries } = await e.control('GET', '/deliveries')
  assert.deepEqual(deliveries.filter((one: Json) => one.response.status === 500).length, attempts.length)
  const { data: mail } = await e.control('GET', '/mail')
  assert.match(mail[0].subject, /was deleted/)
  assert.deepEqual((await e.control('DELETE', '/mail')).data, {})
  assert.deepEqual((await e.control('GET', '/mail')).data, [])
})

test('a clock counts the jobs that it does not list, and says that no advance was cut', async () => {
  const e = await held()
  const { runs } = e.emulator.world
  for (let count = 0; count < 10_002; count++) await runs.around('expire', async () => undefined, 0)
  const { data } = await e.control('GET', '/clock')
  assert.deepEqual([data.ran.length, data.ran_left_out, data.is_cut], [10_000, 2, false])
  const { data: settled } = await e.control('POST', '/settle')
  assert.deepEqual([settled.ran.length, settled.ran_left_out], [10_000, 2])
  assert.equal((await e.control('GET', '/clock')).data.ran_left_out, 0)
})

test('a held clock refills no limit', async () => {
  const e = await held()
  await e.control('PUT', '/settings', { limits: 'asana-free' })
  let last = await e.api('GET', '/users/me')
  for (let count = 1; count < 151; count++) last = await e.api('GET', '/users/me')
  assert.equal(last.status, 429)
  await e.control('POST', '/clock', { advance: `${last.headers['retry-after']}s` })
  assert.equal((await e.api('GET', '/users/me')).status, 200)
})

test('the same requests have the same responses after a reset', async () => {
  const e = await held()
  const { workspace } = e.emulator.world.seeded
  const target = await receiver()
  const run = async () => {
    const bodies: unknown[] = []
    const project = (await e.api('POST', '/projects', { name: 'P', workspace })).data.gid
    await e.api('POST', '/webhooks', { resource: project, target: target.url })
    for (let count = 0; count < 48; count++) {
      const { body } = await e.api('POST', '/tasks', { name: `T${count}`, workspace, projects: [project] })
      bodies.push(body)
      if (count % 16 === 0) await new Promise(resolve => setTimeout(resolve, 300))
    }
    return [project, bodies]
  }
  const first = await run()
  await e.control('POST', '/reset')
  assert.deepEqual(await run(), first)
})

test('two emulators that are held at the same time have the same responses', async () => {
  const bodies = async () => {
    const e = await held()
    const { workspace } = e.emulator.world.seeded
    const made: unknown[] = []
    for (let count = 0; count < 10; count++) {
      const project = await e.api('POST', '/projects', { name: `P${count}`, workspace })
      const task = await e.api('POST', '/tasks', { name: 'A', workspace, projects: [project.data.gid] })
      const list = await e.api('GET', `/tasks?project=${project.data.gid}&limit=1`)
      made.push(project.body, task.body, list.body.data)
    }
    return made
  }
  assert.deepEqual(await bodies(), await bodies())
})

test('only a reset moves the clock backwards', async () => {
  const e = await held()
  for (const body of [{ set: after(-1) }, { freeze: after(-1) }]) {
    const { status, message } = await e.control('POST', '/clock', body)
    assert.deepEqual([status, /in the past/.test(message ?? '')], [400, true])
  }
  assert.equal((await e.control('POST', '/clock', { set: after(86_400_000) })).data.now, after(86_400_000))
  await e.control('POST', '/reset', { keep: ['clock'] })
  assert.equal((await e.control('GET', '/clock')).data.now, after(86_400_000))
  assert.equal((await e.control('POST', '/reset')).data.clock, START)
})

test('a clock that runs again does not move backwards', async () => {
  const e = await emulated()
  const later = '2060-01-05T09:00:00.000Z'
  await e.control('POST', '/clock', { freeze: later })
  const { data } = await e.control('POST', '/clock', { real: true })
  assert.equal(data.mode, 'real')
  assert.ok(data.now >= later)
  assert.ok((await e.control('POST', '/clock', { advance: '1h' })).data.now >= '2060-01-05T10:00:00.000Z')
})

test('settle runs what is due, and refuses after its timeout', async () => {
  const e = await held()
  const { workspace } = e.emulator.world.seeded
  const target = await receiver()
  const resource = (await e.api('POST', '/projects', { name: 'P', workspace })).data.gid
  await e.api('POST', '/webhooks', { resource, target: target.url })
  await e.api('POST', '/tasks', { name: 'A', workspace, projects: [resource] })
  const { data } = await e.control('POST', '/settle', { timeout: '10s' })
  assert.equal(data.is_settled, true)
  assert.ok(data.ran.some(({ kind, outcome }: Json) => kind === 'deliver' && outcome === '200'))
  assert.equal(target.deliveries().length, 1)
  const released = Promise.withResolvers<void>()
  target.behave = response => void released.promise.then(() => response.end())
  await e.api('POST', '/tasks', { name: 'B', workspace, projects: [resource] })
  assert.equal((await e.control('POST', '/settle', { timeout: 100 })).status, 504)
  released.resolve()
  assert.equal((await e.control('POST', '/settle')).status, 200)
})

test('a job that a client requested waits as long as the settings say, and then runs once', async () => {
  const e = await held()
  const { workspace } = e.emulator.world.seeded
  const project = (await e.api('POST', '/projects', { name: 'P', workspace })).data.gid
  await e.control('PUT', '/settings', { job_delay: '1h' })
  const { data: job } = await e.api('POST', `/projects/${project}/duplicate`, { name: 'Copy' })
  const statusOf = async () => (await e.api('GET', `/jobs/${job.gid}`)).data.status
  await e.control('POST', '/settle')
  await e.control('POST', '/clock', { advance: '59m' })
  assert.equal(await statusOf(), 'not_started')
  await e.control('POST', '/clock', { advance: '2m' })
  assert.equal(await statusOf(), 'succeeded')
  const { data: projects } = await e.api('GET', `/projects?workspace=${workspace}`)
  assert.equal(projects.filter(({ name }: Json) => name === 'Copy').length, 1)
  await e.control('PUT', '/settings', { job_delay: 0 })
  const { data: next } = await e.api('POST', `/projects/${project}/duplicate`, { name: 'At once' })
  await e.control('POST', '/settle')
  assert.equal((await e.api('GET', `/jobs/${next.gid}`)).data.status, 'succeeded')
})
