/**
 * Replaces the key of the installation: everything sealed is sealed under the new key, or disabled if the former key is
 * lost. Sealed are the secrets of webhooks, the private signing keys, and the client secret of the OpenID provider.
 * Offset and sync tokens, which are derived from the key, become invalid by themselves.
 */
import { seal, unseal } from '../../lib/secret.ts'
import { deleteWhere, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { sealedPrivateKeys, sealedWebhookSecrets } from '../../store/queries/jobs/sealed.ts'
import { saveSignInSettings, signInSettings } from '../sign_in_settings.ts'

/** The numbers of what was sealed again, or disabled. */
export interface ResealCounts {
  webhooks: number
  signingKeys: number
  /** Whether the client secret of a provider was among them. */
  provider: boolean
}

type ResealFunction = (sealed: string) => string

/** Seals everything again that `former` can unseal. The rest was lost before, and stays as it is. */
export async function reseal(tx: Writer, former: string, next: string): Promise<ResealCounts> {
  const anew: ResealFunction = sealed => seal(next, unseal(former, sealed))
  const webhooks = await countWebhooks(tx, async (gid, secret) => {
    if (!canUnseal(former, secret)) return false
    await update(tx, 'webhooks', { gid }, { secret: anew(secret) })
    return true
  })
  const halves = (await sealedPrivateKeys(tx)).filter(({ private_key }) => canUnseal(former, private_key))
  for (const { kid, private_key } of halves)
    await update(tx, 'signing_keys', { kid }, { private_key: anew(private_key) })
  const { provider, ...settings } = await signInSettings(tx)
  const isProvider = provider !== null && canUnseal(former, provider.client_secret)
  if (isProvider) {
    await saveSignInSettings(tx, {
      ...settings,
      provider: { ...provider, client_secret: anew(provider.client_secret) },
    })
  }
  return { webhooks, signingKeys: halves.length, provider: isProvider }
}

/** The failure that the owner of a webhook without a secret reads. */
const SECRET_LOST =
  'The key of the installation was replaced, and the secret of this webhook is lost: create the webhook again.'

/**
 * Disables what `key` cannot unseal. Webhooks are deactivated, because their deliveries could not be signed. The next
 * signature creates a new signing key, and the next sign-in at the provider fails with advice.
 */
export async function disableUnreadable(tx: Writer, key: string): Promise<ResealCounts> {
  const webhooks = await countWebhooks(tx, async (gid, secret) => {
    if (canUnseal(key, secret)) return false
    await update(tx, 'webhooks', { gid }, { active: 0, last_failure_at: tx.now, last_failure_content: SECRET_LOST })
    await deleteWhere(tx, 'jobs', { kind: 'deliver', subject: gid })
    return true
  })
  const lost = (await sealedPrivateKeys(tx)).filter(({ private_key }) => !canUnseal(key, private_key))
  const { provider } = await signInSettings(tx)
  const isProviderLost = provider !== null && !canUnseal(key, provider.client_secret)
  return { webhooks, signingKeys: lost.length, provider: isProviderLost }
}

/** Calls `change` for each webhook, and counts those for which it returns true. */
async function countWebhooks(tx: Writer, change: (gid: number, secret: string) => Promise<boolean>): Promise<number> {
  let count = 0
  for (
    let after = 0, rows = await sealedWebhookSecrets(tx, after);
    rows.length > 0;
    rows = await sealedWebhookSecrets(tx, after)
  ) {
    for (const { gid, secret } of rows) count += (await change(gid, secret)) ? 1 : 0
    after = rows.at(-1)?.gid ?? after
  }
  return count
}

function canUnseal(key: string, sealed: string): boolean {
  try {
    unseal(key, sealed)
    return true
  } catch {
    return false
  }
}
