/** Where OAuth passes the limiters: a code or a token is one write of whoever asks for it. */
import type { Limits } from '../../limits/limits.ts'

const ONE_WRITE = { reads: 0, writes: 1, searches: 0, jobs: 0, costs: false }

/**
 * Does the work within the limits of what is counted as `token`, whose plan is that of the person `gid`. Throws 429 when
 * they are used up.
 */
export async function within<T>(
  limits: Limits,
  { token, gid }: { token: number; gid: number },
  work: () => Promise<T>,
): Promise<T> {
  const pass = await limits.enter(token, gid, ONE_WRITE)
  try {
    return await work()
  } finally {
    limits.leave(pass, undefined)
  }
}
