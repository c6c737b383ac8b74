/** Queries for workspaces, and for the workspaces of tags. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'

const kind: Statement<{ is_organization: number }> = statement((param, db) =>
  db.selectFrom('workspaces').select('is_organization').where('gid', '=', param('workspace')),
)

export async function workspaceKind(reader: Reader, workspace: number): Promise<'organization' | 'workspace'> {
  return (await reader.first(kind, { workspace }))?.is_organization ? 'organization' : 'workspace'
}

const tags: Statement<{ gid: number; workspace: number }> = statement((param, db) =>
  db
    .selectFrom('tags')
    .select(['gid', 'workspace'])
    .where(eb => db.dialect.isAmong(eb.ref('gid'), param('gids'))),
)

/** The workspace of each tag. */
export async function workspacesOfTags(reader: Reader, gids: number[]): Promise<Map<number, number>> {
  if (gids.length === 0) return new Map()
  const rows = await reader.all(tags, { gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row.workspace]))
}

const named: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('workspaces')
    .select('gid')
    .where('name', '=', param('name'))
    .where('is_organization', '=', 1)
    .orderBy('gid')
    .limit(sql.lit(2)),
)

/** The organizations of this name, the oldest first, at most two. Administrators can rename them, so names repeat. */
export const organizationsNamed = async (reader: Reader, name: string): Promise<number[]> =>
  (await reader.all(named, { name })).map(row => row.gid)

const anyWorkspace: Statement<{ gid: number }> = statement((_param, db) =>
  db.selectFrom('workspaces').select('gid').limit(sql.lit(1)),
)

/** Whether the store has not been set up: it has no workspace. */
export async function isEmpty(reader: Reader): Promise<boolean> {
  return (await reader.first(anyWorkspace, {})) === undefined
}
