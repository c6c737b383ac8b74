/** Texts as one piece of memory. */

const LOOK = /^\0/

/**
 * The same text. One that was put together is a tree of its parts until something looks into it, which takes many times
 * its room for as long as it is kept: V8 makes it flat before it applies a regular expression.
 */
export function flat(text: string): string {
  LOOK.test(text)
  return text
}
