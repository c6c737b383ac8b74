/** The service accounts of an organization, for its administrators. A token is returned once. */
import { formatTimestamp } from '../../lib/date.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { mustHaveFeature } from '../../resources/people/rules/plan.ts'
import {
  createServiceAccount,
  deleteServiceAccount,
  resetServiceAccount,
  scopeRule,
  serviceScopes,
  settleScopes,
  updateServiceAccount,
} from '../../resources/people/rules/service_account.ts'
import { advisoryLock } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import {
  type ServiceAccount,
  serviceAccountOf,
  serviceAccountsOf,
} from '../../store/queries/identity/service_accounts.ts'
import { someOf, text } from '../../vocabulary/field.ts'
import { created } from '../../vocabulary/operation.ts'
import { superAdministeredOrganization } from './organizations.ts'
import { requireName } from './required_name.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'

const presentAccount = ({ gid, name, scopes, created_at, created_by, creator, last_used_at }: ServiceAccount) => ({
  gid: String(gid),
  name,
  scopes: scopes.split(' '),
  created_at: formatTimestamp(created_at),
  created_by: created_by === null ? null : { gid: String(created_by), name: creator },
  last_used_at: last_used_at === null ? null : formatTimestamp(last_used_at),
})

/** The service account in the path, in the organization that the caller administers. Throws 404. */
async function accountInPath(tx: Writer, call: Pick<SessionCall, 'actor' | 'path'>): Promise<ServiceAccount> {
  const { account_gid: gid = 0 } = call.path
  // credentials: an account has one token, which has a copy of its scopes; both must change together.
  await advisoryLock(tx, 'credentials', gid)
  const account = await serviceAccountOf(tx, await superAdministeredOrganization(tx, call), gid)
  if (!account) throw notFound('service_account', gid)
  return account
}

/** The same, where the plan of the organization has service accounts. Throws 402 otherwise. */
async function usableAccount(tx: Writer, call: Pick<SessionCall, 'actor' | 'path'>): Promise<ServiceAccount> {
  const account = await accountInPath(tx, call)
  await mustHaveFeature(tx, call.path.organization_gid ?? 0, 'service_accounts')
  return account
}

function requireScopes(sent: readonly string[]): string {
  const scopes = settleScopes(sent)
  if (scopes === undefined) throw invalid('scopes', `Must be ${scopeRule}`)
  return scopes
}

const path = '/organizations/:organization_gid/service_accounts'
const name = { max: 255, doc: 'The purpose of the service account.' }
const scopes = { doc: 'Its permissions: everything, or only parts of SCIM.' }

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', path, {
    doc: 'The service accounts of an organization, for its administrators.',
    async execute(call) {
      const { read } = call.console.store
      return {
        data: (await serviceAccountsOf(read, await superAdministeredOrganization(read, call))).map(presentAccount),
      }
    },
  }),
  sessionRoute('POST', path, {
    doc: 'Create a service account, for administrators. Only this response has its token.',
    body: {
      name: text({ ...name, required: true }),
      scopes: someOf(serviceScopes, { ...scopes, required: true }),
    },
    execute: call =>
      call.console.store.write(async tx => {
        const workspace = await superAdministeredOrganization(tx, call)
        const { actor, body } = call
        const values = { name: requireName(body.name), scopes: requireScopes(body.scopes), created_by: actor.gid }
        const { gid, token } = await createServiceAccount(tx, workspace, values)
        const account = await serviceAccountOf(tx, workspace, gid)
        return { status: created, data: { ...(account && presentAccount(account)), token } }
      }),
  }),
  sessionRoute('POST', `${path}/:account_gid/reset`, {
    doc: 'Replace the token of a service account. The old one is revoked immediately; only this response has the new one.',
    execute: call =>
      call.console.store.write(async tx => {
        const account = await usableAccount(tx, call)
        const token = await resetServiceAccount(tx, account.gid, account)
        return { data: { ...presentAccount({ ...account, last_used_at: null }), token } }
      }),
  }),
  sessionRoute('PUT', `${path}/:account_gid`, {
    doc: 'Update the name or the permissions of a service account.',
    body: { name: text(name), scopes: someOf(serviceScopes, scopes) },
    execute: call =>
      call.console.store.write(async tx => {
        const account = await usableAccount(tx, call)
        const { body } = call
        const values = {
          name: body.name === undefined ? account.name : requireName(body.name),
          scopes: body.scopes === undefined ? account.scopes : requireScopes(body.scopes),
        }
        await updateServiceAccount(tx, account.gid, values)
        return { data: presentAccount({ ...account, ...values }) }
      }),
  }),
  sessionRoute('DELETE', `${path}/:account_gid`, {
    doc: 'Delete a service account. What it created keeps its name.',
    execute: call =>
      call.console.store.write(async tx => {
        await deleteServiceAccount(tx, (await accountInPath(tx, call)).gid)
        return {}
      }),
  }),
]
