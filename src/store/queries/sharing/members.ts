/** Queries for the members of portfolios and goals, whose memberships differ only in the column of the object. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** The tables of memberships; the column of the object has the name of its type. */
const tables = { portfolio: 'portfolio_memberships', goal: 'goal_memberships' } as const

/** A type of object whose members have an access level and nothing else. */
export type OwnMembersType = keyof typeof tables

/** The membership of a user or a team. */
export interface OwnMembership {
  gid: number
  member: number
  access_level: string
}

const membershipsOf = (type: OwnMembersType): Statement<OwnMembership> =>
  statement((param, db) =>
    db
      .selectFrom(tables[type])
      .select(['gid', 'member', 'access_level'])
      .where(sql.ref<number>(type), '=', param('object'))
      .where(eb => db.dialect.isAmong(eb.ref('member'), param('members'))),
  )

const memberships = { portfolio: membershipsOf('portfolio'), goal: membershipsOf('goal') }

/** The memberships of `members` in an object, by member. */
export async function ownMembershipsOf(
  reader: Reader,
  type: OwnMembersType,
  object: number,
  members: readonly number[],
): Promise<Map<number, OwnMembership>> {
  if (members.length === 0) return new Map()
  const rows = await reader.all(memberships[type], { object, members: reader.db.dialect.set(members) })
  return new Map(rows.map(row => [row.member, row]))
}

const administratorsOf = (type: OwnMembersType): Statement<{ member: number }> =>
  statement((param, db) =>
    db
      .selectFrom(tables[type])
      .select('member')
      .where(sql.ref<number>(type), '=', param('object'))
      .where('access_level', '=', 'admin'),
  )

const administrators = { portfolio: administratorsOf('portfolio'), goal: administratorsOf('goal') }

/** The users and teams that administer an object. */
export const ownAdminsOf = async (reader: Reader, type: OwnMembersType, object: number): Promise<number[]> =>
  (await reader.all(administrators[type], { object })).map(row => row.member)
