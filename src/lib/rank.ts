/**
 * Order in lists: every row has a rank, a string that sorts between those of its neighbours byte by byte, so that a
 * move writes only one row.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** A rank after `before` and before `after`; null is the end of the list on that side. */
export const rankBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after)

/** `count` ranks in order, between two others. */
export const ranksBetween = (before: string | null, after: string | null, count: number): string[] =>
  generateNKeysBetween(before, after, count)

/** Ends the number in a rank: it is no digit of the number, and not zero, with which no rank ends. */
const END_OF_NUMBER = 'V'

/**
 * A rank before `first` with the number of its item, which no call for another item returns. `first` may no longer be the
 * first one.
 */
export function ownRankBefore(first: string | null, item: number): string {
  const before = generateKeyBetween(null, first)
  // With more digits, a rank that `first` begins with could sort after `first`.
  const whole = first?.startsWith(before) ? generateKeyBetween(null, before) : before
  return `${whole}${item.toString(36)}${END_OF_NUMBER}`
}
