/** The teams that wait for people who have left an organization, until they come back. */
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const living: Statement<{ team: number }> = statement((param, db) =>
  db
    .selectFrom('waiting_members as w')
    .innerJoin('teams as t', 't.gid', 'w.team')
    .select('w.team')
    .where('w.user', '=', param('user'))
    .where('w.workspace', '=', param('workspace'))
    .where('t.deleted_at', 'is', null),
)

/** The teams in which a person is as soon as the membership in the workspace is active again. */
export const waitingTeams = async (reader: Reader, user: number, workspace: number): Promise<number[]> =>
  (await reader.all(living, { user, workspace })).map(row => row.team)

const joined: Statement<{ team: number }> = statement((param, db) =>
  db
    .selectFrom('team_memberships as m')
    .innerJoin('teams as t', 't.gid', 'm.team')
    .select('m.team')
    .where('m.user', '=', param('user'))
    .where('m.workspace', '=', param('workspace'))
    .where('t.deleted_at', 'is', null),
)

/** The teams in which a person is. */
export const teamsOf = async (reader: Reader, user: number, workspace: number): Promise<number[]> =>
  (await reader.all(joined, { user, workspace })).map(row => row.team)
