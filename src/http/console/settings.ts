/** Settings of sign-in, for administrators of the installation. */
import { isIssuer, type Provider } from '../../identity/provider.ts'
import {
  type ProviderSettings,
  type SignInSettings,
  saveSignInSettings,
  signInSettings,
} from '../../identity/sign_in_settings.ts'
import { domainName } from '../../lib/address.ts'
import { invalid, missingInput } from '../../lib/errors.ts'
import { seal } from '../../lib/secret.ts'
import type { Reader } from '../../store/db.ts'
import { advisoryLock, INSTALLATION } from '../../store/locks.ts'
import { flag, raw } from '../../vocabulary/field.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'
import { mustAdministerInstallation } from './session.ts'

const presentSettings = ({ password, provider }: SignInSettings) => ({
  password,
  provider: provider && {
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.client_id,
    email_domains: provider.email_domains,
    trusts_addresses: provider.trusts_addresses,
  },
})

const MAX_DOMAINS = 100

/** The domains in normal form. Throws 400 without a domain, and for an invalid one. */
function readDomains(sent: unknown): string[] {
  const list: unknown[] = Array.isArray(sent) ? sent : []
  if (list.length === 0) throw missingInput('provider: email_domains')
  if (list.length > MAX_DOMAINS) throw invalid('provider: email_domains', `Too many values (maximum ${MAX_DOMAINS})`)
  const domains = list.map((text, index) => {
    const domain = typeof text === 'string' ? domainName(text.trim()) : undefined
    if (domain === undefined)
      throw invalid(`provider: email_domains: [${index}]`, 'Must be a domain such as example.com')
    return domain
  })
  return [...new Set(domains)]
}

const MAX_TEXT_CHARACTERS = 1000

/** A string in the provider settings; empty when absent. */
function readText(members: Record<string, unknown>, member: string): string {
  const { [member]: text = '' } = members
  if (typeof text !== 'string') throw invalid(`provider: ${member}`, 'Not a text')
  if (text.length > MAX_TEXT_CHARACTERS)
    throw invalid(`provider: ${member}`, `Too long (maximum ${MAX_TEXT_CHARACTERS} characters)`)
  return text
}

/** Reads provider settings. Throws 400. An absent secret keeps its value, but only for the same issuer and client. */
function readProvider(key: string, sent: unknown, current: ProviderSettings | null): ProviderSettings {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalid('provider', 'Not an object')
  const members = sent as Record<string, unknown>
  const [name, issuer, client_id] = ['name', 'issuer', 'client_id'].map(member => {
    const text = readText(members, member).trim()
    if (text === '') throw missingInput(`provider: ${member}`)
    return text
  }) as [string, string, string]
  if (!isIssuer(issuer)) throw invalid('provider: issuer', 'Must be an address that begins with https://')
  const same = current?.issuer === issuer && current.client_id === client_id
  const fresh = readText(members, 'client_secret')
  const secret = fresh ? seal(key, fresh) : same && current.client_secret
  if (!secret) throw missingInput('provider: client_secret')
  const email_domains = readDomains(members.email_domains ?? (same ? current.email_domains : undefined))
  const { trusts_addresses = same && current.trusts_addresses } = members
  if (typeof trusts_addresses !== 'boolean') throw invalid('provider: trusts_addresses', 'Must be true or false')
  return { name, issuer, client_id, client_secret: secret, email_domains, trusts_addresses }
}

/** Throws 400 unless the issuer answers as an OpenID provider. */
async function mustBeReachable(provider: Provider, settings: ProviderSettings): Promise<void> {
  try {
    await provider.check(settings)
  } catch (cause) {
    const { message } = cause as Error
    throw invalid('provider: issuer', `Does not answer as an OpenID provider (${message})`)
  }
}

interface SignInSettingsInput {
  password?: boolean
  provider?: unknown
}

/** The settings after the change. Throws 403 for a caller who does not administer the installation, and 400. */
async function mergeSettings(reader: Reader, call: SessionCall<SignInSettingsInput>): Promise<SignInSettings> {
  await mustAdministerInstallation(reader, call)
  const current = await signInSettings(reader)
  const { password = current.password, provider: sent } = call.body
  const merged = () => (sent === null ? null : readProvider(call.console.key, sent, current.provider))
  const provider = sent === undefined ? current.provider : merged()
  if (!password && !provider) throw invalid('password', 'Cannot be switched off while there is no provider')
  return { password, provider }
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/settings/sign_in', {
    doc: 'The sign-in settings, for administrators of the installation. Secrets are not returned.',
    async execute(call) {
      const { read } = call.console.store
      await mustAdministerInstallation(read, call)
      return { data: presentSettings(await signInSettings(read)) }
    },
  }),
  sessionRoute('PUT', '/settings/sign_in', {
    doc: 'Update the sign-in settings, for administrators of the installation. Absent members stay; null removes the provider.',
    body: {
      password: flag({ doc: 'Whether people can sign in with a password, or by a link that they request.' }),
      provider: raw({
        nullable: true,
        doc: 'The OpenID provider: `name`, `issuer`, `client_id`, `client_secret`, the `email_domains` whose people it signs in, and `trusts_addresses` for a provider that does not send whether it verified an address. Its redirect URI is the path /-/sign_in/callback of this server.',
      }),
    },
    async execute(call) {
      const { store, provider } = call.console
      const merged = await mergeSettings(store.read, call)
      if (call.body.provider && merged.provider) await mustBeReachable(provider, merged.provider)
      const settings = await store.write(async tx => {
        // installation: the settings must not change between reading and writing: one way to sign in must remain.
        await advisoryLock(tx, 'installation', INSTALLATION)
        // The check of the provider takes a while: the rights of the caller and the settings may have changed.
        const saved = await mergeSettings(tx, call)
        await saveSignInSettings(tx, saved)
        return saved
      })
      return { data: presentSettings(settings) }
    },
  }),
]
