/** Rate limiting of API requests: the weight of an operation, and the rate limit headers. */
import type { Actor } from '../identity/actor.ts'
import type { Usage } from '../limits/counting.ts'
import type { Permit } from '../limits/limits.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Incoming, Kernel } from './request.ts'

/** Acquires a permit for a request. Throws 429. */
export async function acquirePermit(
  kernel: Kernel,
  incoming: Incoming,
  actor: Actor,
  operation: Operation,
): Promise<Permit> {
  const reads = operation.method === 'GET' ? 1 : 0
  const weight = {
    reads,
    writes: 1 - reads,
    searches: operation.limit === 'search' ? 1 : 0,
    jobs: operation.limit === 'job' ? 1 : 0,
    costs: true,
  }
  const { limits, rateLimitHeaders } = kernel
  try {
    return await limits.acquire(actor.token, actor.gid, weight)
  } finally {
    if (rateLimitHeaders) incoming.addHeaders(usageHeaders(await limits.usage(actor.token, actor.gid)))
  }
}

/** Ours: the real service does not send what is left. */
function usageHeaders({ minute }: Usage): Record<string, string> {
  if (!minute) return {}
  return {
    'x-ratelimit-limit': String(minute.limit),
    'x-ratelimit-remaining': String(minute.remaining),
    'x-ratelimit-reset': String(minute.reset),
  }
}
