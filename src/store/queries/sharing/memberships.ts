/** Queries for memberships of all types of objects. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

/** The types of objects that have members. */
export const sharedTypes = ['project', 'portfolio', 'goal', 'custom_field', 'custom_type'] as const

export type SharedType = (typeof sharedTypes)[number]

type MembershipRow = Tables['memberships'] & { resource_subtype: `${SharedType}_membership` }

const byGid = statement<MembershipRow>((param, db) =>
  db.selectFrom('memberships').selectAll().where('gid', '=', param('gid')).$castTo<MembershipRow>(),
)

export const membershipByGid = (reader: Reader, gid: number): Promise<MembershipRow | undefined> =>
  reader.first(byGid, { gid })

const ofMember = statement<MembershipRow>((param, db) =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('parent', '=', param('parent'))
    .where('member', '=', param('member'))
    .$castTo<MembershipRow>(),
)

/** The membership of a user or a team in an object. */
export const membershipOf = (reader: Reader, parent: number, member: number): Promise<MembershipRow | undefined> =>
  reader.first(ofMember, { parent, member })

const typeOf = statement<{ type: SharedType }>(param => {
  const each = sharedTypes.map(
    type => sql`select ${sql.lit(type)} as type from ${sql.table(`${type}s`)} where gid = ${param('gid')}`,
  )
  return sql<{ type: SharedType }>`${sql.join(each, sql` union all `)}`
})

/** The type of an object that has members. */
export const sharedTypeOf = async (reader: Reader, gid: number): Promise<SharedType | undefined> =>
  (await reader.first(typeOf, { gid }))?.type

const team = statement<{ organization: number; deleted_at: number | null }>((param, db) =>
  db.selectFrom('teams').select(['organization', 'deleted_at']).where('gid', '=', param('gid')),
)

/** The team that a member is; undefined for a user. */
export const teamOfMember = (reader: Reader, gid: number) => reader.first(team, { gid })
