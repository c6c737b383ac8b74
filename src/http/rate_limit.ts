/** Rate limiting of API requests: the weight of an operation, and the rate limit headers. */
import type { Actor } from '../identity/actor.ts'
import { tooMany } from '../lib/errors.ts'
import type { RequestWeight, Usage } from '../limits/counting.ts'
import type { Limits, Permit } from '../limits/limits.ts'
import type { Reader, Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { runningJobsOf } from '../store/queries/jobs/requested.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Incoming, Kernel } from './request.ts'

/** Acquires a permit for a request, with a promise only if something must be loaded. Throws 429. */
export function acquirePermit(
  kernel: Kernel,
  incoming: Incoming,
  actor: Actor,
  operation: Operation,
): Permit | Promise<Permit> {
  const reads = operation.method === 'GET' ? 1 : 0
  const weight: RequestWeight = {
    reads,
    writes: 1 - reads,
    searches: operation.limit === 'search' ? 1 : 0,
    costs: actor.kind === 'session' ? 'sessionCost' : 'cost',
  }
  const { limits, rateLimitHeaders } = kernel
  return rateLimitHeaders
    ? announceUsage(limits, incoming, actor, weight)
    : limits.acquire(actor.token, actor.gid, weight)
}

/** Acquires a permit, and adds what is left to the headers of the response, also if the request is refused. */
async function announceUsage(
  limits: Limits,
  incoming: Incoming,
  { token, gid }: Actor,
  weight: RequestWeight,
): Promise<Permit> {
  try {
    return await limits.acquire(token, gid, weight)
  } finally {
    incoming.addHeaders(usageHeaders(await limits.usage(token, gid)))
  }
}

/** The wait in a refusal by the limit of jobs, because the end of a job is unknown. */
const JOB_RETRY_SECONDS = 30

/** Throws 429 if the caller's token may not start `count` jobs more: one counts from its start to its end. */
export async function requireJobSlots({ limits }: Kernel, reader: Reader, { token }: Actor, count = 1): Promise<void> {
  const { jobs } = limits.sizes
  if (jobs === null || count === 0) return
  const running = (await runningJobsOf(reader, [token])).get(token) ?? 0
  if (running + Math.min(count, jobs) > jobs) throw tooMany(JOB_RETRY_SECONDS)
}

/** The same for a job that this transaction starts. */
export async function acquireJobSlot(kernel: Kernel, tx: Writer, actor: Actor): Promise<void> {
  // quotas: a concurrent request of the token could start another job.
  await advisoryLock(tx, 'quotas', actor.token)
  await requireJobSlots(kernel, tx, actor)
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
