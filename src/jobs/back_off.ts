/** The delay before a retry. */

const FIRST_DELAY_MS = 10_000
const MAX_DELAY_MS = 60 * 60 * 1000

/** Milliseconds to wait after this many consecutive failures: 10 s, 20 s, 40 s, up to an hour. */
export const backOff = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), MAX_DELAY_MS)
