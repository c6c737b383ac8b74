/** How the access grants that are kept differ from those that are derived: not at all, outside a transaction. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { DERIVED, EVERY } from './containers.ts'

/** A grant that is to be there and is not, or that is there and is not to be. */
export interface Differing {
  is_due: number
  grant: Tables['access_grants']
}

type Row = Tables['access_grants'] & Pick<Differing, 'is_due'>

const differing = (wanted: RawBuilder<unknown>, kept: RawBuilder<unknown>) => sql<Row>`
  with wanted (gid) as (${wanted}), derived as (${sql.raw(DERIVED)}),
    kept as (select object, kind, principal, level, workspace from access_grants ${kept})
  select 1 as is_due, d.* from (select * from derived except select * from kept) as d
  union all select 0, k.* from (select * from kept except select * from derived) as k`

const ofSome: Statement<Row> = statement((param, db) =>
  differing(db.dialect.rows(param('objects'), ['number']), sql`where object in (select gid from wanted)`),
)

const ofAll: Statement<Row> = statement(() => differing(sql.raw(EVERY), sql``))

/** Of these objects; of all, where none are named. */
export async function differingGrants(reader: Reader, objects?: readonly number[]): Promise<Differing[]> {
  const values = { objects: JSON.stringify(objects?.map(gid => [gid])) }
  const rows = objects ? await reader.all(ofSome, values) : await reader.all(ofAll, {})
  return rows.map(({ is_due, ...grant }) => ({ is_due, grant }))
}
