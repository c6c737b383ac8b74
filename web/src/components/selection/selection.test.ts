/** The selection of rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_SELECTION, type SelectionAct, selectionAfter, selectionWithin } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const after = (...acts: SelectionAct[]) => acts.reduce((one, act) => selectionAfter(one, act, order), EMPTY_SELECTION)
const gidsAfter = (...acts: SelectionAct[]) => [...after(...acts).gids].sort().join('')
const toggle = (gid: string): SelectionAct => ({ type: 'toggle', gid })
const extend = (gid: string, from = 'a'): SelectionAct => ({ type: 'extend', gid, from })

test('a toggled row is selected, and toggled again it is not', () => {
  assert.equal(gidsAfter(toggle('b'), toggle('d')), 'bd')
  assert.equal(gidsAfter(toggle('b'), toggle('d'), toggle('b')), 'd')
  assert.equal(after(toggle('b'), toggle('b')), EMPTY_SELECTION)
})

test('a range extends from the row that was toggled last, in both directions', () => {
  assert.equal(gidsAfter(toggle('b'), extend('d')), 'bcd')
  assert.equal(gidsAfter(toggle('d'), extend('b')), 'bcd')
})

test('a range without a selection begins at the current row', () => {
  assert.equal(gidsAfter(extend('c', 'b')), 'bc')
})

test('a range that becomes shorter releases its rows and keeps others', () => {
  assert.equal(gidsAfter(toggle('a'), toggle('c'), extend('e'), extend('d')), 'acd')
  assert.equal(gidsAfter(toggle('c'), extend('e'), extend('b')), 'bc')
})

test('all shown rows can be selected and cleared', () => {
  assert.equal(gidsAfter({ type: 'all' }), 'abcde')
  assert.equal(after({ type: 'all' }, { type: 'clear' }), EMPTY_SELECTION)
})

test('rows that are no longer shown leave the selection', () => {
  const selection = after(toggle('b'), extend('d'))
  assert.deepEqual([...selectionWithin(selection, ['a', 'c', 'd']).gids], ['c', 'd'])
  assert.equal(selectionWithin(selection, order), selection)
  assert.equal(selectionWithin(selection, ['a']), EMPTY_SELECTION)
})

test('rows that get other gids stay in the selection', () => {
  const selection = after(toggle('b'), extend('d'))
  const renamed = (gid: string) => (gid === 'd' ? 'D' : gid)
  const kept = selectionWithin(selection, ['a', 'b', 'c', 'D', 'e'], renamed)
  assert.deepEqual([[...kept.gids], kept.anchor, kept.head], [['b', 'c', 'D'], 'b', 'D'])
  assert.equal(selectionWithin(selection, order, renamed), selection)
})

test('a range from a row that is no longer shown begins at the current row', () => {
  const selection = selectionAfter(after(toggle('b')), extend('e', 'd'), ['a', 'd', 'e'])
  assert.deepEqual([...selection.gids].sort(), ['b', 'd', 'e'])
})
