/**
 * Order inside lists: every row carries a rank, a string that sorts between its neighbours' ranks byte by byte,
 * so that moving a row writes that row only.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** A rank after `before` and before `after`; null stands for the end of the list on that side. */
export const rankBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after)

/** `count` ranks in order, between two others. */
export const ranksBetween = (before: string | null, after: string | null, count: number): string[] =>
  generateNKeysBetween(before, after, count)
