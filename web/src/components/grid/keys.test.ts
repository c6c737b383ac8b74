/** What a key does in a grid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyPress } from '../../text/keys.ts'
import { letterOf } from '../../text/keys.ts'
import { type GridPlace, type GridSize, moveOf } from './keys.ts'

const rows = [
  { level: 1, isExpanded: true },
  { level: 2 },
  { level: 2, isExpanded: false },
  { level: 1, isExpanded: false },
]
const size: GridSize = {
  rows,
  columnCount: 3,
  pageRows: 2,
  isRightToLeft: false,
  hasLetterKeys: true,
  hasSelection: false,
}
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  shiftKey: false,
  altKey: false,
  isMod: false,
  ...more,
})
const at = (row: number, column: number | null = null): GridPlace => ({ row, column })
const focus = (row: number, column: number | null = null) => ({ type: 'focus', place: { row, column } })
const move = (key: string, place: GridPlace, more?: Partial<KeyPress>, part: Partial<GridSize> = {}) =>
  moveOf(press(key, more), place, { ...size, ...part })

test('arrows, pages and letters move between rows and stop at the ends', () => {
  assert.deepEqual(move('ArrowDown', at(0)), focus(1))
  assert.deepEqual(move('j', at(0)), focus(1))
  assert.deepEqual(move('k', at(0)), focus(0))
  assert.deepEqual(move('PageDown', at(1)), focus(3))
  assert.deepEqual(move('PageDown', at(3)), focus(3))
  assert.deepEqual(move('End', at(0), { isMod: true }), focus(3))
  assert.deepEqual(move('Home', at(3), { isMod: true }), focus(0))
})

test('moves between rows keep the column', () => {
  assert.deepEqual(move('ArrowDown', at(1, 2)), focus(2, 2))
})

test('the forward arrow expands, then enters the cells', () => {
  assert.deepEqual(move('ArrowRight', at(2)), { type: 'expand', isExpanded: true })
  assert.deepEqual(move('ArrowRight', at(0)), focus(0, 0))
  assert.deepEqual(move('ArrowRight', at(1, 0)), focus(1, 1))
  assert.deepEqual(move('ArrowRight', at(1, 2)), focus(1, 2))
})

test('the back arrow leaves the cells, collapses, then goes to the parent', () => {
  assert.deepEqual(move('ArrowLeft', at(1, 1)), focus(1, 0))
  assert.deepEqual(move('ArrowLeft', at(1, 0)), focus(1))
  assert.deepEqual(move('ArrowLeft', at(0)), { type: 'expand', isExpanded: false })
  assert.deepEqual(move('ArrowLeft', at(2)), focus(0))
  assert.equal(move('ArrowLeft', at(3)), null)
})

test('arrows follow the direction of the text', () => {
  assert.deepEqual(move('ArrowLeft', at(2), {}, { isRightToLeft: true }), { type: 'expand', isExpanded: true })
})

test('Home and End go to the first and the last cell', () => {
  assert.deepEqual(move('Home', at(1)), focus(1, 0))
  assert.deepEqual(move('End', at(1)), focus(1, 2))
})

test('Enter opens a row and edits a cell', () => {
  assert.deepEqual(move('Enter', at(1)), { type: 'open' })
  assert.deepEqual(move('Enter', at(1, 1)), { type: 'edit' })
  assert.equal(move('Enter', at(1), { isMod: true }), null)
})

test('Escape leaves the cell, then clears the selection, then is left to the page', () => {
  assert.deepEqual(move('Escape', at(1, 1)), focus(1))
  assert.deepEqual(move('Escape', at(1), {}, { hasSelection: true }), { type: 'clear' })
  assert.equal(move('Escape', at(1)), null)
})

test('keys select: X, Shift with arrows, Mod+A', () => {
  assert.deepEqual(move('x', at(1)), { type: 'toggle' })
  assert.deepEqual(move('ArrowDown', at(1), { shiftKey: true }), { ...focus(2), extends: true })
  assert.deepEqual(move('a', at(1), { isMod: true }), { type: 'all' })
  assert.equal(move('x', at(1), {}, { hasLetterKeys: false }), null)
})

test('Alt belongs to moving, which is not the business of the grid', () => {
  assert.equal(move('ArrowDown', at(1), { altKey: true, shiftKey: true }), null)
})

test('letters are those printed, or those of the position on other alphabets', () => {
  assert.equal(letterOf({ key: 'j', code: 'KeyC' }), 'j')
  assert.equal(letterOf({ key: 'о', code: 'KeyJ' }), 'j')
  assert.equal(letterOf({ key: '1', code: 'Digit1' }), '')
})
