/** The plans of the organizations that objects belong to. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { tableOf, workspaceColumnOf } from '../objects.ts'

const statements = new Map<Name, Statement<{ gid: number; plan: string }>>()

/** The plan of the organization of each of these objects. */
export async function plansOf(reader: Reader, type: Name, gids: readonly number[]): Promise<Map<number, string>> {
  let known = statements.get(type)
  if (!known) {
    known = statement(
      (param, db) => sql<{ gid: number; plan: string }>`select t.gid as gid, o.plan as plan
        from ${sql.table(tableOf(type))} as t cross join workspaces o
        where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}
        and o.gid = ${sql.ref(`t.${workspaceColumnOf(type)}`)}`,
    )
    statements.set(type, known)
  }
  const rows = await reader.all(known, { gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(({ gid, plan }) => [gid, plan]))
}
