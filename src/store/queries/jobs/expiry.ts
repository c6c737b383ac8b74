/** Deletes expired rows. No change is recorded: an expired row has no effect. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { TableName } from '../../tables.ts'

const deletion = (table: TableName, key: string, time: string, more = sql``): Statement<unknown> =>
  statement(
    // The condition is there twice: PostgreSQL checks only the outer one again if a row was extended meanwhile.
    (
      param,
      db,
    ) => sql`delete from ${sql.table(table)} where ${sql.ref(time)} < ${param('before')} and ${sql.ref(key)} in (
      select x.${sql.ref(key)} from ${sql.table(table)} as x where x.${sql.ref(time)} < ${param('before')} ${more}
      ${db.dialect.limit(param('limit'))}) returning 1`,
  )

const statements = {
  deliveries: deletion('webhook_deliveries', 'gid', 'started_at'),
  invitations: deletion('invitations', 'gid', 'expires_at'),
  links: deletion('sign_in_links', 'hash', 'expires_at'),
  codes: deletion('authorization_codes', 'hash', 'expires_at'),
  // Personal tokens stay: their owners can see them after expiry, too.
  tokens: deletion('tokens', 'gid', 'expires_at', sql`and x.kind in ('session', 'application')`),
  idempotent_responses: deletion('idempotent_responses', 'gid', 'created_at'),
  shared_counters: deletion('shared_counters', 'name', 'expires_at'),
  requested_jobs: deletion('requested_jobs', 'gid', 'ended_at'),
  rule_runs: deletion('rule_runs', 'gid', 'finished_at'),
  rule_dates: deletion('rule_dates', 'task', 'expires_at'),
  notifications: deletion('notifications', 'gid', 'archived_at'),
  due_notices: deletion('due_notices', 'task', 'expires_at'),
}

/** A kind of rows that expire. */
export type Expiring = keyof typeof statements

/**
 * Deletes `limit` rows of a kind that expired before `before`, and the others of the same tasks. Returns how many: fewer than
 * `limit` when no more are left.
 */
export const deleteExpired = async (tx: Writer, what: Expiring, before: number, limit: number): Promise<number> =>
  (await tx.all(statements[what], { before, limit })).length
