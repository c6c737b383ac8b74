/**
 * Two that do the same work, measured in turn. The machine may be busy with other things, so no figure stands alone:
 * each round measures both, one right after the other, and only the ratio within a round counts.
 */
import { type Child, LOAD_CORE, start } from './child.ts'
import type { Profile, Reading, Spent } from './gauge.ts'
import type { Measured } from './load.ts'

export const CONNECTIONS = 16
const ROUNDS = 7
const ROUND_MS = 1000
const WARM_UP_MS = 1500

export interface Rate {
  perSecond: number
  /** Microseconds of CPU of the server for each request. */
  cpu: number
}

export interface Contender {
  measure(milliseconds: number): Promise<Rate>
  /** Where the time goes; absent where nobody asks. */
  profile?(milliseconds: number): Promise<Profile>
  /** Ends the load alone; the server stays. */
  rest(): Promise<void>
  end(): Promise<void>
}

interface Listening {
  port: number
}

/** A server under load: `requests` in turn, over keep-alive connections. */
export async function loaded(server: Child<Listening>, requests: string[]): Promise<Contender> {
  const load = await start('load.ts', { requests }, LOAD_CORE)
  const run = async (milliseconds: number) => {
    const { port } = server.ready
    const measured = await load.ask<Measured>({ port, connections: CONNECTIONS, milliseconds })
    if (measured.wrong) throw new Error(`A server failed under load: ${measured.wrong}`)
    return measured
  }
  return {
    async measure(milliseconds) {
      const before = await server.ask<Reading>('cpu')
      const { requests: done, seconds } = await run(milliseconds)
      const after = await server.ask<Reading>('cpu')
      return { perSecond: done / seconds, cpu: (after.cpu - before.cpu) / done }
    },
    async profile(milliseconds) {
      await server.ask('profile')
      const { requests: done } = await run(milliseconds)
      const { total, spent } = await server.ask<Profile>('profiled')
      const each = ({ self, ...where }: Spent) => ({ ...where, self: self / done })
      return { total: total / done, spent: spent.map(each) }
    },
    rest: () => load.end(),
    async end() {
      await load.end()
      await server.end()
    },
  }
}

/** The bytes of a request. */
export function bytes(method: 'GET' | 'POST', path: string, token: string, data?: object): string {
  const body = data ? JSON.stringify({ data }) : ''
  const sent = data ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : ''
  return (
    `${method} /api/1.0${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n` +
    `Authorization: Bearer ${token}\r\n${sent}\r\n${body}`
  )
}

export interface Compared {
  /** Ours to the other, by requests in a second. */
  rates: number[]
  /** The same by CPU time of the servers: it does not see what else the machine does. */
  cpus: number[]
  ours: Rate[]
  other: Rate[]
}

/** Rounds in turn; who goes first changes with each. */
export async function compare(ours: Contender, other: Contender): Promise<Compared> {
  const found: Compared = { rates: [], cpus: [], ours: [], other: [] }
  await ours.measure(WARM_UP_MS)
  await other.measure(WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await ours.measure(ROUND_MS) : undefined
    const there = await other.measure(ROUND_MS)
    const here = first ?? (await ours.measure(ROUND_MS))
    found.ours.push(here)
    found.other.push(there)
    found.rates.push(here.perSecond / there.perSecond)
    found.cpus.push(there.cpu / here.cpu)
  }
  return found
}
