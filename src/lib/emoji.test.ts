/** Emoji: what counts as one, and its base. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEmoji } from './emoji.ts'

test('an emoji without a skin tone is its own base', () => {
  for (const emoji of ['👍', '❤️', '🎉', '🇩🇪', '🏴‍☠️', '👩‍🚀', '1️⃣', '👨‍👩‍👧‍👦', '🏽']) {
    assert.deepEqual(parseEmoji(emoji), { base: emoji, variant: emoji })
  }
})

test('the base of an emoji with skin tones is the emoji without them', () => {
  const bases = {
    '👍🏽': '👍',
    '👩🏿‍🚀': '👩‍🚀',
    '☝🏻': '☝️',
    '🕵🏾‍♀️': '🕵️‍♀️',
    '👩🏼‍❤️‍👨🏿': '👩‍❤️‍👨',
    '🧑🏻‍🤝‍🧑🏿': '🧑‍🤝‍🧑',
  }
  for (const [variant, base] of Object.entries(bases)) assert.deepEqual(parseEmoji(variant), { base, variant })
})

test('the base of two people with different skin tones is the emoji of two people', () => {
  const bases = {
    '👩🏻‍🤝‍👩🏿': '👭',
    '👩🏻‍🤝‍👨🏿': '👫',
    '👨🏻‍🤝‍👨🏿': '👬',
    '🧑🏻‍❤️‍🧑🏿': '💑',
    '🧑🏻‍❤️‍💋‍🧑🏿': '💏',
    '🫱🏻‍🫲🏿': '🤝',
  }
  for (const [variant, base] of Object.entries(bases)) assert.deepEqual(parseEmoji(variant), { base, variant })
})

test('the base of every emoji that takes a skin tone is an emoji', () => {
  const isBase = /^\p{Emoji_Modifier_Base}$/u
  let count = 0
  for (let code = 0; code <= 0x1ffff; code++) {
    const character = String.fromCodePoint(code)
    if (!isBase.test(character)) continue
    for (const tone of ['🏻', '🏿']) {
      const found = parseEmoji(character + tone)
      if (!found) continue
      count++
      assert.deepEqual(parseEmoji(found.base), { base: found.base, variant: found.base }, found.variant)
    }
  }
  assert.ok(count > 200)
})

test('an emoji whose coloured form was not asked for is completed', () => {
  assert.deepEqual(parseEmoji('❤'), { base: '❤️', variant: '❤️' })
})

test('any other text is no emoji', () => {
  for (const text of [
    '',
    'a',
    '1',
    ':thumbsup:',
    '👍👍',
    ' 👍',
    '👍\n',
    '<b>',
    '\u{1F3FB}'.repeat(2),
    '👍'.repeat(100_000),
  ]) {
    assert.equal(parseEmoji(text), undefined, text.slice(0, 20))
  }
})
