/**
 * Global identifiers: positive integers below 2^53, unique over all types and nodes, growing with time. A gid packs
 * milliseconds since 2010 (41 bits, until 2079), a node number (5 bits) and a counter (7 bits). A full counter borrows
 * from the next millisecond, so a burst stays unique and in order.
 */

const EPOCH_MS = Date.UTC(2010, 0, 1)
const MAX_GIDS_PER_MS = 128
/** The maximum number of nodes. */
export const MAX_NODES = 32

export type Gids = () => number

/**
 * Creates a generator for one node (0 to 31). `clock` gives milliseconds since the Unix epoch; gids of the node up to
 * the time `after` may be in use.
 */
export function gids(clock: () => number, node = 0, after = EPOCH_MS): Gids {
  let lastMs = after - EPOCH_MS
  let count = 0
  return () => {
    const now = clock() - EPOCH_MS
    if (now > lastMs) {
      lastMs = now
      count = 0
    } else if (++count === MAX_GIDS_PER_MS) {
      lastMs++
      count = 0
    }
    return (lastMs * MAX_NODES + node) * MAX_GIDS_PER_MS + count
  }
}

/** The creation time of a gid, in milliseconds since the Unix epoch; in a burst it can lie in the future. */
export const momentOf = (gid: number): number => Math.floor(gid / (MAX_NODES * MAX_GIDS_PER_MS)) + EPOCH_MS

const GID = /^[1-9][0-9]{0,15}$/

/** Parses a gid in its wire form; undefined if it is invalid. */
export function parseGid(text: string): number | undefined {
  if (!GID.test(text)) return undefined
  const gid = Number(text)
  return gid <= Number.MAX_SAFE_INTEGER ? gid : undefined
}
