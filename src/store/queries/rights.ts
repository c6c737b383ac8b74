/** The access levels of one caller on a set of objects, in one statement for each type. */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { AccessLevel } from './access/principals.ts'
import { atLeast } from './access.ts'
import { tableOf, trashable } from './objects.ts'

interface ObjectLevel {
  gid: number
  level: number
}

const statements = new Map<Name, Statement<ObjectLevel>>()

/**
 * The caller's level (0 none, 1 view, 2 comment, 3 edit, 4 admin) on each of `gids` that exists as a `type` and is not
 * in the trash. The result does not contain other gids.
 */
export async function levelsOf(reader: Reader, me: number, type: Name, gids: number[]): Promise<Map<number, number>> {
  let known = statements.get(type)
  if (!known) {
    known = levelStatement(type)
    statements.set(type, known)
  }
  const rows = await reader.all(known, { me, gids: reader.db.dialect.set(gids) })
  return new Map(rows.map(row => [row.gid, row.level]))
}

const levelStatement = (type: Name) =>
  statement<ObjectLevel>((param, db) => {
    const when = ([4, 3, 2, 1] as AccessLevel[]).map(
      level => sql`when ${atLeast(type, 't', level, param)} then ${sql.lit(level)}`,
    )
    return sql<ObjectLevel>`select t.gid as gid, case ${sql.join(when, sql` `)} else 0 end as level
      from ${sql.table(tableOf(type))} as t
      where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}
      ${trashable(type) ? sql`and t.deleted_at is null` : sql``}`
  })
