/** The normal form of e-mail addresses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressKey, addressOf, domainName, domainOf } from './address.ts'

test('spellings of one mailbox have the same normal form', () => {
  const spellings = [
    'ben@acme.example',
    'Ben@ACME.Example',
    'ben@acme.example.',
    'ben@acme。example',
    'ben@ａｃｍｅ．example',
    'ben@ac\u00adme.example',
  ]
  for (const text of spellings) assert.equal(addressOf(text), 'ben@acme.example', text)
  assert.equal(addressOf('jose\u0301@acme.example'), addressOf('JOS\u00c9@acme.example'))
  assert.equal(addressOf('eva@Müller.de'), 'eva@xn--mller-kva.de')
  assert.equal(addressOf("o'brien+list@localhost"), "o'brien+list@localhost")
})

test('a text that is not exactly one address has no normal form', () => {
  const wrong = [
    '',
    'x',
    '@',
    'a@',
    '@b',
    'a@b@c',
    'a b@c',
    'a@b c',
    '"a"@b',
    'a@b"',
    'a,b@c',
    'a@b\r\nBcc: c@d',
    '<a@b>',
  ]
  const odd = [
    '\u037e@b',
    'a\u0000@b',
    'a\u200b@b',
    'a@b/c',
    'a@b?c',
    'a@b#c',
    'a@b:80',
    'a@[::1]',
    'a@b%2ec',
    'a@b..c',
    'a@b..',
  ]
  // U+1D160 is three characters of two UTF-16 units in NFC.
  const long = [`a@${'b'.repeat(400)}`, `${'\u{1d160}'.repeat(100)}@b`]
  for (const text of [...wrong, ...odd, ...long]) assert.equal(addressOf(text), undefined, text)
  assert.equal(domainName('xn--iñvalid.com'), undefined)
})

test('the normal form is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ maxLength: 8 }), (local, domain) => {
      const address = addressOf(`${local}@${domain}.example`)
      if (address === undefined) return
      assert.equal(addressOf(address), address)
      assert.equal(domainOf(address), domainName(`${domain}.example`))
    }),
  )
  fc.assert(fc.property(fc.emailAddress(), text => assert.equal(addressKey(addressKey(text)), addressKey(text))))
})
