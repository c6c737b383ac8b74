/** Queries for the administrators of the installation. */
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'

const one = statement<{ user: number }>((param, db) =>
  db.selectFrom('administrators').select('user').where('user', '=', param('user')),
)

export const administersInstallation = async (reader: Reader, user: number): Promise<boolean> =>
  (await reader.first(one, { user })) !== undefined

const all = statement<{ gid: number; name: string; email: string }>((_param, db) =>
  db
    .selectFrom('administrators as a')
    .innerJoin('users as u', 'u.gid', 'a.user')
    .select(['u.gid', 'u.name', 'u.email'])
    .orderBy('a.created_at')
    .orderBy('u.gid'),
)

/** All administrators of the installation, in the order in which they were appointed. */
export const installationAdministrators = (reader: Reader) => reader.all(all, {})
