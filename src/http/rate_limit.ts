/** Rate limiting of API requests: the weight of an operation, and the rate limit headers. */
import type { Actor } from '../identity/actor.ts'
import { tooMany } from '../lib/errors.ts'
import type { Usage } from '../limits/counting.ts'
import type { Permit } from '../limits/limits.ts'
import { advisoryLock } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { runningJobs } from '../store/queries/jobs/requested.ts'
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
    // Jobs outlive their request: `requireJobSlot` counts them in the store.
    jobs: 0,
    costs: true,
  }
  const { limits, rateLimitHeaders } = kernel
  try {
    return await limits.acquire(actor.token, actor.gid, weight)
  } finally {
    if (rateLimitHeaders) incoming.addHeaders(usageHeaders(await limits.usage(actor.token, actor.gid)))
  }
}

/** The wait in a refusal by the limit of jobs, because the end of a job is unknown. */
const JOB_RETRY_SECONDS = 30

/** Throws 429 if the jobs of the caller's token that have not ended are the maximum. */
export async function requireJobSlot({ limits }: Kernel, tx: Writer, { token }: Actor): Promise<void> {
  const { jobs } = limits.sizes
  if (jobs === null) return
  // quotas: a concurrent request of the token could start another job.
  await advisoryLock(tx, 'quotas', token)
  if ((await runningJobs(tx, token)) >= jobs) throw tooMany(JOB_RETRY_SECONDS)
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
