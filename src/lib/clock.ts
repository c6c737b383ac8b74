/** The clock of the program. A test passes and controls its own. */

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Returns the result of `work`, or `late` if it takes longer than `milliseconds`; the work then continues. */
export async function withTimeout<T, L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  const end = Promise.withResolvers<L>()
  const timer = setTimeout(end.resolve, milliseconds, late)
  return Promise.race([work, end.promise]).finally(() => clearTimeout(timer))
}
