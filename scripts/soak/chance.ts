/** A reproducible random generator: the same seed gives the same numbers. */

export interface Chance {
  /** A whole number from 0, below `end`. */
  below(end: number): number
  one<T>(all: readonly T[]): T
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, one: all => all[below(all.length)] as (typeof all)[number] }
}
