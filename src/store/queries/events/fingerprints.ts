/**
 * Fingerprints of what a user owns outside workspaces: tokens, sessions, applications, webhooks; of the jobs of the
 * installation, and of what the web app stores for the user. The change log does not contain them, so live updates compare fingerprints to detect changes.
 */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

export const OWNED_KINDS = [
  'tokens',
  'sessions',
  'applications',
  'webhooks',
  'jobs',
  'preference',
  'view',
  'favorite',
] as const

export type OwnedKind = (typeof OWNED_KINDS)[number]

/** A text for each kind, which differs when an object was created or deleted, or a webhook delivered. */
export type OwnedFingerprints = Record<OwnedKind, string>

type FingerprintRow = Record<string, number | null>

/** The console shows at most as many. */
const MAX_WEBHOOKS = 1000

const fingerprints: Statement<FingerprintRow> = statement(param => {
  const me = param('me')
  const tokens = (kind: string) => sql`from tokens t where t."user" = ${me} and t.kind = ${sql.lit(kind)}`
  const jobs = (column: string) => sql`case when ${param('jobs')} = 1 then (select ${sql.raw(column)} from jobs) end`
  const mark = (kind: string) =>
    sql`coalesce((select s.${sql.id(`${kind}_mark`)} from personal_states s where s."user" = ${me}), 0)`
  return sql<FingerprintRow>`select
    (select count(*) ${tokens('personal')}) as tokens_count, (select max(t.gid) ${tokens('personal')}) as tokens_last,
    (select count(*) ${tokens('session')}) as sessions_count, (select max(t.gid) ${tokens('session')}) as sessions_last,
    (select count(*) from grants g where g."user" = ${me}) as applications_grants,
    (select max(g.gid) from grants g where g."user" = ${me}) as applications_grant,
    (select count(*) from applications a where a.owner = ${me}) as applications_count, hooks.*,
    ${mark('preference')} as preference_mark,
    ${mark('view')} as view_mark,
    ${mark('favorite')} as favorite_mark,
    ${jobs('count(*)')} as jobs_count, ${jobs('max(gid)')} as jobs_last, ${jobs('max(run_at)')} as jobs_due,
    ${jobs('sum(attempts)')} as jobs_attempts
    from (select count(*) as webhooks_count, max(h.gid) as webhooks_last, max(h.last_success_at) as webhooks_success,
      max(h.last_failure_at) as webhooks_failure,
      max((select max(d.gid) from webhook_deliveries d where d.webhook = h.gid)) as webhooks_delivery
      from (select w.gid, w.last_success_at, w.last_failure_at from webhooks w where w."user" = ${me}
        order by w.gid limit ${sql.lit(MAX_WEBHOOKS)}) as h) as hooks`
})

/** The fingerprints of a user; `seesJobs` for administrators of the installation. */
export async function ownedFingerprints(reader: Reader, me: number, seesJobs: boolean): Promise<OwnedFingerprints> {
  const row = (await reader.first(fingerprints, { me, jobs: seesJobs ? 1 : 0 })) ?? {}
  const markOf = (kind: OwnedKind) =>
    Object.entries(row)
      .filter(([column]) => column.startsWith(`${kind}_`))
      .map(([, value]) => String(value))
      .join(' ')
  return Object.fromEntries(OWNED_KINDS.map(kind => [kind, markOf(kind)])) as OwnedFingerprints
}
