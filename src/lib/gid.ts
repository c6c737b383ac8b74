/**
 * Global identifiers: positive integers below 2^53, unique over all types and all nodes, growing with time.
 * A gid packs milliseconds since 2010 (41 bits, good until 2079), a node number (5 bits) and a counter (7 bits).
 * The counter borrows from the next millisecond when it is full, so a burst stays unique and in order.
 */

const EPOCH = Date.UTC(2010, 0, 1)
const PER_NODE = 128
/** How many nodes there can be. */
export const NODES = 32

export type Gids = () => number

/**
 * A generator for one node (0 to 31). `clock` gives milliseconds since the Unix epoch; up to the moment `after`,
 * gids of the node may be in use.
 */
export function gids(clock: () => number, node = 0, after = EPOCH): Gids {
  let moment = after - EPOCH
  let count = 0
  return () => {
    const now = clock() - EPOCH
    if (now > moment) {
      moment = now
      count = 0
    } else if (++count === PER_NODE) {
      moment++
      count = 0
    }
    return (moment * NODES + node) * PER_NODE + count
  }
}

/** When a gid was made, in milliseconds since the Unix epoch; a burst lends from the future. */
export const momentOf = (gid: number): number => Math.floor(gid / (NODES * PER_NODE)) + EPOCH

const GID = /^[1-9][0-9]{0,15}$/

/** The number behind a gid as the wire writes it, or undefined when it cannot be one. */
export function parseGid(text: string): number | undefined {
  if (!GID.test(text)) return undefined
  const gid = Number(text)
  return gid <= Number.MAX_SAFE_INTEGER ? gid : undefined
}
