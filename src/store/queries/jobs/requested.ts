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

const running: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from requested_jobs j
    where j.token = ${param('token')} and j.ended_at is null`,
)

/** The number of jobs that a token started and that have not ended. */
export const runningJobs = async (reader: Reader, token: number): Promise<number> =>
  (await reader.first(running, { token }))?.count ?? 0

const forgetting: Statement<unknown> = statement(
  (param, db) => sql`delete from job_copies where job = ${param('job')} and position in (
    select c.position from job_copies c where c.job = ${param('job')} ${db.dialect.limit(param('limit'))}) returning 1`,
)

/** Deletes at most `limit` of the copies that a job recorded; returns how many. No change is recorded. */
export const forgetCopies = async (reader: Reader, job: number, limit: number): Promise<number> =>
  (await reader.all(forgetting, { job, limit })).length
