/** Queries for live updates: the changes in the workspaces of a user, and which objects the user can see. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'
import { tableOf } from '../objects.ts'

export type LiveChange = Pick<
  Tables['changes'],
  | 'gid'
  | 'user'
  | 'resource_type'
  | 'resource'
  | 'action'
  | 'field'
  | 'parent_type'
  | 'parent'
  | 'streams'
  | 'page'
  | 'owner'
>

const ofPerson: Statement<LiveChange> = statement(
  (param, db) => sql<LiveChange>`with log_range (workspace, after, until) as
      (${db.dialect.rows(param('ranges'), ['number', 'number', 'number'])})
    select c.gid, c."user", c.resource_type, c.resource, c.action, c.field, c.parent_type, c.parent, c.streams, c.page,
      c.owner
    from log_range r join changes c on c.workspace = r.workspace and c.gid > r.after and c.gid <= r.until
    where exists (select 1 from workspace_memberships w
      where w.workspace = r.workspace and w."user" = ${param('me')} and w.is_active = 1)
    and (c.owner is null or c.owner = ${param('me')})
    order by c.gid ${db.dialect.limit(param('limit'))}`,
)

/** A range of the log of one workspace: the changes after `after`, up to and including `until`. */
export type WorkspaceRange = readonly [workspace: number, after: number, until: number]

/**
 * The first `limit` changes of several ranges, ordered by gid, in workspaces in which the user is an active member;
 * without those that only another user sees.
 */
export const changesFor = (
  reader: Reader,
  me: number,
  ranges: readonly WorkspaceRange[],
  limit: number,
): Promise<LiveChange[]> => reader.all(ofPerson, { me, ranges: JSON.stringify(ranges), limit })

/** The first and the last stored change of a workspace; both 0 when there is none. */
export interface LogEnds {
  workspace: number
  oldest: number
  newest: number
}

const ends: Statement<LogEnds> = statement(
  param => sql<LogEnds>`select w.workspace as workspace,
    coalesce((select min(c.gid) from changes c where c.workspace = w.workspace), 0) as oldest,
    coalesce((select max(c.gid) from changes c where c.workspace = w.workspace), 0) as newest
    from workspace_memberships w where w."user" = ${param('me')} and w.is_active = 1 order by w.workspace`,
)

/** The ends of the log of each workspace in which a user is an active member. */
export const logEndsOf = (reader: Reader, me: number): Promise<LogEnds[]> => reader.all(ends, { me })

const sum: Statement<{ sum: number }> = statement(
  () => sql<{ sum: number }>`select coalesce(sum(e.newest), 0) as sum from (
    select (select max(c.gid) from changes c where c.workspace = w.gid) as newest from workspaces w) e`,
)

/** A number that differs whenever a change was recorded, in any workspace. */
export const changesFingerprint = async (reader: Reader): Promise<number> => (await reader.first(sum, {}))?.sum ?? 0

const statements = new Map<Name, Statement<{ gid: number }>>()

/**
 * Those of `gids` that the caller can see as a `type`, also in the trash: a caller who could see an object may know
 * that it was deleted.
 */
export async function visibleAmong(reader: Reader, me: number, type: Name, gids: readonly number[]): Promise<number[]> {
  let known = statements.get(type)
  if (!known) {
    known = statement((param, db) => {
      return sql<{ gid: number }>`select t.gid as gid from ${sql.table(tableOf(type))} as t
        where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))} and ${atLeast(type, 't', 1, param)}`
    })
    statements.set(type, known)
  }
  return (await reader.all(known, { me, gids: reader.db.dialect.set(gids) })).map(({ gid }) => gid)
}
