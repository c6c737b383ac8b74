/** What pages that are open want to know: changes in the workspaces of a person, and what of it that person may see. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { atLeast } from '../access.ts'
import { tableOf } from '../objects.ts'

export type LiveChange = Pick<
  Tables['changes'],
  'gid' | 'resource_type' | 'resource' | 'action' | 'field' | 'parent_type' | 'parent' | 'heard_by'
>

const ofPerson: Statement<LiveChange> = statement(
  (
    param,
    db,
  ) => sql<LiveChange>`select c.gid, c.resource_type, c.resource, c.action, c.field, c.parent_type, c.parent, c.heard_by
    from changes c where c.gid > ${param('after')} and c.gid <= ${param('until')} and c.workspace in (
      select w.workspace from workspace_memberships w where w."user" = ${param('me')} and w.is_active = 1)
    order by c.gid ${db.dialect.limit(param('limit'))}`,
)

/** The changes behind one and up to another, in the workspaces that a person belongs to. */
export const changesFor = (
  reader: Reader,
  me: number,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<LiveChange[]> => reader.all(ofPerson, { me, after, until, limit })

const ends: Statement<{ oldest: number | null; newest: number | null }> = statement(
  () => sql<{ oldest: number | null; newest: number | null }>`select
    (select min(gid) from changes) as oldest, (select max(gid) from changes) as newest`,
)

/** The first and the last change that is kept; both 0 when there is none. */
export async function endsOfChanges(reader: Reader): Promise<{ oldest: number; newest: number }> {
  const { oldest = null, newest = null } = (await reader.first(ends, {})) ?? {}
  return { oldest: oldest ?? 0, newest: newest ?? 0 }
}

const statements = new Map<Name, Statement<{ gid: number }>>()

/**
 * Those of `gids` that the caller may see as a `type`, also in the trash: whoever could see an object may know that it
 * is gone.
 */
export async function seenOf(reader: Reader, me: number, type: Name, gids: readonly number[]): Promise<number[]> {
  let known = statements.get(type)
  if (!known) {
    known = statement((param, db) => {
      return sql<{ gid: number }>`select t.gid as gid from ${sql.table(tableOf(type))} as t
        where ${db.dialect.among(sql.ref('t.gid'), param('gids'))} and ${atLeast(type, 't', 1, param)}`
    })
    statements.set(type, known)
  }
  return (await reader.all(known, { me, gids: reader.db.dialect.set(gids) })).map(({ gid }) => gid)
}
