/**
 * Service accounts: users for programs, in one organization, with all rights there. They cannot sign in, are in no list
 * of users, cannot be named as assignee, follower or member, and have one token of their own kind.
 */
import { revokeAccess } from '../../../identity/revoke_access.ts'
import { type IssuedToken, issueToken } from '../../../identity/tokens.ts'
import { randomHex } from '../../../lib/secret.ts'
import { deleteWhere, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { createUser, join } from './join.ts'
import { mustHaveFeature } from './plan.ts'

/** The scopes of an account that has all rights. */
export const ALL_SCOPES = 'all'

/** The scopes of service accounts: everything, or parts of SCIM. */
export const serviceScopes = [ALL_SCOPES, 'users:read', 'users:write', 'teams:read', 'teams:write'] as const

/** The rule for scopes, as part of an error text. */
export const scopeRule = `${ALL_SCOPES} alone, or some of ${serviceScopes.slice(1).join(', ')}`

/** The scopes in stored form; undefined for none, for unknown ones, and for `all` with others. */
export function settleScopes(given: readonly string[]): string | undefined {
  const scopes = [...new Set(given)]
  const known = scopes.every(scope => serviceScopes.some(one => one === scope))
  const single = scopes.length === 1 || !scopes.includes(ALL_SCOPES)
  return scopes.length > 0 && known && single ? scopes.join(' ') : undefined
}

/** What the API shows of a service account that is an agent. */
export interface AgentInput {
  is_agent: boolean
  description: string | null
  behavior_guidance: string | null
}

export interface ServiceAccountInput {
  name: string
  /** As `settleScopes` returns them. */
  scopes: string
}

/** Creates a service account with its token, which is returned only once. Throws 402 if the plan has none. */
export async function createServiceAccount(
  tx: Writer,
  workspace: number,
  terms: ServiceAccountInput & Partial<AgentInput> & { created_by: number | null },
): Promise<{ gid: number; token: string }> {
  await mustHaveFeature(tx, workspace, 'service_accounts')
  // Every account has an address. This one receives no e-mail, and is random so that it cannot be taken in advance.
  const gid = await createUser(tx, { name: terms.name, email: `service-${randomHex(8)}@service.invalid` })
  const { scopes, created_by, is_agent = false, description = null, behavior_guidance = null } = terms
  const agent = { is_agent: is_agent ? 1 : 0, description, behavior_guidance }
  await insert(tx, 'service_accounts', {
    ...{ gid, workspace, scopes, created_by, created_at: tx.now, deleted_at: null, ...agent },
  })
  await join(tx, gid, workspace, { is_admin: true, is_service: true })
  const { token } = await issue(tx, gid, terms)
  return { gid, token }
}

const issue = (tx: Writer, user: number, { name, scopes }: ServiceAccountInput): Promise<IssuedToken> =>
  issueToken(tx, { user, name, kind: 'service', scopes: tokenScopes(scopes) })

const tokenScopes = (scopes: string): string | null => (scopes === ALL_SCOPES ? null : scopes)

/** Replaces the token. The old one is revoked at once. */
export async function resetServiceAccount(tx: Writer, gid: number, terms: ServiceAccountInput): Promise<string> {
  // credentials: the second of two concurrent resets deletes the token of the first.
  await advisoryLock(tx, 'credentials', gid)
  await deleteWhere(tx, 'tokens', { user: gid })
  return (await issue(tx, gid, terms)).token
}

export async function updateServiceAccount(
  tx: Writer,
  gid: number,
  { name, scopes, is_agent, ...texts }: ServiceAccountInput & AgentInput,
): Promise<void> {
  await update(tx, 'users', { gid }, { name })
  await update(tx, 'service_accounts', { gid }, { scopes, is_agent: is_agent ? 1 : 0, ...texts })
  await update(tx, 'tokens', { user: gid }, { name, scopes: tokenScopes(scopes) })
}

/** Deletes a service account. Objects that it created keep its name. */
export async function deleteServiceAccount(tx: Writer, gid: number): Promise<void> {
  await update(tx, 'service_accounts', { gid }, { deleted_at: tx.now })
  await update(tx, 'workspace_memberships', { user: gid }, { is_active: 0, is_admin: 0 })
  await revokeAccess(tx, gid)
}
