/**
 * The log of the requests to a world: the last ones, within bounds of number and memory. Entries are made when a request
 * arrives, so that their order is that of arrival.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../exchange/callers.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { type KeptBody, NO_BODY, tapRequest, tapResponse } from '../exchange/tap.ts'

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
  host: string
  request: { headers: IncomingHttpHeaders; body: KeptBody }
  /** The headers as `pairsOf` reads them. */
  response: { headers: unknown; body: KeptBody }
  /** The rules that changed it. */
  faults: readonly string[]
  warnings: readonly string[]
}

/** What happens to a recorded request. */
interface RecordHooks {
  /** Its response is about to be written. */
  onHead(entry: RequestEntry): void
  /** Its response was sent, or the client has left. */
  onClose(entry: RequestEntry): void
}

export interface RequestLog {
  list(): readonly RequestEntry[]
  clear(): void
  /** Records a request from now on. */
  record(exchange: Exchange, caller: Promise<Caller | undefined>, hooks: RecordHooks): RequestEntry
}

const NO_HEADERS = Object.freeze({})
const NONE: readonly string[] = Object.freeze([])

const MAX_TOTAL_BYTES = 64 * 1024 * 1024

export function createRequestLog(clock: Clock, real: Clock, kept: number): RequestLog {
  const entries = createKept(kept)
  let count = 0
  return {
    list: entries.list,
    clear: entries.clear,
    record(exchange, caller, { onHead, onClose }) {
      const { response } = exchange
      const began = performance.now()
      const entry = entryOf(exchange, { id: ++count, at: clock(), realAt: real(), caller })
      entries.add(entry)
      entry.response.body = tapResponse(response, {
        onHead: () => onHead(entry),
        onEnd: given => entries.measure(complete(entry, response, { began, given })),
      })
      response.on('close', () => {
        entry.ms ||= since(began)
        onClose(entry)
      })
      return entry
    },
  }
}

/** The last entries, at most `most`, with at most `MAX_TOTAL_BYTES` of bodies. */
function createKept(most: number) {
  let entries: RequestEntry[] = []
  let bytes = 0
  /** Index of the first entry that is kept: removing each one from the front would cost the whole list. */
  let first = 0
  const drop = () => {
    const entry = entries[first]
    if (entry) bytes -= sizeOf(entry)
    first++
    if (first * 2 <= entries.length) return
    entries = entries.slice(first)
    first = 0
  }
  return {
    list: () => entries.slice(first),
    clear() {
      entries = []
      ;[bytes, first] = [0, 0]
    },
    add(entry: RequestEntry) {
      entries.push(entry)
      if (entries.length - first > most) drop()
    },
    /** Counts the bodies of an entry that has ended. */
    measure(entry: RequestEntry) {
      bytes += sizeOf(entry)
      while (bytes > MAX_TOTAL_BYTES && entries.length - first > 1) drop()
    },
  }
}

/** A response has the headers of its `writeHead` alone, unless it got others before. */
function complete(
  entry: RequestEntry,
  response: ServerResponse,
  { began, given }: { began: number; given: unknown },
): RequestEntry {
  entry.status = response.statusCode
  entry.ms = since(began)
  const hasOthers = given === undefined || response.getHeaderNames().length > 0
  entry.response.headers = hasOthers ? response.getHeaders() : given
  return entry
}

const since = (began: number): number => Math.round((performance.now() - began) * 1000) / 1000

const sizeOf = ({ status, request, response }: RequestEntry): number =>
  status === null ? 0 : request.body.bytes + response.body.bytes

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
  host: request.headers.host ?? 'localhost',
  request: { headers: request.headers, body: tapRequest(request) },
  response: { headers: NO_HEADERS, body: NO_BODY },
  faults: NONE,
  warnings: NONE,
})
