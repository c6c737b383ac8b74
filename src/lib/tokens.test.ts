/** The tokenizer of the text index. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_INDEXED_CHARACTERS, MAX_TERMS, termsOf, tokensOf } from './tokens.ts'

test('case, diacritics, width and apostrophes make no difference', () => {
  assert.deepEqual(tokensOf('Café CAFÉ cafe\u0301 ｃａｆｅ'), ['cafe', 'cafe', 'cafe', 'cafe'])
  assert.deepEqual(tokensOf("Don't O\u2019Brien"), ['dont', 'obrien'])
  assert.deepEqual(tokensOf('Straße STRASSE Łódź Ærø ΟΔΟΣ οδος İstanbul'), [
    ...['strasse', 'strasse', 'lodz', 'aero', 'οδοσ', 'οδοσ', 'istanbul'],
  ])
  assert.deepEqual(tokensOf('ﬁnance ½ ①'), ['finance', '1', '2', '1'])
})

test('punctuation separates words', () => {
  assert.deepEqual(tokensOf('anna@example.com, C++/C#: snake_case (2026-07-04)'), [
    ...['anna', 'example', 'com', 'c', 'c', 'snake', 'case', '2026', '07', '04'],
  ])
  assert.deepEqual(tokensOf('… — ""'), [])
  assert.deepEqual(tokensOf('Launch 🚀🚀 now'), ['launch', '🚀', '🚀', 'now'])
})

test('a text without blanks is segmented into words', () => {
  assert.deepEqual(tokensOf('東京都庁で会議'), ['東京', '都庁', 'で', '会議'])
  assert.deepEqual(tokensOf('ประชุมเอกสาร'), ['ประชุม', 'เอกสาร'])
  assert.deepEqual(tokensOf('ガイド ｶﾞｲﾄﾞ'), ['ガイド', 'ガイド'])
  assert.deepEqual(tokensOf('한국어 회의'), ['한국어', '회의'], 'Korean has blanks')
})

test('marks that distinguish words stay', () => {
  assert.deepEqual(tokensOf('हिन्दी'), ['हिन्दी'])
  assert.deepEqual(tokensOf('מִשְׂרָד كِتَاب'), ['משרד', 'كتاب'])
})

test('a text of any length has a bounded number of short tokens', () => {
  const tokens = tokensOf('\ufdfa '.repeat(100_000))
  assert.ok(tokens.join(' ').length <= MAX_INDEXED_CHARACTERS)
  const [long = ''] = tokensOf('x'.repeat(1000))
  assert.equal(long.length, 64)
  assert.ok(tokensOf(`${'x'.repeat(63)}𝒳𠮷`).every(token => token.isWellFormed()))
})

test('a token never has a character with a meaning in a query language', () => {
  const hostile = `"; drop table tasks; -- ' \\ \0 * ^ : & | ! ( ) < > NEAR/2 {a} \ud800 {{b}} \u2028`
  for (const token of tokensOf(hostile)) assert.match(token, /^[\p{L}\p{N}\p{M}]+$/u)
  for (let code = 0; code < 0x80; code++) {
    for (const token of tokensOf(`é${String.fromCharCode(code)}`)) assert.match(token, /^[\p{L}\p{N}]+$/u)
  }
})

test('a search has words that match as prefixes, and phrases', () => {
  assert.deepEqual(termsOf('Quarterly "Final report" plan'), [
    { tokens: ['quarterly'], isPrefix: true },
    { tokens: ['final', 'report'], isPrefix: false },
    { tokens: ['plan'], isPrefix: true },
  ])
  assert.deepEqual(termsOf('“two words”'), [{ tokens: ['two', 'words'], isPrefix: false }])
  assert.deepEqual(termsOf('read-only'), [{ tokens: ['read', 'only'], isPrefix: true }])
  assert.deepEqual(termsOf('会議資料'), [{ tokens: ['会議', '資料'], isPrefix: true }])
  assert.deepEqual(termsOf('plan a Plan'), [
    { tokens: ['plan'], isPrefix: true },
    { tokens: ['a'], isPrefix: false },
  ])
  assert.deepEqual(termsOf('5" pipe'), [
    { tokens: ['5'], isPrefix: true },
    { tokens: ['pipe'], isPrefix: true },
  ])
  assert.deepEqual(termsOf('""  "..." !'), [])
})

test('a search has a bounded number of terms', () => {
  assert.equal(termsOf(Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' ')).length, MAX_TERMS)
})
