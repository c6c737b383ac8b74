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
  journeys: number
  statements: number
}

export async function startDelayedProxy(database: string): Promise<DelayedProxy> {
  const target = new URL(database)
  const count: RoundTripCount = { journeys: 0, statements: 0 }
  const sockets = new Set<Socket>()
  let [late, last] = [0, 0]
  const server = createServer({ noDelay: true }, near => {
    const far = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    const statementsOf = counter()
    for (const socket of [near, far]) sockets.add(socket)
    near.on('data', (chunk: Buffer) => {
      const now = performance.now()
      if (now - last > late / 2) count.journeys++
      last = now
      count.statements += statementsOf(chunk)
      if (late === 0) far.write(chunk)
      else setTimeout(() => far.write(chunk), late)
    })
    far.on('data', (chunk: Buffer) => near.write(chunk))
    near.on('close', () => far.destroy()).on('error', () => far.destroy())
    far.on('close', () => near.destroy()).on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    delay(milliseconds) {
      late = milliseconds
    },
    count: () => ({ ...count }),
    end() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)

/** Counts the responses that a client's bytes require: the ends of statements, by the protocol. */
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
      if (isGreeted && (rest[0] === SYNC || rest[0] === QUERY)) found++
      isGreeted = true
      rest = rest.subarray(size)
    }
  }
}
