/**
 * The log of the requests to a world: the last ones, within bounds of number and memory. Entries are made when a request
 * arrives, so that their order is that of arrival.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../exchange/callers.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { type KeptBody, NO_BODY } from '../exchange/tap.ts'

/** Flat, because thousands of them are kept: what costs most is that the garbage collector moves their objects. */
export interface RequestEntry {
  id: number
  /** The times of the arrival, by the clock of the world and by that of this machine. */
  at: number
  realAt: number
  method: string
  path: string
  queryText: string
  operation: string | null
  /** Null as long as there is no response, and if there never was one. */
  status: number | null
  ms: number
  caller: Promise<Caller | undefined>
  requestHeaders: IncomingHttpHeaders
  requestBody: KeptBody
  /** The headers as `pairsOf` reads them. */
  responseHeaders: object
  responseBody: KeptBody
  /** The rules that changed it. */
  faults: readonly string[]
  warnings: readonly string[]
}

export interface RequestLog {
  list(): RequestEntry[]
  clear(): void
  /** Adds an entry for a request that arrives now. */
  add(exchange: Exchange, caller: RequestEntry['caller']): RequestEntry
  /** Counts the bodies of an entry that has ended. */
  measure(entry: RequestEntry): void
}

const NO_HEADERS = Object.freeze({})
const NONE: readonly string[] = Object.freeze([])

const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** A log of at most `most` entries, with at most `MAX_TOTAL_BYTES` of bodies. */
export function createRequestLog(clock: Clock, real: Clock, most: number): RequestLog {
  /** The entries, each at its id modulo `most`. */
  const ring: (RequestEntry | undefined)[] = []
  let [oldest, next, bytes] = [0, 0, 0]
  const drop = () => {
    const at = oldest++ % most
    bytes -= sizeOf(ring[at])
    ring[at] = undefined
  }
  return {
    list: () => Array.from({ length: next - oldest }, (_one, index) => ring[(oldest + index) % most] as RequestEntry),
    clear() {
      while (oldest < next) drop()
    },
    add(exchange, caller) {
      if (next - oldest === most) drop()
      const entry = entryOf(exchange, { id: next + 1, at: clock(), realAt: real(), caller })
      ring[next++ % most] = entry
      return entry
    },
    measure(entry) {
      if (ring[(entry.id - 1) % most] !== entry) return
      bytes += sizeOf(entry)
      while (bytes > MAX_TOTAL_BYTES && next - oldest > 1) drop()
    },
  }
}

const sizeOf = (entry: RequestEntry | undefined): number =>
  entry === undefined || entry.status === null ? 0 : entry.requestBody.bytes + entry.responseBody.bytes

/** A literal without spreads: it is made for every request. */
const entryOf = (
  { method, path, queryText, operation, request }: Exchange,
  { id, at, realAt, caller }: Pick<RequestEntry, 'id' | 'at' | 'realAt' | 'caller'>,
): RequestEntry => ({
  id,
  at,
  realAt,
  method,
  path,
  queryText,
  operation: operation?.id ?? null,
  status: null,
  ms: 0,
  caller,
  requestHeaders: request.headers,
  requestBody: NO_BODY,
  responseHeaders: NO_HEADERS,
  responseBody: NO_BODY,
  faults: NONE,
  warnings: NONE,
})
