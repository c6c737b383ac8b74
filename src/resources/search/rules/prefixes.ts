/** The words of a query by the beginnings of names. */
import { MAX_TERMS, tokensOf } from '../../../lib/tokens.ts'

/** The maximum length of a query, in characters. */
export const MAX_QUERY_LENGTH = 1000

/** The beginning of an address, up to its domain. */
const ADDRESS = /^[^@]+@[^@]*$/

/** The beginnings of words, the longest first; one empty text without a query; none if the query has no words. */
export function prefixesOf(query: string, hasAddress: boolean): string[] {
  const parts = query.split(/\s+/).filter(Boolean)
  if (parts.length === 0) return ['']
  const words = parts.flatMap(part =>
    hasAddress && ADDRESS.test(part) ? part.toWellFormed().toLowerCase() : tokensOf(part),
  )
  return [...new Set(words)].slice(0, MAX_TERMS).sort((a, b) => b.length - a.length)
}
