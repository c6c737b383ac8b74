/**
 * What copies of the program tell each other: that something was told, and which answers end. It goes by NOTIFY, after
 * the commit and gathered, because a NOTIFY inside a transaction makes all commits wait for each other. So news may be
 * late, and is lost with a copy that dies between the two: nothing may rely on it alone.
 */
import pg from 'pg'
import { randomHex } from '../../lib/secret.ts'
import { terms } from './connection.ts'
import { LOCKS } from './dialect.ts'

/** Thrown when the data is being moved or restored, which wants it for itself. */
export class StoreIsMoved extends Error {}

const CHANNEL = 'workloom'
/** Milliseconds: what comes to pass within this time is told together; how often it is tried to listen again; how often
 *  it is made sure that somebody is at the other end. */
const GATHER = 10
const AGAIN = 500
const PROBE = 5_000

export interface News {
  /** Tells the others: words without spaces. */
  tell(words: Iterable<string>): void
  close(): Promise<void>
}

interface Wanted {
  url: string
  /** Sends a text to all that listen. */
  notify(channel: string, text: string): Promise<unknown>
  /** Whether this copy serves: then nobody may move the data away. */
  serving: boolean
  hear(words: readonly string[]): void
  /** Called whenever the others can be heard from now on, or no more. */
  heed(isHeard: boolean): void
}

/** Begins to listen; resolves when the others are heard. Throws StoreIsMoved. */
export async function openNews({ url, notify, serving, hear, heed }: Wanted): Promise<News> {
  const self = randomHex(8)
  const waiting = new Set<string>()
  let sending: NodeJS.Timeout | undefined
  let closed = false
  let client: pg.Client | undefined

  const send = () => {
    sending = undefined
    const text = [self, ...waiting].join(' ')
    waiting.clear()
    return notify(CHANNEL, text).catch(() => undefined)
  }
  const listen = async () => {
    const fresh = new pg.Client(terms(url))
    let lost = false
    const end = () => {
      if (lost) return
      lost = true
      clearInterval(probe)
      heed(false)
      if (!closed) setTimeout(() => void again(), AGAIN).unref()
    }
    fresh.on('error', end).on('end', end)
    fresh.on('notification', ({ payload = '' }) => {
      const [from, ...words] = payload.split(' ')
      if (from !== self) hear(words)
    })
    const probe = setInterval(() => {
      void fresh.query({ text: 'select 1', query_timeout: PROBE } as pg.QueryConfig).catch(() => fresh.end())
    }, PROBE)
    probe.unref()
    try {
      await fresh.connect()
      if (serving) await serve(fresh)
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      closed ||= client === undefined
      void fresh.end().catch(() => undefined)
      end()
      throw error
    }
    client = fresh
    heed(true)
  }
  const again = () => (closed ? undefined : listen().catch(() => undefined))

  await listen()
  return {
    tell(words) {
      for (const word of words) waiting.add(word)
      if (waiting.size > 0) sending ??= setTimeout(send, GATHER)
    },
    async close() {
      closed = true
      clearTimeout(sending)
      if (sending) await send()
      await client?.end().catch(() => undefined)
    },
  }
}

/** Holds the data, together with the other copies that serve, as long as the connection lasts. */
async function serve(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select pg_try_advisory_lock_shared(${LOCKS.service}) as held`)
  if (rows[0]?.held !== 1) throw new StoreIsMoved()
}
