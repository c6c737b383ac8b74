/** The way to a server, which a test can make slow, silent or broken. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Scope } from '../program.ts'

export interface Way {
  /** The same database, by this way. */
  url: string
  /** Holds everything back for so many milliseconds; 0 for nothing. */
  slow(milliseconds: number): void
  /** The next connection that says both words, one after the other, gets no answer to the second, and to nothing else. */
  mute(first: string, second: string): void
  /** Nothing comes through, and nobody is told. */
  silence(): void
  /** Ends every connection, and all that come. */
  cut(): void
  /** Lets through what was held back; or, where the way has forgotten them, leaves old connections dead for ever. */
  heal(old: 'go on' | 'dead'): void
}

type State = 'open' | 'silent' | 'cut'

export async function wayTo(t: Scope, address: string): Promise<Way> {
  const { hostname, port } = new URL(address)
  const pairs = new Set<[Socket, Socket]>()
  let state: State = 'open'
  let delay = 0
  let fatal: [first: string, second: string] | undefined
  const pass = (from: Socket, to: Socket) => {
    from.on('data', bytes => setTimeout(() => to.writable && to.write(bytes), delay))
    from.on('end', () => setTimeout(() => to.end(), delay))
    // Who is gone at one end is not seen at the other while nothing comes through.
    from.on('error', () => undefined).on('close', () => state !== 'silent' && to.destroy())
  }
  const muted = (one: Socket, other: Socket) => {
    let begun = false
    one.prependListener('data', bytes => {
      if (fatal === undefined) return
      if (begun && bytes.includes(fatal[1])) {
        fatal = undefined
        other.pause()
      } else begun ||= bytes.includes(fatal[0])
    })
  }
  const server = createServer(one => {
    if (state === 'cut') return void one.destroy()
    const other = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [one, other]
    pairs.add(pair)
    one.once('close', () => pairs.delete(pair))
    muted(one, other)
    pass(one, other)
    pass(other, one)
    if (state === 'silent') for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyed = () => {
    for (const socket of [...pairs].flat()) socket.destroy()
  }
  t.after(() => {
    destroyed()
    server.close()
  })
  return {
    url: Object.assign(new URL(address), { port: String((server.address() as AddressInfo).port) }).toString(),
    slow(milliseconds) {
      delay = milliseconds
    },
    mute(first, second) {
      fatal = [first, second]
    },
    silence() {
      state = 'silent'
      for (const socket of [...pairs].flat()) socket.pause()
    },
    cut() {
      state = 'cut'
      destroyed()
    },
    heal(old) {
      state = 'open'
      if (old === 'go on') for (const socket of [...pairs].flat()) socket.resume()
    },
  }
}
