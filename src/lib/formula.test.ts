import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFormula, evaluateFormula, FormulaError, reaches } from './formula.ts'
import { type FormulaValue, roundHalfUp } from './formula_functions.ts'

/** Evaluates a formula; `values` contains custom fields by gid and other values by name. */
function run(text: string, values: Record<string, FormulaValue> = {}): number | null {
  return evaluateFormula(compileFormula(text), { field: gid => values[gid], name: name => values[name] })
}

/** Checks one formula for each line: the text, an arrow, and the result, a number or null. */
function check(lines: string, values: Record<string, FormulaValue> = {}) {
  for (const line of lines.trim().split('\n')) {
    const [text = '', expected = ''] = line.split('→').map(part => part.trim())
    assert.equal(String(run(text, values)), expected, text)
  }
}

function refuses(text: string, message: string) {
  assert.throws(
    () => compileFormula(text),
    (error: unknown) => {
      assert.ok(error instanceof FormulaError, String(error))
      assert.equal(error.message, message, text)
      assert.ok(message.startsWith(`Position ${error.position}: `))
      return true
    },
  )
}

test('operators have arithmetic precedence and are left-associative', () => {
  check(`
    1 + 2 * 3            → 7
    (1 + 2) * 3          → 9
    2 * 3 + 4 / 2        → 8
    10 - 4 - 3           → 3
    100 / 10 / 5         → 2
    -2 * 3               → -6
    2 - -3               → 5
    --2                  → 2
    -(1 + 2)             → -3
    - 0                  → 0
    if(1 + 1 = 2, 1, 0)  → 1
    if(true or false and false, 1, 0)          → 1
    if((true or false) and false, 1, 0)        → 0
    if(not 1 = 2, 1, 0)                        → 1
    if(not true or true, 1, 0)                 → 1
    if(not (true or true), 1, 0)               → 0
    if(true = not false, 1, 0)                 → 1
    if(1 < 2 and 2 < 3 and not 3 < 2, 1, 0)    → 1
  `)
})

test('numbers are calculated as decimals', () => {
  check(
    `
    0.1 + 0.2                  → 0.3
    0.1 * 3                    → 0.3
    1.1 * 1.1                  → 1.21
    .5 + 0.25                  → 0.75
    0.3 - 0.1 - 0.2            → 0
    {1} + {2}                  → 0.3
    if({1} + {2} = 0.3, 1, 0)  → 1
    10 / 4                     → 2.5
    1 / 3 * 3                  → 1
    if(1 / 3 * 3 = 1, 1, 0)    → 1
    floor(100 / 3 * 3)         → 100
    ceil(2 / 3 * 3)            → 2
    floor(-1 / 3 * 3)          → -1
    round(0.5 / 3 * 3)         → 1
    floor(1 / 3 * 300000000000000 / 100000000000000)  → 1
    floor(hours({3}, {4}) * 60) → 20
    if(0.00000000000000000001 > 0, 1, 0)              → 1
    99999999999999.5 + 0.25    → 99999999999999.75
  `,
    { 1: 0.1, 2: 0.2, 3: { date: '2026-01-31', at: 1_200_000 }, 4: { date: '2026-01-31', at: 0 } },
  )
})

test('functions of numbers return numbers', () => {
  check(`
    min(3, 1, 2)         → 1
    max(3, 1, 2)         → 3
    sum(0.1, 0.2, 3)     → 3.3
    avg(1, 2, 6)         → 3
    min(4)               → 4
    abs(-2.5)            → 2.5
    floor(2.7)           → 2
    floor(-2.1)          → -3
    floor(-2)            → -2
    ceil(2.1)            → 3
    ceil(-2.7)           → -2
    ceil(-0.5)           → 0
    round(2.5)           → 3
    round(-2.5)          → -3
    round(1.005, 2)      → 1.01
    round(1.2345, 2)     → 1.23
    round(1250, -2)      → 1300
    round(1.5, 0.5)      → null
    round(1.5, 16)       → null
    ROUND(Avg(1, 2), 0)  → 2
  `)
})

