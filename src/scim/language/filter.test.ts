import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../lib/errors.ts'
import { parseFilter, parsePath, type ScimFilter } from './filter.ts'

/** The tree as one line, which is easier to compare. */
function format(filter: ScimFilter): string {
  switch (filter.is) {
    case 'and':
    case 'or':
      return `(${filter.of.map(format).join(` ${filter.is} `)})`
    case 'not':
      return `not ${format(filter.of)}`
    case 'present':
      return `${filter.name} pr`
    case 'entry':
      return `${filter.name}[${format(filter.where)}]`
    default: {
      const { text, quoted } = filter.value
      return `${filter.name} ${filter.operator} ${quoted ? `'${text}'` : text}`
    }
  }
}

test('"and" binds tighter than "or", and brackets bind tighter than both', () => {
  assert.equal(format(parseFilter('a eq 1 or b eq 2 and c eq 3')), '(a eq 1 or (b eq 2 and c eq 3))')
  assert.equal(format(parseFilter('(a eq 1 or b eq 2) and c pr')), '((a eq 1 or b eq 2) and c pr)')
  assert.equal(format(parseFilter('not (a eq 1) and b pr or c pr')), '((not a eq 1 and b pr) or c pr)')
})

test('keywords are read in any case, also without blanks around brackets', () => {
  assert.equal(format(parseFilter('A EQ "x" AND NOT(b PR)')), "(A eq 'x' and not b pr)")
})

test('a comparison after a value path tests the same entry', () => {
  const text = 'emails[type eq "work" or primary eq true].value co "@x"'
  assert.equal(format(parseFilter(text)), "emails[((type eq 'work' or primary eq true) and value co '@x')]")
})

test('a value may be a bare word, and a string may have escapes', () => {
  assert.equal(format(parseFilter('externalId eq jyoung')), 'externalId eq jyoung')
  assert.equal(format(parseFilter('a eq "say \\"hi\\" \\u00e9 ) or"')), `a eq 'say "hi" é ) or'`)
})

const invalidFilters = [
  ...['', ' ', 'a', 'a eq', 'eq "x"', 'a eq "x', 'a eq "x" b', 'a eq "x" and', 'or a pr', '(a pr', 'a pr)', 'not a pr'],
  ...[
    'a is "x"',
    'a[b eq 1',
    'a b]',
    'a[]',
    '[a eq 1]',
    'a eq (1)',
    'a eq "\\x"',
    'a eq "x"y"',
    '1a eq 2',
    '__proto__ pr',
  ],
]

for (const text of invalidFilters) {
  test(`the filter ${JSON.stringify(text)} is refused`, () => assert.throws(() => parseFilter(text), ApiError))
}

test('depth and length of a filter are bounded', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a pr${')'.repeat(depth)}`
  assert.equal(format(parseFilter(nested(32))), 'a pr')
  assert.throws(() => parseFilter(nested(33)), /nested deeper/)
  assert.throws(() => parseFilter(`a eq "${'x'.repeat(8192)}"`), /longer than/)
})

test('a path has a name, and optionally a filter and a sub-attribute', () => {
  assert.deepEqual(parsePath('name.givenName'), { name: 'name.givenName', where: null, sub: null })
  const { name, where, sub } = parsePath('emails[type eq "work"].value')
  assert.deepEqual([name, where && format(where), sub], ['emails', "type eq 'work'", 'value'])
  for (const text of ['', 'a b', 'a[', 'a[b eq 1]c', 'a[b eq 1].c.d', '__proto__.x', '.a', 'a eq 1']) {
    assert.throws(() => parsePath(text), ApiError, text)
  }
})
