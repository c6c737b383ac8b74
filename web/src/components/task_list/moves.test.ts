import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MoveKey, sectionDrop, sectionMove, taskDrop, taskMove } from './moves.ts'
import type { ListRow } from './types.ts'

const row = (gid: string, kind: ListRow['kind'], section: string | null, parent: string | null = null): ListRow => ({
  ...{ gid, kind, section, parent, label: gid, level: kind === 'section' ? 1 : parent ? 3 : 2 },
})

const rows = [
  row('To do', 'section', 'To do'),
  row('a', 'task', 'To do'),
  row('b', 'task', 'To do'),
  row('b1', 'task', 'To do', 'b'),
  row('b2', 'task', 'To do', 'b'),
  row('add:To do', 'add', 'To do'),
  row('Doing', 'section', 'Doing'),
  row('c', 'task', 'Doing'),
  row('add:Doing', 'add', 'Doing'),
  row('Done', 'section', 'Done'),
  row('add:Done', 'add', 'Done'),
]

/** A move as one line: where to, and which position of how many. */
function described(move: ReturnType<typeof taskMove>): string | null {
  if (!move) return null
  const { parent, section, place, position, total } = move
  const at = typeof place === 'string' ? place : Object.entries(place)[0]?.join(' ')
  return `${parent ?? section}: ${at}, ${position} of ${total}`
}

test('keys move a task past its neighbours, and from one section to the next', () => {
  const moved = (gid: string, key: MoveKey) => described(taskMove(rows, gid, key))
  assert.equal(moved('a', 'down'), 'To do: after b, 2 of 2')
  assert.equal(moved('b', 'up'), 'To do: before a, 1 of 2')
  assert.equal(moved('b', 'down'), 'Doing: top, 1 of 2')
  assert.equal(moved('c', 'up'), 'To do: bottom, 3 of 3')
  assert.equal(moved('c', 'down'), 'Done: top, 1 of 1')
  assert.equal(moved('b', 'top'), 'To do: top, 1 of 2')
  assert.equal(moved('a', 'bottom'), 'To do: bottom, 2 of 2')
  for (const key of ['up', 'top'] as const) assert.equal(moved('a', key), null)
})

test('keys move a subtask among the subtasks of its task only', () => {
  const moved = (gid: string, key: MoveKey) => described(taskMove(rows, gid, key))
  assert.equal(moved('b2', 'up'), 'b: before b1, 1 of 2')
  assert.equal(moved('b1', 'bottom'), 'b: bottom, 2 of 2')
  assert.equal(moved('b1', 'up'), null)
  assert.equal(moved('b2', 'down'), null)
})

test('a task is dropped next to a task, at the top of a section, or at its end', () => {
  const dropped = (gid: string, target: string, place: 'before' | 'after') =>
    described(taskDrop(rows, gid, target, place))
  assert.equal(dropped('a', 'c', 'before'), 'Doing: before c, 1 of 2')
  assert.equal(dropped('a', 'c', 'after'), 'Doing: after c, 2 of 2')
  assert.equal(dropped('c', 'To do', 'after'), 'To do: top, 1 of 3')
  assert.equal(dropped('a', 'add:Done', 'before'), 'Done: bottom, 1 of 1')
  assert.equal(dropped('b2', 'b1', 'before'), 'b: before b1, 1 of 2')
  for (const [gid, target] of [
    ['a', 'a'],
    ['a', 'b1'],
    ['b1', 'a'],
    ['b1', 'Done'],
  ] as const) {
    assert.equal(dropped(gid, target, 'after'), null)
  }
})

test('sections move after another one, or to the top', () => {
  const order = ['To do', 'Doing', 'Done']
  assert.equal(sectionMove(order, 'Doing', 'up'), null)
  assert.equal(sectionMove(order, 'Done', 'up'), 'To do')
  assert.equal(sectionMove(order, 'To do', 'down'), 'Doing')
  assert.equal(sectionMove(order, 'To do', 'bottom'), 'Done')
  assert.equal(sectionMove(order, 'To do', 'up'), undefined)
  assert.equal(sectionMove(order, 'Done', 'bottom'), undefined)
  assert.equal(sectionDrop(order, 'Done', 'To do', 'before'), null)
  assert.equal(sectionDrop(order, 'Done', 'Doing', 'before'), 'To do')
  assert.equal(sectionDrop(order, 'To do', 'Done', 'after'), 'Done')
  assert.equal(sectionDrop(order, 'To do', 'To do', 'after'), undefined)
})
