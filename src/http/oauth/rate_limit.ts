/** Rate limiting of OAuth: issuing a code or a token counts as one write. */
import type { Limits } from '../../limits/limits.ts'

const ONE_WRITE = { reads: 0, writes: 1, searches: 0, jobs: 0, costs: null }

/**
 * Runs `work` within the limits of `token`, with the plan of the person `gid`. Throws 429 when they are exhausted.
 */
export async function withinLimits<T>(
  limits: Limits,
  { token, gid }: { token: number; gid: number },
  work: () => Promise<T>,
): Promise<T> {
  const permit = await limits.acquire(token, gid, ONE_WRITE)
  try {
    return await work()
  } finally {
    limits.release(permit, undefined)
  }
}
