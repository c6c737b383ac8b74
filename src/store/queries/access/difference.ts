/**
 * The differences between stored and derived access grants, and the objects that inherit them. Outside a transaction, there
 * must be no difference.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { ALL_CONTAINERS, DERIVED_GRANTS, STORED_GRANTS } from './containers.ts'

/** A grant that is derived but not stored (`is_missing` is 1), or stored but not derived. */
export interface GrantDifference {
  is_missing: number
  grant: Tables['access_grants']
}

type DifferenceRow = Tables['access_grants'] & Pick<GrantDifference, 'is_missing'>

const differenceQuery = (wanted: RawBuilder<unknown>, stored: string) => sql<DifferenceRow>`
  with wanted (gid, principal) as (${wanted}), derived as (${sql.raw(DERIVED_GRANTS)}), stored as (${sql.raw(stored)})
  select 1 as is_missing, d.* from (select * from derived except select * from stored) as d
  union all select 0, s.* from (select * from stored except select * from derived) as s`

const ofSome: Statement<DifferenceRow> = statement((param, db) =>
  differenceQuery(db.dialect.rows(param('pairs'), ['number', 'number']), STORED_GRANTS),
)

const ofAll: Statement<DifferenceRow> = statement(() =>
  differenceQuery(sql.raw(ALL_CONTAINERS), 'select object, kind, principal, level, workspace from access_grants'),
)

const withGrant = ({ is_missing, ...grant }: DifferenceRow): GrantDifference => ({ is_missing, grant })

/** The differences of all objects. */
export const grantDifferences = async (reader: Reader): Promise<GrantDifference[]> =>
  (await reader.all(ofAll, {})).map(withGrant)

/** The differences of some objects, each with a principal; see `EVERY_PRINCIPAL`. */
export const grantDifferencesOf = async (
  reader: Reader,
  pairs: readonly (readonly [number, number])[],
): Promise<GrantDifference[]> => (await reader.all(ofSome, { pairs: JSON.stringify(pairs) })).map(withGrant)

/** An object that inherits the grants of the one above it. */
export interface Inheritor {
  gid: number
  above: number
}

const inheritors: Statement<Inheritor> = statement(
  (param, db) => sql<Inheritor>`select i.item as gid, i.portfolio as above from portfolio_items i
    where ${db.dialect.isAmong(sql.ref('i.portfolio'), param('gids'))} and i.is_access_control_inherited = 1`,
)

/** The objects that inherit the grants of `gids`. */
export const inheritorsOf = (reader: Reader, gids: readonly number[]): Promise<Inheritor[]> =>
  reader.all(inheritors, { gids: reader.db.dialect.set(gids) })
