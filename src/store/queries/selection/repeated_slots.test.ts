/** Slots that a list of the same row fills. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatedSlots } from './repeated_slots.ts'
import type { RowShape, Slot } from './shape.ts'

const ME = 7

const shapeOf = (table: string, slots: Slot[]): RowShape => ({
  ...{ table, guard: null, trash: false },
  slots: [{ kind: 'column', column: 'gid' }, ...slots],
})

const parts = (table: string, to: string, columns: string[]): Slot => ({
  kind: 'parts',
  through: { table, from: 'task', to },
  target: shapeOf(
    table,
    columns.map(column => ({ kind: 'column', column })),
  ),
})

const projects: Slot = { kind: 'gids', through: { table: 'task_memberships', from: 'task', to: 'project' } }
const values: Slot = { kind: 'values', of: 'task_fields', choices: false }
const likes = parts('task_likes', 'user', ['user'])
const memberships = parts('task_memberships', 'project', ['project'])

/** The row of a shape after its repeated slots are filled. */
function filled(shape: RowShape, row: unknown[]): unknown[] {
  for (const { at, contentOf } of repeatedSlots(shape)) row[at] = contentOf(row, ME)
  return row
}

test('the projects of a task are those of its memberships', () => {
  const shape = shapeOf('tasks', [projects, memberships])
  const row = [
    [1, 30],
    [2, 31],
  ]
  assert.deepEqual(filled(shape, [5, null, row]), [5, [30, 31], row])
})

test('the number of likes, and whether the reader likes an object, are in the list of likes', () => {
  const shape = shapeOf('tasks', [{ kind: 'column', column: 'num_likes' }, { kind: 'column', column: 'liked' }, likes])
  const own = [
    [1, 6],
    [2, ME],
  ]
  assert.deepEqual(filled(shape, [5, null, null, own]), [5, 2, 1, own])
  assert.deepEqual(filled(shape, [5, null, null, []]), [5, 0, 0, []])
})

test('the lists whose fields apply to a task are its projects, but those of a subtask are loaded', () => {
  const shape = shapeOf('tasks', [values, memberships])
  const row = [[1, 30]]
  assert.deepEqual(filled(shape, [5, [['value'], null], row]), [5, [['value'], [30]], row])
  assert.deepEqual(filled(shape, [5, [[], [30, 31]], row]), [5, [[], [30, 31]], row])
})

test('a slot is loaded if no list of the row reads the same rows', () => {
  const others: Slot[] = [projects, values, { kind: 'column', column: 'num_likes' }, { kind: 'column', column: 'name' }]
  assert.deepEqual(repeatedSlots(shapeOf('tasks', others)), [])
  const unlike = parts('task_memberships', 'project', ['section'])
  assert.deepEqual(repeatedSlots(shapeOf('tasks', [projects, unlike])), [], 'the parts do not have the column')
  assert.deepEqual(repeatedSlots(shapeOf('stories', [{ kind: 'column', column: 'num_likes' }, likes])), [])
})
