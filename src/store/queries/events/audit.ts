/**
 * Queries of the audit log: appending entries in the transaction that they describe, paging, and pruning the oldest.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { advisoryLock } from '../../locks.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import type { Page, Window } from '../page.ts'
import { AUDIT_LOG_ID } from './log.ts'

export type AuditRow = Tables['audit_log_events']

type NewAuditEntry = Omit<AuditRow, 'cursor'>

const types = {
  ...({
    gid: 'number',
    workspace: 'number',
    created_at: 'number',
    event_type: 'text',
    event_category: 'text',
  } as const),
  ...({ actor_type: 'text', actor: 'number', actor_name: 'text', actor_email: 'text', resource_type: 'text' } as const),
  ...({ resource: 'number', resource_subtype: 'text', resource_name: 'text', resource_email: 'text' } as const),
  ...({ details: 'text', context: 'text' } as const),
} as const satisfies Record<keyof NewAuditEntry, 'number' | 'text'>

const columns = Object.keys(types) as (keyof NewAuditEntry)[]

const insertion: Statement<never> = statement((param, db) => {
  return sql`insert into audit_log_events (${sql.join(columns.map(name => sql.id(name)))})
    ${db.dialect.rows(param('rows'), Object.values(types))}`
})

const latest: Statement<{ workspace: number; at: number }> = statement((param, db) => {
  return sql<{ workspace: number; at: number }>`select m.workspace as workspace, max(m.created_at) as at
    from audit_log_events m where ${db.dialect.isAmong(sql.ref('m.workspace'), param('workspaces'))} group by m.workspace`
})

/**
 * Appends entries, in this order, in one statement. Invariants:
 * - only this function writes entries, and nothing updates them;
 * - in a workspace, `created_at` never decreases: it is raised to that of the last entry if a transaction that began
 *   earlier commits later.
 */
export async function appendAudit(tx: Writer, lines: readonly NewAuditEntry[]): Promise<void> {
  await advisoryLock(tx, 'change_log', AUDIT_LOG_ID)
  const workspaces = tx.db.dialect.set([...new Set(lines.map(({ workspace }) => workspace))])
  const last = new Map((await tx.all(latest, { workspaces })).map(({ workspace, at }) => [workspace, at]))
  const grown = lines.map(line => ({
    ...line,
    created_at: Math.max(line.created_at, last.get(line.workspace) ?? 0),
  }))
  await tx.all(insertion, { rows: JSON.stringify(grown.map(line => columns.map(name => line[name]))) })
}

/** Conditions on entries: times in milliseconds since the Unix epoch; the other members must be equal. */
export interface AuditFilters {
  start_at?: number | undefined
  end_at?: number | undefined
  event_type?: string | undefined
  actor_type?: string | undefined
  actor_gid?: number | undefined
  resource_gid?: number | undefined
}

const columnOf = { event_type: 'event_type', actor_type: 'actor_type', actor_gid: 'actor', resource_gid: 'resource' }

type AuditCursor = Pick<AuditRow, 'gid' | 'cursor'>

/**
 * The cursor of the first entry that is not before a time. In a workspace, the order of cursors is that of times, so
 * every list is one range of one index, with any filter.
 */
const cursorAt = (workspace: RawBuilder<unknown>, time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select m.cursor from audit_log_events m where m.workspace = ${workspace} and m.created_at >= ${time}
    order by m.created_at, m.cursor limit 1)`

function pageStatement(given: readonly (keyof AuditFilters)[]): Statement<AuditCursor> {
  return statement((param, db) => {
    const workspace = sql`${param('workspace')}`
    const conditions = given.map(name => {
      const value = sql`${param(name)}`
      if (name === 'start_at') return sql`t.cursor >= ${cursorAt(workspace, value)}`
      // Without such an entry, the list has no end.
      if (name === 'end_at') return sql`t.cursor < coalesce(${cursorAt(workspace, value)}, ${Number.MAX_SAFE_INTEGER})`
      return sql`${sql.ref(`t.${columnOf[name]}`)} = ${value}`
    })
    const wanted = [sql`t.workspace = ${workspace}`, ...conditions, sql`t.cursor > ${param('after')}`]
    return sql<AuditCursor>`select t.gid as gid, t.cursor as cursor from audit_log_events t
      where ${sql.join(wanted, sql` and `)} order by t.cursor ${db.dialect.limit(param('limit'))}`
  })
}

const pages = new Map<string, Statement<AuditCursor>>()

/**
 * One page of the entries of a workspace. The log grows, so `next` is set also at its current end: it is the cursor
 * after which later entries follow. `next` is null only if the first page is empty.
 */
export async function auditPage(
  reader: Reader,
  workspace: number,
  filters: AuditFilters,
  { limit, after }: Window,
): Promise<Page> {
  const given = (Object.keys(filters) as (keyof AuditFilters)[]).filter(name => filters[name] !== undefined).sort()
  const text = given.join()
  const known = pages.get(text) ?? pageStatement(given)
  pages.set(text, known)
  const rows = await reader.all(known, { ...filters, workspace, limit, after: after?.[0] ?? 0 })
  const last = rows.at(-1)
  return { gids: rows.map(({ gid }) => gid), next: last ? [last.cursor] : after }
}

const following: Statement<AuditRow> = statement((param, db) =>
  db
    .selectFrom('audit_log_events')
    .selectAll()
    .where('cursor', '>', param('after'))
    .orderBy('cursor')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The entries of all workspaces after a cursor, at most `limit`. */
export const auditAfter = (reader: Reader, after: number, limit: number): Promise<AuditRow[]> =>
  reader.all(following, { after, limit })

const cursorOfGid: Statement<{ cursor: number }> = statement((param, db) =>
  db.selectFrom('audit_log_events').select('cursor').where('gid', '=', param('gid')),
)

/** The cursor of an entry; undefined when it does not exist. */
export const auditCursorOf = async (reader: Reader, gid: number): Promise<number | undefined> =>
  (await reader.first(cursorOfGid, { gid }))?.cursor

const pruning: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`delete from audit_log_events where cursor in (select o.cursor from (
    select f.cursor, f.created_at from audit_log_events f order by f.cursor ${db.dialect.limit(param('limit'))}) o
    where o.created_at < ${param('before')}) returning gid`,
)

/**
 * Deletes at most `limit` entries that are older than `before`, the oldest first. Returns their number: fewer than
 * `limit` when no more are left.
 */
export const pruneAudit = async (tx: Writer, before: number, limit: number): Promise<number> =>
  (await tx.all(pruning, { before, limit })).length
