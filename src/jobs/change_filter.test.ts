/** The filters of webhooks: what passes, and how often a text is parsed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf } from './change_filter.ts'

const change = { resource_type: 'task', resource_subtype: 'default_task', action: 'changed', field: 'name' }

test('a change passes when one of the filters matches, and without filters', () => {
  const tasks = filterOf('[{"resource_type":"tag"},{"resource_type":"task","fields":["name"]}]')
  assert.deepEqual([tasks.passesAll, tasks.passes(change)], [false, true])
  assert.equal(tasks.passes({ ...change, field: 'notes' }), false)
  const all = filterOf('[]')
  assert.deepEqual([all.passesAll, all.passes(change)], [true, true])
})

test('a text of filters is parsed once while it is cached', () => {
  const text = '[{"action":"added"}]'
  const first = filterOf(text)
  assert.equal(filterOf(text), first)
  for (let count = 0; count < 1000; count++) filterOf(`[{"resource_type":"type ${count}"}]`)
  assert.notEqual(filterOf(text), first, 'the oldest one is dropped')
})

test('a long text of filters is not cached', () => {
  const text = JSON.stringify([{ fields: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(200, 'x')) }])
  assert.notEqual(filterOf(text), filterOf(text))
})
