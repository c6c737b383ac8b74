/**
 * The notification channel of the instances: after a commit, an instance notifies the others by NOTIFY. Notifications are
 * sent outside of transactions, because a NOTIFY inside one makes all commits wait for each other, and at intervals,
 * because each is a transaction that wakes a connection of every instance. So they may be late, and are lost with an
 * instance that dies before it sends them: nothing may rely on them alone.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import { randomHex } from '../../lib/secret.ts'
import { requireKnownVersion } from '../migrate.ts'
import { clientConfig, SESSION_SETTINGS } from './connection.ts'
import { LOCKS } from './dialect.ts'

/** Thrown when the data is being moved or restored, which needs it exclusively. */
export class StoreIsMoved extends Error {}

const CHANNEL = 'workloom'
/** The commits of an interval share a notification. */
const INTERVAL_MS = 50
const RECONNECT_DELAY_MS = 500
/** The interval of the probes that find a dead connection, and their timeout. */
const PROBE_INTERVAL_MS = 5_000

export interface Notifications {
  /** Notifies the other instances soon. */
  publish(): void
  close(): Promise<void>
}

interface ChannelOptions {
  url: string
  /** Sends a payload to all instances. */
  notify(channel: string, payload: string): Promise<unknown>
  /** Whether this instance serves: then it holds the data, so that no command moves it. */
  serving: boolean
  onMessage(): void
  onConnectionChange(isConnected: boolean): void
}

/** Connects and listens, and reconnects from then on. Throws StoreIsMoved. */
export async function openNotifications(options: ChannelOptions): Promise<Notifications> {
  const self = randomHex(8)
  const listener = await listen(options, self)
  let isPending = false
  let interval: NodeJS.Timeout | undefined
  const send = async () => {
    isPending = false
    await options.notify(CHANNEL, self).catch(() => undefined)
  }
  const begin = () => {
    void send()
    interval = setTimeout(() => {
      interval = undefined
      if (isPending) begin()
    }, INTERVAL_MS)
  }
  return {
    publish() {
      isPending = true
      if (interval === undefined) begin()
    },
    async close() {
      clearTimeout(interval)
      if (isPending) await send()
      listener.close()
    },
  }
}

async function listen(options: ChannelOptions, self: string) {
  let isClosed = false
  let end = await connect(options, self, onLost)
  function onLost() {
    options.onConnectionChange(false)
    if (!isClosed) setTimeout(reconnect, RECONNECT_DELAY_MS).unref()
  }
  async function reconnect() {
    if (isClosed) return
    const fresh = await connect(options, self, onLost).catch(() => undefined)
    if (!fresh) return onLost()
    if (isClosed) return fresh()
    end = fresh
    options.onConnectionChange(true)
  }
  options.onConnectionChange(true)
  return {
    close() {
      isClosed = true
      end()
    },
  }
}

/** Opens a connection that listens; returns how to end it. Calls `onLost` once, when an open connection ends. */
async function connect(
  { url, serving, onMessage }: ChannelOptions,
  self: string,
  onLost: () => void,
): Promise<() => void> {
  const socket = new Socket()
  const client = new pg.Client({ ...clientConfig(url), stream: () => socket })
  const end = () => {
    // On a dead network the other end never confirms: the socket must not keep the process alive.
    socket.unref()
    void client.end().catch(() => undefined)
  }
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => payload !== self && onMessage())
  try {
    await client.connect()
    if (serving) await lockData(client)
    await client.query(`${SESSION_SETTINGS}; listen ${CHANNEL}`)
  } catch (error) {
    end()
    throw error
  }
  const probe = setInterval(() => {
    const question = { text: 'select 1', query_timeout: PROBE_INTERVAL_MS } as pg.QueryConfig
    void client.query(question).catch(end)
  }, PROBE_INTERVAL_MS)
  probe.unref()
  client.once('end', () => {
    clearInterval(probe)
    onLost()
  })
  return end
}

/** Takes the shared service lock for as long as the connection lasts: the data is not moved, its schema not changed. */
async function lockData(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select pg_try_advisory_lock_shared(${LOCKS.service}) as is_locked`)
  if (rows[0]?.is_locked !== 1) throw new StoreIsMoved()
  // Without a connection, nothing prevented a newer version of the program from migrating the schema.
  const found = await client.query('select max(version) as version from schema_versions')
  requireKnownVersion(found.rows[0]?.version)
}
