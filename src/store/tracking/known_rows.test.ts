/** Rows that a transaction holds: each is what a question would find. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changedColumns,
  forgetInserts,
  insertedRows,
  type KnownRows,
  knownRow,
  rememberInsert,
  rememberRow,
  updateKnownRows,
} from './known_rows.ts'

const made = (): KnownRows => {
  const held: KnownRows = new Map()
  rememberRow(held, 'tags', { gid: 1, name: 'A', color: null })
  rememberRow(held, 'tags', { gid: 2, name: 'B', color: 'red' })
  return held
}

const names = (held: KnownRows) => [1, 2].map(gid => knownRow(held, 'tags', { gid })?.name)

test('a row is found by its gid if its other columns match', () => {
  const held = made()
  assert.equal(knownRow(held, 'tags', { gid: 2, color: 'red' })?.name, 'B')
  assert.equal(knownRow(held, 'tags', { gid: 2, color: 'blue' }), undefined)
  assert.equal(knownRow(held, 'tags', { gid: 1, color: null }), undefined, 'nothing equals null')
  assert.equal(knownRow(held, 'tags', { color: 'red' }), undefined, 'others may have that color')
  assert.equal(knownRow(held, 'tasks', { gid: 1 }), undefined)
})

test('a row is updated and deleted by a write that names it by another column', () => {
  const held = made()
  updateKnownRows(held, 'tags', { color: 'red' }, { name: 'C' })
  assert.deepEqual(names(held), ['A', 'C'])
  updateKnownRows(held, 'tags', { gid: [1, 3] }, { name: 'D' })
  assert.deepEqual(names(held), ['D', 'C'])
  updateKnownRows(held, 'tags', { gid: [2] }, null)
  assert.deepEqual(names(held), ['D', undefined])
  updateKnownRows(held, 'tags', { color: null }, { name: 'E' })
  assert.deepEqual(names(held), ['D', undefined])
})

test('of an update, only the columns that differ in the row remain', () => {
  const row = { gid: 1, name: 'A', color: null, completed: 0 }
  assert.deepEqual(changedColumns<object>(row, { name: 'A', color: 'red', completed: 1 }), {
    color: 'red',
    completed: 1,
  })
  assert.deepEqual(changedColumns<object>(row, { name: 'A', color: null, completed: 0 }), {})
  assert.deepEqual(
    changedColumns<object>(row, { color: undefined }),
    { color: undefined },
    'and those that are unknown',
  )
})

test('a transaction stores a bounded number of rows', () => {
  const held: KnownRows = new Map()
  for (let gid = 1; gid <= 1000; gid++) rememberRow(held, 'tags', { gid })
  assert.ok((held.get('tags')?.byGid.size ?? 0) <= 100)
  assert.ok(knownRow(held, 'tags', { gid: 1000 }))
})

test('a row without a gid is not found by one', () => {
  const held: KnownRows = new Map()
  rememberRow(held, 'task_followers', { task: 1, user: 2 })
  assert.equal(held.size, 0)
})

test('the inserted rows of a table are those of the transaction, as later writes left them', () => {
  const held = made()
  assert.deepEqual(insertedRows(held, 'task_followers'), [], 'nothing was inserted')
  assert.deepEqual(insertedRows(held, 'tags'), [], 'locked rows were not inserted')
  rememberInsert(held, 'tags', { gid: 3, name: 'C' })
  rememberInsert(held, 'tags', { gid: 4, name: 'D' })
  updateKnownRows(held, 'tags', { gid: 3 }, { name: 'E' })
  updateKnownRows(held, 'tags', { gid: [1, 4] }, null)
  assert.deepEqual(insertedRows(held, 'tags'), [{ gid: 3, name: 'E' }])
  assert.equal(knownRow(held, 'tags', { gid: 3 })?.name, 'E')
})

test('the inserted rows of a table are unknown after one that may have been inserted, or after too many', () => {
  const held: KnownRows = new Map()
  rememberInsert(held, 'task_followers', { task: 1, user: 2 })
  forgetInserts(held, 'task_followers')
  assert.equal(insertedRows(held, 'task_followers'), undefined)
  for (let gid = 1; gid <= 101; gid++) rememberInsert(held, 'tags', { gid })
  assert.equal(insertedRows(held, 'tags'), undefined)
})
