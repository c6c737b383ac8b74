/** Queries for the runs of rules: which one is next, how many wait, and the requests that they send. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export type RunRow = Tables['rule_runs']

const next: Statement<RunRow> = statement(
  param => sql<RunRow>`select n.* from rule_runs n
    where n.project = ${param('project')} and n.finished_at is null order by n.gid limit 1`,
)

/** The oldest waiting run of a project. */
export const nextRun = (reader: Reader, project: number): Promise<RunRow | undefined> => reader.first(next, { project })

const waiting: Statement<{ project: number; count: number }> = statement((param, db) => {
  return sql<{ project: number; count: number }>`select n.project as project, count(*) as count from rule_runs n
    where ${db.dialect.isAmong(sql.ref('n.project'), param('projects'))} and n.finished_at is null group by n.project`
})

/** The number of waiting runs of each of these projects. */
export async function countWaitingRuns(reader: Reader, projects: readonly number[]): Promise<Map<number, number>> {
  const rows = await reader.all(waiting, { projects: reader.db.dialect.set(projects) })
  return new Map(rows.map(({ project, count }) => [project, count]))
}

const nthFinished: Statement<{ finished_at: number }> = statement(
  (param, db) => sql<{ finished_at: number }>`select n.finished_at as finished_at from rule_runs n
    where n.project = ${param('project')} and n.finished_at > ${param('since')}
    order by n.finished_at desc ${db.dialect.limit(param('one'))} offset ${param('before')}`,
)

/** When the run finished that `count` runs of a project finished after `since` include last; undefined if fewer did. */
export const finishedAgo = async (
  reader: Reader,
  project: number,
  since: number,
  count: number,
): Promise<number | undefined> =>
  (await reader.first(nthFinished, { project, since, one: 1, before: count - 1 }))?.finished_at

const ofRule: Statement<RunRow> = statement(
  (param, db) => sql<RunRow>`select n.* from rule_runs n where n.rule = ${param('rule')}
    order by n.gid desc ${db.dialect.limit(param('limit'))}`,
)

/** The runs of a rule, the newest first. */
export const runsOf = (reader: Reader, rule: number, limit: number): Promise<RunRow[]> =>
  reader.all(ofRule, { rule, limit })

const recording: Statement<never> = statement(
  param => sql`update rule_runs set first_change = ${param('first')},
      last_change = (select max(c.gid) from changes c where c.workspace = ${param('workspace')})
    where gid = ${param('run')}`,
)

/** Records that the changes of the workspace from `first` to the last one are those of a run. */
export async function recordChangesOfRun(tx: Writer, run: number, workspace: number, first: number): Promise<void> {
  await tx.all(recording, { run, workspace, first })
}

export type RequestRow = Tables['rule_requests']

const oldestRequest: Statement<RequestRow> = statement(
  param => sql<RequestRow>`select q.* from rule_requests q where q.rule = ${param('rule')} order by q.gid limit 1`,
)

/** The request of a rule that must be sent next. */
export const nextRequest = (reader: Reader, rule: number): Promise<RequestRow | undefined> =>
  reader.first(oldestRequest, { rule })

const requestCount: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from rule_requests q where q.rule = ${param('rule')}`,
)

/** The number of requests of a rule that wait. */
export const countRequests = async (reader: Reader, rule: number): Promise<number> =>
  (await reader.first(requestCount, { rule }))?.count ?? 0
