/**
 * Strings as V8 stores them: the form that a cached text has, and that of the JSON of a response.
 *
 * The JSON is UTF-8 with one character for each byte. So its length is known, V8 stores it in one byte a character also
 * where a text has letters beyond Latin-1, and it is sent without being encoded.
 */

/** A string of bytes. To read it as text, use `textOf`. */
export type Utf8 = string & { readonly encoding: 'utf8' }

const NON_ASCII = /[^\0-\x7f]/

/** Encodes a text. Most are ASCII, which is the same in both forms. */
export const utf8Of = (text: string): Utf8 =>
  (NON_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text) as Utf8

/** The text that the bytes encode. */
export const textOf = (utf8: Utf8): string => (NON_ASCII.test(utf8) ? bytesOf(utf8).toString() : utf8)

/** The bytes as a buffer, one for each character. */
export const bytesOf = (utf8: Utf8): Buffer => Buffer.from(utf8, 'latin1')

const FLATTEN = /^\0/

/**
 * Returns the same text. A concatenated string is a tree of its parts until it is read, and takes many times the memory
 * while it is cached. V8 flattens a string before it applies a regular expression.
 */
export function flat(text: string): string {
  FLATTEN.test(text)
  return text
}
