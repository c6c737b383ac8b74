/** Runs independent calls concurrently. */

type SettledValues<T extends readonly Promise<unknown>[]> = { -readonly [at in keyof T]: Awaited<T[at]> }

/**
 * Waits for all promises, also if one fails: no call of a transaction may continue after its end. Throws the first
 * error, in their order.
 */
export async function together<T extends readonly Promise<unknown>[]>(...promises: T): Promise<SettledValues<T>> {
  const ends = await Promise.allSettled(promises)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return ends.map(end => (end.status === 'fulfilled' ? end.value : undefined)) as SettledValues<T>
}
