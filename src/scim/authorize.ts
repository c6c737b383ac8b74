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
  mustHaveScopes(needs: readonly ScimScope[]): void
}

/** The organization and the scopes of an actor. Throws 403 unless the actor may use SCIM. */
export async function authorizeCaller(reader: Reader, actor: Actor): Promise<ScimCaller> {
  const found = actor.kind === 'service' ? await scimTenantOf(reader, actor.gid) : undefined
  if (!found) throw notAllowed('Only service accounts can use SCIM.')
  if (!found.is_organization || !featuresOf(found.plan).scim) {
    throw notAllowed('SCIM needs an organization with the plan enterprise.')
  }
  const account = new Set(found.scopes.split(' '))
  const holds = (scope: ScimScope) =>
    (account.has('all') || account.has(scope)) && (actor.scopes === null || actor.scopes.includes(scope))
  return {
    workspace: found.workspace,
    mustHaveScopes(needs) {
      const lacking = needs.filter(scope => !holds(scope))
      if (lacking.length > 0) throw missingScope(lacking.join(' '))
    },
  }
}
