/**
 * The dimensions of an image from its first bytes. A small file can have billions of pixels, which a browser would decode
 * into memory, so an image whose dimensions are unknown or too large is not shown.
 */

/** Decoded, an image takes four bytes for each pixel. */
export const MAX_IMAGE_PIXELS = 64_000_000

/** The dimensions are within the first of these numbers of bytes, in photos with long headers within the second one. */
export const IMAGE_START_BYTES: readonly number[] = [65_536, 1_048_576]

export interface ImageSize {
  readonly width: number
  readonly height: number
}

const textAt = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength ? '' : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)

/** Markers of JPEG that begin a frame: C0 to CF, without tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Bytes FF fill the space between segments.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

function webpSize(view: DataView): ImageSize | null {
  const kind = textAt(view, 12, 4)
  if (kind === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/** The largest of the dimensions that an AVIF file gives for its images. */
function avifSize(view: DataView): ImageSize | null {
  let largest: ImageSize | null = null
  for (let at = 4; at + 16 <= view.byteLength; at++) {
    if (view.getUint8(at) !== 0x69 || textAt(view, at, 4) !== 'ispe') continue
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (!largest || width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

function sizeIn(view: DataView): ImageSize | null {
  if (textAt(view, 1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
  if (textAt(view, 0, 4) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (view.getUint16(0) === 0xffd8) return jpegSize(view)
  if (textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP') return webpSize(view)
  if (textAt(view, 4, 4) === 'ftyp') return avifSize(view)
  if (textAt(view, 0, 2) !== 'BM') return null
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** The dimensions; null for bytes that are no image or do not tell. */
export function imageSize(bytes: ArrayBuffer): ImageSize | null {
  try {
    const size = sizeIn(new DataView(bytes))
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // The file ends inside its header.
    if (error instanceof RangeError) return null
    throw error
  }
}

export const isDecodable = (size: ImageSize | null): boolean =>
  size !== null && size.width * size.height <= MAX_IMAGE_PIXELS
