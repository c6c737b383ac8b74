/** The recording of an exchange: what the log of a world, and its strictness, learn while the response passes. */
import type { Exchange } from '../exchange/exchange.ts'
import { keep, ResponseObserver, tapRequest } from '../exchange/tap.ts'
import { recordWrite, warn } from '../strictness/strictness.ts'
import type { World } from '../world/world.ts'
import type { RequestEntry } from './log.ts'

/** Records an exchange from now on. */
export function record(world: World, exchange: Exchange, caller: RequestEntry['caller']): RequestEntry {
  const { request, kind } = exchange
  const entry = world.requests.add(exchange, caller)
  world.inFlight[kind]++
  if (kind === 'writes')
    tapRequest(request, chunk => {
      entry.requestBody = keep(entry.requestBody, chunk, undefined)
    })
  new Recording(world, exchange, entry)
  return entry
}

/** A class, so that a request makes one object instead of a function for each event. */
class Recording extends ResponseObserver {
  readonly world: World
  readonly exchange: Exchange
  readonly entry: RequestEntry
  readonly began = performance.now()
  given: object | undefined

  constructor(world: World, exchange: Exchange, entry: RequestEntry) {
    super(exchange.response)
    this.world = world
    this.exchange = exchange
    this.entry = entry
  }

  onHead(given: object | undefined): void {
    this.given = given
    warn(this.world, this.exchange, this.entry)
  }

  onChunk(chunk: unknown, encoding: unknown): void {
    this.entry.responseBody = keep(this.entry.responseBody, chunk, encoding)
  }

  /** A response has the headers of its `writeHead` alone, unless it got others before. */
  onEnd(): void {
    const { given, entry } = this
    const { response } = this.exchange
    entry.status = response.statusCode
    entry.ms = this.elapsed()
    const isAlone = given !== undefined && response.getHeaderNames().length === 0
    entry.responseHeaders = isAlone ? given : response.getHeaders()
    this.world.requests.measure(entry)
  }

  onClose(): void {
    const { world, exchange, entry } = this
    entry.ms ||= this.elapsed()
    world.inFlight[exchange.kind]--
    recordWrite(world, exchange, entry)
  }

  elapsed(): number {
    return Math.round((performance.now() - this.began) * 1000) / 1000
  }
}
