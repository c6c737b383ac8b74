/**
 * What instances tell each other: that something was told. It goes by NOTIFY, after
 * the commit and gathered, because a NOTIFY inside a transaction makes all commits wait for each other. So news may be
 * late, and is lost with an instance that dies between the two: nothing may rely on it alone.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import { randomHex } from '../../lib/secret.ts'
import { mustBeKnown } from '../migrate.ts'
import { MANNERS, terms } from './connection.ts'
import { LOCKS } from './dialect.ts'

/** Thrown when the data is being moved or restored, which wants it for itself. */
export class StoreIsMoved extends Error {}

const CHANNEL = 'workloom'
/** Milliseconds for which news is gathered. */
const GATHER = 10
/** Milliseconds until it is tried again to listen, and between the looks whether somebody is at the other end. */
const AGAIN = 500
const PROBE = 5_000

export interface News {
  /** Tells the others. */
  tell(): void
  close(): Promise<void>
}

interface Wanted {
  url: string
  /** Sends a text to all that listen. */
  notify(channel: string, text: string): Promise<unknown>
  /** Whether this instance serves: then nobody may move the data away. */
  serving: boolean
  hear(): void
  /** Called whenever the others can be heard from now on, or no more. */
  heed(isHeard: boolean): void
}

/** Begins to listen; resolves when the others are heard. Throws StoreIsMoved. */
export async function openNews(wanted: Wanted): Promise<News> {
  const self = randomHex(8)
  const ear = await listening(wanted, self)
  let sending: NodeJS.Timeout | undefined
  const send = async () => {
    sending = undefined
    await wanted.notify(CHANNEL, self).catch(() => undefined)
  }
  return {
    tell() {
      sending ??= setTimeout(send, GATHER)
    },
    async close() {
      clearTimeout(sending)
      if (sending) await send()
      ear.close()
    },
  }
}

/** Listens, and does so again whenever the connection is lost. */
async function listening(wanted: Wanted, self: string) {
  let closed = false
  let end = await connected(wanted, self, lost)
  function lost() {
    wanted.heed(false)
    if (!closed) setTimeout(again, AGAIN).unref()
  }
  async function again() {
    if (closed) return
    const fresh = await connected(wanted, self, lost).catch(() => undefined)
    if (!fresh) return lost()
    if (closed) return fresh()
    end = fresh
    wanted.heed(true)
  }
  wanted.heed(true)
  return {
    close() {
      closed = true
      end()
    },
  }
}

/** A connection that listens; answers how to end it. `lost` is called once, when it was there and is no more. */
async function connected({ url, serving, hear }: Wanted, self: string, lost: () => void): Promise<() => void> {
  const socket = new Socket()
  const client = new pg.Client({ ...terms(url), stream: () => socket })
  const end = () => {
    // Where nothing comes through, nobody at the other end says that the connection has ended.
    socket.unref()
    void client.end().catch(() => undefined)
  }
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => payload !== self && hear())
  try {
    await client.connect()
    if (serving) await serve(client)
    await client.query(`${MANNERS}; listen ${CHANNEL}`)
  } catch (error) {
    end()
    throw error
  }
  const probe = setInterval(() => {
    const question = { text: 'select 1', query_timeout: PROBE } as pg.QueryConfig
    void client.query(question).catch(end)
  }, PROBE)
  probe.unref()
  client.once('end', () => {
    clearInterval(probe)
    lost()
  })
  return end
}

/** Holds the data, together with the other instances that serve, as long as the connection lasts: also as it is. */
async function serve(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select pg_try_advisory_lock_shared(${LOCKS.service}) as held`)
  if (rows[0]?.held !== 1) throw new StoreIsMoved()
  // While there was no connection, nothing kept a newer version of the program away.
  const found = await client.query('select max(version) as version from schema_versions')
  mustBeKnown(found.rows[0]?.version)
}
