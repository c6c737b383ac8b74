import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf, textOf, utf8Of } from './strings.ts'

const texts = ['', 'plain', 'Zoë', '日本語', 'a 🎉 b', '\u0000\u007f\u0080\u00ff\u0100']

test('a text has a character for each byte of its UTF-8, and is the same again when decoded', () => {
  for (const text of texts) {
    const utf8 = utf8Of(text)
    assert.equal(utf8.length, Buffer.byteLength(text))
    assert.deepEqual(bytesOf(utf8), Buffer.from(text))
    assert.equal(textOf(utf8), text)
  }
})

test('joined parts are the UTF-8 of the joined texts', () => {
  assert.equal(texts.map(utf8Of).join(), utf8Of(texts.join()))
})
