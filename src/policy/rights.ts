/**
 * Rights, in words. They are ordered, none < view < comment < edit < admin, and answered for a set of objects at once.
 * Policy fetches its own facts (`store/queries/access.ts`) and never relies on what a caller happened to load.
 */
import type { Name } from '../names.ts'
import type { Reader } from '../store/db.ts'
import { levelsNear } from '../store/queries/near/levels.ts'
import { levelsOf } from '../store/queries/rights.ts'

const order = ['none', 'view', 'comment', 'edit', 'admin'] as const

export type Right = (typeof order)[number]

/** The caller's right on each of `gids`; what does not exist as a `type`, or is in the trash, has `none`. */
export async function rights(reader: Reader, me: number, type: Name, gids: number[]): Promise<Map<number, Right>> {
  return inWords(gids, await levelsOf(reader, me, type, gids))
}

/** The same as of a moment after memory has last caught up: from memory, as far as possible. */
export async function rightsNear(reader: Reader, me: number, type: Name, gids: number[]): Promise<Map<number, Right>> {
  return inWords(gids, await levelsNear(reader, me, type, gids))
}

const inWords = (gids: number[], levels: ReadonlyMap<number, number>): Map<number, Right> =>
  new Map(gids.map(gid => [gid, order[levels.get(gid) ?? 0] ?? 'none']))

/** Whether `held` is enough where `needed` is asked for. */
export const allows = (held: Right | undefined, needed: Right): boolean =>
  order.indexOf(held ?? 'none') >= order.indexOf(needed)
