/**
 * Where the contents of attachments are kept: in a folder that all instances see, or in a storage that speaks
 * S3. What must always hold: a key has all that was put under it, or nothing; what is put is durable before `put` ends.
 * What a file is called, whose it is and who may have it stands in the store, and nothing of that here.
 */
import type { Readable } from 'node:stream'

/** What is known of a file before its first byte: its type, as in `image/png`, and its length in bytes. */
export interface Kind {
  type: string
  size: number
}

/** A part of a file: from its first byte to its last one, both counted from 0. */
export interface Range {
  first: number
  last: number
}

/** A file, or the part that was asked for; `size` is that of the whole. Whoever takes it reads the stream or ends it. */
export interface Found extends Kind {
  stream: Readable
}

/** Each function throws `unavailable` when the place does not do its part, whatever the reason. */
export interface Files {
  /** Throws WrongSize when the stream has more or fewer bytes than was said, and passes on what the stream throws. */
  put(key: string, stream: Readable, kind: Kind): Promise<void>
  /** Throws a RangeError for a part that the file does not have. */
  get(key: string, range?: Range): Promise<Found | undefined>
  /** A file that is not there is no mistake. */
  remove(key: string): Promise<void>
}

/** Thrown when a stream is not as long as was said, such as an upload that was cut off. */
export class WrongSize extends Error {}

/** The longest key, in characters. */
const LONGEST = 200

/**
 * Answers the key, or throws. Keys are made by the program, from gids and words, in parts that slashes separate; no other
 * character is in them, so that none leads out of the place or means something to it.
 */
export function checkedKey(key: string): string {
  if (key.length <= LONGEST && /^[\w-]+(?:\/[\w-]+)*$/.test(key)) return key
  throw new Error(`Not a key of a file: ${JSON.stringify(key)}`)
}

/** Answers the type, or throws: it becomes a header, and clients say what they like. */
export function checkedType(type: string): string {
  if (/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\x20-\x7e]+)?$/.test(type) && type.length <= LONGEST) return type
  throw new Error(`Not a type of a file: ${JSON.stringify(type)}`)
}

/** Passes the bytes on, and throws WrongSize as soon as they are too many, or when they end too early. */
export async function* measured(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > size) throw new WrongSize(`More than ${size} bytes.`)
    yield chunk
  }
  if (bytes < size) throw new WrongSize(`${bytes} of ${size} bytes.`)
}
