/**
 * The shelf in Valkey or Redis. What must always hold: what is unreachable is tried again for as long as the program
 * runs, and is told by swaps that fail, never by a start that does; the address, which may hold a password, is told to
 * nobody.
 */
import { once } from 'node:events'
import type { CommandParser } from '@redis/client'
import { atMost } from '../lib/clock.ts'
import type { Found, Shelf } from './shelf.ts'

/** What stands before all names: others may use the same server. */
const PREFIX = 'workloom:'

/** What stands under a name of ours and is none of ours is in the way of everybody: it goes. */
const SCRIPT = `local found = redis.pcall('hmget', KEYS[1], 'version', 'text')
if found.err then
  redis.call('del', KEYS[1])
  found = {}
end
if found[1] and found[1] ~= ARGV[1] then return found end
redis.call('hset', KEYS[1], 'version', ARGV[2], 'text', ARGV[3])
redis.call('pexpire', KEYS[1], ARGV[4])
return false`

/** A connection on which something has waited so long is dead, even if nobody has said so; in milliseconds. */
const DEAD = 5000
const LONGEST_PAUSE = 1000
const GRACE = 500
/** So long a start waits for a server that takes the connection, and then says nothing. */
const FIRST = 1000

export interface RedisShelf extends Shelf {
  close(): Promise<void>
}

/**
 * Connects, or has failed to for the first time. `url` is `redis://` or `rediss://`, with a name, a password and the number
 * of a database.
 */
export async function openRedisShelf(url: string): Promise<RedisShelf> {
  const connect = await connector(url)
  let current = connect()
  await atMost(FIRST, current.begun, undefined)
  const renew = (dead: typeof current) => {
    if (dead !== current) return
    current = connect()
    dead.end()
  }
  return {
    async swap(name, version, text, keep) {
      const used = current
      if (used.isStuck()) renew(used)
      const timer = setTimeout(renew, DEAD, used)
      try {
        return await used.swap(PREFIX + name, version, text, keep)
      } catch (error) {
        // Another server has taken its place: the address leads there by now, or soon.
        if (String(error).includes('READONLY')) renew(used)
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
  parseCommand(parser: CommandParser, name: string, version: number, text: string, keep: number) {
    parser.pushKey(name)
    parser.push(String(version), String(version + 1), text, String(Math.ceil(keep)))
  },
  transformReply: (reply: [version: string, text: string | null] | null): Found | null =>
    reply && { version: Number(reply[0]), text: reply[1] ?? '' },
}

/** The client is loaded here, because most installations have no use for it. */
async function connector(url: string) {
  const { createClient, defineScript } = await import('@redis/client')
  const swap = defineScript(script)
  return () => {
    const client = createClient({
      url,
      scripts: { swap },
      // Who finds no connection decides alone at once, instead of waiting for one.
      disableOfflineQueue: true,
      socket: { reconnectStrategy: retries => Math.min(50 * 2 ** retries, LONGEST_PAUSE) },
    })
    let why: unknown
    // A server that is away is told again and again; one that says nothing is not, also when the machine is gone.
    let heardAt = performance.now()
    client.on('error', error => {
      why = error
      heardAt = performance.now()
    })
    // Only the end of this client ends its trying, and whatever fails before is told as an error.
    client.connect().catch(() => undefined)
    return {
      begun: once(client, 'ready').catch(() => undefined),
      isStuck: () => !client.isReady && client.isOpen && performance.now() - heardAt > DEAD,
      async swap(name: string, version: number, text: string, keep: number) {
        if (!client.isReady) throw why ?? new Error('There is no connection yet.')
        return client.swap(name, version, text, keep)
      },
      end: () => client.destroy(),
      /** Waits for what is on its way, but not for one who does not answer. */
      async close() {
        const timer = setTimeout(() => client.destroy(), GRACE)
        await client.close().catch(() => undefined)
        clearTimeout(timer)
      },
    }
  }
}
