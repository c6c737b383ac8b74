import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalsOf } from './totals.ts'

test('sums leave out other fields, empty values and tasks without fields', () => {
  const value = (gid: string, number_value: number | null) => ({ gid, number_value })
  const task = (custom_fields?: unknown) => ({ gid: '1', resource_type: 'task', custom_fields })
  const tasks = [task([value('h', 2), value('x', 5)]), task([value('h', 0.5), value('n', null)]), task()]
  assert.deepEqual(totalsOf(tasks, ['h', 'n']), { h: 2.5 })
})
