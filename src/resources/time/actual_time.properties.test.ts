/** The time of tasks after random acts: it is the sum of their entries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ok } from '../../../test/harness/sample.ts'
import { timeOffice } from '../../../test/harness/samples/time.ts'
import type { Json } from '../../../test/harness/world.ts'

const { ann, editor, task, workspace, store } = await timeOffice()
const tasks = [task, await ann.create('/tasks', { workspace, name: 'Own' })]

const duration = fc.integer({ min: -2, max: 300 })
const at = fc.nat({ max: 8 })
const act = fc.oneof(
  fc.record({ kind: fc.constant('create'), duration, at }),
  fc.record({ kind: fc.constant('change'), duration, at }),
  fc.record({ kind: fc.constant('move'), duration: fc.integer({ min: 1, max: 28 }), at }),
  fc.record({ kind: fc.constant('delete'), duration: fc.constant(0), at }),
)

/** The sums of the entries as the API lists them; null for a task without entries. */
const listed = async (one: string): Promise<number | null> => {
  const rows = (await ok(ann.get(`/tasks/${one}/time_tracking_entries`))).data as Json[]
  return rows.length === 0 ? null : rows.reduce((sum, row) => sum + row.duration_minutes, 0)
}

test('the time of a task is the sum of its entries after random acts of two people', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
      for (const { kind, duration: minutes, at: index } of acts) {
        const one = tasks[index % 2] ?? task
        const rows = (await ok(ann.get(`/tasks/${one}/time_tracking_entries`))).data as Json[]
        const path = `/time_tracking_entries/${rows[index % Math.max(rows.length, 1)]?.gid ?? '1'}`
        const who = index % 3 === 0 ? editor : ann
        if (kind === 'create') await who.post(`/tasks/${one}/time_tracking_entries`, { duration_minutes: minutes })
        else if (kind === 'change') await who.put(path, { duration_minutes: minutes })
        else if (kind === 'move') await who.put(path, { entered_on: `2026-02-${String(minutes).padStart(2, '0')}` })
        else await who.delete(path)
      }
      for (const one of tasks) {
        const { actual_time_minutes } = (await ok(ann.get(`/tasks/${one}`))).data
        assert.equal(actual_time_minutes, await listed(one))
      }
      const { db } = store.read
      const sums = await db.selectFrom('time_tracking_entries').select(['task', 'duration_minutes']).execute()
      const stored = await db.selectFrom('tasks').select(['gid', 'actual_time_minutes']).execute()
      for (const { gid, actual_time_minutes } of stored) {
        const own = sums.filter(row => Number(row.task) === Number(gid))
        const sum = own.reduce((total, row) => total + Number(row.duration_minutes), 0)
        assert.equal(Number(actual_time_minutes ?? 0), sum)
      }
    }),
    { numRuns: 15 },
  )
})
