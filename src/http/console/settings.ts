/** How people sign in to the installation, for whoever administers it. */
import { isIssuer, type Provider } from '../../identity/provider.ts'
import {
  type ProviderSettings,
  type SignInSettings,
  saveSignInSettings,
  signInSettings,
} from '../../identity/sign_in_settings.ts'
import { invalid, missing } from '../../lib/errors.ts'
import { seal } from '../../lib/secret.ts'
import { hold, INSTALLATION } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { flag, json } from '../../vocabulary/field.ts'
import { type Call, personal, type Route } from './route.ts'
import { mustAdministerInstallation } from './session.ts'

const shown = ({ password, provider }: SignInSettings) => ({
  password,
  provider: provider && { name: provider.name, issuer: provider.issuer, client_id: provider.client_id },
})

/** Throws 400 unless this names a provider. A secret that is not given stays, but only for the same client there. */
function providerFrom(key: string, given: Record<string, unknown>, known: ProviderSettings | null): ProviderSettings {
  const [name, issuer, client_id] = ['name', 'issuer', 'client_id'].map(member => {
    const text = String(given[member] ?? '').trim()
    if (text === '') throw missing(`provider: ${member}`)
    return text
  }) as [string, string, string]
  if (!isIssuer(issuer)) throw invalid('provider: issuer', 'Must be an address that begins with https://')
  const same = known?.issuer === issuer && known.client_id === client_id
  const secret = given.client_secret ? seal(key, String(given.client_secret)) : same && known.client_secret
  if (!secret) throw missing('provider: client_secret')
  return { name, issuer, client_id, client_secret: secret }
}

/** Throws 400 unless the issuer answers as one. */
async function mustAnswer(provider: Provider, settings: ProviderSettings): Promise<void> {
  try {
    await provider.check(settings)
  } catch (cause) {
    const { message } = cause as Error
    throw invalid('provider: issuer', `Does not answer as an OpenID provider (${message})`)
  }
}

interface Wish {
  password?: boolean
  provider?: Record<string, unknown> | null
}

/** What would hold with the wish. Throws 403 unless the caller administers the installation, and 400 for what cannot be. */
async function settled(reader: Reader, call: Call<Wish>): Promise<SignInSettings> {
  await mustAdministerInstallation(reader, call)
  const known = await signInSettings(reader)
  const { password = known.password, provider: given } = call.body
  const wished = given && providerFrom(call.console.key, given, known.provider)
  const provider = wished === undefined ? known.provider : wished
  if (!password && !provider) throw invalid('password', 'Cannot be switched off while there is no provider')
  return { password, provider }
}

export const routes: Route[] = [
  personal('GET', '/settings/sign_in', {
    doc: 'How people sign in, for whoever administers the installation. Secrets are not shown.',
    async run(call) {
      const { read } = call.console.store
      await mustAdministerInstallation(read, call)
      return { data: shown(await signInSettings(read)) }
    },
  }),
  personal('PUT', '/settings/sign_in', {
    doc: 'Set how people sign in. What is not given stays; a provider that is null goes.',
    body: {
      password: flag({ doc: 'Whether people may sign in with a password, or by a link that they ask for.' }),
      provider: json({
        nullable: true,
        max: 1000,
        shape: { name: true, issuer: true, client_id: true, client_secret: true },
        doc: 'The OpenID provider. Its address of return is the path /-/sign_in/callback of this server.',
      }),
    },
    async run(call) {
      const { store, provider } = call.console
      const wished = await settled(store.read, call)
      if (call.body.provider && wished.provider) await mustAnswer(provider, wished.provider)
      const kept = await store.write(async tx => {
        // once: what is settled is settled beside what is there, so that somebody always comes in.
        await hold(tx, 'once', INSTALLATION)
        // The provider took its time: the caller may administer no more, and somebody else may have set the rest.
        const settings = await settled(tx, call)
        await saveSignInSettings(tx, settings)
        return settings
      })
      return { data: shown(kept) }
    },
  }),
]
