/** Audit entries of credentials: sessions, tokens, passwords, links, applications, service accounts, sign-in settings. */
import { gidIn, type NetRowChange, type RowImage } from '../../vocabulary/change.ts'
import { type AuditContext, type AuditEntry, type AuditMapper, isVisitor } from './entry.ts'
import type { EventType } from './types.ts'

/** An entry in each workspace of a user. */
const entryOfUser = (event: EventType, row: RowImage, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  event,
  resource: { type: 'user', gid: gidIn(row, 'user') },
  workspace: null,
  ...rest,
})

/** Names the owner of the credential as the actor when the client is not signed in. */
const ofSelf = ({ by }: AuditContext, row: RowImage): Partial<AuditEntry> =>
  isVisitor(by) ? { actor: gidIn(row, 'user') } : {}

const text = (row: RowImage, column: string) => String(row[column])

/** The sign-in methods, by the values of `sign_in_method` of a session. */
const methods: Record<string, string> = { password: 'PASSWORD', link: 'EMAIL_LINK', provider: 'OPENID_CONNECT' }

function ofSession({ before, after }: NetRowChange, context: AuditContext): AuditEntry[] {
  if (!before && after) {
    const session = context.rows.find(({ table, after: row }) => table === 'sessions' && row?.token === after.gid)
    const method = methods[String(session?.after?.sign_in_method)]
    const details = method === undefined ? {} : { details: { method: [method] } }
    return [entryOfUser('user_login_succeeded', after, { ...details, actor: gidIn(after, 'user') })]
  }
  // Deleting an expired session is no sign-out.
  if (!before || after || Number(before.expires_at) <= context.now) return []
  return [entryOfUser('user_logged_out', before, ofSelf(context, before))]
}

function ofPersonalToken({ before, after }: NetRowChange): AuditEntry[] {
  if (before && after && before.hash === after.hash) return []
  return [
    ...(before
      ? [entryOfUser('user_personal_access_token_revoked', before, { details: { old_value: text(before, 'name') } })]
      : []),
    ...(after
      ? [entryOfUser('user_personal_access_token_authorized', after, { details: { new_value: text(after, 'name') } })]
      : []),
  ]
}

/** The token of a service account has the name of the account. */
function ofServiceToken({ before, after }: NetRowChange): AuditEntry[] {
  if (!before || !after || before.name === after.name) return []
  const details = { old_value: text(before, 'name'), new_value: text(after, 'name') }
  const resource = { type: 'service_account', gid: gidIn(after, 'user') }
  return [{ event: 'service_account_name_changed', resource, workspace: null, details }]
}

const tokens: AuditMapper = {
  captured: { tokens: { key: ['gid'], columns: ['hash', 'name'] }, sessions: { key: ['token'], columns: [] } },
  entries(net, context) {
    if (net.table !== 'tokens') return []
    const { kind } = net.after ?? net.before ?? {}
    if (kind === 'session') return ofSession(net, context)
    if (kind === 'personal') return ofPersonalToken(net)
    return kind === 'service' ? ofServiceToken(net) : []
  },
}

/** A password that another user or the program sets is a reset. */
const passwords: AuditMapper = {
  captured: { passwords: { key: ['user'], columns: ['changed_at'] } },
  entries({ before, after }, { by }) {
    if (!after || before?.changed_at === after.changed_at) return []
    return [entryOfUser(by.user === after.user ? 'user_password_changed' : 'user_password_reset', after)]
  },
}

const links: AuditMapper = {
  captured: { sign_in_links: { key: ['hash'], columns: [] } },
  entries: ({ before, after }) =>
    !before && after?.purpose === 'reset' ? [entryOfUser('user_forgot_password_started', after)] : [],
}

const grants: AuditMapper = {
  captured: { grants: { key: ['gid'], columns: [] } },
  entries({ before, after }) {
    const row = (after ?? before) as RowImage
    const application = { named: gidIn(row, 'application') }
    return [
      after
        ? entryOfUser('user_app_authorized', row, { details: { new_value: application } })
        : entryOfUser('user_app_revoked', row, { details: { old_value: application } }),
    ]
  },
}

