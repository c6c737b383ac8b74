/** What everybody may ask without a token, and what is read from the store for it: once in a while, however many ask. */
import type { Clock } from '../../lib/clock.ts'

/** Milliseconds for which an answer holds. */
export const MOMENT_MS = 1000

/**
 * Answers with what `ask` found at most a second ago. Those who come while it is being asked get the same answer. What
 * `isKept` does not want is asked for each time.
 */
export function forAMoment<T>(
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
    if (known && now >= known.at && now - known.at < MOMENT_MS) return known.answer
    asking ??= askAnew(now)
    return asking
  }
}
