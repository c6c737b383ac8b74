/**
 * Pictures as PNG. Screenshots of the browser are read exactly. Written ones have a palette, which makes them a third as
 * large: the most frequent colours are exact, the others are rounded to a close one.
 */
import assert from 'node:assert/strict'
import { deflateSync, inflateSync } from 'node:zlib'
import { PNG_SIGNATURE, pngChunk, uint32 } from '../../src/exchange/demo/files.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  /** The colour of each pixel, row by row: 0xrrggbb. */
  readonly pixels: Uint32Array
}

const PALETTE = 3
/** The bytes of a pixel by colour type: red, green and blue; a palette; red, green, blue and opacity. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 2: 3, [PALETTE]: 1, 6: 4 }
const MAX_COLORS = 256
const EXACT_COLORS = 64

/** The parts of a PNG of a type, joined. */
function partsOf(png: Buffer, type: string): Buffer {
  const parts: Buffer[] = []
  for (let at = PNG_SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const start = at + 8
    if (png.toString('latin1', at + 4, start) === type) parts.push(png.subarray(start, start + png.readUInt32BE(at)))
  }
  return Buffer.concat(parts)
}

/** The neighbour that is closest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** The guess of each filter for a byte, from its neighbours: the difference to it is stored. */
const GUESSES: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  left => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** Reverses the filter of a row. */
function unfilter(row: Buffer, above: Buffer, filter: number, step: number): void {
  const guess = GUESSES[filter] ?? assert.fail(`unknown filter ${filter}`)
  for (let at = 0; at < row.length; at++)
    row[at] = (row[at] ?? 0) + guess(row[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0)
}

/** Reads a PNG with eight bits for each value, without interlacing. */
export function decodePng(png: Buffer): Picture {
  const header = partsOf(png, 'IHDR')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const type = header[9] ?? 0
  const step = PIXEL_BYTES[type] ?? assert.fail(`unknown colour type ${type}`)
  const palette = partsOf(png, 'PLTE')
  const rows = inflateSync(partsOf(png, 'IDAT'))
  const pixels = new Uint32Array(width * height)
  let above = Buffer.alloc(width * step)
  for (let y = 0; y < height; y++) {
    const start = y * (width * step + 1)
    const row = rows.subarray(start + 1, start + 1 + width * step)
    unfilter(row, above, rows[start] ?? 0, step)
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = type === PALETTE ? palette.readUIntBE((row[x] ?? 0) * 3, 3) : row.readUIntBE(x * step, 3)
    above = row
  }
  return { width, height, pixels }
}

/** The largest difference of red, green or blue between two colours. */
export function colorDistance(one: number, other: number): number {
  const channel = (shift: number) => Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff))
  return Math.max(channel(16), channel(8), channel(0))
}

/** For each colour its place in a palette: the most frequent colours, then always the colour that is farthest from all. */
function paletteOf(pixels: Uint32Array): { colors: number[]; places: ReadonlyMap<number, number> } {
  const counts = new Map<number, number>()
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1)
  const all = [...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color)
  const colors: number[] = []
  const closest = new Map(all.map(color => [color, { place: 0, distance: Number.POSITIVE_INFINITY }]))
  const add = (added: number) => {
    const place = colors.push(added) - 1
    for (const [color, { distance }] of closest) {
      const toAdded = colorDistance(color, added)
      if (toAdded < distance) closest.set(color, { place, distance: toAdded })
    }
  }
  for (const color of all.slice(0, EXACT_COLORS)) add(color)
  while (colors.length < Math.min(MAX_COLORS, all.length)) {
    let [farthest, distance] = [0, -1]
    for (const [color, one] of closest) if (one.distance > distance) [farthest, distance] = [color, one.distance]
    add(farthest)
  }
  return { colors, places: new Map([...closest].map(([color, { place }]) => [color, place])) }
}

/** Writes a PNG with a palette. */
export function encodePng({ width, height, pixels }: Picture): Buffer {
  const { colors, places } = paletteOf(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  pixels.forEach((color, at) => {
    rows[at + Math.floor(at / width) + 1] = places.get(color) ?? 0
  })
  const palette = Buffer.alloc(colors.length * 3)
  for (const [place, color] of colors.entries()) palette.writeUIntBE(color, place * 3, 3)
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, PALETTE, 0, 0, 0])])
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
