/** The subscription plans of a user's workspaces. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const paid: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('workspace_memberships as m')
    .innerJoin('workspaces as w', 'w.gid', 'm.workspace')
    .select('w.gid')
    .where('m.user', '=', param('user'))
    .where('m.is_active', '=', 1)
    .where('w.plan', '<>', 'free')
    .limit(sql.lit(1)),
)

/** Whether a user, or a service account, is an active member of a workspace with a paid plan. */
export const isPaid = async (reader: Reader, user: number): Promise<boolean> =>
  (await reader.first(paid, { user })) !== undefined
