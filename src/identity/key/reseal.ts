/**
 * Another key for the installation: everything that is sealed is sealed anew, or given up where the former key is lost.
 * Sealed are the secrets of webhooks, the private halves of signing keys, and the client secret of the OpenID provider.
 * What was derived from the key (offset tokens, sync tokens) ends by itself.
 */
import { seal, unseal } from '../../lib/secret.ts'
import { unlink, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { privateHalves, webhookSecrets } from '../../store/queries/jobs/sealed.ts'
import { saveSignInSettings, signInSettings } from '../sign_in_settings.ts'

/** How many of each were sealed anew, or given up. */
export interface Resealed {
  webhooks: number
  signingKeys: number
  /** Whether there is a provider, and so a client secret. */
  provider: boolean
}

type Reseal = (sealed: string) => string

/** Seals everything anew that `former` opens. What it does not was lost before, and stays as it is. */
export async function reseal(tx: Writer, former: string, next: string): Promise<Resealed> {
  const anew: Reseal = sealed => seal(next, unseal(former, sealed))
  const webhooks = await eachWebhook(tx, async (gid, secret) => {
    if (!opens(former, secret)) return false
    await update(tx, 'webhooks', { gid }, { secret: anew(secret) })
    return true
  })
  const halves = (await privateHalves(tx)).filter(({ private_key }) => opens(former, private_key))
  for (const { kid, private_key } of halves)
    await update(tx, 'signing_keys', { kid }, { private_key: anew(private_key) })
  const { provider, ...settings } = await signInSettings(tx)
  const isProvider = provider !== null && opens(former, provider.client_secret)
  if (isProvider) {
    await saveSignInSettings(tx, {
      ...settings,
      provider: { ...provider, client_secret: anew(provider.client_secret) },
    })
  }
  return { webhooks, signingKeys: halves.length, provider: isProvider }
}

/** What an owner reads of a webhook that cannot be signed any more. */
const LOST =
  'The key of the installation was replaced, and the secret of this webhook is lost: create the webhook again.'

/**
 * Gives up what `key` cannot open. Webhooks are switched off, because no delivery of theirs could be signed; a new signing
 * key is made at the next need, and the provider says what to do when somebody comes by it.
 */
export async function giveUpSealed(tx: Writer, key: string): Promise<Resealed> {
  const webhooks = await eachWebhook(tx, async (gid, secret) => {
    if (opens(key, secret)) return false
    await update(tx, 'webhooks', { gid }, { active: 0, last_failure_at: tx.now, last_failure_content: LOST })
    await unlink(tx, 'jobs', { kind: 'deliver', subject: gid })
    return true
  })
  const lost = (await privateHalves(tx)).filter(({ private_key }) => !opens(key, private_key))
  const { provider } = await signInSettings(tx)
  const isProviderLost = provider !== null && !opens(key, provider.client_secret)
  return { webhooks, signingKeys: lost.length, provider: isProviderLost }
}

/** Answers how many there were of which `change` says that they count. */
async function eachWebhook(tx: Writer, change: (gid: number, secret: string) => Promise<boolean>): Promise<number> {
  let count = 0
  for (let after = 0, rows = await webhookSecrets(tx, after); rows.length > 0; rows = await webhookSecrets(tx, after)) {
    for (const { gid, secret } of rows) count += (await change(gid, secret)) ? 1 : 0
    after = rows.at(-1)?.gid ?? after
  }
  return count
}

function opens(key: string, sealed: string): boolean {
  try {
    unseal(key, sealed)
    return true
  } catch {
    return false
  }
}