test('conditions select a branch', () => {
  check(
    `
    if(true, 1, 2)            → 1
    IF(FALSE, 1, 2)           → 2
    if(false, 1)              → null
    if({1} > 8, {1} * 1.5, 0) → 15
    if({2} = 'High', 3, 1)    → 3
    if({2} = "high", 3, 1)    → 1
    if({2} != 'Low', 3, 1)    → 3
    if({2} <> 'High', 3, 1)   → 1
    if('a' < 'b' and 'b' >= 'b' and 'b' > 'a' and not 'b' < 'b' and 'a' <= 'b', 1, 0) → 1
    if({3} = 'it''s "so"', 1, 0)   → 1
    if({3} = "it's ""so""", 1, 0)  → 1
    if(is_completed = false, 1, 0) → 1
    if(is_completed, 1, 0)    → 0
    if(is_completed < true, 1, 0)  → 1
    num_subtasks + num_likes  → 5
  `,
    { 1: 10, 2: 'High', 3: `it's "so"`, is_completed: false, num_subtasks: 3, num_likes: 2 },
  )
})

test('dates are subtracted in whole days and in hours, and compared', () => {
  check(
    `
    days(due, start)                  → 30
    days(start, due)                  → -30
    days({1}, {2})                    → 1
    days('2024-03-01', '2024-02-28')  → 2
    days('2024-02-30', '2024-02-28')  → null
    days(due, 'soon')                 → null
    days(due, 1)                      → null
    hours({1}, {2})                   → 2
    hours({1}, '2026-01-31')          → 25
    hours(due, start)                 → 720
    hours(created, {2})               → 0.5
    if(due > start, 1, 0)             → 1
    if(due = '2026-01-31', 1, 0)      → 1
    if('2026-02-01' <= due, 1, 0)     → 0
    if({1} > {2}, 1, 0)               → 1
    if({2} = due, 1, 0)               → 1
    if(created = {2}, 1, 0)           → 0
    if(due = 'soon', 1, 0)            → 0
    if(isblank(completed), 1, 0)      → 1
    days(completed, start)            → null
  `,
    {
      due: { date: '2026-01-31' },
      start: { date: '2026-01-01', at: null },
      created: { date: '2026-01-31', at: Date.UTC(2026, 0, 31, 23, 30) },
      1: { date: '2026-02-01', at: Date.UTC(2026, 1, 1, 1) },
      2: { date: '2026-01-31', at: Date.UTC(2026, 0, 31, 23) },
      completed: null,
    },
  )
})

test('count returns the number of elements', () => {
  check(
    `
    count({1})   → 3
    count({2})   → 0
    count({3})   → 1
    count({4})   → 0
    count({5})   → 0
    count(0)     → 1
    count({1}) * 2 + count({3}) → 7
  `,
    { 1: ['a', 'b', 'c'], 2: [], 3: 'one', 4: null },
  )
})

test('null stays null in arithmetic, and aggregates ignore it', () => {
  const nothings = [null, undefined, '', [], Number.NaN, Number.POSITIVE_INFINITY, 1e16] as FormulaValue[]
  for (const nothing of nothings) {
    check(
      `
      {1}                             → null
      {1} + 1                         → null
      1 * {1}                         → null
      -{1}                            → null
      round({1}, 1)                   → null
      round(1.5, {1})                 → null
      abs({1})                        → null
      days({1}, '2026-01-01')         → null
      sum({1}, 2, {1}, 3)             → 5
      avg({1}, 2, 4)                  → 3
      min({1}, 2)                     → 2
      max(2, {1})                     → 2
      sum({1}, {1})                   → null
      coalesce({1}, {1}, 7, 8)        → 7
      coalesce({1})                   → null
      coalesce({1}, 0)                → 0
      count({1})                      → 0
      if({1}, 1, 2)                   → 2
      if(isblank({1}), 1, 2)          → 1
      if(isblank(0), 1, 2)            → 2
      if(isblank(false), 1, 2)        → 2
      if(isblank(''), 1, 2)           → 1
      if({1} = {1}, 1, 2)             → 2
      if({1} != 1, 1, 2)              → 2
      if(1 > {1}, 1, 2)               → 2
      if({1} or true, 1, 2)           → 1
      if({1} and true, 1, 2)          → 2
      if(not {1}, 1, 2)               → 1
    `,
      { 1: nothing },
    )
  }
})

