/**
 * How people sign in to this installation: with a password, at an OpenID provider, or both. The secret of the provider
 * is sealed in the store, and is shown to nobody.
 */
import { linked, update } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { settingOf } from '../store/queries/settings.ts'

export interface ProviderSettings {
  /** What the button says. */
  name: string
  issuer: string
  client_id: string
  /** Sealed under the key of the installation. */
  client_secret: string
  /** The e-mail domains whose accounts it opens, in normal form. */
  email_domains: string[]
  /** Whether an address counts as checked when the provider does not say so. */
  trusts_addresses: boolean
}

export interface SignInSettings {
  /** Whether passwords, and links that people ask for, are good. */
  password: boolean
  provider: ProviderSettings | null
}

const NAME = 'sign_in'

export async function signInSettings(reader: Reader): Promise<SignInSettings> {
  const text = await settingOf(reader, NAME)
  return text === undefined ? { password: true, provider: null } : (JSON.parse(text) as SignInSettings)
}

export async function saveSignInSettings(tx: Writer, settings: SignInSettings): Promise<void> {
  const value = JSON.stringify(settings)
  const added = await linked(tx, 'settings', { name: NAME, value })
  if (!added) await update(tx, 'settings', { name: NAME }, { value })
}

/** What everybody may know, before signing in too. */
export const offered = ({ password, provider }: SignInSettings) => ({
  password,
  provider: provider && { name: provider.name },
})
