/** The service accounts of an organization, for its administrators. A token is returned once. */
import { formatTimestamp } from '../../lib/date.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { requirePermission } from '../../policy/standing.ts'
import { mustHaveFeature } from '../../resources/people/rules/plan.ts'
import { mustCover } from '../../resources/people/rules/role_terms.ts'
import {
  ALL_SCOPES,
  createServiceAccount,
  deleteServiceAccount,
  resetServiceAccount,
  scopeRule,
  serviceScopes,
  settleScopes,
  updateServiceAccount,
} from '../../resources/people/rules/service_account.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import {
  type ServiceAccount,
  serviceAccountOf,
  serviceAccountsOf,
} from '../../store/queries/identity/service_accounts.ts'
import { flag, someOf, text, type Values } from '../../vocabulary/field.ts'
import { created } from '../../vocabulary/operation.ts'
import { superAdministeredOrganization } from './organizations.ts'
import { requireName } from './required_name.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'

const presentAccount = ({ created_at, created_by, creator, last_used_at, ...account }: ServiceAccount) => ({
  gid: String(account.gid),
  name: account.name,
  scopes: account.scopes.split(' '),
  is_agent: account.is_agent === 1,
  description: account.description,
  behavior_guidance: account.behavior_guidance,
  created_at: formatTimestamp(created_at),
  created_by: created_by === null ? null : { gid: String(created_by), name: creator },
  last_used_at: last_used_at === null ? null : formatTimestamp(last_used_at),
})

const MAX_GUIDANCE = 10_000

/** What the API shows of the account, if it is marked as an agent. */
const agentFields = {
  is_agent: flag({
    doc: 'Whether the API lists it as an agent. Requires the permission `create_and_edit_ai_teammates`.',
  }),
  description: text({ nullable: true, max: 1024, doc: 'What the agent does, or null.' }),
  behavior_guidance: text({ nullable: true, max: MAX_GUIDANCE, doc: 'How the agent is instructed to act, or null.' }),
}

type AgentBody = Values<typeof agentFields>

/** The members of a body that describe an agent. Throws 403 if there are any and the role of the caller does not allow it. */
async function agentIn(tx: Writer, { actor, path }: SessionCall, body: AgentBody): Promise<AgentBody> {
  const given = Object.fromEntries(
    Object.keys(agentFields).flatMap(name => (name in body ? [[name, body[name as keyof AgentBody]]] : [])),
  )
  if (Object.keys(given).length > 0) {
    await requirePermission(tx, actor, 'create_and_edit_ai_teammates', path.organization_gid)
  }
  return given
}

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

/** The scopes in stored form. Throws 400 for invalid ones. */
function requireScopes(sent: readonly string[]): string {
  const scopes = settleScopes(sent)
  if (scopes === undefined) throw invalid('scopes', `Must be ${scopeRule}`)
  return scopes
}

/** Throws 403 if the token of an account with these scopes can do more than the caller. */
async function mustCoverScopes(tx: Writer, { actor, path }: Pick<SessionCall, 'actor' | 'path'>, scopes: string) {
  if (scopes !== ALL_SCOPES) return
  await mustCover(tx, actor, path.organization_gid ?? 0, { base: 'super_admin', given: {} })
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
      ...agentFields,
    },
    execute: call =>
      call.console.store.write(async tx => {
        const workspace = await superAdministeredOrganization(tx, call)
        const { actor, body } = call
        const agent = await agentIn(tx, call, body)
        const scopes = requireScopes(body.scopes)
        await mustCoverScopes(tx, call, scopes)
        const values = { name: requireName(body.name), scopes, ...agent, created_by: actor.gid }
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
        await mustCoverScopes(tx, call, account.scopes)
        const token = await resetServiceAccount(tx, account.gid, account)
        return { data: { ...presentAccount({ ...account, last_used_at: null }), token } }
      }),
  }),
  sessionRoute('PUT', `${path}/:account_gid`, {
    doc: 'Update the given properties of a service account.',
    body: { name: text(name), scopes: someOf(serviceScopes, scopes), ...agentFields },
    execute: call =>
      call.console.store.write(async tx => {
        const account = await usableAccount(tx, call)
        const { body } = call
        const values = {
          name: body.name === undefined ? account.name : requireName(body.name),
          scopes: body.scopes === undefined ? account.scopes : requireScopes(body.scopes),
        }
        if (values.scopes !== account.scopes) await mustCoverScopes(tx, call, values.scopes)
        const { is_agent = account.is_agent === 1, ...texts } = await agentIn(tx, call, body)
        const { description, behavior_guidance } = { ...account, ...texts }
        await updateServiceAccount(tx, account.gid, { ...values, is_agent, description, behavior_guidance })
        const shown = { ...account, ...values, description, behavior_guidance }
        return { data: presentAccount({ ...shown, is_agent: is_agent ? 1 : 0 }) }
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
