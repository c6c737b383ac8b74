/** A TCP proxy in front of a server, which a test can make slow, silent or broken. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { CleanupScope } from '../program.ts'

export interface FaultProxy {
  /** The same database through the proxy. */
  url: string
  /** Delays everything by this number of milliseconds; 0 for none. */
  delay(milliseconds: number): void
  /** The next connection that sends both texts in order gets no response from the second on. */
  dropAnswer(first: string, second: string): void
  /** Forwards nothing, and closes nothing. */
  silence(): void
  /** Closes every connection, also new ones. */
  cut(): void
  /** Forwards what was held back; or leaves the old connections dead, as a proxy that has lost their state. */
  heal(old: 'go on' | 'dead'): void
}

interface ProxyState {
  now: 'open' | 'silent' | 'cut'
  delay: number
  /** The texts of `dropAnswer`. */
  dropped: [first: string, second: string] | undefined
}

function forward(state: ProxyState, from: Socket, to: Socket): void {
  from.on('data', bytes => setTimeout(() => to.writable && to.write(bytes), state.delay))
  from.on('end', () => setTimeout(() => to.end(), state.delay))
  // The end of one side is not visible at the other while the proxy is silent.
  from.on('error', () => undefined).on('close', () => state.now !== 'silent' && to.destroy())
}

function watchForDrop(state: ProxyState, client: Socket, upstream: Socket): void {
  let isStarted = false
  client.on('data', bytes => {
    if (state.dropped === undefined) return
    const [first, second] = state.dropped
    // Both may arrive together, without a response in between.
    const from = isStarted ? 0 : bytes.indexOf(first)
    isStarted ||= from >= 0
    if (!isStarted || !bytes.includes(second, from)) return
    state.dropped = undefined
    upstream.pause()
  })
}

type Pairs = Set<[Socket, Socket]>

/** Accepts connections for a server and forwards bytes in both directions. */
function createProxy(state: ProxyState, pairs: Pairs, { hostname, port }: URL): Server {
  return createServer(client => {
    if (state.now === 'cut') return void client.destroy()
    const upstream = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.once('close', () => pairs.delete(pair))
    watchForDrop(state, client, upstream)
    forward(state, client, upstream)
    forward(state, upstream, client)
    if (state.now === 'silent') for (const socket of pair) socket.pause()
  })
}

export async function startProxy(t: CleanupScope, address: string): Promise<FaultProxy> {
  const state: ProxyState = { now: 'open', delay: 0, dropped: undefined }
  const pairs: Pairs = new Set()
  const server = createProxy(state, pairs, new URL(address))
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
    delay(milliseconds) {
      state.delay = milliseconds
    },
    dropAnswer(first, second) {
      state.dropped = [first, second]
    },
    silence() {
      state.now = 'silent'
      for (const socket of [...pairs].flat()) socket.pause()
    },
    cut() {
      state.now = 'cut'
      destroyed()
    },
    heal(old) {
      state.now = 'open'
      if (old === 'go on') for (const socket of [...pairs].flat()) socket.resume()
    },
  }
}
