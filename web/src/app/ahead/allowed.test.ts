/** Whether a page reads ahead. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { isReadingAheadAllowed } from './allowed.ts'

/** A browser whose page is hidden, or that saves data. */
function stub(hidden: boolean, connection?: { saveData: boolean }): void {
  Object.defineProperty(globalThis, 'document', { value: { hidden }, configurable: true })
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document')
  Reflect.deleteProperty(navigator, 'connection')
})

test('a shown page reads ahead, unless data is saved', () => {
  stub(false)
  assert.equal(isReadingAheadAllowed(), true)
  stub(false, { saveData: false })
  assert.equal(isReadingAheadAllowed(), true)
  stub(false, { saveData: true })
  assert.equal(isReadingAheadAllowed(), false)
})

test('a hidden page reads nothing ahead', () => {
  stub(true)
  assert.equal(isReadingAheadAllowed(), false)
})
