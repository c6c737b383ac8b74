/** What the target of a webhook needs: its handshake, and the check of signatures. */

/** Headers as `fetch`, Node.js or Express have them. */
export interface WithHeaders {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

const SECRET = 'X-Hook-Secret'

function headerOf({ headers }: WithHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}

/**
 * The handshake of a new webhook: the secret to store, the headers to answer with, and a complete response with them.
 * Null if the request is a delivery.
 */
export function webhookHandshake(
  request: WithHeaders,
): { secret: string; headers: Record<string, string>; response: Response } | null {
  const secret = headerOf(request, SECRET)
  if (secret === null) return null
  const headers = { [SECRET]: secret }
  return { secret, headers, response: new Response(null, { headers }) }
}

const bytesOf = (value: string | ArrayBuffer | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value)

/**
 * Whether the `X-Hook-Signature` of a delivery is that of its body: the bytes as they were received, not JSON that was
 * parsed and written again. The comparison takes constant time.
 */
export async function verifyWebhook(
  secret: string,
  rawBody: string | ArrayBuffer | Uint8Array,
  signature: string | null | undefined,
): Promise<boolean> {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const digest = Uint8Array.from(signature.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, digest, bytesOf(rawBody))
}
