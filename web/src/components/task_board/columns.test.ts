/** The columns of a board: what they hold, and where keys and drags lead. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ViewRow } from '../../data/views.ts'
import { type BoardColumn, columnsOf, dropMove, focusStep, moveStep } from './columns.ts'

const section = (gid: string, title = gid): ViewRow => ({
  ...{ gid, kind: 'section', level: 1, section: gid, parent: null, title },
})
const task = (gid: string): ViewRow => ({ gid, kind: 'task', level: 2, section: null, parent: null })

const board = columnsOf(
  [section('todo', 'To do'), task('a'), task('b'), task('c'), section('empty'), section('done', 'Done'), task('z')],
  [],
)
const cardsOf = (columns: readonly BoardColumn[]) =>
  columns.map(({ gid, cards }) => `${gid}: ${cards.join(' ')}`.trim())

test('a column holds the tasks of its section, and tasks before the first section have their own', () => {
  assert.deepEqual(cardsOf(board), ['todo: a b c', 'empty:', 'done: z'])
  assert.deepEqual(cardsOf(columnsOf([task('x'), section('todo')], [])), ['loose: x', 'todo:'])
})

test('a column without changes is the same object, and so is a board', () => {
  const rows = [section('todo', 'To do'), task('a'), task('b'), task('c'), section('empty'), section('done', 'Done')]
  const next = columnsOf([...rows, task('y')], board)
  assert.deepEqual(
    next.map((column, index) => column === board[index]),
    [true, true, false],
  )
  assert.equal(columnsOf([...rows, task('y')], next), next)
})

test('steps of the focus stay in the column, and to the sides skip empty columns', () => {
  assert.equal(focusStep(board, 'a', 'down'), 'b')
  assert.equal(focusStep(board, 'a', 'up'), null)
  assert.equal(focusStep(board, 'b', 'right'), 'z')
  assert.equal(focusStep(board, 'z', 'left'), 'a')
  assert.equal(focusStep(board, 'a', 'bottom'), 'c')
  assert.equal(focusStep(board, 'nobody', 'down'), null)
})

const moved = (card: string, step: Parameters<typeof moveStep>[2]) => {
  const move = moveStep(board, card, step)
  return move && [move.column.gid, move.place, `${move.position} of ${move.total}`]
}

test('steps of a card name its neighbour and its position', () => {
  assert.deepEqual(moved('a', 'down'), ['todo', { after: 'b' }, '2 of 3'])
  assert.deepEqual(moved('c', 'up'), ['todo', { before: 'b' }, '2 of 3'])
  assert.deepEqual(moved('c', 'top'), ['todo', { before: 'a' }, '1 of 3'])
  assert.deepEqual(moved('a', 'bottom'), ['todo', { after: 'c' }, '3 of 3'])
  assert.deepEqual(moved('c', 'right'), ['empty', 'bottom', '1 of 1'])
  assert.deepEqual(moved('z', 'left'), ['empty', 'bottom', '1 of 1'])
  for (const [card, step] of [
    ['a', 'up'],
    ['c', 'bottom'],
    ['a', 'left'],
    ['z', 'right'],
  ] as const)
    assert.equal(moved(card, step), null)
})

test('a drop names the neighbour; one at the same place changes nothing', () => {
  const drop = (cards: string, ...given: [{ column: string; card?: string }, 'before' | 'after' | 'into']) => {
    const move = dropMove(board, cards.split(' '), ...given)
    return move && [move.column.gid, move.place, `${move.position} of ${move.total}`]
  }
  assert.deepEqual(drop('a', { column: 'done', card: 'z' }, 'before'), ['done', { before: 'z' }, '1 of 2'])
  assert.deepEqual(drop('a', { column: 'todo', card: 'c' }, 'after'), ['todo', { after: 'c' }, '3 of 3'])
  assert.deepEqual(drop('z', { column: 'todo' }, 'into'), ['todo', 'bottom', '4 of 4'])
  assert.equal(drop('a', { column: 'todo', card: 'b' }, 'before'), null)
  assert.equal(drop('b', { column: 'todo', card: 'a' }, 'after'), null)
  assert.equal(drop('c', { column: 'todo' }, 'into'), null)
  assert.equal(drop('a', { column: 'nowhere' }, 'into'), null)
})

test('cards that are dropped together keep their order, and not next to one of themselves', () => {
  const drop = (cards: string, ...given: [{ column: string; card?: string }, 'before' | 'after' | 'into']) => {
    const move = dropMove(board, cards.split(' '), ...given)
    return move && [move.place, `${move.position} of ${move.total}`]
  }
  assert.deepEqual(drop('a c', { column: 'done', card: 'z' }, 'after'), [{ after: 'z' }, '2 of 3'])
  assert.deepEqual(drop('a c', { column: 'todo', card: 'b' }, 'before'), [{ before: 'b' }, '1 of 3'])
  assert.deepEqual(drop('a z', { column: 'todo' }, 'into'), ['bottom', '3 of 4'])
  assert.equal(drop('a b', { column: 'todo', card: 'c' }, 'before'), null)
  assert.equal(drop('a c', { column: 'todo', card: 'c' }, 'after'), null)
})
