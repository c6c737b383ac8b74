/** Authorization: service accounts of organizations with the plan enterprise, within their scopes. */
import type { Actor } from '../identity/actor.ts'
import { missingScope, notAllowed } from '../lib/errors.ts'
import { featuresOf } from '../resources/people/rules/plan.ts'
import type { Reader } from '../store/db.ts'
import { scimTenantOf } from '../store/queries/scim/accounts.ts'
import type { ScimScope } from './routes.ts'

export interface ScimCaller {
  workspace: number
  /** Throws 403 unless the account has all of these scopes. */
  mustHaveScopes(required: readonly ScimScope[]): void
}

/** The organization and the scopes of an actor. Throws 403 unless the actor may use SCIM. */
export async function authorizeCaller(reader: Reader, actor: Actor): Promise<ScimCaller> {
  const tenant = actor.kind === 'service' ? await scimTenantOf(reader, actor.gid) : undefined
  if (!tenant) throw notAllowed('Only service accounts can use SCIM.')
  if (!tenant.is_organization || !featuresOf(tenant.plan).scim) {
    throw notAllowed('SCIM needs an organization with the plan enterprise.')
  }
  const accountScopes = new Set(tenant.scopes.split(' '))
  const has = (scope: ScimScope) =>
    (accountScopes.has('all') || accountScopes.has(scope)) && (actor.scopes === null || actor.scopes.includes(scope))
  return {
    workspace: tenant.workspace,
    mustHaveScopes(required) {
      const missing = required.filter(scope => !has(scope))
      if (missing.length > 0) throw missingScope(missing.join(' '))
    },
  }
}
