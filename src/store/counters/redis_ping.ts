/** Checks that a Valkey or Redis answers, without changing anything in it. */
import { withTimeout } from '../../lib/clock.ts'

/** Pings the server once. Throws its error, or an error when it does not answer within this time. */
export async function pingRedis(url: string, timeoutMs: number): Promise<void> {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url, socket: { connectTimeout: timeoutMs, reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    const pong = client.connect().then(() => client.ping())
    pong.catch(() => undefined)
    if (!(await withTimeout(timeoutMs, pong, null))) throw new Error('it does not answer')
  } finally {
    client.destroy()
  }
}
