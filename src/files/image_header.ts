/**
 * The type and the size of an image, read from the first bytes of its content and never from its name. Nothing is decoded,
 * so a small file cannot cost much memory.
 */

interface ImageHeader {
  /** The media type. */
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  /** Pixels. */
  width: number
  height: number
}

type HeaderReader = (bytes: Buffer) => ImageHeader | undefined

const hasText = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

const readPng: HeaderReader = bytes => {
  if (!hasText(bytes, 0, '\x89PNG\r\n\x1a\n') || !hasText(bytes, 12, 'IHDR') || bytes.length < 24) return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const readGif: HeaderReader = bytes => {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 10) return undefined
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Start-of-frame markers: all of 0xc0 to 0xcf except those of tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const readJpeg: HeaderReader = bytes => {
  if (!hasText(bytes, 0, '\xff\xd8\xff')) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    // Fill bytes can precede a marker.
    if (marker === 0xff) at++
    else if (isFrame(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    } else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

const WEBP_HEADER_BYTES = 30

/** The size in the first chunk of a WebP file: lossy, lossless or extended. */
function webpSize(bytes: Buffer): [width: number, height: number] | undefined {
  if (hasText(bytes, 12, 'VP8 ')) {
    if (!hasText(bytes, 23, '\x9d\x01\x2a')) return undefined
    return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  }
  if (hasText(bytes, 12, 'VP8L')) {
    if (bytes[20] !== 0x2f) return undefined
    const bits = bytes.readUInt32LE(21)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  return hasText(bytes, 12, 'VP8X') ? [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1] : undefined
}

const readWebp: HeaderReader = bytes => {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP') || bytes.length < WEBP_HEADER_BYTES) return undefined
  const [width, height] = webpSize(bytes) ?? []
  return width === undefined || height === undefined ? undefined : { type: 'image/webp', width, height }
}

/** The header of a PNG, JPEG, GIF or WebP image; undefined for other bytes, and for an image without pixels. */
export function imageHeader(bytes: Buffer): ImageHeader | undefined {
  const header = readPng(bytes) ?? readJpeg(bytes) ?? readGif(bytes) ?? readWebp(bytes)
  return header && header.width > 0 && header.height > 0 ? header : undefined
}
