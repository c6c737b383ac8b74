/**
 * The storage of attachment contents: a folder that all instances share, or a storage with the S3 API. The name, the
 * owner and the access rights of a file are in the store, not here.
 * Invariants:
 * - a key has the complete file or nothing;
 * - a file is durable before `put` ends.
 */
import type { Readable } from 'node:stream'

/** The media type of a file, such as `image/png`, and its length in bytes. */
export interface FileDescription {
  type: string
  size: number
}

/** A part of a file: the indexes of its first and last byte, from 0. */
export interface ByteRange {
  first: number
  last: number
}

/** A requested part: from `first` to `last` or the end; without `first`, the last `last` bytes. */
export type RequestedRange = { first: number; last?: number } | { first?: undefined; last: number }

/**
 * A file, or the requested part; `size` is that of the whole file, and `part` says which part it is. The caller must
 * read or destroy the stream.
 */
export interface StoredFile extends FileDescription {
  stream: Readable
  part?: ByteRange
}

/** Each function throws 503 when the storage fails. */
export interface Files {
  /** Throws WrongSize when the stream has more or fewer bytes than `size`, and passes on the errors of the stream. */
  put(key: string, stream: Readable, kind: FileDescription): Promise<void>
  /** Stores a stream of unknown length, and returns that. Throws TooManyBytes, and passes on the errors of the stream. */
  receive(key: string, stream: Readable, limits: { type: string; maxBytes: number }): Promise<number>
  /** Throws a RangeError for a part that the file does not have. */
  get(key: string, range?: RequestedRange): Promise<StoredFile | undefined>
  /** Also removes what a killed process left of it. Does nothing if there is no such file. */
  remove(key: string): Promise<void>
}

/** A stream did not have the announced length, such as an interrupted upload. */
export class WrongSize extends Error {}

/** A stream was longer than allowed. */
export class TooManyBytes extends Error {}

/** The maximum length of a key, and of a media type. */
const MAX_NAME_CHARACTERS = 200

/** Whether a text can be a key. */
export const isKey = (key: string): boolean => key.length <= MAX_NAME_CHARACTERS && /^[\w-]+(?:\/[\w-]+)*$/.test(key)

/**
 * Returns the key, or throws. The program makes keys from gids and words, separated by slashes. Other characters are not
 * allowed, so that no key leaves the folder or has a meaning for the storage.
 */
export function checkedKey(key: string): string {
  if (isKey(key)) return key
  throw new Error(`Not a key of a file: ${JSON.stringify(key)}`)
}

/** Whether a text is a media type that can be stored. */
export const isType = (type: string): boolean =>
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\x20-\x7e]+)?$/.test(type) && type.length <= MAX_NAME_CHARACTERS

/** Returns the media type, or throws. It becomes a header, and clients send anything. */
export function checkedType(type: string): string {
  if (isType(type)) return type
  throw new Error(`Not a type of a file: ${JSON.stringify(type)}`)
}

/** Passes the bytes on, and throws WrongSize as soon as there are too many, or when they end too early. */
export async function* checkSize(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > size) throw new WrongSize(`More than ${size} bytes.`)
    yield chunk
  }
  if (bytes < size) throw new WrongSize(`${bytes} of ${size} bytes.`)
}

/** Passes the bytes on, and throws TooManyBytes as soon as there are more than the maximum. */
export async function* limitSize(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new TooManyBytes(`More than ${maxBytes} bytes.`)
    yield chunk
  }
}

/** The requested part of a file of this size. Throws a RangeError if it does not have that. */
export function partOf(size: number, { first, last = size - 1 }: RequestedRange): ByteRange {
  const part =
    first === undefined
      ? { first: Math.max(0, size - last), last: size - 1 }
      : { first, last: Math.min(last, size - 1) }
  if (part.first <= part.last && part.first < size) return part
  throw new RangeError(`${size} bytes`)
}
