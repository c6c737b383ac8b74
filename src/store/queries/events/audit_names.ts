/** Queries for audit entries: the current names of the objects in them, and the workspaces of users. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** The type, name and e-mail address of an object, as audit entries contain them. */
export interface AuditName {
  gid: number
  type: 'user' | 'service_account' | keyof typeof tables
  name: string
  /** Null unless the object is a person. */
  email: string | null
}

const tables = {
  ...{ team: 'teams', project: 'projects', portfolio: 'portfolios', goal: 'goals' },
  ...{ workspace: 'workspaces', application: 'applications', role: 'roles' },
}

const auditNames: Statement<AuditName> = statement((param, db) => {
  const among = (alias: string) => db.dialect.isAmong(sql.ref(`${alias}.gid`), param('gids'))
  const others = Object.entries(tables).map(
    ([type, table]) =>
      sql`select t.gid, ${sql.lit(type)}, t.name, cast(null as text) from ${sql.table(table)} t where ${among('t')}`,
  )
  const people = sql`select u.gid as gid, case when s.gid is null then 'user' else 'service_account' end as type,
    u.name as name, case when s.gid is null then u.email end as email
    from users u left join service_accounts s on s.gid = u.gid where ${among('u')}`
  return sql<AuditName>`${sql.join([people, ...others], sql` union all `)}`
})

/** Those of `gids` that are people, service accounts, or objects of `TABLES`. */
export async function auditNamesOf(reader: Reader, gids: Iterable<number>): Promise<Map<number, AuditName>> {
  const rows = await reader.all(auditNames, { gids: reader.db.dialect.set([...new Set(gids)]) })
  return new Map(rows.map(row => [row.gid, row]))
}

interface WorkspaceOfUser {
  user: number
  workspace: number
}

const activeMemberships: Statement<WorkspaceOfUser> = statement((param, db) => {
  return sql<WorkspaceOfUser>`select w."user" as "user", w.workspace as workspace from workspace_memberships w
    where ${db.dialect.isAmong(sql.ref('w.user'), param('users'))} and w.is_active = 1`
})

/** The workspaces in which users are active members. */
export const workspacesOfUsers = async (reader: Reader, users: readonly number[]): Promise<WorkspaceOfUser[]> =>
  users.length === 0 ? [] : reader.all(activeMemberships, { users: reader.db.dialect.set(users) })

const everyWorkspace: Statement<{ gid: number }> = statement((_param, db) =>
  db.selectFrom('workspaces').select('gid').orderBy('gid'),
)

/** All workspaces of the installation. */
export const allWorkspaces = async (reader: Reader): Promise<number[]> =>
  (await reader.all(everyWorkspace, {})).map(({ gid }) => gid)
