/** What the set-up of an installation asks: which organizations there are. */
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'

const named: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('workspaces')
    .select('gid')
    .where('name', '=', param('name'))
    .where('is_organization', '=', 1)
    .orderBy('gid')
    .limit(1),
)

/** The organization of this name; the oldest one, should there be several. */
export async function organizationNamed(reader: Reader, name: string): Promise<number | undefined> {
  return (await reader.first(named, { name }))?.gid
}

const any: Statement<{ gid: number }> = statement((_param, db) => db.selectFrom('workspaces').select('gid').limit(1))

/** Whether nobody has set this store up yet. */
export async function isEmpty(reader: Reader): Promise<boolean> {
  return (await reader.first(any, {})) === undefined
}
