import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divide, formatAmount, jsonAmount, ONE, parseAmount } from './amount.ts'

/** A text as the amount that it stands for; undefined where it is none. */
const read = (text: string): string | undefined => {
  const amount = parseAmount(text)
  return amount === undefined ? undefined : formatAmount(amount)
}

test('an amount keeps 20 digits before and after the point', () => {
  const longest = '12345678901234567890.09876543210987654321'
  for (const text of [longest, `-${longest}`, '0', '1', '0.00000000000000000001', '99999999999999999999']) {
    assert.equal(read(text), text)
  }
})

test('an amount has one form', () => {
  const pairs = [
    ...[
      ['1.50', '1.5'],
      ['007', '7'],
      ['+3', '3'],
      ['-0', '0'],
      ['.5', '0.5'],
      ['5.', '5'],
      ['1e3', '1000'],
    ],
    ...[
      ['1.5E-3', '0.0015'],
      ['12.5e-1', '1.25'],
      ['0e999', '0'],
      ['5e-21', '0.00000000000000000001'],
      ['4e-21', '0'],
    ],
    ...[
      ['-5e-21', '-0.00000000000000000001'],
      ['1e-999', '0'],
    ],
  ] as const
  for (const [text, form] of pairs) assert.equal(read(text), form, text)
})

test('a text that is no decimal number, and one that is too large, is no amount', () => {
  const texts = [
    '',
    '.',
    '-',
    'x',
    '1,5',
    '0x10',
    '1e',
    '1e1000',
    ' 1',
    '1_000',
    'NaN',
    'Infinity',
    '٣',
    '1'.repeat(101),
  ]
  for (const text of [...texts, '100000000000000000000', '1e20', '1e308', '-1e20'])
    assert.equal(read(text), undefined, text)
})

test('a quotient is rounded to the nearest unit, halves away from zero', () => {
  const pairs = [
    [7n, 2n, 4n],
    [-7n, 2n, -4n],
    [5n, 3n, 2n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, 60n, 0n],
  ] as const
  for (const [amount, by, quotient] of pairs) assert.equal(divide(amount, by), quotient)
  assert.equal(formatAmount(divide(ONE, 60n)), '0.01666666666666666667')
})

test('an amount is written into JSON with all its digits', () => {
  const json = JSON.stringify({ value: jsonAmount('12345678901234567890.12'), none: jsonAmount(null) })
  assert.equal(json, '{"value":12345678901234567890.12,"none":null}')
})
