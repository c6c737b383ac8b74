/** The audit log: written together with what it tells, read in the order of its lines, and pruned from its start. */
import { type RawBuilder, sql } from 'kysely'
import { hold } from '../../change.ts'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import type { Page, Window } from '../page.ts'
import { LOG } from './log.ts'

export type AuditRow = Tables['audit_log_events']

type NewLine = Omit<AuditRow, 'cursor'>

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
} as const satisfies Record<keyof NewLine, 'number' | 'text'>

const columns = Object.keys(types) as (keyof NewLine)[]

const insertion: Statement<never> = statement((param, db) => {
  return sql`insert into audit_log_events (${sql.join(columns.map(name => sql.id(name)))})
    ${db.dialect.rows(param('rows'), Object.values(types))}`
})

const latest: Statement<{ workspace: number; at: number }> = statement((param, db) => {
  return sql<{ workspace: number; at: number }>`select m.workspace as workspace, max(m.created_at) as at
    from audit_log_events m where ${db.dialect.among(sql.ref('m.workspace'), param('workspaces'))} group by m.workspace`
})

/**
 * Adds lines, in this order, in one statement. Nothing else writes them, and nothing changes them. None is older than
 * the one before it: a transaction that began earlier may come later to its commit.
 */
export async function appendAudit(tx: Writer, lines: readonly NewLine[]): Promise<void> {
  await hold(tx, 'log', LOG)
  const workspaces = tx.db.dialect.set([...new Set(lines.map(({ workspace }) => workspace))])
  const last = new Map((await tx.all(latest, { workspaces })).map(({ workspace, at }) => [workspace, at]))
  const grown = lines.map(line => ({
    ...line,
    created_at: Math.max(line.created_at, last.get(line.workspace) ?? 0),
  }))
  await tx.all(insertion, { rows: JSON.stringify(grown.map(line => columns.map(name => line[name]))) })
}

/** What lines must be: moments in milliseconds since the Unix epoch, the others equal. */
export interface AuditFilters {
  start_at?: number | undefined
  end_at?: number | undefined
  event_type?: string | undefined
  actor_type?: string | undefined
  actor_gid?: number | undefined
  resource_gid?: number | undefined
}

const columnOf = { event_type: 'event_type', actor_type: 'actor_type', actor_gid: 'actor', resource_gid: 'resource' }

type Line = Pick<AuditRow, 'gid' | 'cursor'>

/**
 * The place of the first line that is not before a moment. Lines stand in the order of their commits, which is that of
 * their moments, so every list is one range of one index, whatever it is filtered by.
 */
const placeOf = (workspace: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select m.cursor from audit_log_events m where m.workspace = ${workspace} and m.created_at >= ${moment}
    order by m.created_at, m.cursor limit 1)`

function pageStatement(given: readonly (keyof AuditFilters)[]): Statement<Line> {
  return statement((param, db) => {
    const workspace = sql`${param('workspace')}`
    const conditions = given.map(name => {
      const value = sql`${param(name)}`
      if (name === 'start_at') return sql`t.cursor >= ${placeOf(workspace, value)}`
      // There may be no such line yet: then there is no end.
      if (name === 'end_at') return sql`t.cursor < coalesce(${placeOf(workspace, value)}, ${Number.MAX_SAFE_INTEGER})`
      return sql`${sql.ref(`t.${columnOf[name]}`)} = ${value}`
    })
    const wanted = [sql`t.workspace = ${workspace}`, ...conditions, sql`t.cursor > ${param('after')}`]
    return sql<Line>`select t.gid as gid, t.cursor as cursor from audit_log_events t
      where ${sql.join(wanted, sql` and `)} order by t.cursor ${db.dialect.limit(param('limit'))}`
  })
}

const pages = new Map<string, Statement<Line>>()

/**
 * One page of the lines of a workspace. The log goes on, so whoever has read a line is told where the next will be,
 * also when there is none yet; `next` is null only for who has found nothing at all.
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

/** The lines of all workspaces behind a place in the log, at most `limit`. */
export const auditAfter = (reader: Reader, after: number, limit: number): Promise<AuditRow[]> =>
  reader.all(following, { after, limit })

const placeOfGid: Statement<{ cursor: number }> = statement((param, db) =>
  db.selectFrom('audit_log_events').select('cursor').where('gid', '=', param('gid')),
)

/** Where a line stands in the log; undefined when it is not there. */
export const auditPlace = async (reader: Reader, gid: number): Promise<number | undefined> =>
  (await reader.first(placeOfGid, { gid }))?.cursor

const pruning: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`delete from audit_log_events where cursor in (select o.cursor from (
    select f.cursor, f.created_at from audit_log_events f order by f.cursor ${db.dialect.limit(param('limit'))}) o
    where o.created_at < ${param('before')}) returning gid`,
)

/**
 * Forgets lines from before a moment, the oldest first, at most `limit` of them. Answers how many they were: fewer than
 * `limit` when there are no more.
 */
export const pruneAudit = async (tx: Writer, before: number, limit: number): Promise<number> =>
  (await tx.all(pruning, { before, limit })).length
