/** What does not depend on each other is asked together. */

type Answers<T extends readonly Promise<unknown>[]> = { -readonly [at in keyof T]: Awaited<T[at]> }

/**
 * Waits for all of them, also when one fails: nothing of a transaction may go on behind its end. Throws the first error,
 * in their order.
 */
export async function together<T extends readonly Promise<unknown>[]>(...promises: T): Promise<Answers<T>> {
  const ends = await Promise.allSettled(promises)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return ends.map(end => (end.status === 'fulfilled' ? end.value : undefined)) as Answers<T>
}
