/** Queries for people: the user of a token, users by e-mail address, memberships of workspaces. */
import { type RawBuilder, sql } from 'kysely'
import { addressKey } from '../../lib/address.ts'
import type { Reader, Statement, Writer } from '../db.ts'
import type { Dialect } from '../dialect.ts'
import { statement } from '../statement.ts'

/** A token, and the time zone of its user. */
export interface TokenRow {
  gid: number
  user: number
  kind: string
  scopes: string | null
  application: number | null
  expires_at: number | null
  last_used_at: number | null
  time_zone: string
  roles: readonly HeldRole[]
}

/** A role that a person has in a workspace, where that is not the standard one of their flags. */
export interface HeldRole {
  gid: number
  workspace: number
  base_role_type: string
  /** The permissions that differ from those of the base role type. */
  permissions: Readonly<Record<string, unknown>>
}

interface StoredToken extends Omit<TokenRow, 'roles'> {
  /** JSON: the columns of each role. */
  roles: string
}

const tokenByHash: Statement<StoredToken> = statement((param, db) =>
  db
    .selectFrom('tokens as t')
    .innerJoin('users as u', 'u.gid', 't.user')
    .select(['t.gid', 't.user', 't.kind', 't.scopes', 't.application', 't.expires_at', 't.last_used_at', 'u.time_zone'])
    .select(heldRoles(db.dialect, sql.ref('t.user')).as('roles'))
    .where('t.hash', '=', param('hash')),
)

/** The roles of a user, except those that follow from the flags of a membership. */
const heldRoles = ({ array, collect }: Dialect, user: RawBuilder<unknown>) => sql<string>`(select
  ${collect(array([sql`r.gid`, sql`r.workspace`, sql`r.base_role_type`, sql`r.permissions`]))}
  from workspace_memberships m join roles r on r.gid = m.role where m."user" = ${user} and m.is_active = 1)`

const NO_ROLES: readonly HeldRole[] = []

function parseRoles(text: string): readonly HeldRole[] {
  const rows = JSON.parse(text) as [gid: number, workspace: number, base: string, permissions: string][]
  if (rows.length === 0) return NO_ROLES
  return rows.map(([gid, workspace, base_role_type, permissions]) => ({
    ...{ gid, workspace, base_role_type, permissions: JSON.parse(permissions) as Record<string, unknown> },
  }))
}

/** Whether a token with this digest exists. */
export const isToken = async (reader: Reader, hash: string): Promise<boolean> =>
  (await reader.first(tokenByHash, { hash })) !== undefined

const holderByHash: Statement<{ gid: number; name: string; user: number }> = statement((param, db) =>
  db.selectFrom('tokens').select(['gid', 'name', 'user']).where('hash', '=', param('hash')),
)

/** The token with this digest, its name and its user. */
export const tokenHolder = (
  reader: Reader,
  hash: string,
): Promise<{ gid: number; name: string; user: number } | undefined> => reader.first(holderByHash, { hash })

/** The kind of cached tokens; their keys are the secrets. */
const TOKEN_CACHE = 'tokens'

/** A cached token by its secret. */
export const cachedToken = (reader: Reader, secret: string): TokenRow | undefined =>
  reader.cache.get(TOKEN_CACHE, secret) as TokenRow | undefined

/** Loads and caches a token by its secret and the digest of the secret; undefined when there is none. */
export async function tokenOf(reader: Reader, secret: string, hash: string): Promise<TokenRow | undefined> {
  const since = reader.cache.now()
  const stored = await reader.first(tokenByHash, { hash })
  if (!stored) return undefined
  const found = { ...stored, roles: parseRoles(stored.roles) }
  const dependencies = [found.gid, found.user, ...found.roles.map(({ gid }) => gid)]
  reader.cache.set(TOKEN_CACHE, secret, found, dependencies, since)
  return found
}

const person: Statement<Pick<StoredToken, 'time_zone' | 'roles'>> = statement((param, db) =>
  db
    .selectFrom('users as u')
    .select('u.time_zone')
    .select(heldRoles(db.dialect, sql.ref('u.gid')).as('roles'))
    .where('u.gid', '=', param('user')),
)

/** What a person brings to each request, without a token: the IANA time zone, and the roles. */
export async function callerOf(reader: Reader, user: number): Promise<Pick<TokenRow, 'time_zone' | 'roles'>> {
  const stored = await reader.first(person, { user })
  return stored ? { ...stored, roles: parseRoles(stored.roles) } : { time_zone: 'UTC', roles: NO_ROLES }
}

const usersByEmail: Statement<{ gid: number; email: string }> = statement((param, db) =>
  db
    .selectFrom('users')
    .select(['gid', 'email'])
    .where(eb => db.dialect.isAmong(eb.ref('email'), param('emails'))),
)

/** The gids of the users with these e-mail addresses, by the normal form of each. */
export async function usersOfEmails(reader: Reader, emails: string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const rows = await reader.all(usersByEmail, {
    emails: reader.db.dialect.set(emails.map(addressKey)),
  })
  return new Map(rows.map(row => [row.email, row.gid]))
}

/** The membership of a user in a workspace. */
export interface WorkspaceMembership {
  user: number
  gid: number
  is_active: number
  is_admin: number
  is_guest: number
  is_service: number
}

const membershipStatement = (end: (dialect: Dialect) => RawBuilder<unknown>): Statement<WorkspaceMembership> =>
  statement(
    (param, db) => sql<WorkspaceMembership>`select m."user" as "user", m.gid as gid, m.is_active as is_active,
      m.is_admin as is_admin, m.is_guest as is_guest, m.is_service as is_service from workspace_memberships m
      where m.workspace = ${param('workspace')} and ${db.dialect.isAmong(sql.ref('m.user'), param('users'))}
      ${end(db.dialect)}`,
  )

const memberships = membershipStatement(() => sql``)
// Ordered, so that two transactions that lock several rows cannot deadlock.
const lockedMemberships = membershipStatement(({ forNoKeyUpdate }) => sql`order by m."user" ${sql.raw(forNoKeyUpdate)}`)

async function find(
  found: Statement<WorkspaceMembership>,
  reader: Reader,
  workspace: number,
  users: readonly number[],
) {
  if (users.length === 0) return new Map<number, WorkspaceMembership>()
  const rows = await reader.all(found, { workspace, users: reader.db.dialect.set(users) })
  return new Map(rows.map(row => [row.user, row]))
}

/** The memberships of `users` in a workspace, by user, also inactive ones. */
export const membershipsIn = (reader: Reader, workspace: number, users: readonly number[]) =>
  find(memberships, reader, workspace, users)

/** The same, locked until the transaction ends, so that no user leaves the workspace meanwhile. */
export const lockMembershipsIn = (tx: Writer, workspace: number, users: readonly number[]) =>
  find(lockedMemberships, tx, workspace, users)
