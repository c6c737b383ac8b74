/**
 * The keys that sign identity tokens. The first use creates a pair; its private key is sealed under the key of the
 * installation. If that key changed, a new pair is created. The old public key stays published, because its signatures
 * remain valid.
 */
import { calculateJwkThumbprint, importPKCS8, type JWK, SignJWT } from 'jose'
import { keyPair, seal, unseal } from '../lib/secret.ts'
import { insert } from '../store/change.ts'
import type { Reader, Store } from '../store/db.ts'
import { advisoryLock, INSTALLATION } from '../store/locks.ts'
import { signingKeys } from '../store/queries/identity/oauth.ts'

const ALGORITHM = 'RS256'

export interface SigningOptions {
  store: Store
  /** The key of the installation. */
  key: string
  log(line: Record<string, unknown>): void
}

/** The public keys, as published; the newest first. */
export const publicKeys = async (reader: Reader): Promise<JWK[]> =>
  (await signingKeys(reader)).map(({ kid, public_key }) => ({
    ...(JSON.parse(public_key) as JWK),
    ...{ kid, use: 'sig', alg: ALGORITHM },
  }))

/** Signs claims with the newest key. */
export async function signClaims(signing: SigningOptions, claims: Record<string, unknown>): Promise<string> {
  const { kid, pkcs8 } = (await newestPair(signing.store.read, signing.key)) ?? (await createPair(signing))
  const token = new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
  return token.sign(await importPKCS8(pkcs8, ALGORITHM))
}

interface SigningPair {
  kid: string
  /** The private key in PEM. */
  pkcs8: string
}

/** The newest pair whose private key can be unsealed. */
async function newestPair(reader: Reader, key: string): Promise<SigningPair | undefined> {
  for (const { kid, private_key } of await signingKeys(reader)) {
    try {
      return { kid, pkcs8: unseal(key, private_key) }
    } catch {
      // Sealed under another key.
    }
  }
  return undefined
}

async function createPair({ store, key, log }: SigningOptions): Promise<SigningPair> {
  const { jwk, pkcs8 } = await keyPair()
  const kid = await calculateJwkThumbprint(jwk)
  const pair = await store.write(async tx => {
    // installation: another instance may have created a pair, or may be creating one.
    await advisoryLock(tx, 'installation', INSTALLATION)
    const known = await newestPair(tx, key)
    if (known) return known
    const sealed = seal(key, pkcs8)
    await insert(tx, 'signing_keys', {
      ...{ kid, public_key: JSON.stringify(jwk), private_key: sealed, created_at: tx.now },
    })
    return { kid, pkcs8 }
  })
  if (pair.kid === kid) log({ level: 'notice', message: 'A new key signs identity tokens.', kid })
  return pair
}
