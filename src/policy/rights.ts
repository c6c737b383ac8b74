/**
 * Rights as words, in the order none < view < comment < edit < admin, for a set of objects at once. The SQL is in
 * `store/queries/access.ts`. Invariant: a check loads the facts that it needs, and never relies on what a caller has
 * loaded before.
 */
import type { Name } from '../names.ts'
import type { Reader } from '../store/db.ts'
import { findLevels } from '../store/queries/cache/levels.ts'
import { levelsOf } from '../store/queries/rights.ts'

const order = ['none', 'view', 'comment', 'edit', 'admin'] as const

export type Right = (typeof order)[number]

/** The caller's right on each of `gids`; `none` for an object that does not exist as a `type` or is in the trash. */
export async function rights(reader: Reader, me: number, type: Name, gids: number[]): Promise<Map<number, Right>> {
  return rightsByLevel(gids, await levelsOf(reader, me, type, gids))
}

/** The same from the memory cache where possible, as of a time after the cache last caught up. */
export async function cachedRights(
  reader: Reader,
  me: number,
  type: Name,
  gids: number[],
): Promise<Map<number, Right>> {
  return rightsByLevel(gids, await findLevels(reader, me, type, gids))
}

const rightsByLevel = (gids: number[], levels: ReadonlyMap<number, number>): Map<number, Right> =>
  new Map(gids.map(gid => [gid, order[levels.get(gid) ?? 0] ?? 'none']))

/** Whether a right is enough where `needed` is required. */
export const allows = (right: Right | undefined, needed: Right): boolean =>
  order.indexOf(right ?? 'none') >= order.indexOf(needed)
