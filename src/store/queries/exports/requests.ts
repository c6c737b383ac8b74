/** Requested exports. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export interface ExportRow extends Omit<Tables['exports'], 'resource_type' | 'state'> {
  resource_type: 'graph_export' | 'export_request' | 'organization_export'
  state: 'pending' | 'started' | 'finished' | 'error'
}

const one: Statement<ExportRow> = statement(param => sql<ExportRow>`select * from exports where gid = ${param('gid')}`)

export const exportOf = (reader: Reader, gid: number): Promise<ExportRow | undefined> => reader.first(one, { gid })

const reusable: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`select gid from exports where parent = ${param('parent')}
    and "user" = ${param('user')} and state = 'finished' and completed_at > ${param('since')}
    and task_count > ${param('tasks')} and coalesce(scopes, '') = ${param('scopes')}
    order by gid desc ${db.dialect.limit(param('limit'))}`,
)

/** The latest export of this object, finished after `since`, with more than `tasks` tasks, for the same reader. */
export async function reusableExport(
  reader: Reader,
  wanted: { parent: number; user: number; scopes: string | null; since: number; tasks: number },
): Promise<number | undefined> {
  return (await reader.first(reusable, { ...wanted, scopes: wanted.scopes ?? '', limit: 1 }))?.gid
}

const old: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`select gid from exports where created_at < ${param('before')}
    order by created_at ${db.dialect.limit(param('limit'))}`,
)

/** The exports that were requested before a time, at most `limit`. */
export const exportsBefore = async (reader: Reader, before: number, limit: number): Promise<number[]> =>
  (await reader.all(old, { before, limit })).map(({ gid }) => gid)
