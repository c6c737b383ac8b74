/** Randomness and digests. Only this file creates secrets. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPair,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
  type webcrypto,
} from 'node:crypto'
import { promisify } from 'node:util'

/** `bytes` random bytes in lower-case hexadecimal. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** A random id of something short-lived, such as a request; cheap, and not a secret. */
export const randomId = (): string => randomUUID()

/** SHA-256 in hexadecimal. Sufficient for random secrets; passwords need a slow hash. */
export const digest = (text: string): string => hash('sha256', text)

/** HMAC-SHA256 in base64url. */
export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

/** HMAC-SHA256 in hexadecimal, for webhook signatures. */
export const signHex = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** Compares two strings in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A 32-byte key for one purpose, derived from the key of the installation. */
const keyFor = (key: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** The text of a key for one purpose, such as signing; it reveals nothing of the other keys. */
export const derive = (key: string, purpose: string): string => keyFor(key, purpose).toString('hex')

/** Encrypts a text under the key of the installation (AES-256-GCM); returns base64url. */
export function seal(key: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, 'seal'), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts the result of `seal`. Throws if the key differs or the text was changed. */
export function unseal(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, 'seal'), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** An RSA key pair: the public key as a JSON Web Key, the private key in PEM (PKCS #8). */
export async function keyPair(): Promise<{ jwk: webcrypto.JsonWebKey; pkcs8: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    jwk: publicKey.export({ format: 'jwk' }),
    pkcs8: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
