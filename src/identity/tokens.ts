/**
 * Personal access tokens, `2/<user>/<token>:<32 hex>`. Only their SHA-256 is kept: the secret part is random, so the
 * digest opens nothing. A token that is deleted ends with the next request, in whatever process it was deleted.
 */
import { unauthorized } from '../lib/errors.ts'
import { digest, randomHex } from '../lib/secret.ts'
import { insert } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { tokenByHash } from '../store/queries/people.ts'
import type { Actor } from './actor.ts'

/** Makes a token for a user and returns it; it cannot be shown again. */
export async function createToken(tx: Writer, user: number, name: string): Promise<string> {
  const gid = tx.gid()
  const token = `2/${user}/${gid}:${randomHex(16)}`
  await insert(tx, 'tokens', { gid, user, hash: digest(token), name, created_at: tx.now })
  return token
}

/** Who sends this `Authorization` header. Throws 401 for everything that is not a living token. */
export async function authenticate(reader: Reader, header: string | undefined): Promise<Actor> {
  const token = header && secretOf(header)
  const found = token ? await reader.first(tokenByHash, { hash: digest(token) }) : undefined
  if (!found) throw unauthorized()
  return { gid: found.user, token: found.gid, timeZone: found.time_zone }
}

// wire: the Ruby client sends the token as the user name of HTTP Basic, with an empty password
function secretOf(header: string): string | undefined {
  const [scheme = '', value = ''] = header.split(' ', 2)
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value
    case 'basic': {
      const text = Buffer.from(value, 'base64').toString()
      return text.endsWith(':') ? text.slice(0, -1) : undefined
    }
    default:
      return undefined
  }
}
