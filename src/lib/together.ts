/** Waits for several calls: at the same time or in turn, and only for those that must be awaited. */

type SettledValues<T extends readonly Promise<unknown>[]> = { -readonly [at in keyof T]: Awaited<T[at]> }

/**
 * Waits for all promises, also if one fails: no call of a transaction may continue after its end. Throws the first
 * error, in their order.
 */
export async function together<T extends readonly Promise<unknown>[]>(...promises: T): Promise<SettledValues<T>> {
  try {
    // Costs half of what `allSettled` does.
    return (await Promise.all(promises)) as SettledValues<T>
  } catch (error) {
    const ends = await Promise.allSettled(promises)
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    throw error
  }
}

/** Calls `use` with values of which some may still be loading: at once if none is, because a promise costs more than most uses. */
export function withLoaded<const T extends readonly unknown[], R>(
  loading: T,
  use: (...loaded: { -readonly [at in keyof T]: Awaited<T[at]> }) => R,
): R | Promise<R> {
  type Loaded = Parameters<typeof use>
  if (!loading.some(one => one instanceof Promise)) return use(...(loading as unknown as Loaded))
  return together(...loading.map(async one => one)).then(loaded => use(...(loaded as Loaded)))
}

/** Performs a step for each in turn. Returns a promise only if a step does: an `await` costs more than most steps. */
export function inTurn<T>(
  all: readonly T[],
  step: (one: T) => Promise<unknown> | undefined,
  from = 0,
): Promise<void> | undefined {
  for (let at = from; at < all.length; at++) {
    const waiting = step(all[at] as T)
    if (waiting) return waiting.then(() => inTurn(all, step, at + 1))
  }
  return undefined
}
