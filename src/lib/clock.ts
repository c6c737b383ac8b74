/** Where time comes in. A test passes a clock of its own and holds it. */

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** What `work` comes to, or `late` when that takes more than so many milliseconds; the work goes on then. */
export async function atMost<T, L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  const end = Promise.withResolvers<L>()
  const timer = setTimeout(end.resolve, milliseconds, late)
  return Promise.race([work, end.promise]).finally(() => clearTimeout(timer))
}
