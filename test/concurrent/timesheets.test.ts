/** Concurrent changes of time tracking entries and timesheets: sums are exact, and a submitted week does not change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, countByStatus, instances } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'

const week = { start_date: '2026-01-05', end_date: '2026-01-11' }

/** A task, and a timesheet of Ben for a week. */
async function office() {
  const all = await instances()
  const { ben, workspace } = all
  const task = await ben.create('/tasks', { workspace, name: 'Task' })
  const entries = `/tasks/${task}/time_tracking_entries`
  const create = () => ben.post('/timesheet_approval_statuses', { user: ben.gid, workspace, ...week })
  const spent = async () => (await ok(ben.get(`/tasks/${task}`))).data.actual_time_minutes
  /** The sum of the rows in the store. */
  const summed = async () => {
    const query = all.store.read.db.selectFrom('time_tracking_entries').select('duration_minutes')
    const rows = await query.where('task', '=', Number(task)).execute()
    return rows.reduce((sum, row) => sum + Number(row.duration_minutes), 0)
  }
  return { ...all, task, entries, create, spent, summed }
}

test('the time of a task is the sum of its entries, however many are created, changed and deleted at once', async () => {
  const { ben, entries, spent, summed } = await office()
  const made = await atOnce(time => ben.post(entries, { duration_minutes: time + 1 }), 12)
  assert.deepEqual(countByStatus(made), { 201: 12 })
  assert.equal(await spent(), 78)
  const answers = await Promise.all(
    made.flatMap(({ data }, at) => {
      const path = `/time_tracking_entries/${data.gid}`
      return [ben.put(path, { duration_minutes: 100 + at }), at % 3 === 0 ? ben.delete(path) : ben.get(path)]
    }),
  )
  assert.ok(answers.every(({ status }) => [200, 404].includes(status)))
  assert.equal(await spent(), await summed())
})

test('a user has one timesheet for a week, however many are created at once', async () => {
  const { create } = await office()
  assert.deepEqual(countByStatus(await atOnce(create, 8)), { 201: 1, 400: 7 })
})

test('one of several concurrent decisions about a timesheet wins', async () => {
  const { ann, ben, create } = await office()
  const path = `/timesheet_approval_statuses/${(await create()).data.gid}`
  for (let round = 0; round < 4; round++) {
    await ok(ben.put(path, { approval_status: 'submitted' }))
    const statuses = ['approved', 'rejected', 'approved', 'rejected']
    const answers = await Promise.all(statuses.map(approval_status => ann.put(path, { approval_status })))
    assert.deepEqual(countByStatus(answers), { 200: 1, 400: 3 })
    const winner = statuses[answers.findIndex(({ status }) => status === 200)]
    assert.equal((await ok(ann.get(path))).data.approval_status, winner?.toUpperCase())
    await ok(ann.put(path, { approval_status: 'draft' }))
  }
})

test('no entry of a week changes after its timesheet was submitted, also when both happen at once', async () => {
  const { ben, entries, create, summed } = await office()
  const path = `/timesheet_approval_statuses/${(await create()).data.gid}`
  for (let round = 0; round < 6; round++) {
    const writes = Array.from({ length: 4 }, () => ben.post(entries, { duration_minutes: 5, entered_on: '2026-01-07' }))
    const submission = ben.put(path, { approval_status: 'submitted' }).then(async answer => {
      assert.equal(answer.status, 200)
      return summed()
    })
    const [sumWhenSubmitted] = await Promise.all([submission, ...writes])
    assert.equal(await summed(), sumWhenSubmitted, `round ${round}`)
    await ok(ben.put(path, { approval_status: 'draft' }))
  }
})
