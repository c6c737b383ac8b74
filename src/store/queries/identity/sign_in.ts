/** Queries for signing in: accounts, sign-in links and external identities. */
import { type RawBuilder, sql } from 'kysely'
import { addressKey } from '../../../lib/address.ts'
import type { Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'

export interface SignInAccount {
  gid: number
  name: string
  email: string
  /** JSON: the file of the photo; or null. */
  photo: string | null
  /** The hash of the password; null without one. */
  password: string | null
  /** Whether the account is an active member of a workspace, and not a service account. */
  can_sign_in: number
}

const account = (where: (param: ParamFn) => RawBuilder<unknown>): Statement<SignInAccount> =>
  statement(
    param => sql<SignInAccount>`select u.gid as gid, u.name as name, u.email as email, u.photo as photo, p.hash as password,
      exists (select 1 from workspace_memberships w where w."user" = u.gid and w.is_active = 1 and w.is_service = 0)
      and not exists (select 1 from service_accounts s where s.gid = u.gid) as can_sign_in
      from users u left join passwords p on p."user" = u.gid where ${where(param)}`,
  )

const byEmail = account(param => sql`u.email = ${param('email')}`)
const byGid = account(param => sql`u.gid = ${param('user')}`)

/** The account with this address, in any spelling that has the same normal form. */
export const accountOfEmail = (reader: Reader, email: string): Promise<SignInAccount | undefined> =>
  reader.first(byEmail, { email: addressKey(email) })

/** The account of a user who must exist. */
export async function accountOf(reader: Reader, user: number): Promise<SignInAccount> {
  const found = await reader.first(byGid, { user })
  if (!found) throw new Error(`There is no user ${user}.`)
  return found
}

interface SignInLink {
  user: number
  purpose: string
  expires_at: number
}

const link: Statement<SignInLink> = statement((param, db) =>
  db.selectFrom('sign_in_links').select(['user', 'purpose', 'expires_at']).where('hash', '=', param('hash')),
)

export const linkOf = (reader: Reader, hash: string): Promise<SignInLink | undefined> => reader.first(link, { hash })

const identity: Statement<{ user: number }> = statement((param, db) =>
  db
    .selectFrom('external_identities')
    .select('user')
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject')),
)

/** The user with the subject `subject` at an issuer. */
export const userOfSubject = async (reader: Reader, issuer: string, subject: string): Promise<number | undefined> =>
  (await reader.first(identity, { issuer, subject }))?.user

const known: Statement<{ subject: string }> = statement((param, db) =>
  db
    .selectFrom('external_identities')
    .select('subject')
    .where('user', '=', param('user'))
    .where('issuer', '=', param('issuer'))
    .limit(sql.lit(1)),
)

/** Whether a user has an identity at an issuer. */
export const isKnownTo = async (reader: Reader, issuer: string, user: number): Promise<boolean> =>
  (await reader.first(known, { issuer, user })) !== undefined

const elsewhere: Statement<{ gid: number }> = statement(param => {
  return sql<{ gid: number }>`select o.gid as gid from workspace_memberships o
    where o."user" = ${param('user')} and o.workspace <> ${param('here')} and o.is_active = 1
    and not exists (select 1 from workspace_memberships w where w.workspace = o.workspace
      and w."user" = ${param('me')} and w.is_active = 1 and w.is_admin = 1 and w.role is null) limit 1`
})

/** Whether a user is an active member of a workspace other than `here` of which `me` is no super administrator. */
export const belongsElsewhere = async (reader: Reader, here: number, me: number, user: number): Promise<boolean> =>
  (await reader.first(elsewhere, { here, me, user })) !== undefined
