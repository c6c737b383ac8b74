/** Randomness that a test can repeat. */

/** A pseudo-random generator with a fixed sequence; `of(n)` is a whole number below n. */
export function seededRandom(seed: number): { of(limit: number): number; pick<T>(from: readonly T[]): T } {
  let state = seed
  const of = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pick = <T>(from: readonly T[]): T => from[of(from.length)] as T
  return { of, pick }
}
