/** Who sends requests to a world, by their credentials. What a token was stays known when it has been revoked. */
import { digest } from '../../lib/secret.ts'
import type { Reader } from '../../store/db.ts'
import { tokenHolder } from '../../store/queries/people.ts'

export interface Caller {
  token: { gid: string; name: string }
  user: string
}

export interface Callers {
  /** The caller with this header `Authorization`; undefined if its token is unknown. */
  of(authorization: string | undefined): Promise<Caller | undefined>
  clear(): void
}

const MAX_CALLERS = 1000

const UNKNOWN = Promise.resolve(undefined)

export function createCallers(reader: Reader): Callers {
  let known = new Map<string, Promise<Caller | undefined>>()
  const load = async (authorization: string): Promise<Caller | undefined> => {
    const secret = secretOf(authorization)
    const own = known
    const found = secret && (await tokenHolder(reader, digest(secret)).catch(() => undefined))
    if (found) return { token: { gid: String(found.gid), name: found.name }, user: String(found.user) }
    // It may be a token that does not exist yet.
    own.delete(authorization)
    return undefined
  }
  return {
    of(authorization) {
      if (authorization === undefined) return UNKNOWN
      const former = known.get(authorization)
      if (former) return former
      const loading = load(authorization)
      if (known.size < MAX_CALLERS) known.set(authorization, loading)
      return loading
    },
    clear() {
      known = new Map()
    },
  }
}

/** The token in a header `Authorization`. */
export function secretOf(authorization = ''): string | undefined {
  const [scheme = '', value = ''] = authorization.split(' ', 2)
  if (/^bearer$/i.test(scheme)) return value || undefined
  return /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString().split(':')[0] || undefined : undefined
}
