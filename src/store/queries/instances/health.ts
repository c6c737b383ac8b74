/** Queries of `doctor`: organizations without an administrator, overdue jobs, failing webhooks. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const headless: Statement<{ name: string }> = statement(
  () => sql<{ name: string }>`select w.name as name from workspaces w where w.is_organization = 1
    and not exists (select 1 from workspace_memberships m
      where m.workspace = w.gid and m.is_active = 1 and m.is_admin = 1 and m.is_service = 0)
    order by w.gid limit 5`,
)

/** The names of organizations without an active administrator, the oldest first, at most five. */
export const organizationsWithoutAdministrator = async (reader: Reader): Promise<string[]> =>
  (await reader.all(headless, {})).map(({ name }) => name)

/** The number of overdue jobs, and since when the oldest is due. */
export interface OverdueJobs {
  count: number
  since: number | null
}

const overdue: Statement<OverdueJobs> = statement(
  param => sql<OverdueJobs>`select count(*) as count, min(j.run_at) as since from jobs j
    where j.run_at <= ${param('before')} and (j.leased_until is null or j.leased_until <= ${param('before')})`,
)

/** The jobs that should have started before a time. */
export const jobsOverdue = async (reader: Reader, before: number): Promise<OverdueJobs> =>
  (await reader.first(overdue, { before })) ?? { count: 0, since: null }

export interface WebhookHealth {
  all: number
  /** Active webhooks whose last delivery failed, and inactive ones. */
  failing: number
  inactive: number
}

const webhooks: Statement<WebhookHealth> = statement(
  () => sql<WebhookHealth>`select count(*) as "all",
    coalesce(sum(case when w.active = 1 and w.delivery_retry_count > 0 then 1 else 0 end), 0) as failing,
    coalesce(sum(case when w.active = 0 then 1 else 0 end), 0) as inactive from webhooks w`,
)

export const webhookHealth = async (reader: Reader): Promise<WebhookHealth> =>
  (await reader.first(webhooks, {})) ?? { all: 0, failing: 0, inactive: 0 }
