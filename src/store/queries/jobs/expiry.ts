/** What is forgotten when its time has come. Nothing of it is told: it ended before. */
import { sql } from 'kysely'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

const forgetting = (table: keyof Tables, key: string, moment: string, more = sql``): Statement<unknown> =>
  statement(
    // Said twice: what somebody prolongs meanwhile is looked at again by the outer one alone.
    (
      param,
      db,
    ) => sql`delete from ${sql.table(table)} where ${sql.ref(moment)} < ${param('before')} and ${sql.ref(key)} in (
      select x.${sql.ref(key)} from ${sql.table(table)} as x where x.${sql.ref(moment)} < ${param('before')} ${more}
      ${db.dialect.limit(param('limit'))}) returning 1`,
  )

const statements = {
  deliveries: forgetting('webhook_deliveries', 'gid', 'started_at'),
  invitations: forgetting('invitations', 'gid', 'expires_at'),
  links: forgetting('sign_in_links', 'hash', 'expires_at'),
  codes: forgetting('authorization_codes', 'hash', 'expires_at'),
  // People see their own tokens also when these have expired.
  tokens: forgetting('tokens', 'gid', 'expires_at', sql`and x.kind in ('session', 'application')`),
  shared_counters: forgetting('shared_counters', 'name', 'until'),
}

export type Forgotten = keyof typeof statements

/** Forgets at most `limit` things of a kind that ended before a moment; answers how many there were. */
export const forget = async (tx: Writer, what: Forgotten, before: number, limit: number): Promise<number> =>
  (await tx.all(statements[what], { before, limit })).length
