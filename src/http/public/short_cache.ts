/** A short cache for values that unauthenticated requests read from the store. */
import type { Clock } from '../../lib/clock.ts'

/** How long a value is cached. */
export const SHORT_CACHE_TTL_MS = 1000

/**
 * Caches the result of `ask` for a second. Concurrent calls share one `ask`. A result that `isKept` rejects is not
 * cached.
 */
export function cacheBriefly<T>(
  clock: Clock,
  ask: () => Promise<T>,
  isKept: (answer: T) => boolean = () => true,
): () => Promise<T> {
  let known: { answer: T; at: number } | undefined
  let asking: Promise<T> | undefined
  const askAnew = async (at: number) => {
    try {
      const answer = await ask()
      known = isKept(answer) ? { answer, at } : undefined
      return answer
    } finally {
      asking = undefined
    }
  }
  return async () => {
    const now = clock()
    if (known && now >= known.at && now - known.at < SHORT_CACHE_TTL_MS) return known.answer
    asking ??= askAnew(now)
    return asking
  }
}
