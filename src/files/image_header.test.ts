/** Headers of images: types and sizes by content, and nothing for other bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../test/harness/engine.ts'
import { imageHeader } from './image_header.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const png = hex('89504e470d0a1a0a 0000000d 49484452 00000140 000000f0 0806000000')
const gif = hex('474946383961 4001 f000 f70000')
const jpeg = hex('ffd8 ffe0 0010 4a46494600010100000100010000 ff ffc2 0011 08 00f0 0140 03012200021101031101')
const riff = (chunk: string) => hex(`52494646 24000000 57454250 ${chunk}`)
const lossy = riff('56503820 18000000 300100 9d012a 4001 f000 0000')
const lossless = riff('5650384c 18000000 2f 3fc13b00 0000000000')
const extended = riff('56503858 0a000000 00000000 3f0100 ef0000')

test('the type and the size of an image come from its content', () => {
  const size = { width: 320, height: 240 }
  assert.deepEqual(imageHeader(png), { type: 'image/png', ...size })
  assert.deepEqual(imageHeader(gif), { type: 'image/gif', ...size })
  assert.deepEqual(imageHeader(jpeg), { type: 'image/jpeg', ...size })
  for (const webp of [lossy, lossless, extended]) assert.deepEqual(imageHeader(webp), { type: 'image/webp', ...size })
})

test('other bytes, cut headers and images without pixels have no header', () => {
  const others = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF', '<html>', 'RIFF0000WEBPVP8 ', '%PDF-1.7']
  for (const text of others) assert.equal(imageHeader(Buffer.from(text)), undefined, text)
  for (const image of [png, gif, jpeg, lossy, lossless, extended]) {
    for (let end = 0; end < 10; end++) assert.equal(imageHeader(image.subarray(0, end)), undefined)
  }
  const empty = Buffer.from(png)
  empty.writeUInt32BE(0, 16)
  assert.equal(imageHeader(empty), undefined)
})

test('no bytes make the reader throw or loop', () => {
  const starts = fc.constantFrom(png, gif, jpeg, lossy, lossless, extended)
  const bytes = fc.tuple(starts, fc.nat(40), fc.uint8Array({ maxLength: 80 }))
  fc.assert(
    fc.property(bytes, ([start, end, rest]) => {
      const header = imageHeader(Buffer.concat([start.subarray(0, end), rest]))
      assert.ok(header === undefined || header.width > 0)
    }),
    { numRuns: times(2000) },
  )
})
