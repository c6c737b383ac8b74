/** Calls of acts: sent with the key that makes them execute once, and with the name of the page that made them. */
import { outlivesPage } from './call.ts'
import type { Answer, Call } from './outbox.ts'

interface SentBy {
  /** Makes the server execute a POST once, however often it is sent. */
  readonly key?: string
  readonly page: string
}

/** Sends a call. Status 0 says that there was no answer. */
export async function send(
  { method, path, data }: Omit<Call, 'method'> & { readonly method: Call['method'] | 'GET' },
  { key, page }: SentBy,
): Promise<Answer> {
  const headers: Record<string, string> = {
    'x-requested-with': 'workloom',
    'x-workloom-page': page,
    accept: 'application/json',
  }
  if (data) headers['content-type'] = 'application/json'
  if (key && method === 'POST') headers['idempotency-key'] = key
  try {
    const body = data && JSON.stringify({ data })
    const keepalive = outlivesPage(method, body)
    const response = await fetch(path, { method, headers, keepalive, ...(body && { body }) })
    const answer = await response.json().catch(() => ({}))
    const retryAfter = Number(response.headers.get('retry-after'))
    return {
      status: response.status,
      message: answer.errors?.[0]?.message ?? '',
      data: answer.data,
      ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
    }
  } catch {
    return { status: 0, message: 'The server does not respond.' }
  }
}
