import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('cells with separators are quoted, and formulas are text', () => {
  assert.equal(
    csvOf([
      ['Name', 'Tags'],
      ['a "b"', 'x, y'],
      ['=1+1', 'two\nlines'],
    ]),
    '\uFEFFName,Tags\r\n"a ""b""","x, y"\r\n\'=1+1,"two\nlines"\r\n',
  )
})
