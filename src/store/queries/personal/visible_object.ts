/** The object that a gid names, among several types, if the caller can see it: one statement for each set of types. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { tableOf, trashable, workspaceColumnOf } from '../objects.ts'

export interface VisibleObjectRow {
  resource_type: Name
  /** Null for a user, who is in several workspaces. */
  workspace: number | null
  /** Whether the caller can change it. */
  is_editable: number
}

/** Returns a query for the object with a gid that is of one of these types, visible, and not in the trash. */
export function visibleObjectOf(types: readonly Name[]) {
  const found: Statement<VisibleObjectRow> = statement((param, { dialect }) => {
    const selects = types.map(type => {
      const workspace =
        type === 'user' ? sql`cast(null as ${sql.raw(dialect.types.gid)})` : sql.ref(`t.${workspaceColumnOf(type)}`)
      const kept = trashable(type) ? sql`and t.deleted_at is null` : sql``
      return sql`select ${sql.lit(type)} as resource_type, ${workspace} as workspace,
        case when ${atLeast(type, 't', 3, param)} then 1 else 0 end as is_editable
        from ${sql.table(tableOf(type))} as t
        where t.gid = ${param('gid')} ${kept} and ${atLeast(type, 't', 1, param)}`
    })
    return sql<VisibleObjectRow>`${sql.join(selects, sql` union all `)}`
  })
  return (reader: Reader, me: number, gid: number): Promise<VisibleObjectRow | undefined> =>
    reader.first(found, { me, gid })
}
