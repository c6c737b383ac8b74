import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compileFormula, evaluateFormula, FormulaError, type FormulaSource } from './formula.ts'
import { type FormulaValue, roundHalfUp } from './formula_functions.ts'

/** A formula of the model: its text, the precedence of its outermost operator, its value. */
interface FormulaModel {
  text: string
  binding: number
  value: bigint | boolean | null
}

// Numbers of the model are multiples of 10^-40, to which the program also rounds. The upper 20 digits are decisive.
const ONE = 10n ** 40n
const DECISIVE = 10n ** 20n
const LARGEST = 10n ** 15n * ONE

const abs = (value: bigint) => (value < 0n ? -value : value)

function divide(a: bigint, b: bigint): bigint {
  const quotient = (2n * abs(a) + abs(b)) / (2n * abs(b))
  return a < 0n === b < 0n ? quotient : -quotient
}

const bounded = (value: bigint | null) => (value === null || abs(value) > LARGEST ? null : value)

/** The inputs of the model: a number, a fraction, a negative number, null, true. */
const FIELDS: Record<string, [FormulaValue, FormulaModel['value']]> = {
  '1': [7, 7n * ONE],
  '2': [0.1, ONE / 10n],
  '3': [-2.5, (-5n * ONE) / 2n],
  '4': [null, null],
  '5': [true, true],
}
const source: FormulaSource = { field: gid => FIELDS[gid]?.[0], name: () => null }

const OPERATORS: [sign: string, binding: number, apply: (a: bigint, b: bigint) => bigint | null][] = [
  ['+', 4, (a, b) => a + b],
  ['-', 4, (a, b) => a - b],
  ['*', 5, (a, b) => divide(a * b, ONE)],
  ['/', 5, (a, b) => (b === 0n ? null : divide(a * ONE, b))],
]
const COMPARISONS: [sign: string, apply: (difference: bigint) => boolean][] = [
  ['=', difference => difference === 0n],
  ['<>', difference => difference !== 0n],
  ['<', difference => difference < 0n],
  ['>=', difference => difference >= 0n],
]

const within = (model: FormulaModel, binding: number) => (model.binding < binding ? `(${model.text})` : model.text)
const isNumber = (value: FormulaModel['value']) => typeof value === 'bigint'
const holds = (value: FormulaModel['value']) => (typeof value === 'bigint' ? null : value === true)

const written = fc.tuple(fc.nat(2000), fc.nat(4)).map(([digits, point]): FormulaModel => {
  const text = digits.toString().padStart(point + 1, '0')
  const number = point === 0 ? text : `${text.slice(0, -point)}.${text.slice(-point)}`
  return { text: number, binding: 9, value: (BigInt(digits) * ONE) / 10n ** BigInt(point) }
})
const field = (...gids: string[]) =>
  fc
    .constantFrom(...gids)
    .map((gid): FormulaModel => ({ text: `{${gid}}`, binding: 9, value: FIELDS[gid]?.[1] ?? null }))
// Few operands are null or of the wrong type, because they make everything around them null.
const leaf = fc.oneof(
  { weight: 20, arbitrary: written },
  { weight: 20, arbitrary: field('1', '2', '3') },
  { weight: 1, arbitrary: field('4', '5') },
)

function arithmetic([a, [sign, binding, apply], b]: [
  FormulaModel,
  (typeof OPERATORS)[number],
  FormulaModel,
]): FormulaModel {
  const value = isNumber(a.value) && isNumber(b.value) ? bounded(apply(a.value, b.value)) : null
  return { text: `${within(a, binding)} ${sign} ${within(b, binding + 1)}`, binding, value }
}

function comparison([a, [sign, apply], b]: [FormulaModel, (typeof COMPARISONS)[number], FormulaModel]): FormulaModel {
  const text = `${within(a, 4)}${sign}${within(b, 4)}`
  if (a.value === null || b.value === null) return { text, binding: 3, value: false }
  if (isNumber(a.value) && isNumber(b.value))
    return { text, binding: 3, value: apply(divide(a.value - b.value, DECISIVE)) }
  if (isNumber(a.value) || isNumber(b.value)) return { text, binding: 3, value: null }
  return { text, binding: 3, value: apply(BigInt(a.value) - BigInt(b.value)) }
}

function logic([a, word, b]: [FormulaModel, string, FormulaModel]): FormulaModel {
  const [left, right] = [holds(a.value), holds(b.value)]
  const binding = word === 'and' ? 2 : 1
  const text = `${within(a, binding)} ${word} ${within(b, binding + 1)}`
  if (left === null || right === null) return { text, binding, value: null }
  return { text, binding, value: word === 'and' ? left && right : left || right }
}

function negative(a: FormulaModel): FormulaModel {
  return { text: `-${within(a, 8)}`, binding: 8, value: isNumber(a.value) ? -a.value : null }
}

function choice([a, b, c]: [FormulaModel, FormulaModel, FormulaModel]): FormulaModel {
  const condition = holds(a.value)
  const value = condition === null ? null : condition ? b.value : c.value
  return { text: `If(${a.text}, ${b.text},${c.text} )`, binding: 9, value }
}

function gathered([name, all]: [string, FormulaModel[]]): FormulaModel {
  const text = `${name}(${all.map(({ text }) => text).join(',')})`
  const present = all.map(({ value }) => value).filter(value => value !== null)
  const numbers = present.filter(isNumber)
  const [first = null] = numbers
  if (first === null || numbers.length < present.length) return { text, binding: 9, value: null }
  const sum = numbers.reduce((a, b) => a + b)
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const value = { sum, avg: divide(sum, BigInt(numbers.length)), min: sorted.at(0), max: sorted.at(-1) }[name] ?? null
  return { text, binding: 9, value: bounded(value) }
}

