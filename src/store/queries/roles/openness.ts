/** What permissions of roles depend on: whether an object is open to its workspace, and who created a task. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** The columns that say whether objects are open to all members of the workspace. */
const opening = {
  goal: sql`select gid from goals where privacy_setting = 'public_to_workspace' and gid = `,
  portfolio: sql`select gid from portfolios where privacy_setting = 'public_to_domain' and gid = `,
  team: sql`select gid from teams where visibility = 'public' and gid = `,
}

type OpenType = keyof typeof opening

const statementOf = (type: OpenType): Statement<{ gid: number }> =>
  statement(param => sql<{ gid: number }>`${opening[type]}${param('gid')}`)

const statements = { goal: statementOf('goal'), portfolio: statementOf('portfolio'), team: statementOf('team') }

/** Whether all members of the workspace of an object have access to it. */
export const isOpen = async (reader: Reader, type: OpenType, gid: number): Promise<boolean> =>
  (await reader.first(statements[type], { gid })) !== undefined

const ofOther: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`select t.gid as gid from tasks t
    where ${db.dialect.isAmong(sql.ref('t.gid'), param('tasks'))} and t.created_by <> ${param('user')} limit 1`,
)

/** Whether one of these tasks was created by a user other than this one. */
export const hasTaskOfOther = async (reader: Reader, tasks: readonly number[], user: number): Promise<boolean> =>
  (await reader.first(ofOther, { tasks: reader.db.dialect.set(tasks), user })) !== undefined
