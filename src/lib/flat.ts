/** Texts as one piece of memory. */

const LOOK = /^\0/

/** What a character takes at most: one that is not Latin makes all of a text as large. */
export const BYTES_OF_CHARACTER = 2

/**
 * The same text. One that was put together is a tree of its parts until something looks into it, which takes many times
 * its room for as long as it is kept: V8 makes it flat before it applies a regular expression.
 */
export function flat(text: string): string {
  LOOK.test(text)
  return text
}
