/** The teams of people who left an organization: they are members again when they return. */
import { sql } from 'kysely'
import type { Reader, Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'

const waiting: Statement<{ team: number }> = statement((param, db) =>
  db
    .selectFrom('waiting_members as w')
    .innerJoin('teams as t', 't.gid', 'w.team')
    .select('w.team')
    .where('w.user', '=', param('user'))
    .where('w.workspace', '=', param('workspace'))
    .where('t.deleted_at', 'is', null),
)

/** The teams that a user joins again as soon as the membership of the workspace is active again. */
export const waitingTeams = async (reader: Reader, user: number, workspace: number): Promise<number[]> =>
  (await reader.all(waiting, { user, workspace })).map(row => row.team)

const joined: Statement<{ team: number }> = statement(
  (param, db) => sql<{ team: number }>`select m.team as team from team_memberships m
    where m."user" = ${param('user')} and m.workspace = ${param('workspace')}
    and exists (select 1 from teams t where t.gid = m.team and t.deleted_at is null)
    order by m.gid ${sql.raw(db.dialect.forNoKeyUpdate)}`,
)

/** The teams of a user. Their memberships are locked until the transaction ends. */
export const lockTeamsOf = async (tx: Writer, user: number, workspace: number): Promise<number[]> =>
  (await tx.all(joined, { user, workspace })).map(row => row.team)