test('an undefined calculation gives null', () => {
  check(
    `
    1 / 0                        → null
    0 / (1 - 1)                  → null
    coalesce(1 / 0, 5)           → 5
    1 + 'a'                      → null
    -'a'                         → null
    true * 2                     → null
    {1} + 1                      → null
    due + 1                      → null
    sum(1, 'a')                  → null
    max(due, 1)                  → null
    abs(true)                    → null
    if(1, 2, 3)                  → null
    if('true', 2, 3)             → null
    if(1 and true, 2, 3)         → 3
    if(not 'a', 2, 3)            → 3
    if(isblank(not 'a'), 2, 3)   → 2
    if(1 = 'a', 2, 3)            → 3
    if(not 1 = 'a', 2, 3)        → 2
    if(isblank(1 = 'a'), 2, 3)   → 2
    if({1} = {1}, 2, 3)          → 3
    if(due > true, 2, 3)         → 3
    hours(true, false)           → null
    true                         → null
    'text'                       → null
    due                          → null
    {1}                          → null
    1000000 * 1000000000         → 1000000000000000
    1000000 * 1000000001         → null
    1000000000000000 * 10 / 10   → null
    -1000000000000000 - 1        → null
    {2} + 1                      → null
    {3} + 1                      → 1
  `,
    { 1: ['a'], 2: 1.7e308, 3: 5e-324, due: { date: '2026-01-31' } },
  )
  assert.equal(run('days({1}, {1})', { 1: { date: 'no date' } }), null)
  assert.equal(run('hours({1}, {1})', { 1: { date: '', at: Number.NaN } }), null)
})

test('a formula lists its inputs, each once and in order', () => {
  const { text, fields, names } = compileFormula(
    '{7} + { 12 } * num_likes - {7} + DUE + num_likes + coalesce({3}, start)',
  )
  assert.deepEqual(
    [fields, names],
    [
      ['7', '12', '3'],
      ['num_likes', 'due', 'start'],
    ],
  )
  assert.equal(text.slice(0, 3), '{7}')
  assert.deepEqual(compileFormula("'{5} due'").fields, [])
})

