import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const dates = 'opt_fields=start_on,start_at,due_on,due_at'

test('dates are returned as written, times in UTC with milliseconds', async () => {
  const { ann, workspace } = await world()
  const given = { workspace, start_at: '2026-03-10T08:00:00+01:00', due_at: '2026-03-10T20:00' }
  const { gid, ...made } = (await ann.post(`/tasks?${dates}`, given)).data
  assert.deepEqual(made, {
    start_on: '2026-03-10',
    start_at: '2026-03-10T07:00:00.000Z',
    due_on: '2026-03-10',
    due_at: '2026-03-10T20:00:00.000Z',
  })
  const { gid: _, ...later } = (await ann.put(`/tasks/${gid}?${dates}`, { due_on: '2026-03-12' })).data
  assert.deepEqual(later, { start_on: '2026-03-10', start_at: null, due_on: '2026-03-12', due_at: null })
})

test('the day of a time is in the time zone of the caller', async () => {
  const { ann, store, workspace } = await world()
  await store.write(tx => update(tx, 'users', { gid: Number(ann.gid) }, { time_zone: 'America/Los_Angeles' }))
  const { data } = await ann.post(`/tasks?${dates}`, { workspace, due_at: '2025-01-20T02:06:58.000Z' })
  assert.deepEqual([data.due_on, data.due_at], ['2025-01-19', '2025-01-20T02:06:58.000Z'])
})

test('an invalid date is refused and changes nothing', async () => {
  const { ann, workspace } = await world()
  const path = `/tasks/${await ann.create('/tasks', { workspace, name: 'A', due_on: '2026-03-10' })}`
  const day = 'Date must be in ISO-8601 (yyyy-mm-dd) format, not: '
  const moment = 'Timestamp must be in ISO-8601 (yyyy-mm-ddThh:mm:ss.sssZ) format, not: '
  const refusals: [Record<string, unknown>, string][] = [
    [{ due_on: '2026-02-30' }, `due_on: ${day}2026-02-30`],
    [{ due_on: '' }, `due_on: ${day}`],
    [{ due_on: 20260310 }, `due_on: ${day}20260310`],
    [{ due_on: {} }, `due_on: ${day}object`],
    [{ due_at: 'tomorrow' }, `due_at: ${moment}tomorrow`],
    [{ due_at: '2026-03-10T25:00:00Z' }, `due_at: ${moment}2026-03-10T25:00:00Z`],
    [{ start_on: '2026-03-10' }, "You must provide 'due_on' or 'due_at' when setting 'start_on'."],
    [{ due_on: '2026-03-10', due_at: '2026-03-10T10:00:00Z' }, 'You may only provide one of due_on or due_at!'],
  ]
  for (const [given, message] of refusals) {
    const answer = await ann.put(path, { name: 'B', ...given })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  const { name, due_on } = (await ann.get(path)).data
  assert.deepEqual([name, due_on], ['A', '2026-03-10'])
})
