/** Questions about people: who a token belongs to, who is called what, who is where. */
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'

/** A token, and the person it speaks for. */
export interface Token {
  gid: number
  user: number
  kind: string
  scopes: string | null
  application: number | null
  expires_at: number | null
  last_used_at: number | null
  time_zone: string
}

export const tokenByHash: Statement<Token> = statement(
  (param, db) =>
    db
      .selectFrom('tokens as t')
      .innerJoin('users as u', 'u.gid', 't.user')
      .select([
        't.gid',
        't.user',
        't.kind',
        't.scopes',
        't.application',
        't.expires_at',
        't.last_used_at',
        'u.time_zone',
      ])
      .where('t.hash', '=', param('hash')),
  { tokens: ['user', 'hash', 'kind', 'scopes', 'application', 'expires_at'], users: ['time_zone'] },
)

const usersByEmail: Statement<{ gid: number; email: string }> = statement((param, db) =>
  db
    .selectFrom('users')
    .select(['gid', 'email'])
    .where(eb => db.dialect.among(eb.ref('email'), param('emails'))),
)

/** The gids of the users with these e-mail addresses, which are compared in lower case. */
export async function usersOfEmails(reader: Reader, emails: string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const rows = await reader.all(usersByEmail, {
    emails: reader.db.dialect.set(emails.map(email => email.toLowerCase())),
  })
  return new Map(rows.map(row => [row.email, row.gid]))
}

/** How a user belongs to a workspace. */
export interface Belonging {
  user: number
  gid: number
  is_active: number
  is_admin: number
  is_guest: number
  is_service: number
}

const belongings: Statement<Belonging> = statement((param, db) =>
  db
    .selectFrom('workspace_memberships')
    .select(['user', 'gid', 'is_active', 'is_admin', 'is_guest', 'is_service'])
    .where('workspace', '=', param('workspace'))
    .where(eb => db.dialect.among(eb.ref('user'), param('users'))),
)

/** The memberships that `users` have in a workspace, by user; also those that have ended. */
export async function belongingsTo(
  reader: Reader,
  workspace: number,
  users: number[],
): Promise<Map<number, Belonging>> {
  if (users.length === 0) return new Map()
  const rows = await reader.all(belongings, { workspace, users: reader.db.dialect.set(users) })
  return new Map(rows.map(row => [row.user, row]))
}
