/** Notifications of due dates, with a clock that the test holds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { causesOf } from '../../../test/harness/inbox.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../test/harness/world.ts'

const HOUR_MS = 60 * 60 * 1000

/** A world at a time of day in UTC on 2026-01-05, and the causes of what Ben is notified of in the next hours. */
async function office(preferences: Json = {}) {
  const all = await world()
  const visitor = await signedIn(all, all.ben)
  await ok(visitor.put('/preferences', preferences))
  await all.jobs.tick()
  const at = async (hour: number) => {
    all.clock.now = Date.UTC(2026, 0, 5, hour)
    await all.jobs.tick()
    const causes = await causesOf(all, visitor)
    await ok(visitor.post('/inbox/archive', { workspace: all.workspace }))
    return causes
  }
  const task = (name: string, due_on: string, more: Json = {}) =>
    all.ben.create('/tasks', { workspace: all.workspace, name, due_on, assignee: all.ben.gid, ...more })
  return { ...all, visitor, at, task }
}

test('assignees are notified in the morning of the day, and of the next day if the task is still open', async () => {
  const { at, task, ben } = await office()
  await task('Tomorrow', '2026-01-06')
  const done = await task('Done', '2026-01-06')
  await task('Unassigned', '2026-01-06', { assignee: null })
  assert.deepEqual(await at(24 + 6), [])
  assert.deepEqual((await at(24 + 8)).toSorted(), ['due_today Done', 'due_today Tomorrow'])
  assert.deepEqual(await at(24 + 9), [], 'once')
  await ok(ben.put(`/tasks/${done}`, { completed: true }))
  assert.deepEqual(await at(48 + 8), ['overdue Tomorrow'])
  assert.deepEqual(await at(72 + 8), [], 'once')
})

test('the morning is that of the time zone which the person chose', async () => {
  const { at, task } = await office({ time_zone: 'America/Los_Angeles' })
  await task('There', '2026-01-06')
  assert.deepEqual(await at(24 + 14), [])
  assert.deepEqual(await at(24 + 16), ['due_today There'])
})

test('a task that moves is announced again, and one that was overdue long before is not', async () => {
  const { at, task, ben } = await office()
  await task('Old', '2025-12-20')
  const gid = await task('Moved', '2026-01-05')
  assert.deepEqual(await at(24 + 8), ['overdue Moved'])
  await ok(ben.put(`/tasks/${gid}`, { due_on: '2026-01-07' }))
  assert.deepEqual(await at(48 + 8), ['due_today Moved'])
})

test('notices are deleted when their dates are past', async () => {
  const { at, task, store, clock, jobs } = await office()
  await task('Today', '2026-01-06')
  await at(24 + 8)
  const count = async () => (await store.read.db.selectFrom('due_notices').selectAll().execute()).length
  assert.equal(await count(), 1)
  clock.now += 8 * 24 * HOUR_MS
  await jobs.tick()
  assert.equal(await count(), 0)
})
