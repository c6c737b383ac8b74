/** Numbers are written exactly as the runtime writes them for American English. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayNumber } from './display.ts'

const written = (number: number, precision: number, currency_code: string | null = null) =>
  displayNumber(number, {
    ...{ format: currency_code === null ? 'none' : 'currency', precision, currency_code },
    ...{ custom_label: null, custom_label_position: null },
  })

const byRuntime = (number: number, digits: number, currency: string | null) =>
  new Intl.NumberFormat('en-US', {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
    ...(currency !== null && { style: 'currency', currency }),
  }).format(number)

const EDGES = [
  ...[0, -0, 1, -1, 999, 1000, -1000, 12_345.5, 123_456_789.125, 0.1, 0.5, 1.005, 2.5, -2.5, 0.000_001, 1e-7],
  ...[1e15, 2 ** 53 - 1, -(2 ** 53 - 1), 1e20, 1e21, 1.5e300, 5e-324, 999.995, 0.995, 99_999_999_999.99],
]

/** Different at each call, the same in each run. */
function* numbers(count: number): Generator<number> {
  let seed = 7
  for (let at = 0; at < count; at++) {
    seed = (seed * 48_271) % 2_147_483_647
    const scale = 10 ** (seed % 13)
    yield ((seed % 2 === 0 ? 1 : -1) * Math.round((seed / 2_147_483_647) * scale * 1e3)) / 10 ** (seed % 7)
  }
}

for (const currency of [null, 'EUR', 'USD', 'JPY', 'CHF', 'KWD']) {
  test(`numbers ${currency === null ? 'without a currency' : `in ${currency}`} are those of the runtime`, () => {
    for (const digits of [0, 1, 2, 3, 6]) {
      for (const number of [...EDGES, ...numbers(300)]) {
        assert.equal(written(number, digits, currency), byRuntime(number, digits, currency), `${number} with ${digits}`)
      }
    }
  })
}
