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

/** The integer of the first rank of a list. */
export const FIRST_INTEGER = generateKeyBetween(null, null)

/** Ends the number in a rank: it is no digit of the number, and not zero, with which no rank ends. */
const END_OF_NUMBER = 'V'

/** What follows the integer in the rank of one item, so that no other item has the same rank. */
export const ownFraction = (item: number): string => `${item.toString(36)}${END_OF_NUMBER}`
