/** JSON of objects: a long text that is cached is encoded once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONG_TEXT_CHARACTERS, ObjectJson } from './object_json.ts'

const long = JSON.stringify('€ 5 für Müller '.repeat(100))

const cached = (text: string): ObjectJson => Object.assign(new ObjectJson(text), { isCached: true })

test('a long text that is cached is encoded once', () => {
  const json = cached(long)
  const { encoded } = json
  assert.deepEqual(encoded, Buffer.from(long))
  assert.equal(json.encoded, encoded)
  assert.equal(json.text, long)
})

test('the buffer of an encoded text shares its memory with no other', () => {
  const { encoded } = cached(long.slice(0, LONG_TEXT_CHARACTERS))
  assert.ok(Buffer.isBuffer(encoded))
  assert.equal(encoded.buffer.byteLength, encoded.length)
})

test('any other text stays a text', () => {
  for (const json of [new ObjectJson(long), cached('{}')]) assert.equal(json.encoded, json.text)
})
