/**
 * Contenders that do the same work, measured in turn. The machine may be busy, so no figure stands alone: each round
 * measures all of them one after the other, and only the ratios within a round count.
 */
import { type Child, LOAD_CORE, start } from './child.ts'
import type { FunctionTime, GaugeReading, Profile } from './gauge.ts'
import type { LoadResult, Requests } from './load.ts'
import { sizes } from './sizes.ts'

export const CONNECTIONS = 16

/** V8 compiles the code of a write during some 30,000 requests, which take three times as long as the usual warm-up. */
export const WARM_UPS_OF_WRITES = 3

export interface Rate {
  perSecond: number
  /** Microseconds of CPU of the server for each request. */
  cpu: number
  /** Microseconds of CPU of the database for each request, if there is one. */
  database?: number
}

export interface Contender {
  /** `patience` is the maximum duration as a multiple of the round, if the server gets too little CPU. */
  measure(milliseconds: number, patience?: number): Promise<Rate>
  /** Profiles the server; absent if it has no profile. */
  profile?(milliseconds: number): Promise<Profile>
  end(): Promise<void>
}

interface ListeningServer {
  port: number
}

interface LoadOptions {
  connections?: number
  /** The maximum number of requests in one round. */
  maxRequests?: number
  /** Nanoseconds of CPU that the database has used so far, by connection. */
  database?(): Promise<Map<number, number>>
}

/**
 * A round ends when the server has used this share of its time on the processor. On a busy machine that takes longer,
 * and code that has hardly run is not representative. A round takes at most this multiple of its duration.
 */
const ENOUGH = 0.6
const PATIENCE = 4
/** Compiled and uncompiled code differ by half: the first round may take longer. */
const WARM_UP_PATIENCE = 15

/** A server under load: requests in turn, over keep-alive connections. */
export async function loaded(
  server: Pick<Child<ListeningServer>, 'ready' | 'ask' | 'end'>,
  requests: Requests,
  { connections = CONNECTIONS, maxRequests = Number.MAX_SAFE_INTEGER, database }: LoadOptions = {},
): Promise<Contender> {
  const load = await start('load.ts', { requests }, LOAD_CORE)
  const run = async (milliseconds: number, left: number) => {
    const { port } = server.ready
    const found = await load.ask<LoadResult>({ port, connections, milliseconds, maxRequests: left })
    if (found.error) throw new Error(`A server failed under load: ${found.error}`)
    return found
  }
  return {
    measure: (milliseconds, patience = PATIENCE) =>
      measured(milliseconds, { patience, maxRequests, database, run, cpu: () => cpuOf(server) }),
    async profile(milliseconds) {
      await server.ask('profile')
      const { requests: done } = await run(milliseconds, maxRequests)
      const { total, spent } = await server.ask<Profile>('profiled')
      const each = ({ self, ...where }: FunctionTime) => ({ ...where, self: self / done })
      return { total: total / done, spent: spent.map(each) }
    },
    async end() {
      await load.end()
      await server.end()
    },
  }
}

const cpuOf = async (server: Pick<Child<ListeningServer>, 'ask'>) => (await server.ask<GaugeReading>('cpu')).cpu

interface RoundOptions extends Required<Pick<LoadOptions, 'maxRequests'>>, Pick<LoadOptions, 'database'> {
  patience: number
  run(milliseconds: number, maxRequests: number): Promise<LoadResult>
  cpu(): Promise<number>
}

/** Measures one round. */
async function measured(
  milliseconds: number,
  { patience, maxRequests, database, run, cpu }: RoundOptions,
): Promise<Rate> {
  const [before, first] = [await database?.(), await cpu()]
  const sum = { done: 0, seconds: 0, cpu: 0 }
  const isOver = () => sum.cpu >= ENOUGH * 1000 * milliseconds || sum.seconds * 1000 >= patience * milliseconds
  do {
    const { requests: done, seconds } = await run(milliseconds, maxRequests - sum.done)
    sum.done += done
    sum.seconds += seconds
    sum.cpu = (await cpu()) - first
  } while (!isOver() && sum.done < maxRequests)
  const after = await database?.()
  const rate = { perSecond: sum.done / sum.seconds, cpu: sum.cpu / sum.done }
  return before && after ? { ...rate, database: cpuSince(before, after) / 1000 / sum.done } : rate
}

/** The CPU that connections have used since; a new connection counts in full. */
export function cpuSince(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0
  for (const [connection, spent] of after) sum += spent - (before.get(connection) ?? 0)
  return sum
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** The bytes of a request to the API. */
export const bytes = (method: Method, path: string, token: string, data?: object): string =>
  rawBytes(method, `/api/1.0${path}`, `Bearer ${token}`, data && { data })

/** The bytes of any request. */
export function rawBytes(method: Method, path: string, authorization: string, sent?: object): string {
  const body = sent ? JSON.stringify(sent) : ''
  const headers = sent ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : ''
  return (
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n` +
    `Authorization: ${authorization}\r\n${headers}\r\n${body}`
  )
}

/**
 * Measures rounds in turn; another contender goes first in each. Returns the rates of each contender, round by round.
 * `warmUps` is how many times as long as usual each is warmed up: V8 compiles what has run often, and a slow request runs rarely.
 */
export async function race(contenders: Contender[], warmUps = 1): Promise<Rate[][]> {
  const found: Rate[][] = contenders.map(() => [])
  for (const one of contenders) await one.measure(warmUps * sizes.warmUpMs, WARM_UP_PATIENCE)
  for (let round = 0; round < sizes.rounds; round++) {
    for (let position = 0; position < contenders.length; position++) {
      const at = (position + round) % contenders.length
      const rate = await contenders[at]?.measure(sizes.roundMs)
      if (rate) found[at]?.push(rate)
    }
  }
  return found
}

/** Two contenders that serve next to each other, as one. */
export const both = (one: Contender, other: Contender): Contender => ({
  async measure(...round) {
    const [here, there] = await Promise.all([one.measure(...round), other.measure(...round)])
    return { perSecond: here.perSecond + there.perSecond, cpu: (here.cpu + there.cpu) / 2 }
  },
  end: () => Promise.all([one.end(), other.end()]).then(() => undefined),
})
