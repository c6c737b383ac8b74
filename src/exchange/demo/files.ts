/** The small files of the demo: texts, and pictures of colour swatches, which are computed. */
import { crc32, deflateSync } from 'node:zlib'
import type { DemoFile } from './content.ts'

const SWATCH_SIZE = 96
/** The first bytes of each PNG. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** 8 bits for each of red, green and blue. */
const TRUE_COLOR = [8, 2, 0, 0, 0]

/** A number in four bytes, the highest first. */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A part of a PNG, with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/** A PNG with one square for each colour, `#rrggbb`. */
export function swatchPicture(colors: readonly string[]): Buffer {
  const pixels = colors.flatMap(color => Array.from({ length: SWATCH_SIZE }, () => color.slice(1))).join('')
  // Each row begins with its filter: none.
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(pixels, 'hex')])
  const rows = Buffer.concat(Array.from({ length: SWATCH_SIZE }, () => row))
  const header = Buffer.concat([uint32(colors.length * SWATCH_SIZE), uint32(SWATCH_SIZE), Buffer.from(TRUE_COLOR)])
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The attachment of a seed with this file, which was added at that time. */
export const attachmentOf = ({ name, text, swatches }: DemoFile, created_at: string) => ({
  ...{ name, created_at },
  ...(swatches ? { base64: swatchPicture(swatches).toString('base64') } : { text: text ?? '' }),
})
