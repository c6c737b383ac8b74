/**
 * The counter store in Valkey or Redis.
 * Invariants:
 * - an unreachable server is retried for as long as the process runs; it makes calls fail, never the start;
 * - the address, which may contain a password, appears in no message.
 */
import { once } from 'node:events'
import type { CommandParser } from '@redis/client'
import { withTimeout } from '../../lib/clock.ts'
import type { CounterEntry, CounterStore } from './counter_store.ts'

/** The prefix of all keys: other programs may use the same server. */
const PREFIX = 'workloom:'

/** Deletes a key of ours that has another type, because it would block every instance. */
const SCRIPT = `local found = redis.pcall('hmget', KEYS[1], 'version', 'text')
if found.err then
  redis.call('del', KEYS[1])
  found = {}
end
if found[1] and found[1] ~= ARGV[1] then return found end
redis.call('hset', KEYS[1], 'version', ARGV[2], 'text', ARGV[3])
redis.call('pexpire', KEYS[1], ARGV[4])
return false`

/** A connection on which a command waits this long counts as dead, also without an error. */
const DEAD_CONNECTION_MS = 5000
const MAX_RECONNECT_DELAY_MS = 1000
const CLOSE_TIMEOUT_MS = 500
/** The start waits this long for a server that accepts the connection and does not answer. */
const FIRST_CONNECT_TIMEOUT_MS = 1000

export interface ClosableCounterStore extends CounterStore {
  close(): Promise<void>
}

/**
 * Resolves when the first attempt to connect has succeeded or failed. `url` is `redis://` or `rediss://`, with a user name,
 * a password and the number of a database.
 */
export async function openRedisCounterStore(url: string): Promise<ClosableCounterStore> {
  const connect = await connector(url)
  let current = connect()
  await withTimeout(FIRST_CONNECT_TIMEOUT_MS, current.begun, undefined)
  const reconnect = (failed: typeof current) => {
    if (failed !== current) return
    current = connect()
    failed.end()
  }
  return {
    async compareAndSwap(name, version, text, ttlMs) {
      const connection = current
      if (connection.isStuck()) reconnect(connection)
      const timer = setTimeout(reconnect, DEAD_CONNECTION_MS, connection)
      try {
        return await connection.swap(PREFIX + name, version, text, ttlMs)
      } catch (error) {
        // After a failover this server is a replica: the address leads to the new primary, now or soon.
        if (String(error).includes('READONLY')) reconnect(connection)
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => current.close(),
  }
}

/** `SCRIPT` as a command of the client. */
const script = {
  SCRIPT,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser: CommandParser, name: string, version: number, text: string, ttlMs: number) {
    parser.pushKey(name)
    parser.push(String(version), String(version + 1), text, String(Math.ceil(ttlMs)))
  },
  transformReply: (reply: [version: string, text: string | null] | null): CounterEntry | null =>
    reply && { version: Number(reply[0]), text: reply[1] ?? '' },
}

/** Loads the client on demand, because most installations do not use it. */
async function connector(url: string) {
  const { createClient, defineScript } = await import('@redis/client')
  const swap = defineScript(script)
  return () => {
    const client = createClient({
      url,
      scripts: { swap },
      // Without a connection a call fails at once: the circuit breaker expects that.
      disableOfflineQueue: true,
      socket: { reconnectStrategy: retries => Math.min(50 * 2 ** retries, MAX_RECONNECT_DELAY_MS) },
    })
    let lastError: unknown
    // A refused connection raises errors repeatedly; a silent or vanished server raises none.
    let lastErrorAt = performance.now()
    client.on('error', error => {
      lastError = error
      lastErrorAt = performance.now()
    })
    // The client retries until it is destroyed, and reports each failure as an error event.
    client.connect().catch(() => undefined)
    return {
      begun: once(client, 'ready').catch(() => undefined),
      isStuck: () => !client.isReady && client.isOpen && performance.now() - lastErrorAt > DEAD_CONNECTION_MS,
      async swap(name: string, version: number, text: string, ttlMs: number) {
        if (!client.isReady) throw lastError ?? new Error('The client is not connected yet.')
        return client.swap(name, version, text, ttlMs)
      },
      end: () => client.destroy(),
      /** Waits for commands in flight, at most `CLOSE_TIMEOUT_MS`. */
      async close() {
        const timer = setTimeout(() => client.destroy(), CLOSE_TIMEOUT_MS)
        await client.close().catch(() => undefined)
        clearTimeout(timer)
      },
    }
  }
}