test('a syntax error has its position', () => {
  refuses('', 'Position 1: expected a value, found the end')
  refuses('  ', 'Position 3: expected a value, found the end')
  refuses('1 +', 'Position 4: expected a value, found the end')
  refuses('1 + * 2', 'Position 5: expected a value, found *')
  refuses('1 2', 'Position 3: expected an operator or the end, found 2')
  refuses('1e5', 'Position 2: expected an operator or the end, found e5')
  refuses('1.2.3', 'Position 4: expected an operator or the end, found .3')
  refuses('1.', 'Position 2: unexpected .')
  refuses('(1 + 2', 'Position 7: expected an operator or ), found the end')
  refuses('1)', 'Position 2: expected an operator or the end, found )')
  refuses('()', 'Position 2: expected a value, found )')
  refuses('min(1 2)', 'Position 7: expected an operator, a comma or ), found 2')
  refuses('min(1,)', 'Position 7: expected a value, found )')
  refuses('min + 1', 'Position 5: expected (, found +')
  refuses('due(1)', 'Position 4: expected an operator or the end, found (')
  refuses('1 + foo(2)', 'Position 5: no function or value is called foo')
  refuses('constructor', 'Position 1: no function or value is called constructor')
  refuses('and(true, true)', 'Position 1: expected a value, found and')
  refuses('1 < 2 < 3', 'Position 7: comparisons must be joined by and')
  refuses('1 == 1', 'Position 4: expected a value, found =')
  refuses('if(true)', 'Position 1: if takes 2 or 3 values')
  refuses('1 + days(due)', 'Position 5: days takes 2 values')
  refuses('round(1, 2, 3)', 'Position 1: round takes 1 or 2 values')
  refuses('sum()', 'Position 1: sum takes at least one value')
  refuses('abs(1, 2)', 'Position 1: abs takes one value')
  refuses("'open", "Position 1: ' is never closed")
  refuses('1 + "open', 'Position 5: " is never closed')
  refuses('{12', 'Position 1: { is never closed')
  refuses('2 * {Estimate}', 'Position 5: expected the gid of a custom field in braces')
  refuses('{}', 'Position 1: expected the gid of a custom field in braces')
  refuses('{0}', 'Position 1: expected the gid of a custom field in braces')
  refuses('{9007199254740992}', 'Position 1: expected the gid of a custom field in braces')
  refuses('1 § 2', 'Position 3: unexpected §')
  refuses('1 😀 2', 'Position 3: unexpected 😀')
  refuses('1000000000000001', 'Position 1: the number is too large')
  refuses(`1 ${'x'.repeat(60)}`, `Position 3: expected an operator or the end, found ${'x'.repeat(40)}`)
})

test('formulas are bounded in length, depth and number of parts', () => {
  assert.equal(run(`1${' '.repeat(999)}`), 1)
  refuses(`1${' '.repeat(1000)}`, 'Position 1001: a formula has at most 1000 characters')

  const deep = [
    (levels: number) => `${'('.repeat(levels)}1${')'.repeat(levels)}`,
    (levels: number) => `${'abs('.repeat(levels)}1${')'.repeat(levels)}`,
    (levels: number) => `if(${'not '.repeat(levels - 1)}true, 1, 1)`,
    (levels: number) => `${'-'.repeat(levels)}1`,
  ]
  for (const nest of deep) {
    assert.equal(run(nest(50))?.toString().slice(-1), '1')
    assert.throws(() => compileFormula(nest(51)), /^Error: Position \d+: a formula is at most 50 levels deep$/)
  }
  assert.throws(() => compileFormula('('.repeat(1000)), FormulaError)

  assert.equal(run(`1${'+1'.repeat(99)}`), 100)
  refuses(`1${'+1'.repeat(100)}`, 'Position 200: a formula has at most 200 parts')
})

test('rounding moves halves away from zero, by the decimal form', () => {
  const cases: [number | string, number, number][] = [
    [1.2345, 2, 1.23],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    ['1.005', 2, 1.01],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [0.5, 0, 1],
    [8.345, 2, 8.35],
    [1.45, 1, 1.5],
    [1e21, 2, 1e21],
    [1.5e-7, 6, 0],
    [-0.001, 2, 0],
    [-0, 0, 0],
    ['abc', 2, Number.NaN],
    ['', 2, Number.NaN],
    [Number.POSITIVE_INFINITY, 2, Number.NaN],
  ]
  for (const [value, digits, expected] of cases) assert.equal(roundHalfUp(value, digits), expected, String(value))
})

test('a gid reaches another over any number of steps, and itself only in a cycle', () => {
  const graph = new Map([
    ['1', ['2', '3']],
    ['2', ['4']],
    ['4', ['5', '2']],
    ['6', ['6']],
  ])
  assert.equal(reaches(graph, '1', '5'), true)
  assert.equal(reaches(graph, '5', '1'), false)
  assert.equal(reaches(graph, '1', '1'), false)
  assert.equal(reaches(graph, '2', '2'), true)
  assert.equal(reaches(graph, '6', '6'), true)
  assert.equal(reaches(graph, '7', '7'), false)
})
