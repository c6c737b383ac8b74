/** The differences between stored and derived access grants. Outside a transaction, there must be none. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { DERIVED, EVERYTHING, KEPT } from './containers.ts'

/** A grant that is derived but not stored (`is_due` is 1), or stored but not derived. */
export interface Differing {
  is_due: number
  grant: Tables['access_grants']
}

type Row = Tables['access_grants'] & Pick<Differing, 'is_due'>

const differing = (wanted: RawBuilder<unknown>, kept: string) => sql<Row>`
  with wanted (gid, principal) as (${wanted}), derived as (${sql.raw(DERIVED)}), kept as (${sql.raw(kept)})
  select 1 as is_due, d.* from (select * from derived except select * from kept) as d
  union all select 0, k.* from (select * from kept except select * from derived) as k`

const ofSome: Statement<Row> = statement((param, db) =>
  differing(db.dialect.rows(param('pairs'), ['number', 'number']), KEPT),
)

const ofAll: Statement<Row> = statement(() =>
  differing(sql.raw(EVERYTHING), 'select object, kind, principal, level, workspace from access_grants'),
)

const withGrant = ({ is_due, ...grant }: Row): Differing => ({ is_due, grant })

/** The differences of all objects. */
export const differingGrants = async (reader: Reader): Promise<Differing[]> =>
  (await reader.all(ofAll, {})).map(withGrant)

/** The differences of some objects, each with a principal; see `EVERY_PRINCIPAL`. */
export const differingAmong = async (
  reader: Reader,
  pairs: readonly (readonly [number, number])[],
): Promise<Differing[]> => (await reader.all(ofSome, { pairs: JSON.stringify(pairs) })).map(withGrant)
