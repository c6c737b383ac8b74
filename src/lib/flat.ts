/** Flattens strings in memory. */

const FLATTEN = /^\0/

/** The maximum size of a character: one character outside Latin-1 doubles the size of the whole text. */
export const MAX_CHARACTER_BYTES = 2

/**
 * Returns the same text. A concatenated string is a tree of its parts until it is read, and takes many times the memory
 * while it is cached. V8 flattens a string before it applies a regular expression.
 */
export function flat(text: string): string {
  FLATTEN.test(text)
  return text
}