function inverse(a: FormulaModel): FormulaModel {
  const condition = holds(a.value)
  return { text: `NOT ${within(a, 2.5)}`, binding: 2.5, value: condition === null ? null : !condition }
}

const condition: fc.Memo<FormulaModel> = fc.memo(depth => {
  if (depth <= 1) return field('4', '5')
  const [number, inner] = [model(depth - 1), condition(depth - 1)]
  const compared = fc.tuple(number, fc.constantFrom(...COMPARISONS), number).map(comparison)
  return fc.oneof(
    { weight: 3, arbitrary: compared },
    fc.tuple(inner, fc.constantFrom(...COMPARISONS), inner).map(comparison),
    fc.tuple(inner, fc.constantFrom('and', 'or'), inner).map(logic),
    inner.map(inverse),
  )
})

const model: fc.Memo<FormulaModel> = fc.memo(depth => {
  if (depth <= 1) return leaf
  const inner = model(depth - 1)
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 8, arbitrary: fc.tuple(inner, fc.constantFrom(...OPERATORS), inner).map(arithmetic) },
    { weight: 2, arbitrary: inner.map(negative) },
    { weight: 3, arbitrary: fc.tuple(condition(depth - 1), inner, inner).map(choice) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('sum', 'avg', 'min', 'max'), fc.array(inner, { minLength: 1, maxLength: 3 }))
        .map(gathered),
    },
  )
})

/** The double nearest to a number of the model. */
function nearest(value: FormulaModel['value']): number | null {
  if (!isNumber(value)) return null
  const digits = abs(value).toString().padStart(41, '0')
  return Number(`${value < 0n ? '-' : ''}${digits.slice(0, -40)}.${digits.slice(-40)}`) + 0
}

test('a formula evaluates to the value of its model', () => {
  fc.assert(
    fc.property(
      model(5).filter(({ text }) => text.length <= 1000),
      ({ text, value }) => {
        assert.equal(evaluateFormula(compileFormula(text), source), nearest(value))
      },
    ),
    { numRuns: 1000 },
  )
})

const WORDS = `and or not true false if min max sum avg round floor ceil abs days hours count isblank coalesce
  due start created completed is_completed num_subtasks num_likes
  + - * / = != <> < <= > >= ( ) ( ) ( ) , , ; 0 1 2.5 .1 999999999999999 {1} {2} {3} '' 'a' "b" '2026-01-31' ' " { x`
const soup = fc.array(fc.constantFrom(...WORDS.split(/\s+/)), { maxLength: 30 }).map(words => words.join(' '))
const anyText = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 1100 }))

test('any text is compiled, or rejected with a position inside it', () => {
  fc.assert(
    fc.property(anyText, text => {
      try {
        compileFormula(text)
      } catch (error) {
        assert.ok(error instanceof FormulaError, String(error))
        assert.ok(error.position >= 1 && error.position <= text.length + 1)
        assert.ok(error.message.isWellFormed())
      }
    }),
    { numRuns: 1000 },
  )
})

const value: fc.Arbitrary<FormulaValue> = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.record({ date: fc.oneof(fc.string(), fc.constant('2026-01-31')), at: fc.oneof(fc.double(), fc.constant(null)) }),
)
const CALLS: [name: string, operands: number][] = Object.entries({
  ...{ if: 3, coalesce: 2, isblank: 1, count: 1, min: 2, max: 2, sum: 3, avg: 2 },
  ...{ round: 2, floor: 1, ceil: 1, abs: 1, days: 2, hours: 2, not: 1 },
})
const SIGNS = ['+', '-', '*', '/', '=', '!=', '<', '<=', '>', '>=', 'and', 'or']

/** Any formula, whether or not its types fit. */
const formula: fc.Memo<string> = fc.memo(depth => {
  if (depth <= 1)
    return fc.constantFrom('{1}', '{2}', '{3}', 'due', 'is_completed', '0', '2', "'a'", "'2026-01-31'", 'true')
  const inner = formula(depth - 1)
  const call = fc
    .tuple(fc.constantFrom(...CALLS), fc.array(inner, { minLength: 3, maxLength: 3 }))
    .map(([[name, operands], all]) => `${name}(${all.slice(0, operands).join()})`)
  return fc.oneof(
    call,
    fc.tuple(inner, fc.constantFrom(...SIGNS), inner).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
  )
})

test('every formula evaluates to a number or to null, for any values', () => {
  fc.assert(
    fc.property(formula(4), fc.array(value, { minLength: 5, maxLength: 5 }), (text, values) => {
      const compiled = compileFormula(text)
      const source: FormulaSource = {
        field: gid => values[Number(gid) - 1],
        name: name => values[name === 'due' ? 3 : 4],
      }
      const number = evaluateFormula(compiled, source)
      assert.ok(number === null || Math.abs(number) <= 1e15, String(number))
      assert.equal(evaluateFormula(compiled, source), number)
    }),
    { numRuns: 1000 },
  )
})

test('rounding is idempotent, and moves a number by at most half a step', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.nat(6), (number, digits) => {
      const rounded = roundHalfUp(number, digits)
      assert.equal(roundHalfUp(rounded, digits), rounded)
      assert.equal(roundHalfUp(-number, digits), -rounded + 0)
      assert.ok(Math.abs(rounded - number) <= 0.5 / 10 ** digits + 1e-6)
    }),
  )
})
