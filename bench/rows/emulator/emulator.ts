/**
 * The emulator: its start; and in this process how long a reset, a snapshot and a restore take, and what its layer before a world adds to
 * a request. The store is in memory, so the figures depend on the number of its rows, and not on the disk.
 */
import type { Server } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { createApp } from '../../../src/app.ts'
import { createEmulator, type Emulator } from '../../../src/emulator/emulator.ts'
import { DEFAULT_SETTINGS } from '../../../src/emulator/world/settings.ts'
import type { World } from '../../../src/emulator/world/world.ts'
import { BUILT_IN_SEED } from '../../../src/exchange/seed/seed.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { insertAll } from '../../../src/store/change.ts'
import type { RowMeasurement } from '../../rows.ts'
import { timed } from '../../table.ts'
import { emulatorStart } from './start.ts'

const ROUNDS = 20

/** The servers of the worlds, in the order of their creation. */
const servers: Server[] = []

const start = (): Promise<Emulator> =>
  createEmulator({
    ...{ version: '', clock: systemClock, log() {}, key: 'k'.repeat(40), seed: BUILT_IN_SEED, seedName: 'built-in' },
    async createApp(parts) {
      const app = await createApp({ ...parts, trustedProxies: [], web: 'none', log() {}, announce() {} })
      servers.push(app.server)
      return app
    },
    ...{ initialClock: null, maxWorlds: 1, allowsNetwork: false, publicUrl: null, requestsKept: 10_000, tls: null },
    settings: DEFAULT_SETTINGS,
  })

/** Rows of the smallest kind: the time depends on the bytes of a store. */
async function fill({ store }: World, count: number): Promise<void> {
  await store.engine.write(async tx => {
    const created_at = tx.now
    const rows = Array.from({ length: count }, () => {
      const gid = tx.gid()
      return { gid, name: `Person ${gid}`, email: `${gid}@example.com`, time_zone: 'UTC', photo: null, created_at }
    })
    await insertAll(tx, 'users', rows)
  })
}

async function milliseconds(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  return taken
}

const REQUESTS = 100
/** The first rounds compile. */
const WARM_UP_ROUNDS = 20

const REQUEST = 'GET /api/1.0/users/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann-token\r\n\r\n'

/** A connection in this process: the requests and responses are those of Node.js, without a socket of the system. */
function connect(server: Server): Duplex {
  const [client, socket] = duplexPair()
  server.emit('connection', socket)
  return client.setEncoding('latin1')
}

/** Sends a request and reads its response. */
function send(client: Duplex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let received = ''
  const read = (part: string) => {
    received += part
    const headBytes = received.indexOf('\r\n\r\n') + 4
    const contentBytes = Number(/content-length: (\d+)/.exec(received)?.[1] ?? Number.NaN)
    if (headBytes < 4 || !(received.length >= headBytes + contentBytes)) return
    client.off('data', read)
    resolve()
  }
  client.on('data', read)
  client.write(REQUEST)
  return promise
}

/** The CPU time of a request, in microseconds, with that of the client in this process. */
async function cpuOf(client: Duplex): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < REQUESTS; count++) await send(client)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / REQUESTS
}

/** Samples of a round, with and without the layer in turn. Their mean has its part of the garbage collections. */
const SAMPLES = 12

/** What the layer adds to a request: each round measures the world with it and without it, in turn. */
async function layer({ server }: Emulator): Promise<{ added: number[]; ratios: number[] }> {
  const [bare, layered] = [connect(servers[0] ?? server), connect(server)]
  const [added, ratios]: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    let [without, withLayer] = [0, 0]
    for (let sample = 0; sample < SAMPLES; sample++) {
      without += (await cpuOf(bare)) / SAMPLES
      withLayer += (await cpuOf(layered)) / SAMPLES
    }
    if (round < WARM_UP_ROUNDS) continue
    added.push(withLayer - without)
    ratios.push(withLayer / without)
  }
  for (const client of [bare, layered]) client.end()
  return { added, ratios }
}

export const emulator: RowMeasurement = async report => {
  await emulatorStart(report)
  const running = await start()
  try {
    const { world } = running
    const { added, ratios } = await layer(running)
    report(
      timed({ work: 'layer before a world, a request', target: '< 10 µs', unit: 'µs', digits: 1 }, added, undefined),
    )
    report(timed({ work: '… as a ratio', target: '', unit: '×', digits: 2 }, ratios, undefined))
    const line = async (work: string, target: string, measured: () => Promise<unknown>) =>
      report(timed({ work, target, unit: 'ms', digits: 1 }, await milliseconds(measured), undefined))
    await line('reset of an emulated world', '< 5 ms', () => world.replace(world.initial))
    await fill(world, 10_000)
    const large = world.image()
    await line('… with 10,000 rows', '< 20 ms', () => world.replace(large))
    await line('snapshot of 10,000 rows', '', async () => world.image())
  } finally {
    await running.close()
  }
}
