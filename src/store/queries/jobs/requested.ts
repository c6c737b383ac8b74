/** Queries about the jobs that users requested. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { RequestedJobTable } from '../../tables/requested_jobs.ts'

export type RequestedJob = RequestedJobTable

const byGid: Statement<RequestedJob> = statement((param, db) =>
  db.selectFrom('requested_jobs').selectAll().where('gid', '=', param('gid')),
)

/** A requested job; undefined when it was deleted. */
export const requestedJobOf = (reader: Reader, gid: number): Promise<RequestedJob | undefined> =>
  reader.first(byGid, { gid })

const running: Statement<{ token: number; count: number }> = statement(
  (param, db) => sql<{ token: number; count: number }>`select j.token as token, count(*) as count from requested_jobs j
    where ${db.dialect.isAmong(sql.ref('j.token'), param('tokens'))} and j.ended_at is null group by j.token`,
)

/** The number of jobs that each of these tokens started and that have not ended; none for a token without any. */
export async function runningJobsOf(reader: Reader, tokens: readonly number[]): Promise<Map<number, number>> {
  if (tokens.length === 0) return new Map()
  const rows = await reader.all(running, { tokens: reader.db.dialect.set(tokens) })
  return new Map(rows.map(({ token, count }) => [token, count]))
}

const forgetting: Statement<unknown> = statement(
  (param, db) => sql`delete from job_copies where job = ${param('job')} and position in (
    select c.position from job_copies c where c.job = ${param('job')} ${db.dialect.limit(param('limit'))}) returning 1`,
)

/** Deletes at most `limit` of the copies that a job recorded; returns how many. No change is recorded. */
export const forgetCopies = async (reader: Reader, job: number, limit: number): Promise<number> =>
  (await reader.all(forgetting, { job, limit })).length
