/** A short cache for values that unauthenticated requests read from the store. */
import type { Clock } from '../../lib/clock.ts'

/** How long a value is cached. */
export const SHORT_CACHE_TTL_MS = 1000

/**
 * Caches the result of `load` for a second. Concurrent calls share one `load`. A result that `isCacheable` rejects is
 * not cached.
 */
export function cacheBriefly<T>(
  clock: Clock,
  load: () => Promise<T>,
  isCacheable: (value: T) => boolean = () => true,
): () => Promise<T> {
  let cached: { value: T; at: number } | undefined
  let loading: Promise<T> | undefined
  const reload = async (at: number) => {
    try {
      const value = await load()
      cached = isCacheable(value) ? { value, at } : undefined
      return value
    } finally {
      loading = undefined
    }
  }
  return async () => {
    const now = clock()
    if (cached && now >= cached.at && now - cached.at < SHORT_CACHE_TTL_MS) return cached.value
    loading ??= reload(now)
    return loading
  }
}
