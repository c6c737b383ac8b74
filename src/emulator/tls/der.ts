/** Writes DER, the encoding of certificates (X.690). */

const TAGS = { boolean: 1, integer: 2, bits: 3, octets: 4, oid: 6, text: 12, time: 24, sequence: 48, set: 49 } as const

const LONG_LENGTH = 128

/** A value with a tag and a length. */
function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < LONG_LENGTH) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([LONG_LENGTH | bytes.length]), bytes])
}

export const sequence = (...parts: Buffer[]): Buffer => tagged(TAGS.sequence, ...parts)
export const set = (...parts: Buffer[]): Buffer => tagged(TAGS.set, ...parts)
export const text = (value: string): Buffer => tagged(TAGS.text, Buffer.from(value))
export const octets = (bytes: Buffer): Buffer => tagged(TAGS.octets, bytes)
export const isTrue: Buffer = tagged(TAGS.boolean, Buffer.from([255]))

/** Bits of which the last `unused` do not count. */
export const bits = (bytes: Buffer, unused = 0): Buffer => tagged(TAGS.bits, Buffer.from([unused]), bytes)

/** A positive integer from its bytes. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(TAGS.integer, (bytes[0] ?? 0) >= LONG_LENGTH ? Buffer.from([0]) : Buffer.alloc(0), bytes)

/** A context-specific value: constructed, unless `isPrimitive`. */
export const context = (number: number, content: Buffer, isPrimitive = false): Buffer =>
  tagged((isPrimitive ? LONG_LENGTH : LONG_LENGTH | 32) | number, content)

/** An object identifier such as `2.5.29.17`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(TAGS.oid, Buffer.from([first * 40 + second, ...rest.flatMap(groupsOf)]))
}

/** A number in groups of seven bits, all but the last with the high bit. */
function groupsOf(number: number): number[] {
  const groups = [number % LONG_LENGTH]
  for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left % LONG_LENGTH) | LONG_LENGTH)
  return groups
}

/** An instant, in seconds: from 2050 on certificates need the long form, which is always allowed to be read. */
export function time(at: number): Buffer {
  const [date = ''] = new Date(at).toISOString().replace(/[-:T]/g, '').split('.')
  const isShort = Number(date.slice(0, 4)) < 2050
  return isShort ? tagged(23, Buffer.from(`${date.slice(2)}Z`)) : tagged(TAGS.time, Buffer.from(`${date}Z`))
}

/** A block of PEM. */
export function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
