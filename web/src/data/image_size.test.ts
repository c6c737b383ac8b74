import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageSize, isDecodable, MAX_IMAGE_PIXELS } from './image_size.ts'

const of = (...parts: readonly (string | readonly number[])[]): ArrayBuffer => {
  const bytes = Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}
const zeros = (count: number): number[] => Array(count).fill(0)
const size = (width: number, height: number) => ({ width, height })

test('the dimensions of each format are read from its header', () => {
  assert.deepEqual(imageSize(of([0x89], 'PNG\r\n\x1a\n', zeros(4), 'IHDR', [0, 0, 1, 2, 0, 0, 0, 3])), size(258, 3))
  assert.deepEqual(imageSize(of('GIF89a', [2, 1, 3, 0])), size(258, 3))
  assert.deepEqual(imageSize(of('BM', zeros(16), [2, 1, 0, 0], [0xfd, 0xff, 0xff, 0xff])), size(258, 3))
  assert.deepEqual(imageSize(of('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [1, 1, 0, 2, 0, 0])), size(258, 3))
  assert.deepEqual(imageSize(of('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [2, 1, 3, 0])), size(258, 3))
  assert.deepEqual(imageSize(of('RIFF', zeros(4), 'WEBPVP8L', zeros(5), [1, 0x81, 0, 0])), size(258, 3))
  const avif = of(zeros(4), 'ftypavif', zeros(20), 'ispe', zeros(4), [0, 0, 1, 2, 0, 0, 0, 3])
  assert.deepEqual(imageSize(avif), size(258, 3))
})

test('the frame of a photo is behind its other segments', () => {
  const segment = [0xff, 0xe1, 0, 6, 1, 2, 3, 4]
  const frame = [0xff, 0xc2, 0, 11, 8, 0, 3, 1, 2, 0, 0]
  assert.deepEqual(imageSize(of([0xff, 0xd8], segment, [0xff], frame)), size(258, 3))
  assert.equal(imageSize(of([0xff, 0xd8], segment, zeros(20))), null)
})

test('what is no image, or ends too early, has no dimensions', () => {
  for (const text of ['<html><script>', '<svg xmlns="http://www.w3.org/2000/svg">', '', 'GIF', '%PDF-1.7']) {
    assert.equal(imageSize(of(text)), null, text)
  }
  assert.equal(imageSize(of([0x89], 'PNG\r\n\x1a\n')), null)
  assert.equal(imageSize(of('GIF89a', zeros(4))), null)
})

test('an image is shown up to a number of pixels', () => {
  assert.equal(isDecodable(size(8000, 8000)), true)
  assert.equal(isDecodable(size(MAX_IMAGE_PIXELS, 2)), false)
  assert.equal(isDecodable(size(30_000, 30_000)), false)
  assert.equal(isDecodable(null), false)
})
