/**
 * Rights, in words. They are ordered, none < view < comment < edit < admin, and answered for a set of objects at once.
 * Policy fetches its own facts (`store/queries/access.ts`) and never relies on what a caller happened to load.
 */
import type { Name } from '../names.ts'
import type { Reader } from '../store/db.ts'
import { levelsOf } from '../store/queries/rights.ts'

const order = ['none', 'view', 'comment', 'edit', 'admin'] as const

export type Right = (typeof order)[number]

/** The caller's right on each of `gids`; what does not exist as a `type`, or is in the trash, has `none`. */
export async function rights(reader: Reader, me: number, type: Name, gids: number[]): Promise<Map<number, Right>> {
  const levels = await levelsOf(reader, me, type, gids)
  return new Map(gids.map(gid => [gid, order[levels.get(gid) ?? 0] ?? 'none']))
}

/** Whether `held` is enough where `needed` is asked for. */
export const allows = (held: Right | undefined, needed: Right): boolean =>
  order.indexOf(held ?? 'none') >= order.indexOf(needed)
