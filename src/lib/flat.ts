/** Flattens strings in memory. */

const LOOK = /^\0/

/** The maximum size of a character: one character outside Latin-1 doubles the size of the whole text. */
export const BYTES_OF_CHARACTER = 2

/**
 * Returns the same text. A concatenated string is a tree of its parts until it is read, and takes many times the memory
 * while it is cached. V8 flattens a string before it applies a regular expression.
 */
export function flat(text: string): string {
  LOOK.test(text)
  return text
}
