/**
 * The sign-in methods of the installation: password, OpenID provider, or both. The client secret is sealed in the store
 * and never shown.
 */
import { tryInsert, update } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { settingOf } from '../store/queries/settings.ts'

export interface ProviderSettings {
  /** The label of the button. */
  name: string
  issuer: string
  client_id: string
  /** Sealed under the key of the installation. */
  client_secret: string
  /** The e-mail domains of the accounts that it may sign in, in normal form. */
  email_domains: string[]
  /** Whether an address counts as verified when the provider does not say. */
  trusts_addresses: boolean
}

export interface SignInSettings {
  /** Whether people can sign in by password, and by links that they request. */
  password: boolean
  provider: ProviderSettings | null
}

const SETTING_NAME = 'sign_in'

export async function signInSettings(reader: Reader): Promise<SignInSettings> {
  const text = await settingOf(reader, SETTING_NAME)
  return text === undefined ? { password: true, provider: null } : (JSON.parse(text) as SignInSettings)
}

export async function saveSignInSettings(tx: Writer, settings: SignInSettings): Promise<void> {
  const value = JSON.stringify(settings)
  const added = await tryInsert(tx, 'settings', { name: SETTING_NAME, value })
  if (!added) await update(tx, 'settings', { name: SETTING_NAME }, { value })
}

/** The public part, also before sign-in. */
export const publicSettings = ({ password, provider }: SignInSettings) => ({
  password,
  provider: provider && { name: provider.name },
})
