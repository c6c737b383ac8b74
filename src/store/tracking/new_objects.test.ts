/** Rows of new objects, made of what their transaction wrote. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reader } from '../db.ts'
import type { RowShape, Slot } from '../queries/selection/shape.ts'
import { forgetInserts, type KnownRows, rememberInsert, rememberRow } from './known_rows.ts'
import { newRow } from './new_objects.ts'

const ME = 7

const column = (name: string): Slot => ({ kind: 'column', column: name })

const lists = { table: 'task_memberships', from: 'task', to: 'project' }

const shapeOf = (...slots: Slot[]): RowShape => ({ table: 'tasks', guard: null, trash: true, slots })

function inserted(): KnownRows {
  const known: KnownRows = new Map()
  rememberInsert(known, 'tasks', { gid: 1, name: 'A', parent: null, assignee: null })
  rememberInsert(known, 'task_memberships', { task: 1, project: 2, section: 3 })
  rememberInsert(known, 'task_memberships', { task: 9, project: 2, section: 4 })
  rememberInsert(known, 'task_likes', { gid: 5, task: 1, user: ME })
  return known
}

/** A reader of the transaction. Its only statement finds one task, whose name is B. */
const readerOf = (knownRows: KnownRows) =>
  ({ knownRows, first: async () => ({ row: '[12,"B"]' }) }) as Partial<Reader> as Reader

const rowOf = (known: KnownRows, ...slots: Slot[]) => newRow(readerOf(known), shapeOf(...slots), 1, ME)

test('a row has the columns of the object, and the rows about it', async () => {
  const parts = shapeOf(column('project'), column('section'))
  const slots: Slot[] = [
    ...[column('gid'), column('name'), column('liked'), column('num_likes'), column('external')],
    { kind: 'gids', through: lists },
    { kind: 'parts', through: lists, target: parts },
    { kind: 'values', of: 'task_fields', choices: true },
    { kind: 'one', column: 'parent', target: shapeOf() },
    { kind: 'many', through: { table: 'task_tags', from: 'task', to: 'tag' }, target: shapeOf() },
  ]
  assert.deepEqual(await rowOf(inserted(), ...slots), [1, 'A', 1, 1, null, [2], [[2, 3]], [[], [2]], null, []])
})

test('a row of an object that the transaction did not insert is unknown', async () => {
  const known = inserted()
  rememberRow(known, 'tasks', { gid: 8, name: 'B' })
  for (const gid of [4, 8]) assert.equal(await newRow(readerOf(known), shapeOf(column('gid')), gid, ME), undefined)
})

test('a row is unknown if it needs a default, a view, an order, a list of other objects, or rows that may have been inserted', async () => {
  const list = (more: object): Slot => ({ kind: 'gids', through: { ...lists, ...more } })
  const unknown: Slot[] = [
    column('completed'),
    list({ table: 'active_memberships' }),
    list({ ownerColumn: 'parent' }),
    { kind: 'many', through: lists, target: shapeOf() },
    { kind: 'values', of: 'goal_fields', choices: false },
  ]
  for (const slot of unknown) assert.equal(await rowOf(inserted(), slot), undefined, JSON.stringify(slot))
  const known = inserted()
  rememberInsert(known, 'task_memberships', { task: 1, project: 6, section: 7 })
  assert.equal(await rowOf(known, list({ order: 'section' })), undefined)
  forgetInserts(known, 'task_likes')
  assert.equal(await rowOf(known, column('liked')), undefined)
})

test('custom fields are unknown if the object has a value or a parent', async () => {
  const values: Slot = { kind: 'values', of: 'task_fields', choices: false }
  const known = inserted()
  rememberInsert(known, 'custom_field_values', { gid: 11, object: 1 })
  assert.equal(await rowOf(known, values), undefined)
  const child: KnownRows = new Map()
  rememberInsert(child, 'tasks', { gid: 1, parent: 12 })
  assert.equal(await rowOf(child, values), undefined)
})

test('an object at the other end of an edge is loaded by a statement of its own', async () => {
  const known: KnownRows = new Map()
  rememberInsert(known, 'tasks', { gid: 1, parent: 12, detail: '{"task":12,"old":"A"}' })
  const target = shapeOf(column('gid'), column('name'))
  const slots: Slot[] = [
    { kind: 'one', column: 'parent', target },
    { kind: 'one', column: 'detail.task', target },
    { kind: 'one', column: 'detail.goal', target },
    { kind: 'any', column: 'parent', target: [{ name: 'task', shape: target }] },
    ...[column('detail.old'), column('detail.new')],
  ]
  const b = [12, 'B']
  assert.deepEqual(await rowOf(known, ...slots), [b, b, null, ['task', b], 'A', null])
})
