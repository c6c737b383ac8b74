/**
 * The durable job queue. Invariants:
 * - there is at most one job of a kind for each subject;
 * - only the worker with the lease of a job runs it;
 * - a job that is scheduled while it runs runs again.
 *
 * Claiming a job sets its `run_at` to the end of the lease, so it becomes due again if its worker dies. If `run_at`
 * differs from the end of the lease when the job finishes, it was scheduled meanwhile.
 */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'

export interface QueuedJob {
  gid: number
  kind: string
  subject: number
  /** How often it was started since it last succeeded, including this time. */
  attempts: number
}

const addition: Statement<never> = statement((param, db) => {
  return sql`insert into jobs (gid, kind, subject, run_at, attempts, created_at)
    ${db.dialect.rows(param('rows'), ['number', 'text', 'number', 'number', 'number', 'number'])}
    on conflict (kind, subject) do update set run_at = excluded.run_at where excluded.run_at < jobs.run_at`
})

/** Schedules a job of this kind for each of `subjects` at `runAt`. A job that is due earlier is left as it is. */
export async function scheduleAll(tx: Writer, kind: string, subjects: readonly number[], runAt: number): Promise<void> {
  await scheduleEach(
    tx,
    kind,
    subjects.map(subject => [subject, runAt]),
  )
}

/** The same, each at a time of its own. */
export async function scheduleEach(
  tx: Writer,
  kind: string,
  times: readonly (readonly [subject: number, runAt: number])[],
): Promise<void> {
  if (times.length === 0) return
  const ordered = times.toSorted(([a], [b]) => a - b)
  const rows = JSON.stringify(ordered.map(([subject, runAt]) => [tx.gid(), kind, subject, runAt, 0, tx.now]))
  await tx.all(addition, { rows })
}

export const schedule = (tx: Writer, kind: string, subject: number, runAt: number): Promise<void> =>
  scheduleAll(tx, kind, [subject], runAt)

/** The subject of kinds that have only one job. */
export const SINGLETON = 0

const claiming: Statement<QueuedJob> = statement((param, db) => {
  // Materialized, so that it is evaluated once: if it were evaluated again for each row, more than `limit` could be
  // claimed.
  return sql<QueuedJob>`with due as materialized (select j.gid from jobs j
      where j.run_at <= ${param('now')} and (j.leased_until is null or j.leased_until <= ${param('now')})
        and ${db.dialect.isAmong(sql.ref('j.kind'), param('kinds'))}
      order by j.run_at, j.gid ${db.dialect.limit(param('limit'))} ${sql.raw(db.dialect.forUpdateSkipLocked)})
    update jobs set lease = ${param('lease')}, leased_until = ${param('until')},
      run_at = ${param('until')}, attempts = attempts + 1
    where gid in (select due.gid from due)
    returning gid, kind, subject, attempts`
})

/** Claims due jobs, the oldest first, until the time `until`. `lease` identifies the worker. */
export function claim(
  tx: Writer,
  { kinds, ...wanted }: { kinds: readonly string[]; limit: number; lease: string; until: number },
): Promise<QueuedJob[]> {
  return tx.all(claiming, { ...wanted, now: tx.now, kinds: tx.db.dialect.set(kinds) })
}

/** The job as it was claimed: a worker may have claimed its own job again, after its lease expired. */
const claimed = (param: ParamFn) =>
  sql`gid = ${param('gid')} and lease = ${param('lease')} and attempts = ${param('claimed')}`

const deletion: Statement<never> = statement(
  param => sql`delete from jobs where ${claimed(param)} and run_at = leased_until`,
)

const rescheduling: Statement<never> = statement(
  param => sql`update jobs set lease = null, leased_until = null, attempts = 0, last_error = null
    where ${claimed(param)}`,
)

const retrying: Statement<never> = statement(
  param => sql`update jobs set lease = null, leased_until = null, attempts = ${param('attempts')},
      last_error = ${param('error')},
      run_at = case when run_at <> leased_until and run_at < ${param('next')} then run_at else ${param('next')} end
    where ${claimed(param)}`,
)

/** The job succeeded: deletes it, or schedules it at `next`, or earlier if it was scheduled while it ran. */
export async function finish(tx: Writer, lease: string, job: QueuedJob, next: number | undefined): Promise<void> {
  const ended = { gid: job.gid, lease, claimed: job.attempts }
  if (next !== undefined) return void (await tx.all(retrying, { ...ended, next, attempts: 0, error: null }))
  await tx.all(deletion, ended)
  await tx.all(rescheduling, ended)
}

/** The job failed: schedules its retry at `next`. */
export async function retry(tx: Writer, lease: string, job: QueuedJob, next: number, error: string): Promise<void> {
  const { gid, attempts } = job
  await tx.all(retrying, { gid, lease, claimed: attempts, next, attempts, error: error.slice(0, 2000) })
}

const renewal: Statement<never> = statement(
  (param, db) => sql`update jobs set leased_until = ${param('until')},
      run_at = case when run_at = leased_until then ${param('until')} else run_at end
    where lease = ${param('lease')} and ${db.dialect.isAmong(sql.ref('gid'), param('gids'))}`,
)

/**
 * Renews the leases of jobs until the time `until`. The worker names its jobs: one that it claimed without receiving
 * the result, because the connection failed, must become due again.
 */
export async function renew(tx: Writer, lease: string, gids: readonly number[], until: number): Promise<void> {
  await tx.all(renewal, { lease, until, gids: tx.db.dialect.set(gids) })
}

const release: Statement<never> = statement(
  param => sql`update jobs set lease = null, leased_until = null,
      run_at = case when run_at = leased_until then ${param('now')} else run_at end
    where lease = coalesce(${param('lease')}, lease)`,
)

/** Releases the jobs that a worker claimed; with null, those of all workers. */
export async function releaseJobs(tx: Writer, lease: string | null): Promise<void> {
  await tx.all(release, { lease, now: tx.now })
}

const next: Statement<{ run_at: number }> = statement((param, db) => {
  return sql<{ run_at: number }>`select j.run_at as run_at from jobs j
    where (j.leased_until is null or j.leased_until <= ${param('now')})
      and ${db.dialect.isAmong(sql.ref('j.kind'), param('kinds'))}
    order by j.run_at limit 1`
})

/** When the next unclaimed job of these kinds is due; undefined when there is none. */
export async function nextDue(reader: Reader, kinds: readonly string[], now: number): Promise<number | undefined> {
  return (await reader.first(next, { now, kinds: reader.db.dialect.set(kinds) }))?.run_at
}

/** A job with the columns that operators see. */
export interface ListedJob extends QueuedJob {
  run_at: number
  leased_until: number | null
  last_error: string | null
  created_at: number
}

const listed: Statement<ListedJob> = statement((param, db) =>
  db
    .selectFrom('jobs')
    .select(['gid', 'kind', 'subject', 'attempts', 'run_at', 'leased_until', 'last_error', 'created_at'])
    .orderBy('run_at')
    .orderBy('gid')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The jobs that are due first, at most `limit`. */
export const listJobs = (reader: Reader, limit: number): Promise<ListedJob[]> => reader.all(listed, { limit })
