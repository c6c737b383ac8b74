/**
 * Keys: the names that a seed gives to its objects, and their gids.
 *
 * Invariant: the gid of a key depends on nothing but its type and its path, so it is the same in every process, world and
 * version.
 */
import type { Gids } from '../../lib/gid.ts'
import { digest } from '../../lib/secret.ts'
import type { GivenType } from '../load/given.ts'

/** The gids of keys have 16 digits and start with 10. */
const FIRST_GID = 10n ** 15n
const GID_COUNT = 10n ** 14n

/**
 * The program creates gids above those of keys from 2018-07-06 on; a world must not be older than this. Milliseconds since the
 * Unix epoch.
 */
export const FIRST_CLOCK_MS = Date.UTC(2019, 0, 1)

export const isKey = (text: string): boolean => /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(text)

const gidOfText = (text: string): number => Number(FIRST_GID + (BigInt(`0x${digest(text).slice(0, 16)}`) % GID_COUNT))

/** The gid of the object of a type with this path. */
export const gidOfKey = (type: GivenType, path: string): number => gidOfText(`workloom seed 1\n${type}\n${path}`)

/** The gids of what belongs to an object and has no key. */
export function gidsWithin({ gid }: { gid: number }): Gids {
  let count = 0
  return () => gidOfText(`workloom seed 1\nwithin\n${gid}/${count++}`)
}
