/**
 * A slow network to PostgreSQL: all bytes arrive later. Bytes that a client sends without waiting for a response still
 * arrive together, so bytes after a pause are a round trip of their own, however many statements they contain.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DelayedProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Sets the delay, in milliseconds. */
  delay(milliseconds: number): void
  /** The counts so far. */
  count(): RoundTripCount
  end(): void
}

export interface RoundTripCount {
  roundTrips: number
  statements: number
}

export async function startDelayedProxy(database: string): Promise<DelayedProxy> {
  const target = new URL(database)
  const count: RoundTripCount = { roundTrips: 0, statements: 0 }
  const sockets = new Set<Socket>()
  let [delayMs, last] = [0, 0]
  const server = createServer({ noDelay: true }, client => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    const statementsOf = counter()
    for (const socket of [client, upstream]) sockets.add(socket)
    client.on('data', (chunk: Buffer) => {
      const now = performance.now()
      if (now - last > delayMs / 2) count.roundTrips++
      last = now
      count.statements += statementsOf(chunk)
      if (delayMs === 0) upstream.write(chunk)
      else setTimeout(() => upstream.write(chunk), delayMs)
    })
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy())
    upstream.on('close', () => client.destroy()).on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    delay(milliseconds) {
      delayMs = milliseconds
    },
    count: () => ({ ...count }),
    end() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const EXECUTE = 'E'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)

/** Counts the statements in a client's bytes, by the protocol. */
function counter(): (chunk: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0)
  let isGreeted = false
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    let found = 0
    for (;;) {
      // The first message has no type, and every length includes itself.
      const head = isGreeted ? 1 : 0
      if (rest.length < head + 4) return found
      const size = head + rest.readUInt32BE(head)
      if (rest.length < size) return found
      if (isGreeted && (rest[0] === EXECUTE || rest[0] === QUERY)) found++
      isGreeted = true
      rest = rest.subarray(size)
    }
  }
}