/** Events of an application are recorded as events of its owner, because an application belongs to no workspace. */
const applications: AuditMapper = {
  captured: { applications: { key: ['gid'], columns: ['secret_hash', 'owner_left_at'] } },
  entries({ before, after }) {
    const row = (after ?? before) as RowImage
    const entryOf = (event: EventType, details: AuditEntry['details']): AuditEntry => ({
      ...{ event, resource: { type: 'user', gid: gidIn(row, 'owner') }, workspace: null },
      ...(details && { details }),
    })
    const [old_value, new_value] = [text(row, 'name'), text(row, 'name')]
    if (!before) return [entryOf('oauth_app_created', { new_value })]
    if (!after) return [entryOf('oauth_app_deleted', { old_value })]
    if (before.secret_hash !== after.secret_hash) return [entryOf('oauth_app_secret_renewed', { new_value })]
    const hasLeft = before.owner_left_at === null && after.owner_left_at !== null
    return hasLeft ? [entryOf('oauth_app_owner_left', { old_value })] : []
  },
}

/** Administrators of the installation are recorded in each workspace. */
const administrators: AuditMapper = {
  captured: { administrators: { key: ['user'], columns: [] } },
  entries({ before, after }) {
    const value = { named: gidIn((after ?? before) as RowImage, 'user') }
    const line = { resource: { type: 'workspace', gid: 0 }, workspace: 'all' as const }
    return [
      after
        ? { ...line, event: 'installation_administrator_added', details: { new_value: value } }
        : { ...line, event: 'installation_administrator_removed', details: { old_value: value } },
    ]
  },
}

const serviceAccounts: AuditMapper = {
  captured: { service_accounts: { key: ['gid'], columns: ['deleted_at', 'is_agent'] } },
  entries({ before, after }) {
    if (!after) return []
    const [resource, workspace] = [{ type: 'service_account', gid: gidIn(after, 'gid') }, gidIn(after, 'workspace')]
    const of = (event: EventType): AuditEntry => ({ event, resource, workspace })
    const marked: AuditEntry[] = after.is_agent ? [of('agent_created')] : []
    if (!before) return [of('service_account_created'), ...marked]
    if (before.deleted_at === null && after.deleted_at !== null) return [of('service_account_deleted')]
    if (before.is_agent === after.is_agent) return []
    return after.is_agent ? marked : [of('agent_deleted')]
  },
}

/** Sign-in settings apply to the whole installation. The entry does not contain the secret of the provider. */
const signIn: AuditMapper = {
  captured: { settings: { key: ['name'], columns: ['value'] } },
  entries({ before, after }) {
    if (after?.name !== 'sign_in') return []
    const [old_value, new_value] = [describeSignIn(before), describeSignIn(after)]
    if (old_value === new_value) return []
    const details = { old_value, new_value }
    const event = 'workspace_required_sso_provider_settings_changed'
    return [{ event, resource: { type: 'workspace', gid: 0 }, workspace: 'all', details }]
  },
}

interface RecordedSignIn {
  password: boolean
  provider: { issuer: string; email_domains: string[]; trusts_addresses: boolean } | null
}

/** Without the setting, users sign in with a password. */
function describeSignIn(row: RowImage | null): string {
  const { password, provider } = row
    ? (JSON.parse(text(row, 'value')) as RecordedSignIn)
    : { password: true, provider: null }
  return [...(password ? ['password'] : []), ...(provider ? [describeProvider(provider)] : [])].join(', ')
}

/** A provider with the domains and addresses that it may sign in, because those are what a change grants. */
function describeProvider({
  issuer,
  email_domains,
  trusts_addresses,
}: NonNullable<RecordedSignIn['provider']>): string {
  return `${issuer} for ${email_domains.join(' ')}${trusts_addresses ? ', trusting its addresses' : ''}`
}

export const credentials: readonly AuditMapper[] = [
  ...[tokens, passwords, links, grants, applications, administrators],
  ...[serviceAccounts, signIn],
]
